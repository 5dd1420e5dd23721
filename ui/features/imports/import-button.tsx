import { FileInput } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { Button } from '#ui/kit/button.tsx';
import { importTexts as texts } from './texts.ts';

const ImportDialog = lazy(async () => ({
  default: (await import('./import-dialog.tsx')).ImportDialog,
}));

export function ImportButton() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button look="primary" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <FileInput size={16} aria-hidden />
        {texts.open}
      </Button>
      {open && (
        <Suspense>
          <ImportDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

import { useEffect, useState } from 'react';
import { onReplacedBuild } from '#ui/client/page-build.ts';
import { Button } from '#ui/kit/button.tsx';
import { updateTexts as texts } from './texts/update.ts';

const NOTICE =
  'fixed inset-x-3 top-3 z-80 mx-auto flex w-fit items-center gap-3 rounded-card border ' +
  'border-line-strong bg-raised py-2 pr-2 pl-4 text-sm shadow-mid';

/** Asks for a reload if the page is older than the server. */
export function UpdateNotice() {
  const [isReplaced, setReplaced] = useState(false);
  useEffect(() => onReplacedBuild(() => setReplaced(true)), []);
  if (!isReplaced) return null;
  return (
    <div role="alert" className={NOTICE}>
      {texts.updated}
      <Button look="primary" onClick={() => location.reload()}>
        {texts.reload}
      </Button>
    </div>
  );
}

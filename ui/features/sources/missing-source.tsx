import { Unlink } from 'lucide-react';
import { Button } from '#ui/kit/button.tsx';
import { sourceTexts as texts } from './texts/sources.ts';

/** Shown in place of a linked source that isn't in the thread, or that was removed from it. */
export function MissingSource({ onDismiss }: { onDismiss: () => void }) {
  return (
    <div role="alert" className="grid h-full place-items-center p-6">
      <div className="max-w-[44ch] rounded-card border border-line bg-raised p-6 text-center shadow-low">
        <Unlink aria-hidden size={26} strokeWidth={1.6} className="mx-auto mb-3 text-ink-faint" />
        <p className="text-sm text-pretty">{texts.missing}</p>
        <Button className="mt-4" onClick={onDismiss}>
          {texts.dismiss}
        </Button>
      </div>
    </div>
  );
}

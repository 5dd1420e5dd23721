import { SearchX } from 'lucide-react';
import { Button } from '#ui/kit/button.tsx';
import { answerTexts } from '../texts/answers.ts';
import { askTexts as texts } from '../texts/ask.ts';

/** Says that a source of an answer is gone. `onDelete`: asks first; undefined for readers. */
export function MissingSourceNote({
  onDelete,
  onDismiss,
}: {
  onDelete: (() => void) | undefined;
  onDismiss: () => void;
}) {
  return (
    <div
      role="group"
      aria-label={texts.noSource.title}
      className="mb-3 rounded-card border border-dashed border-line-strong bg-sunken px-4 py-3 font-sans"
    >
      <p className="flex items-center gap-2 text-sm font-semibold">
        <SearchX size={16} aria-hidden className="shrink-0 text-ink-faint" />
        {texts.noSource.title}
      </p>
      <p className="mt-1 text-[0.8125rem] text-pretty text-ink-soft">{texts.noSource.text}</p>
      <div className="mt-2 -ml-2 flex gap-1">
        {onDelete && (
          <Button look="quiet" onClick={onDelete} className="px-2! text-[0.8125rem]! text-danger!">
            {answerTexts.remove}
          </Button>
        )}
        <Button look="quiet" onClick={onDismiss} className="px-2! text-[0.8125rem]!">
          {answerTexts.dismiss}
        </Button>
      </div>
    </div>
  );
}

/** The dialog for adding links, files of this device, and sources of the library. */
import { clsx } from 'clsx';
import { FileUp } from 'lucide-react';
import { useId, useRef, useState, type DragEvent, type KeyboardEvent } from 'react';
import type { Source } from '#core/contract/source.ts';
import type { Thread } from '#core/contract/thread.ts';
import { extensionsOf, SOURCE_FILES } from '#core/kinds.ts';
import { Button } from '#ui/kit/button.tsx';
import { Sheet } from '#ui/kit/dialog.tsx';
import { addTexts as texts } from './texts/add.ts';
import { AddProblem } from './add-problem.tsx';
import { AddList } from './add-list.tsx';
import { LibraryMatches } from './library-matches.tsx';
import { useAddition, type AdditionForm } from './use-addition.ts';

const ACCEPTED_FILES = SOURCE_FILES.flatMap((it) => [
  it.type,
  ...extensionsOf(it).map((extension) => `.${extension}`),
]).join(',');

interface AddSourceProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  thread: Thread;
  onAdded: (sources: Source[]) => void;
}

/** Stays mounted while it is closed, so that it keeps what was typed. */
export function AddSourceDialog({ open, onOpenChange, thread, onAdded }: AddSourceProps) {
  const it = useAddition(thread, { onOpen: onOpenChange, onAdded });
  const [over, setOver] = useState(false);
  const hint = useId();
  const links = it.plain.length + it.listings.length;

  const dropped = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    if (event.dataTransfer.files.length > 0) it.takeFiles(event.dataTransfer.files);
    else it.type([it.text, event.dataTransfer.getData('text')].filter(Boolean).join('\n'));
  };
  const pressed = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault();
      it.submit();
    }
    const down =
      event.key === 'ArrowDown' && links === 0 && !it.text.includes('\n')
        ? event.currentTarget.closest('[role=dialog]')?.querySelector<HTMLElement>('[data-match]')
        : null;
    if (down) {
      event.preventDefault();
      down.focus();
    }
  };
  return (
    <Sheet
      open={open}
      onOpenChange={onOpenChange}
      title={texts.title}
      description={texts.text}
      footer={
        <>
          <span className="mr-auto text-[0.8125rem] text-ink-soft tabular-nums" aria-live="polite">
            {additionStatus(it)}
          </span>
          <Button
            look="primary"
            disabled={it.count === 0 || it.busy || it.waits}
            onClick={it.submit}
          >
            {texts.add}
          </Button>
        </>
      }
    >
      <div
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={dropped}
      >
        <textarea
          aria-label={texts.field}
          aria-describedby={hint}
          placeholder={texts.field}
          autoFocus
          rows={3}
          value={it.text}
          spellCheck={false}
          onChange={(event) => it.type(event.target.value)}
          onKeyDown={pressed}
          onPaste={(event) => {
            if (event.clipboardData.files.length > 0) {
              event.preventDefault();
              it.takeFiles(event.clipboardData.files);
            }
          }}
          className="block w-full resize-none rounded-card border border-line-field bg-surface px-3.5 py-3 text-[0.9375rem] leading-relaxed placeholder:text-ink-faint [field-sizing:content] max-h-40 min-h-24"
        />
        <p id={hint} className="mt-1.5 text-xs text-ink-faint">
          {texts.hint}
        </p>
        {it.problem !== undefined && it.refusals.size === 0 && <AddProblem error={it.problem} />}

        <FileChooser isOver={over} isDisabled={it.busy} onFiles={it.takeFiles} />
        <AddList {...it} />
        <LibraryMatches
          query={it.query}
          quiet={links > 0}
          thread={thread}
          picked={it.picked}
          onPick={it.pick}
        />
      </div>
    </Sheet>
  );
}

/** The progress of the addition, or the number of sources it will add if more than one. */
function additionStatus({ busy, files, count }: AdditionForm): string {
  if (!busy) return count > 1 ? texts.count(count) : '';
  const isUploading = files.some((file) => file.share !== undefined);
  const uploaded = files.filter((file) => file.key !== undefined).length;
  return isUploading ? texts.uploading(uploaded, files.length) : texts.adding;
}

function FileChooser({
  isOver,
  isDisabled,
  onFiles,
}: {
  /** while files are dragged over the dialog */
  isOver: boolean;
  isDisabled: boolean;
  onFiles: AdditionForm['takeFiles'];
}) {
  const chooser = useRef<HTMLInputElement>(null);
  return (
    <>
      <button
        type="button"
        onClick={() => chooser.current?.click()}
        disabled={isDisabled}
        className={clsx(
          'mt-3 flex w-full items-center gap-3 rounded-card border border-dashed px-4 py-3.5 text-left transition-colors duration-(--quick)',
          isOver ? 'border-accent bg-accent-soft' : 'border-line-strong hover:bg-hover',
        )}
      >
        <FileUp size={20} aria-hidden className="shrink-0 text-ink-faint" />
        <span className="text-sm text-ink-soft">
          <span className="font-medium text-ink">{texts.choose}</span>
          {texts.orDrop}
        </span>
      </button>
      <input
        ref={chooser}
        type="file"
        accept={ACCEPTED_FILES}
        multiple
        hidden
        aria-label={texts.files}
        onChange={(event) => {
          onFiles(event.target.files ?? []);
          event.target.value = '';
        }}
      />
    </>
  );
}

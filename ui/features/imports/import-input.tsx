import { clsx } from 'clsx';
import { FileInput } from 'lucide-react';
import { useId, useRef, useState, type DragEvent } from 'react';
import { messageOf } from '#ui/client/api.ts';
import { Spinner } from '#ui/kit/spinner.tsx';
import { importDialogTexts as texts } from './texts.ts';

interface ImportInputProps {
  /** name of the file being read; `undefined` if none is */
  readingName: string | undefined;
  text: string;
  onText: (text: string) => void;
  onFile: (file: File) => void;
  /** why the last file could not be read */
  error: Error | null;
}

/** Accepts a file, chosen or dropped, or a pasted list of links. */
export function ImportInput({ readingName, text, onText, onFile, error }: ImportInputProps) {
  const chooser = useRef<HTMLInputElement>(null);
  const hint = useId();
  const [over, setOver] = useState(false);
  const isReading = readingName !== undefined;
  const take = (file: File | undefined) => {
    if (file) onFile(file);
  };
  const dropped = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    take(event.dataTransfer.files[0]);
  };
  return (
    <div
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={dropped}
    >
      <button
        type="button"
        onClick={() => chooser.current?.click()}
        disabled={isReading}
        aria-describedby={hint}
        className={clsx(
          'flex w-full items-center gap-3 rounded-card border border-dashed px-4 py-5 text-left transition-colors duration-(--quick)',
          over ? 'border-accent bg-accent-soft' : 'border-line-strong hover:bg-hover',
        )}
      >
        {isReading ? (
          <Spinner />
        ) : (
          <FileInput size={20} aria-hidden className="shrink-0 text-ink-faint" />
        )}
        <span className="text-sm text-ink-soft">
          {isReading ? (
            texts.reading(readingName)
          ) : (
            <>
              <span className="font-medium text-ink">{texts.choose}</span> {texts.orDrop}
            </>
          )}
        </span>
      </button>
      <p id={hint} className="mt-1.5 text-xs text-ink-faint text-pretty">
        {texts.formats}
      </p>
      <input
        ref={chooser}
        type="file"
        hidden
        aria-label={texts.file}
        onChange={(event) => {
          take(event.target.files?.[0]);
          event.target.value = '';
        }}
      />
      <textarea
        aria-label={texts.paste}
        placeholder={texts.pastePlaceholder}
        rows={4}
        value={text}
        onChange={(event) => onText(event.target.value)}
        className="mt-4 block max-h-52 min-h-24 w-full resize-none rounded-card border border-line-field bg-surface px-3.5 py-3 text-[0.9375rem] leading-relaxed [field-sizing:content] placeholder:text-ink-faint"
      />
      {error && (
        <p role="alert" className="mt-3 text-sm text-danger">
          {messageOf(error)}
        </p>
      )}
    </div>
  );
}

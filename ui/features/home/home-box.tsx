/** The one box of Home: links and files become sources, words become a question to the library. */
import { clsx } from 'clsx';
import { ArrowUp, FileText, Paperclip, Plus, X } from 'lucide-react';
import { useEffect, useRef, useState, type KeyboardEvent, type RefObject } from 'react';
import type { ThreadCard } from '#core/contract/thread.ts';
import { SOURCE_FILES } from '#core/kinds.ts';
import { messageOf } from '#ui/client/api.ts';
import { useThreads } from '#ui/client/queries.ts';
import { LibraryAnswer } from '#ui/features/ask/index.ts';
import { readPasted } from '#ui/features/sources/index.ts';
import { Button, IconButton } from '#ui/kit/button.tsx';
import { takesSingleKey } from '#ui/kit/single-keys.ts';
import { Spinner } from '#ui/kit/spinner.tsx';
import { homeTexts as texts } from './texts.ts';
import { useDroppedFiles } from './use-dropped-files.ts';
import { useHomeAddition } from './use-home-addition.ts';

const ACCEPTED = SOURCE_FILES.flatMap((it) => [it.type, `.${it.extension}`]).join(',');

export function HomeBox() {
  const [text, setText] = useState('');
  const [into, setInto] = useState<ThreadCard>();
  const [asked, setAsked] = useState<{ question: string; nth: number }>();
  const { uploads, add } = useHomeAddition();
  const { files } = uploads;
  const { links, query } = readPasted(text);
  const count = links.length + files.length;
  // A question may hold a link.
  const isQuestion = query !== '' && files.length === 0;
  const isOver = useDroppedFiles(uploads.take);
  const field = useRef<HTMLTextAreaElement>(null);
  useAskKey(field);

  const submitLinks = () => {
    if (count > 0 && !add.isPending) add.mutate({ links, into });
  };
  const submitQuestion = () => {
    setAsked((before) => ({ question: text.trim(), nth: (before?.nth ?? 0) + 1 }));
    setText('');
  };
  const pressed = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    if (isQuestion) submitQuestion();
    else submitLinks();
  };
  return (
    <div className="space-y-4">
      <div
        role="group"
        aria-label={texts.box}
        className={clsx(
          'rounded-sheet border bg-surface p-2 shadow-mid transition-colors duration-(--quick) has-[textarea:focus-visible]:border-accent',
          isOver ? 'border-dashed border-accent bg-accent-soft' : 'border-line-strong',
        )}
      >
        <textarea
          ref={field}
          dir="auto"
          rows={1}
          aria-label={texts.box}
          placeholder={isOver ? texts.drop : texts.box}
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            add.reset();
          }}
          onKeyDown={pressed}
          onPaste={(event) => {
            if (event.clipboardData.files.length === 0) return;
            event.preventDefault();
            uploads.take(event.clipboardData.files);
          }}
          className="block field-sizing-content max-h-48 min-h-12 w-full resize-none bg-transparent px-2 py-3 text-base leading-6 sm:px-3 sm:text-[1.0625rem] outline-none placeholder:text-ink-faint"
        />
        <FileChips uploads={uploads} isBusy={add.isPending} />
        {add.error && messageOf(add.error) !== '' && !files.some((it) => it.why) && (
          <p role="alert" className="px-3 pb-2 text-sm text-danger">
            {messageOf(add.error)}
          </p>
        )}
        <div className="flex flex-wrap items-center gap-2">
          <FileChooser isDisabled={add.isPending} onFiles={uploads.take} />
          {count > 0 && <Into value={into} onChange={setInto} />}
          <span className="ml-auto" />
          {count > 0 && (
            <Button
              look={isQuestion ? 'plain' : 'primary'}
              disabled={add.isPending}
              onClick={submitLinks}
            >
              {add.isPending ? <Spinner /> : <Plus size={16} aria-hidden />}
              {add.isPending ? texts.adding : count > 1 ? texts.addMany(count) : texts.add}
            </Button>
          )}
          {(isQuestion || count === 0) && (
            <Button look="primary" disabled={!isQuestion || add.isPending} onClick={submitQuestion}>
              <ArrowUp size={16} aria-hidden />
              {texts.ask}
            </Button>
          )}
        </div>
      </div>
      {asked && (
        <LibraryAnswer
          key={asked.nth}
          question={asked.question}
          onClose={() => {
            setAsked(undefined);
            field.current?.focus();
          }}
        />
      )}
    </div>
  );
}

/** `/` goes to the box, as it goes to the question of a thread. */
function useAskKey(field: RefObject<HTMLTextAreaElement | null>): void {
  useEffect(() => {
    const press = (event: globalThis.KeyboardEvent) => {
      if (event.key !== '/' || !takesSingleKey(event)) return;
      event.preventDefault();
      field.current?.focus();
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, [field]);
}

type Uploads = ReturnType<typeof useHomeAddition>['uploads'];

function FileChips({
  uploads: { files, drop },
  isBusy,
}: {
  uploads: Pick<Uploads, 'files' | 'drop'>;
  isBusy: boolean;
}) {
  if (files.length === 0) return null;
  return (
    <ul aria-label={texts.added} className="flex flex-wrap gap-2 px-1 pb-2">
      {files.map(({ file, share, why }) => (
        <li
          key={`${file.name}${file.size}`}
          className="relative flex min-h-9 max-w-full items-center gap-2 overflow-hidden rounded-control bg-sunken pl-3 text-sm"
        >
          <FileText size={15} aria-hidden className="shrink-0 text-ink-faint" />
          <span className="min-w-0 py-1.5">
            <span dir="auto" className="block truncate">
              {file.name}
            </span>
            {why !== undefined && <span className="block text-xs text-danger">{why}</span>}
          </span>
          <IconButton
            label={texts.remove(file.name)}
            disabled={isBusy && share === undefined}
            onClick={() => drop(file)}
          >
            <X size={15} aria-hidden />
          </IconButton>
          {share !== undefined && share < 1 && (
            <span
              aria-hidden
              className="absolute bottom-0 left-0 h-0.5 bg-accent"
              style={{ width: `${share * 100}%` }}
            />
          )}
        </li>
      ))}
    </ul>
  );
}

function FileChooser({ isDisabled, onFiles }: { isDisabled: boolean; onFiles: Uploads['take'] }) {
  const chooser = useRef<HTMLInputElement>(null);
  return (
    <>
      <IconButton
        label={texts.files}
        disabled={isDisabled}
        onClick={() => chooser.current?.click()}
      >
        <Paperclip size={17} aria-hidden />
      </IconButton>
      <input
        ref={chooser}
        type="file"
        accept={ACCEPTED}
        multiple
        hidden
        aria-label={texts.fileInput}
        onChange={(event) => {
          onFiles(event.target.files ?? []);
          event.target.value = '';
        }}
      />
    </>
  );
}

/** The thread that it is added to; undefined: a new one. */
function Into({
  value,
  onChange,
}: {
  value: ThreadCard | undefined;
  onChange: (thread: ThreadCard | undefined) => void;
}) {
  const threads = useThreads().data?.docs ?? [];
  return (
    <label className="flex min-w-0 items-center gap-1.5 text-[0.8125rem] text-ink-soft">
      <span className="shrink-0 max-sm:sr-only">{texts.into}</span>
      <select
        aria-label={texts.into}
        value={value?._id ?? ''}
        onChange={(event) => onChange(threads.find((it) => it._id === event.target.value))}
        className="min-h-target field-sizing-content max-w-56 min-w-0 cursor-pointer truncate max-sm:max-w-36 rounded-control bg-transparent px-1.5 font-medium text-ink hover:bg-hover [&>option]:bg-raised"
      >
        <option value="">{texts.newThread}</option>
        {threads.map((it) => (
          <option key={it._id} value={it._id}>
            {it.title}
          </option>
        ))}
      </select>
    </label>
  );
}

import { type Editor, useEditorState } from '@tiptap/react';
import { CaseSensitive, ChevronDown, ChevronUp, Replace, X } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { Button, IconButton } from '#ui/kit/button.tsx';
import { toast } from '#ui/kit/toast.ts';
import { editorTexts } from '../texts/editor.ts';
import { endFind, foundIn, replaceFound, searchNotes, step } from './find.ts';

const texts = editorTexts.find;
const FIELD =
  'h-8 min-w-0 flex-1 rounded-control border border-line-field bg-surface px-2 text-sm placeholder:text-ink-faint';

/**
 * The find bar above the notes. Enter goes to the next match, Shift+Enter to the previous, Escape
 * closes it.
 */
export function FindBar({
  editor,
  readOnly,
  begin,
  onClose,
}: {
  editor: Editor;
  readOnly: boolean;
  /** the text selected when it was opened */
  begin: string;
  onClose: () => void;
}) {
  const [words, setWords] = useState(begin);
  const [matchCase, setMatchCase] = useState(false);
  const [replacing, setReplacing] = useState(false);
  const [by, setBy] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const { current, total } = useEditorState({
    editor,
    selector: ({ editor: it }) => {
      const found = foundIn(it.state);
      return { current: found.current, total: found.matches.length };
    },
  });
  useEffect(() => {
    searchNotes(editor, { words, matchCase });
  }, [editor, words, matchCase]);
  useEffect(() => {
    setWords(begin);
    field.current?.select();
  }, [begin]);
  useEffect(
    () => () => {
      if (!editor.isDestroyed) endFind(editor);
    },
    [editor],
  );
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      event.preventDefault();
      onClose();
    }
    if (event.key === 'Enter' && event.target === field.current) {
      event.preventDefault();
      step(editor, event.shiftKey ? -1 : 1);
    }
  };
  return (
    <div
      role="search"
      aria-label={texts.label}
      onKeyDown={press}
      className="space-y-1.5 rounded-card border border-line bg-raised p-1.5 font-sans"
    >
      <div className="flex items-center gap-0.5">
        <input
          ref={field}
          autoFocus
          type="text"
          dir="auto"
          aria-label={texts.words}
          placeholder={texts.words}
          value={words}
          onChange={(event) => setWords(event.target.value)}
          className={FIELD}
        />
        <MatchCount words={words} current={current} total={total} />
        <IconButton
          label={texts.case}
          aria-pressed={matchCase}
          onClick={() => setMatchCase(!matchCase)}
          className={`size-8! ${matchCase ? 'bg-pressed! text-ink!' : ''}`}
        >
          <CaseSensitive size={17} aria-hidden />
        </IconButton>
        <IconButton
          label={texts.previous}
          disabled={total === 0}
          onClick={() => step(editor, -1)}
          className="size-8!"
        >
          <ChevronUp size={17} aria-hidden />
        </IconButton>
        <IconButton
          label={texts.next}
          disabled={total === 0}
          onClick={() => step(editor, 1)}
          className="size-8!"
        >
          <ChevronDown size={17} aria-hidden />
        </IconButton>
        {!readOnly && (
          <IconButton
            label={texts.more}
            aria-expanded={replacing}
            onClick={() => setReplacing(!replacing)}
            className={`size-8! ${replacing ? 'bg-pressed! text-ink!' : ''}`}
          >
            <Replace size={16} aria-hidden />
          </IconButton>
        )}
        <IconButton label={texts.close} onClick={onClose} className="size-8!">
          <X size={17} aria-hidden />
        </IconButton>
      </div>
      {replacing && !readOnly && (
        <ReplaceRow
          editor={editor}
          by={by}
          onBy={setBy}
          disabled={total === 0}
          onReplacedAll={() => field.current?.focus()}
        />
      )}
    </div>
  );
}

function MatchCount({ words, current, total }: { words: string; current: number; total: number }) {
  return (
    <span role="status" className="min-w-18 px-1 text-center text-xs text-ink-soft tabular-nums">
      {words === '' ? '' : total === 0 ? texts.none : texts.at(current + 1, total)}
    </span>
  );
}

function ReplaceRow({
  editor,
  by,
  onBy,
  disabled,
  onReplacedAll,
}: {
  editor: Editor;
  by: string;
  onBy: (by: string) => void;
  disabled: boolean;
  /** Its button is disabled now and loses the focus. */
  onReplacedAll: () => void;
}) {
  const replaceOne = () => {
    replaceFound(editor, by, false);
  };
  const replaceAll = () => {
    toast.success(texts.replaced(replaceFound(editor, by, true)));
    onReplacedAll();
  };
  return (
    <div className="flex items-center gap-1">
      <input
        type="text"
        dir="auto"
        aria-label={texts.replace}
        placeholder={texts.replace}
        value={by}
        onChange={(event) => onBy(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') {
            event.preventDefault();
            replaceOne();
          }
        }}
        className={FIELD}
      />
      <Button disabled={disabled} onClick={replaceOne} className="min-h-8!">
        {texts.replaceOne}
      </Button>
      <Button disabled={disabled} onClick={replaceAll} className="min-h-8!">
        {texts.replaceAll}
      </Button>
    </div>
  );
}

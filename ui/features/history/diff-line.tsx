/** One line of a difference, drawn according to its type. */
import { clsx } from 'clsx';
import { SquarePen } from 'lucide-react';
import type { NotesDiffPart, NotesLine } from '#core/contract/history.ts';
import { versionTexts as texts } from './texts.ts';

const GONE = 'bg-danger-soft text-danger line-through decoration-1';
const NEW = 'bg-accent-soft text-accent no-underline';
const GROUND = {
  same: '',
  restyled: 'border-l-2 border-line-strong',
  added: 'bg-accent-soft',
  removed: 'bg-danger-soft',
  changed: '',
} satisfies Record<NotesDiffPart['kind'], string>;

const LOOKS: Record<NotesLine['kind'], string> = {
  paragraph: '',
  heading: 'pt-1 font-sans font-semibold',
  item: '',
  task: '',
  quote: 'border-l-2 border-line-strong pl-3! italic',
  code: 'font-code text-[0.8125rem]',
  row: 'font-sans text-[0.8125rem]',
  block: 'rounded-card! border border-line font-sans text-[0.875rem]',
};
const SIZES = ['', 'text-xl', 'text-lg', 'text-base'];

export function DiffLine({ part }: { part: NotesDiffPart }) {
  const { line } = part;
  const listed = line.kind === 'item' || line.kind === 'task';
  return (
    <div
      dir="auto"
      style={listed ? { marginInlineStart: `${line.level * 1.25}rem` } : undefined}
      className={clsx(
        'flex gap-2 rounded-control px-2 py-0.5',
        LOOKS[line.kind],
        line.kind === 'heading' && SIZES[line.level],
        GROUND[part.kind],
        part.kind === 'same' && 'text-ink-soft',
      )}
    >
      {line.kind === 'item' && (
        <span aria-hidden className="text-ink-faint">
          •
        </span>
      )}
      {line.kind === 'task' && (
        <span
          role="img"
          aria-label={line.done ? texts.done : texts.toDo}
          className="text-ink-faint"
        >
          {line.done ? '☑' : '☐'}
        </span>
      )}
      <span className="min-w-0 flex-1 whitespace-pre-wrap">
        {line.block && (
          <span className="mr-2 rounded-chip bg-sunken px-1.5 py-px font-sans text-xs text-ink-faint">
            {line.block}
          </span>
        )}
        <Words part={part} />
      </span>
      {part.kind === 'restyled' && (
        <span className="flex shrink-0 items-center gap-1 font-sans text-xs text-ink-faint">
          <SquarePen size={13} aria-hidden />
          {texts.restyled}
        </span>
      )}
    </div>
  );
}

function Words({ part }: { part: NotesDiffPart }) {
  switch (part.kind) {
    case 'same':
    case 'restyled':
      return part.text;
    case 'removed':
      return <del className="text-danger decoration-1">{part.text}</del>;
    case 'added':
      return <ins className="text-accent no-underline">{part.text}</ins>;
    case 'changed':
      return part.words.map((word, at) => {
        if (word.kind === 'same') return <span key={at}>{word.text}</span>;
        return word.kind === 'removed' ? (
          <del key={at} className={GONE}>
            {word.text}
          </del>
        ) : (
          <ins key={at} className={NEW}>
            {word.text}
          </ins>
        );
      });
  }
}

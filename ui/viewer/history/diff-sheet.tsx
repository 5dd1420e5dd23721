import { clsx } from 'clsx';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { useMemo, useRef, useState } from 'react';
import type { Source } from '#core/contract/source.ts';
import type { DiffPart, SourceVersion } from '#core/contract/version.ts';
import { dayText } from '#ui/kit/format.ts';
import { historyTexts as texts } from './texts.ts';
import { messageOf } from '../../client/api.ts';
import { useDiff, useVersions, useVersionText } from '../../client/queries.ts';
import { Skeleton } from '../../kit/empty-state.tsx';
import { IconButton } from '../../kit/button.tsx';
import { Sheet } from '../../kit/dialog.tsx';
import { Segments } from '../../kit/segments.tsx';
import { condenseDiff } from './condense-diff.ts';

const VIEWS = [
  { value: '', label: texts.changes },
  { value: 'whole', label: texts.fullText },
];

/** Compares two versions, initially the current one, or shows an older version. */
export function DiffSheet({
  source,
  from: first,
  to: last,
  asItWas = false,
  onClose,
}: {
  source: Source;
  from: number;
  to: number;
  /** initially shows the old text */
  asItWas?: boolean;
  onClose: () => void;
}) {
  const [view, setView] = useState(asItWas ? 'whole' : '');
  const [from, setFrom] = useState(first);
  const [to, setTo] = useState(last);
  const versions = useVersions(source).data?.versions ?? [];
  const description = view
    ? source.title
    : to === source.version
      ? texts.againstCurrent(to)
      : to === source.held?.version
        ? texts.againstHeld(to)
        : source.title;
  return (
    <Sheet
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={texts.version(from)}
      description={description}
    >
      <div className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-2">
        <Segments label={texts.view} options={VIEWS} value={view} onChange={setView} />
        <div className="flex items-center gap-1.5 text-[0.8125rem] text-ink-soft">
          <Choice
            label={texts.olderVersion}
            versions={versions}
            among={(it) => it < (view ? (source.held?.version ?? source.version) : to)}
            value={from}
            onChange={setFrom}
          />
          {!view && (
            <>
              <span>{texts.to}</span>
              <Choice
                label={texts.newerVersion}
                versions={versions}
                among={(it) => it > from}
                value={to}
                onChange={setTo}
              />
            </>
          )}
        </div>
      </div>
      {view ? (
        <Whole source={source} version={from} />
      ) : (
        <Changes key={`${from} ${to}`} source={source} from={from} to={to} />
      )}
    </Sheet>
  );
}

function Choice({
  label,
  versions,
  among,
  value,
  onChange,
}: {
  label: string;
  versions: readonly SourceVersion[];
  among: (version: number) => boolean;
  value: number;
  onChange: (version: number) => void;
}) {
  return (
    <select
      aria-label={label}
      value={value}
      onChange={(event) => onChange(Number(event.target.value))}
      className="min-h-target max-w-44 rounded-control border border-line-field bg-surface px-1.5 text-[0.8125rem] text-ink [&>option]:bg-raised"
    >
      {versions
        .filter((it) => among(it.version))
        .map((it) => (
          <option key={it.version} value={it.version}>
            {texts.option(it.version, dayText(it.readAt))}
          </option>
        ))}
    </select>
  );
}

function Changes({ source, from, to }: { source: Source; from: number; to: number }) {
  const { data, error } = useDiff(source, from, to);
  const list = useRef<HTMLDivElement>(null);
  const [at, setAt] = useState(0);
  const { rows, changes } = useMemo(() => condenseDiff(data?.parts ?? []), [data]);
  if (error)
    return (
      <p role="alert" className="text-sm text-danger">
        {messageOf(error)}
      </p>
    );
  if (!data) return <Skeleton className="h-48 rounded-card!" />;
  if (changes === 0) return <p className="py-6 text-center text-sm text-ink-soft">{texts.same}</p>;
  const go = (step: number) => {
    const next = (at + step + changes) % changes;
    setAt(next);
    list.current
      ?.querySelector(`[data-change="${next}"]`)
      ?.scrollIntoView({ block: 'center', behavior: 'smooth' });
  };
  const counts = (['added', 'removed', 'changed'] as const).filter((what) => data[what] > 0);
  return (
    <>
      <div className="sticky -top-1 z-10 -mx-5 mb-3 flex items-center gap-2 border-b border-line bg-raised px-5 pb-2 text-[0.8125rem]">
        <p className="flex flex-1 flex-wrap gap-x-3">
          {counts.map((what) => (
            <span key={what} className={clsx('font-medium', COUNTS[what])}>
              {texts.counts[what](data[what])}
            </span>
          ))}
        </p>
        <span role="status" className="text-ink-soft tabular-nums">
          {texts.changeAt(at + 1, changes)}
        </span>
        <IconButton label={texts.previousChange} disabled={changes < 2} onClick={() => go(-1)}>
          <ArrowUp size={16} aria-hidden />
        </IconButton>
        <IconButton label={texts.nextChange} disabled={changes < 2} onClick={() => go(1)}>
          <ArrowDown size={16} aria-hidden />
        </IconButton>
      </div>
      <div ref={list} className="space-y-2 font-serif text-[0.9375rem] leading-relaxed">
        {rows.map((it, row) =>
          it.kind === 'left' ? (
            <p key={row} className="text-center font-sans text-xs text-ink-faint">
              {texts.unchanged(it.count)}
            </p>
          ) : (
            <div
              key={row}
              dir="auto"
              data-change={it.change}
              className={clsx(
                'rounded-control',
                it.change === at &&
                  changes > 1 &&
                  'ring-1 ring-line-strong ring-offset-2 ring-offset-(--raised)',
              )}
            >
              <Part part={it.part} />
            </div>
          ),
        )}
      </div>
    </>
  );
}

const COUNTS = { added: 'text-accent', removed: 'text-danger', changed: 'text-ink' };
const GONE = 'bg-danger-soft text-danger line-through decoration-1';
const NEW = 'bg-accent-soft text-accent no-underline';

function Part({ part }: { part: DiffPart }) {
  switch (part.kind) {
    case 'same':
      return <p className="px-2 text-ink-soft">{part.text}</p>;
    case 'removed':
      return (
        <p className="rounded-control bg-danger-soft px-2 py-1">
          <del className="text-danger decoration-1">{part.text}</del>
        </p>
      );
    case 'added':
      return (
        <p className="rounded-control bg-accent-soft px-2 py-1">
          <ins className="text-accent no-underline">{part.text}</ins>
        </p>
      );
    case 'changed':
      return (
        <p className="px-2">
          {part.words.map((word, at) => {
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
          })}
        </p>
      );
  }
}

function Whole({ source, version }: { source: Source; version: number }) {
  const { data, error } = useVersionText(source._id, version);
  if (error)
    return (
      <p role="alert" className="text-sm text-danger">
        {messageOf(error)}
      </p>
    );
  if (!data) return <Skeleton className="h-48 rounded-card!" />;
  return (
    <div className="space-y-3 font-serif text-[0.9375rem] leading-relaxed">
      {data.segments.map((it, at) => (
        <p
          key={at}
          dir="auto"
          className={clsx(it.role === 'heading' && 'pt-2 font-sans text-base font-semibold')}
        >
          {it.text}
        </p>
      ))}
    </div>
  );
}

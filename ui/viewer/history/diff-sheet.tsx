import { clsx } from 'clsx';
import { useState } from 'react';
import type { Source } from '#core/contract/source.ts';
import type { DiffPart } from '#core/contract/version.ts';
import { messageOf } from '../../client/api.ts';
import { useDiff, useVersionText } from '../../client/queries.ts';
import { Skeleton } from '../../kit/blank.tsx';
import { Sheet } from '../../kit/dialog.tsx';
import { Segments } from '../../kit/segments.tsx';

const VIEWS = [{ value: '', label: 'What changed' }, { value: 'whole', label: 'As it was' }];
/** paragraphs left standing around a change */
const AROUND = 1;

/** An older version against the one shown, or as it was. */
export function DiffSheet({ source, from, asItWas = false, onClose }: { source: Source; from: number; /** opens on the old text */ asItWas?: boolean; onClose: () => void }) {
  const [view, setView] = useState(asItWas ? 'whole' : '');
  return (
    <Sheet open onOpenChange={(open) => { if (!open) onClose(); }} title={`Version ${from}`} description={view ? source.title : `against version ${source.version}, which is shown`}>
      <div className="mb-4"><Segments label="View" options={VIEWS} value={view} onChange={setView} /></div>
      {view ? <Whole source={source} version={from} /> : <Changes source={source} from={from} />}
    </Sheet>
  );
}

function Changes({ source, from }: { source: Source; from: number }) {
  const { data, error } = useDiff(source._id, from, source.version);
  if (error) return <p role="alert" className="text-sm text-danger">{messageOf(error)}</p>;
  if (!data) return <Skeleton className="h-48 rounded-card!" />;
  if (data.added + data.removed + data.changed === 0) return <p className="py-6 text-center text-sm text-ink-soft">The text is the same in both.</p>;
  return (
    <div className="space-y-2 font-serif text-[0.9375rem] leading-relaxed">
      {folded(data.parts).map((it, at) => ('left' in it
        ? <p key={at} className="text-center font-sans text-xs text-ink-faint">{it.left === 1 ? 'one paragraph' : `${it.left} paragraphs`} as before</p>
        : <Part key={at} part={it} />))}
    </div>
  );
}

/** What stayed, but for what stands around a change, as a count. */
function folded(parts: readonly DiffPart[]): (DiffPart | { left: number })[] {
  const near = parts.map((_, at) => parts.slice(Math.max(0, at - AROUND), at + AROUND + 1).some((it) => it.kind !== 'same'));
  const rows: (DiffPart | { left: number })[] = [];
  for (const [at, part] of parts.entries()) {
    const last = rows.at(-1);
    if (near[at]) rows.push(part);
    else if (last && 'left' in last) last.left += 1;
    else rows.push({ left: 1 });
  }
  return rows;
}

const GONE = 'bg-danger-soft text-danger line-through decoration-1';
const NEW = 'bg-accent-soft text-accent no-underline';

function Part({ part }: { part: DiffPart }) {
  switch (part.kind) {
    case 'same': return <p className="px-2 text-ink-soft">{part.text}</p>;
    case 'removed': return <p className="rounded-control bg-danger-soft px-2 py-1"><del className="text-danger decoration-1">{part.text}</del></p>;
    case 'added': return <p className="rounded-control bg-accent-soft px-2 py-1"><ins className="text-accent no-underline">{part.text}</ins></p>;
    case 'changed': return (
      <p className="px-2">
        {part.words.map((word, at) => {
          if (word.kind === 'same') return <span key={at}>{word.text}</span>;
          return word.kind === 'removed' ? <del key={at} className={GONE}>{word.text}</del> : <ins key={at} className={NEW}>{word.text}</ins>;
        })}
      </p>
    );
  }
}

function Whole({ source, version }: { source: Source; version: number }) {
  const { data, error } = useVersionText(source._id, version);
  if (error) return <p role="alert" className="text-sm text-danger">{messageOf(error)}</p>;
  if (!data) return <Skeleton className="h-48 rounded-card!" />;
  return (
    <div className="space-y-3 font-serif text-[0.9375rem] leading-relaxed">
      {data.segments.map((it, at) => <p key={at} className={clsx(it.role === 'heading' && 'pt-2 font-sans text-base font-semibold')}>{it.text}</p>)}
    </div>
  );
}

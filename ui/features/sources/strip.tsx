/** The row of source cards above the panes. */
import { clsx } from 'clsx';
import { ChevronLeft, ChevronRight, Plus } from 'lucide-react';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import type { Source } from '#core/contract/source.ts';
import { Button, IconButton } from '#ui/kit/button.tsx';
import { SourcePicture } from './source-picture.tsx';
import { bylineOf, progressText, stateOf, titleOf } from './source-state.ts';
import { StatusIcon } from './status-mark.tsx';

interface StripProps {
  sources: readonly Source[];
  currentId: string | undefined;
  onView: (id: string) => void;
  onAdd?: (() => void) | undefined;
  /** stands before the cards: what opens the whole list */
  before?: ReactNode;
}

const STEP_PX = 188 * 2;

export function SourceStrip({ sources, currentId, onView, onAdd, before }: StripProps) {
  const row = useRef<HTMLUListElement>(null);
  const [more, setMore] = useState({ left: false, right: false });

  useEffect(() => {
    const list = row.current;
    if (!list) return;
    const look = () => {
      const left = list.scrollLeft > 4;
      const right = list.scrollLeft + list.clientWidth < list.scrollWidth - 4;
      setMore((was) => (was.left === left && was.right === right ? was : { left, right }));
    };
    look();
    const resized = new ResizeObserver(look);
    resized.observe(list);
    list.addEventListener('scroll', look, { passive: true });
    return () => { resized.disconnect(); list.removeEventListener('scroll', look); };
  }, [sources.length]);

  useEffect(() => {
    row.current?.querySelector('[aria-current="true"]')?.scrollIntoView({ inline: 'nearest', block: 'nearest' });
  }, [currentId]);

  const scroll = (by: number) => row.current?.scrollBy({ left: by, behavior: 'smooth' });
  return (
    <div className="flex items-center gap-1 border-b border-line bg-paper px-2 py-2 lg:px-3">
      {before}
      {more.left && <IconButton label="Scroll sources left" onClick={() => scroll(-STEP_PX)} className="max-sm:hidden"><ChevronLeft size={18} /></IconButton>}
      <ul ref={row} aria-label="Sources" className="flex min-w-0 snap-x snap-proximity gap-2 overflow-x-auto scroll-smooth p-0.5 [scrollbar-width:none]">
        {sources.map((source) => <Card key={source._id} source={source} current={source._id === currentId} onView={onView} />)}
      </ul>
      {more.right && <IconButton label="Scroll sources right" onClick={() => scroll(STEP_PX)} className="max-sm:hidden"><ChevronRight size={18} /></IconButton>}
      {onAdd && (sources.length === 0
        ? <Button look="quiet" onClick={onAdd} className="ml-0.5"><Plus size={18} aria-hidden />Add a source to begin</Button>
        : <IconButton label="Add a source to this thread" onClick={onAdd} className="ml-0.5"><Plus size={19} /></IconButton>)}
    </div>
  );
}

function Card({ source, current, onView }: { source: Source; current: boolean; onView: (id: string) => void }) {
  const state = stateOf(source);
  return (
    <li className="shrink-0 snap-start">
        <button
          type="button" aria-current={current} title={state.tooltip || titleOf(source)} aria-description={state.tooltip || undefined} onClick={() => onView(source._id)}
          className={clsx(
            'flex h-16 w-45 items-center gap-2 rounded-card border p-1.5 pr-2 text-left transition-colors duration-(--quick)',
            current ? 'border-accent bg-surface shadow-low ring-1 ring-accent' : 'border-line bg-surface hover:border-line-strong hover:bg-hover',
          )}
        >
          <span className="relative shrink-0">
            <SourcePicture source={source} className={clsx('rounded-control!', state.kind === 'ready' ? 'size-11' : 'size-9')} />
            {state.kind !== 'ready' && <span className="absolute -right-1 -bottom-1 grid size-5 place-items-center rounded-full border border-line bg-raised"><StatusIcon source={source} /></span>}
          </span>
          <span className="min-w-0 flex-1">
            <span className={clsx('text-[0.78125rem] leading-[1.0625rem] font-medium', state.kind === 'ready' ? 'line-clamp-2' : 'block truncate')}>{titleOf(source)}</span>
            <span className={clsx('block truncate text-[0.6875rem] leading-4', state.kind === 'ready' ? 'text-ink-faint' : 'text-ink-soft')}>
              {state.kind === 'ready' ? bylineOf(source) : state.kind === 'processing' ? progressText(source) : state.label}
            </span>
          </span>
        </button>
    </li>
  );
}

export function StripSkeleton() {
  return <div className="flex gap-2 border-b border-line px-3 py-2.5">{[0, 1, 2].map((n) => <div key={n} className="skeleton h-16 w-45 rounded-card" />)}</div>;
}

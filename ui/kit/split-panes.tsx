import { clsx } from 'clsx';
import {
  useEffect,
  useId,
  useState,
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
} from 'react';
import { z } from 'zod';
import { createStoredItem } from '#ui/storage/stored-item.ts';

/** Percentages of the first pane. */
const LEAST = 25;
const MOST = 100 - LEAST;
const STEP = 5;
const within = (share: number): number => Math.min(MOST, Math.max(LEAST, share));
const KEYS: Record<'row' | 'column', Record<string, (share: number) => number>> = {
  row: { ArrowLeft: (share) => share - STEP, ArrowRight: (share) => share + STEP },
  column: { ArrowUp: (share) => share - STEP, ArrowDown: (share) => share + STEP },
};
const END_KEYS: Record<string, number> = { Home: LEAST, End: MOST };

const storedShare = (key: string) => createStoredItem(key, z.number(), { fallback: undefined });

interface SplitProps {
  /** of the divider between the panes */
  label: string;
  /** percentage of the first pane until the divider is moved, and after a double click */
  usual: number;
  /** storage key of the percentage */
  storageKey: string;
  /** side by side, or stacked */
  direction?: 'row' | 'column';
  /**
   * Which panes are shown; the other one is hidden and keeps its state. `fitted`: both, the first
   * as large as its content, without a divider.
   */
  shows?: 'both' | 'first' | 'second' | 'fitted';
  first: ReactNode;
  second: ReactNode;
}

const templateOf = (share: number, shows: SplitProps['shows']): string => {
  if (shows === 'fitted') return 'auto minmax(0,1fr)';
  if (shows !== 'both') return 'minmax(0,1fr)';
  return `minmax(0,${share}fr) 1px minmax(0,${100 - share}fr)`;
};

/** Two panes with a divider that is dragged, or moved with the arrow keys. */
export function SplitPanes({
  label,
  usual,
  storageKey,
  direction = 'row',
  shows = 'both',
  first,
  second,
}: SplitProps) {
  const isRow = direction === 'row';
  const id = useId();
  const [share, setShare] = useState(() => within(storedShare(storageKey).read() ?? usual));
  const [held, setHeld] = useState(false);
  useEffect(() => {
    storedShare(storageKey).write(share);
  }, [storageKey, share]);
  const drag = (event: PointerEvent<HTMLElement>) => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
    const panes = event.currentTarget.parentElement?.getBoundingClientRect();
    // The pointer was released unnoticed.
    if (event.buttons === 0) event.currentTarget.releasePointerCapture(event.pointerId);
    else if (panes)
      setShare(
        within(
          100 *
            (isRow
              ? (event.clientX - panes.left) / panes.width
              : (event.clientY - panes.top) / panes.height),
        ),
      );
  };
  const press = (event: KeyboardEvent) => {
    const moved = END_KEYS[event.key] ?? KEYS[direction][event.key]?.(share);
    if (moved === undefined) return;
    event.preventDefault();
    setShare(within(moved));
  };
  // A frame of another origin receives the pointer events itself, captured or not.
  const pane = clsx('overflow-hidden', held && 'pointer-events-none');
  return (
    <div
      className={clsx(
        'grid min-h-0 min-w-0 flex-1',
        isRow ? 'grid-rows-[minmax(0,1fr)]' : 'grid-cols-[minmax(0,1fr)]',
      )}
      style={{ [isRow ? 'gridTemplateColumns' : 'gridTemplateRows']: templateOf(share, shows) }}
    >
      <div id={id} hidden={shows === 'second'} className={pane}>
        {first}
      </div>
      <div
        role="separator"
        tabIndex={0}
        aria-label={label}
        hidden={shows !== 'both'}
        aria-orientation={isRow ? 'vertical' : 'horizontal'}
        aria-controls={id}
        aria-valuemin={LEAST}
        aria-valuemax={MOST}
        aria-valuenow={Math.round(share)}
        onPointerDown={(event) => {
          if (event.button === 0) {
            event.currentTarget.setPointerCapture(event.pointerId);
            setHeld(true);
          }
        }}
        onPointerMove={drag}
        onLostPointerCapture={() => setHeld(false)}
        onDoubleClick={() => setShare(usual)}
        onKeyDown={press}
        className={clsx(
          'relative z-10 touch-none bg-line outline-none select-none after:absolute hover:bg-accent focus-visible:bg-accent focus-visible:ring-2 focus-visible:ring-accent active:bg-accent',
          isRow
            ? 'cursor-col-resize after:inset-y-0 after:-inset-x-1'
            : 'cursor-row-resize after:inset-x-0 after:-inset-y-1 pointer-coarse:after:-inset-y-3',
        )}
      />
      <div hidden={shows === 'first'} className={pane}>
        {second}
      </div>
    </div>
  );
}

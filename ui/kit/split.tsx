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

/** Shares of the first pane, in percent. */
const LEAST = 25;
const MOST = 100 - LEAST;
const STEP = 5;
const within = (share: number): number => Math.min(MOST, Math.max(LEAST, share));
const KEYS: Record<string, (share: number) => number> = {
  ArrowLeft: (share) => share - STEP,
  ArrowRight: (share) => share + STEP,
  Home: () => LEAST,
  End: () => MOST,
};

const storedShare = (key: string) => createStoredItem(key, z.number(), { fallback: undefined });

interface SplitProps {
  /** of the line between the panes */
  label: string;
  /** percent of the first pane until the divider is moved, and after a double click */
  usual: number;
  /** of the share in the browser's storage */
  storageKey: string;
  first: ReactNode;
  second: ReactNode;
}

/** Two panes side by side; the line between them is dragged, or moved by the arrow keys. */
export function Split({ label, usual, storageKey, first, second }: SplitProps) {
  const id = useId();
  const [share, setShare] = useState(() => within(storedShare(storageKey).read() ?? usual));
  const [held, setHeld] = useState(false);
  useEffect(() => {
    storedShare(storageKey).write(share);
  }, [storageKey, share]);
  const drag = (event: PointerEvent<HTMLElement>) => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
    const panes = event.currentTarget.parentElement?.getBoundingClientRect();
    // Let go where it was not seen.
    if (event.buttons === 0) event.currentTarget.releasePointerCapture(event.pointerId);
    else if (panes) setShare(within(((event.clientX - panes.left) / panes.width) * 100));
  };
  const press = (event: KeyboardEvent) => {
    const moved = KEYS[event.key]?.(share);
    if (moved === undefined) return;
    event.preventDefault();
    setShare(within(moved));
  };
  // A frame of another origin takes the pointer for itself, captured or not.
  const pane = clsx('overflow-hidden', held && 'pointer-events-none');
  return (
    <div
      className="grid min-h-0 flex-1 grid-rows-[minmax(0,1fr)]"
      style={{ gridTemplateColumns: `minmax(0,${share}fr) 1px minmax(0,${100 - share}fr)` }}
    >
      <div id={id} className={pane}>
        {first}
      </div>
      <div
        role="separator"
        tabIndex={0}
        aria-label={label}
        aria-orientation="vertical"
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
        className="relative z-10 cursor-col-resize touch-none bg-line outline-none select-none after:absolute after:inset-y-0 after:-inset-x-1 hover:bg-accent focus-visible:bg-accent focus-visible:ring-2 focus-visible:ring-accent active:bg-accent"
      />
      <div className={pane}>{second}</div>
    </div>
  );
}

import { useId, useState, type KeyboardEvent, type PointerEvent, type ReactNode } from 'react';

/** Shares of the first pane, in percent. */
const LEAST = 25;
const MOST = 100 - LEAST;
const STEP = 5;
const within = (share: number): number => Math.min(MOST, Math.max(LEAST, share));
const KEYS: Record<string, (share: number) => number> = { ArrowLeft: (share) => share - STEP, ArrowRight: (share) => share + STEP, Home: () => LEAST, End: () => MOST };

function readShare(keptAs: string): number | undefined {
  const share = Number.parseFloat(localStorage.getItem(keptAs) ?? '');
  return Number.isNaN(share) ? undefined : within(share);
}

interface SplitProps {
  /** of the line between the panes */ label: string;
  /** percent of the first pane until somebody moves the line, and after a double click */ usual: number;
  /** in the browser's storage */ keptAs: string;
  first: ReactNode; second: ReactNode;
}

/** Two panes side by side; the line between them is dragged, or moved by the arrow keys. */
export function Split({ label, usual, keptAs, first, second }: SplitProps) {
  const id = useId();
  const [share, setShare] = useState(() => readShare(keptAs) ?? usual);
  const settle = (next: number) => {
    setShare(next);
    localStorage.setItem(keptAs, String(next));
  };
  const drag = (event: PointerEvent<HTMLElement>) => {
    const panes = event.currentTarget.parentElement?.getBoundingClientRect();
    if (panes && event.currentTarget.hasPointerCapture(event.pointerId)) setShare(within(((event.clientX - panes.left) / panes.width) * 100));
  };
  const press = (event: KeyboardEvent) => {
    const moved = KEYS[event.key]?.(share);
    if (moved === undefined) return;
    event.preventDefault();
    settle(within(moved));
  };
  return (
    <div className="grid min-h-0 flex-1 grid-rows-[minmax(0,1fr)]" style={{ gridTemplateColumns: `minmax(0,${share}fr) 1px minmax(0,${100 - share}fr)` }}>
      <div id={id} className="overflow-hidden">{first}</div>
      <div role="separator" tabIndex={0} aria-label={label} aria-orientation="vertical" aria-controls={id} aria-valuemin={LEAST} aria-valuemax={MOST} aria-valuenow={Math.round(share)}
        // The pointer stays with the line, over frames of the pages too.
        onPointerDown={(event) => { if (event.button === 0) event.currentTarget.setPointerCapture(event.pointerId); }}
        onPointerMove={drag} onLostPointerCapture={() => settle(share)} onDoubleClick={() => settle(usual)} onKeyDown={press}
        className="relative z-10 cursor-col-resize touch-none bg-line outline-none select-none after:absolute after:inset-y-0 after:-inset-x-1 hover:bg-accent focus-visible:bg-accent focus-visible:ring-2 focus-visible:ring-accent active:bg-accent" />
      <div className="overflow-hidden">{second}</div>
    </div>
  );
}

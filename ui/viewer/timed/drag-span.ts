import { useRef, useState } from 'react';
import type { PointerEvent } from 'react';

/** Seconds. */
export interface Span { startS: number; endS: number }

/** A clip is no narrower than this; a shorter pull is a press. */
const LEAST_PX = 10;

/** What a pull from one place of a bar to another takes up, kept within the bar; `undefined` for a mere press. */
export function pulledSpan(fromPx: number, toPx: number, bar: { left: number; width: number }, durationS: number): Span | undefined {
  if (Math.abs(toPx - fromPx) < LEAST_PX || bar.width <= 0) return undefined;
  const at = (px: number) => Math.min(1, Math.max(0, (px - bar.left) / bar.width)) * durationS;
  const startS = at(Math.min(fromPx, toPx));
  const endS = at(Math.max(fromPx, toPx));
  return endS > startS ? { startS, endS } : undefined;
}

/** Pulling over a bar marks out a stretch; letting go takes it, Escape or a lost pointer does not. */
export function useDragSpan(durationS: number, onTake: (span: Span) => void) {
  const from = useRef<number | null>(null);
  const [span, setSpan] = useState<Span>();
  const read = (event: PointerEvent<HTMLElement>) => (
    from.current === null ? undefined : pulledSpan(from.current, event.clientX, event.currentTarget.getBoundingClientRect(), durationS)
  );
  const leave = () => { from.current = null; setSpan(undefined); };
  return {
    span,
    bar: {
      onPointerDown: (event: PointerEvent<HTMLElement>) => { if (event.button === 0) from.current = event.clientX; },
      onPointerMove: (event: PointerEvent<HTMLElement>) => {
        const pulled = read(event);
        if (!pulled) return;
        // Only now is it a pull: until then a press belongs to the chapter under it.
        event.currentTarget.setPointerCapture(event.pointerId);
        setSpan(pulled);
      },
      onPointerUp: (event: PointerEvent<HTMLElement>) => {
        const pulled = span && read(event);
        leave();
        if (pulled) onTake(pulled);
      },
      onPointerCancel: leave,
    },
  };
}

/** Seconds. */
export interface Span {
  startS: number;
  endS: number;
}
/** The box of a bar in the window, px. */
export interface Bar {
  left: number;
  width: number;
}
/** The dragged part of a clip. */
export type DragPart = 'start' | 'end' | 'whole';

/** Minimum width of a clip; a shorter drag is a press. */
export const LEAST_PX = 10;
/** Length of the clip that a press creates. */
const PRESSED_S = 10;

/** Whether two spans overlap; touching ends do not. */
export const overlaps = (one: Span, other: Span): boolean =>
  one.startS < other.endS && one.endS > other.startS;

const between = (value: number, least: number, most: number): number =>
  Math.min(Math.max(value, least), Math.max(least, most));

/** The second at a position of the bar, clamped to its ends. */
export const timeAt = (px: number, bar: Bar, durationS: number): number =>
  bar.width > 0 ? between((px - bar.left) / bar.width, 0, 1) * durationS : 0;

/** The span of a drag over a bar, clamped to the bar; `undefined` for a press. */
export function draggedRange(
  fromPx: number,
  toPx: number,
  bar: Bar,
  durationS: number,
): Span | undefined {
  if (Math.abs(toPx - fromPx) < LEAST_PX || bar.width <= 0) return undefined;
  const startS = timeAt(Math.min(fromPx, toPx), bar, durationS);
  const endS = timeAt(Math.max(fromPx, toPx), bar, durationS);
  return endS > startS ? { startS, endS } : undefined;
}

/** The clip of a press: ten seconds from there, or the last ten. */
export function pressedSpan(atS: number, durationS: number): Span | undefined {
  const startS = between(atS, 0, durationS - PRESSED_S);
  const endS = Math.min(startS + PRESSED_S, durationS);
  return endS > startS ? { startS, endS } : undefined;
}

/**
 * Moves one edge of a clip, or the whole clip, by `byS` seconds. The clip stays within the source
 * and at least `leastS` long, unless it was shorter before.
 */
export function draggedSpan(
  span: Span,
  grip: DragPart,
  byS: number,
  durationS: number,
  leastS: number,
): Span {
  const lengthS = span.endS - span.startS;
  const nearestS = Math.min(lengthS > 0 ? Math.min(lengthS, leastS) : leastS, durationS);
  const startS = between(span.startS, 0, durationS - nearestS);
  const endS = between(span.endS, startS + nearestS, durationS);
  switch (grip) {
    case 'start':
      return { startS: between(startS + byS, 0, endS - nearestS), endS };
    case 'end':
      return { startS, endS: between(endS + byS, startS + nearestS, durationS) };
    case 'whole': {
      const movedS = between(byS, -startS, durationS - endS);
      return { startS: startS + movedS, endS: Math.min(endS + movedS, durationS) };
    }
  }
}

/** Seconds. */
export interface Span {
  startS: number;
  endS: number;
}
/** A bar's place in the window, px. */
export interface Bar {
  left: number;
  width: number;
}
/** What of a clip a hand holds. */
export type Grip = 'start' | 'end' | 'whole';

/** A clip is no narrower than this; a shorter pull is a press. */
export const LEAST_PX = 10;
/** As long as the clip of a press is. */
const PRESSED_S = 10;

/** Whether two spans share any time; touching ends do not. */
export const overlaps = (one: Span, other: Span): boolean =>
  one.startS < other.endS && one.endS > other.startS;

const between = (value: number, least: number, most: number): number =>
  Math.min(Math.max(value, least), Math.max(least, most));

/** The second under a place of the bar, held to its ends. */
export const timeAt = (px: number, bar: Bar, durationS: number): number =>
  bar.width > 0 ? between((px - bar.left) / bar.width, 0, 1) * durationS : 0;

/**
 * What a pull from one place of a bar to another takes up, kept within the bar; `undefined` for a
 * mere press.
 */
export function pulledSpan(
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
  grip: Grip,
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

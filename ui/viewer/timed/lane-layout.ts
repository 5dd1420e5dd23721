import { draggedSpan, LEAST_PX } from './drag-span.ts';
import type { DragPart, Span } from './drag-span.ts';

/** CSS lengths of a span within a lane. */
export interface LaneExtent {
  left: string;
  width: string;
  minWidth: number;
}

const STEP_S = 1;
const BIG_STEP_S = 10;
/** The minimum distance of edges when they are moved with the keyboard. */
const LEAST_S = 1;
const DIRECTIONS: ReadonlyMap<string, 1 | -1> = new Map([
  ['ArrowLeft', -1],
  ['ArrowDown', -1],
  ['ArrowRight', 1],
  ['ArrowUp', 1],
]);

const percent = (timeS: number, durationS: number): string =>
  `${Math.min(100, Math.max(0, (timeS / durationS) * 100))}%`;

/** The position of a span in a lane; short spans and those at the end stay wide enough to click. */
export const laneExtent = ({ startS, endS }: Span, durationS: number): LaneExtent => ({
  left: `min(${percent(startS, durationS)}, calc(100% - ${LEAST_PX}px))`,
  width: percent(endS - startS, durationS),
  minWidth: LEAST_PX,
});

/** The order in which overlapping spans are drawn: longer ones first, so that none is hidden. */
export const longestFirst = <T extends Span>(spans: readonly T[]): T[] =>
  [...spans].sort((a, b) => b.endS - b.startS - (a.endS - a.startS));

/**
 * A span after an arrow key moved one of its edges or all of it: one second, ten with `big`.
 * `undefined` for other keys.
 */
export function nudgedSpan(
  span: Span,
  grip: DragPart,
  key: { key: string; big: boolean },
  durationS: number,
): Span | undefined {
  const direction = DIRECTIONS.get(key.key);
  if (direction === undefined) return undefined;
  return draggedSpan(span, grip, direction * (key.big ? BIG_STEP_S : STEP_S), durationS, LEAST_S);
}

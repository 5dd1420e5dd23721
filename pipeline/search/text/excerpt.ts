import type { IndexHit } from '../contract.ts';

/** Characters before the first highlight. */
const LEAD = 200;

/**
 * Shortens the text of a hit to `most` characters around the first highlights. A shortened text has
 * no pieces.
 */
export function excerpt<Type extends string>(hit: IndexHit<Type>, most = Infinity): IndexHit<Type> {
  const { text, highlights } = hit;
  if (text.length <= most) return hit;
  const first = Math.max(0, (highlights[0]?.[0] ?? 0) - LEAD);
  // Doesn't start within a surrogate pair.
  const from = /[\uDC00-\uDFFF]/.test(text[first] ?? '') ? first + 1 : first;
  const end = from + most;
  const to = /[\uD800-\uDBFF]/.test(text[end - 1] ?? '') ? end - 1 : end;
  const within = highlights.filter(([start, stop]) => start >= from && stop <= to);
  return {
    ...hit,
    text: text.slice(from, to),
    pieces: [],
    highlights: within.map(([start, stop]) => [start - from, stop - from]),
  };
}

import type { IndexHit } from '../contract.ts';

/** Characters before the first word that was found. */
const LEAD = 200;

/**
 * The hit with at most `most` characters of its text: the part around the first words that were
 * found. A cut text has no pieces.
 */
export function excerpt<Type extends string>(hit: IndexHit<Type>, most = Infinity): IndexHit<Type> {
  const { text, highlights } = hit;
  if (text.length <= most) return hit;
  const first = Math.max(0, (highlights[0]?.[0] ?? 0) - LEAD);
  // Half of a surrogate pair is no text.
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

import type { IndexHit } from '#pipeline/search/index.ts';

/** Characters of a hit that are sent; passages of sources are shorter, an answer may have 200,000. */
const MOST_TEXT = 4_000;
/** Characters before the first word that was found. */
const LEAD = 200;

/** What is sent of a hit's text: all of it, or of a long one the part around the first words that were found. */
export function excerptOf({
  text,
  highlights,
}: Pick<IndexHit, 'text' | 'highlights'>): Pick<IndexHit, 'text' | 'highlights'> {
  if (text.length <= MOST_TEXT) return { text, highlights };
  const first = Math.max(0, (highlights[0]?.[0] ?? 0) - LEAD);
  // Half of a surrogate pair is no text.
  const from = /[\uDC00-\uDFFF]/.test(text[first] ?? '') ? first + 1 : first;
  const end = from + MOST_TEXT;
  const to = /[\uD800-\uDBFF]/.test(text[end - 1] ?? '') ? end - 1 : end;
  const within = highlights.filter(([start, stop]) => start >= from && stop <= to);
  return {
    text: text.slice(from, to),
    highlights: within.map(([start, stop]) => [start - from, stop - from]),
  };
}

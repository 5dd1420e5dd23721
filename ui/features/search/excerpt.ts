/** The part of a passage with most matches. Pure. */
export type Ranges = readonly (readonly [number, number])[];
export interface Excerpt {
  text: string;
  ranges: [number, number][];
}

const isEdge = (text: string, at: number): boolean =>
  /\s/u.test(text[at - 1] ?? ' ') || /[\u3000-\u9fff\uac00-\ud7af]/.test(text[at] ?? '');
/** A word is only cut if it is longer than this. */
const REACH = 24;

function wordEdge(text: string, at: number, step: -1 | 1): number {
  for (let moved = 0; moved <= REACH; moved += 1) {
    const edge = at + moved * step;
    if (edge <= 0) return 0;
    if (edge >= text.length) return text.length;
    if (isEdge(text, edge)) return edge;
  }
  return /[\udc00-\udfff]/.test(text[at] ?? '') ? at - 1 : at;
}

/** About `length` characters, with an ellipsis where text was omitted. */
export function excerpt(text: string, found: Ranges, length: number): Excerpt {
  const ranges = found.toSorted((a, b) => a[0] - b[0]);
  if (text.length <= length * 1.15)
    return { text, ranges: ranges.map(([start, end]) => [start, end]) };
  let best = { from: 0, weight: 0 };
  for (const [start] of ranges) {
    const weight = ranges.reduce(
      (sum, [from, to]) => sum + (from >= start && to <= start + length * 0.8 ? to - from : 0),
      0,
    );
    if (weight > best.weight) best = { from: start, weight };
  }
  // Starts some words before the first hit, or at the beginning if the hit is there.
  const lead = best.from - Math.round(length * 0.2);
  const from = lead <= REACH ? 0 : wordEdge(text, lead, -1);
  const to = from + length >= text.length ? text.length : wordEdge(text, from + length, 1);
  const before = from > 0 ? '… ' : '';
  const shift = before.length - from;
  const kept = text.slice(from, to);
  return {
    text: `${before}${kept.trimEnd()}${to < text.length ? ' …' : ''}`,
    ranges: ranges.flatMap(([start, end]): [number, number][] =>
      start >= from && end <= to ? [[start + shift, end + shift]] : [],
    ),
  };
}

import { oneLine } from './output.ts';
import { cellWidth, wrap } from './terminal-cells.ts';

export interface Piece {
  text: string;
  hit: boolean;
}
export interface SnippetSize {
  /** cells of a line */
  width: number;
  /** at most */
  lines: number;
}

/** Puts the passage on one line and moves its highlights accordingly. */
function flatten(
  text: string,
  highlights: readonly (readonly [number, number])[],
): { text: string; hits: [number, number][] } {
  let flat = '';
  let at = 0;
  const hits: [number, number][] = [];
  const take = (piece: string): void => {
    const clean = oneLine(piece);
    if (/^\s/.test(piece) && flat !== '' && !flat.endsWith(' ')) flat += ' ';
    flat += clean;
    if (clean !== '' && /\s$/.test(piece)) flat += ' ';
  };
  for (const [start, end] of highlights) {
    if (start < at) continue;
    take(text.slice(at, start));
    const from = flat.length;
    take(text.slice(start, end));
    if (flat.length > from) hits.push([from, flat.length]);
    at = end;
  }
  take(text.slice(at));
  return { text: flat.trimEnd(), hits };
}

/** The range of `budget` characters with most matches, starting slightly before the first. */
function densest(
  length: number,
  hits: readonly (readonly [number, number])[],
  budget: number,
): number {
  let best = { start: 0, count: 0 };
  for (const [first] of hits) {
    const start = Math.max(0, Math.min(first - Math.floor(budget / 5), length - budget));
    const count = hits.filter(([from, to]) => from >= start && to <= start + budget).length;
    if (count > best.count) best = { start, count };
  }
  return best.start;
}

/** A few lines around the matches, split into matching and other parts. */
export function snippet(
  passage: string,
  highlights: readonly (readonly [number, number])[],
  { width, lines }: SnippetSize,
): Piece[][] {
  const { text, hits } = flatten(passage, highlights);
  const budget = Math.max(
    1,
    Math.floor((((width - 2) * lines * text.length) / Math.max(1, cellWidth(text))) * 0.94),
  );
  let start = text.length <= budget ? 0 : densest(text.length, hits, budget);
  if (start > 0) start = text.indexOf(' ', start) + 1 || start;
  const shown = text.slice(start);
  const all = wrap(start > 0 ? `…${shown}` : shown, width - 1);
  const offset = start > 0 ? start - 1 : 0;
  const source = start > 0 ? `…${shown}` : shown;
  return all.slice(0, lines).map(([from, to], index) => {
    const pieces: Piece[] = [];
    let at = from;
    for (const [hitStart, hitEnd] of hits.map(
      ([a, b]) => [Math.max(a - offset, from), Math.min(b - offset, to)] as const,
    )) {
      if (hitStart >= hitEnd || hitStart < at) continue;
      if (hitStart > at) pieces.push({ text: source.slice(at, hitStart), hit: false });
      pieces.push({ text: source.slice(hitStart, hitEnd), hit: true });
      at = hitEnd;
    }
    const rest = `${source.slice(at, to)}${index === lines - 1 && all.length > lines ? '…' : ''}`;
    if (rest !== '') pieces.push({ text: rest, hit: false });
    return pieces;
  });
}

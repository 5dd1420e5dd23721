/** Pieces of segments that passages consist of. Pure functions. */
import type { Locator } from '#core/contract/locator.ts';
import type { Segment } from '#core/contract/snapshot.ts';
import { splitSentences } from '#core/text/sentences.ts';
import { groupIntoWindows } from '#core/text/group-into-windows.ts';
import type { PassagePiece } from '#pipeline/search/contract.ts';
import { linesWithin } from '#pipeline/search/position-within.ts';

const QUOTE_CHARACTERS = 200;

/** A segment, or the stretch `[start, end)` of one that is too long for a passage. */
export interface Piece {
  segment: Segment;
  index: number;
  start: number;
  end: number;
}
export const textOf = (piece: Piece) => piece.segment.text.slice(piece.start, piece.end).trim();
export const isWhole = (piece: Piece) =>
  piece.start === 0 && piece.end === piece.segment.text.length;

/** Returns the beginning of a text, up to the end of a word. */
export function quoteOf(text: string): string {
  if (text.length <= QUOTE_CHARACTERS) return text;
  const cut = text.slice(0, QUOTE_CHARACTERS);
  const space = cut.lastIndexOf(' ');
  // Doesn't end within a surrogate pair.
  return space > QUOTE_CHARACTERS / 2 ? cut.slice(0, space) : cut.replace(/[\uD800-\uDBFF]$/, '');
}

/** Splits a long segment at sentences, and a long sentence at words. */
export function piecesOf(segment: Segment, index: number, most: number): Piece[] {
  const wholePiece: Piece = { segment, index, start: 0, end: segment.text.length };
  if (segment.text.length <= most) return [wholePiece];
  const stretches = splitSentences(segment.text).flatMap(({ start, end }) =>
    cutAtWords(segment.text, start, end, most),
  );
  const groups = groupIntoWindows(
    stretches,
    (group) => (group.at(-1)?.end ?? 0) - (group[0]?.start ?? 0),
    {
      least: most,
      most,
    },
  );
  return groups.map((group) => ({
    segment,
    index,
    start: group[0]?.start ?? 0,
    end: group.at(-1)?.end ?? 0,
  }));
}

function cutAtWords(
  text: string,
  start: number,
  end: number,
  most: number,
): { start: number; end: number }[] {
  const out: { start: number; end: number }[] = [];
  let from = start;
  while (end - from > most) {
    // Searches only this stretch: searching backwards from its end in the full text would scan all
    // earlier text if there is no space.
    const stretch = text.slice(from, from + most + 1);
    const line = stretch.lastIndexOf('\n');
    // Splits code between lines.
    const inStretch = line > most / 2 ? line : stretch.lastIndexOf(' ');
    const space = inStretch === -1 ? -1 : from + inStretch;
    const pair = /[\uDC00-\uDFFF]/.test(text[from + most] ?? '') ? 1 : 0;
    const to = space > from ? space : from + most - pair;
    out.push({ start: from, end: to });
    from = to;
    while (from < end && (text[from] === ' ' || text[from] === '\n')) from += 1;
  }
  if (from < end) out.push({ start: from, end });
  return out;
}

export interface Passage {
  heading: string;
  text: string;
  locator: Locator;
  pieces: PassagePiece[];
}

/** Joins the text of the pieces and returns the position of each. */
export function joined(group: readonly Piece[], between: string): Pick<Passage, 'text' | 'pieces'> {
  let text = '';
  const pieces: PassagePiece[] = [];
  for (const piece of group) {
    const own = textOf(piece);
    if (own === '') continue;
    const { at, text: whole } = piece.segment;
    const from = whole.indexOf(own, piece.start);
    const start = text === '' ? 0 : text.length + between.length;
    text = text === '' ? own : text + between + own;
    pieces.push({
      start,
      end: start + own.length,
      from,
      at:
        at.medium === 'paged'
          ? { ...at, ...linesWithin(at, whole.length, from, from + own.length) }
          : at,
    });
  }
  return { text, pieces };
}

type Gather = (pieces: readonly Piece[]) => Piece[][];
/**
 * Keeps passages of the previous version whose text is unchanged, and splits only the text between
 * them.
 */
export function gatherAround(
  pieces: readonly Piece[],
  between: string,
  before: ReadonlySet<string>,
  gatherRest: Gather,
): Piece[][] {
  if (before.size === 0) return gatherRest(pieces);
  const longest = Math.max(...[...before].map((text) => text.length));
  const standing = (from: number): Piece[] | undefined => {
    let end = from;
    let text = '';
    for (let at = from; at < pieces.length && text.length <= longest; at += 1) {
      text = joined(pieces.slice(from, at + 1), between).text;
      if (before.has(text)) end = at + 1;
    }
    return end > from ? pieces.slice(from, end) : undefined;
  };
  const out: Piece[][] = [];
  let rest: Piece[] = [];
  const gathered = () => {
    out.push(...gatherRest(rest));
    rest = [];
  };
  for (let at = 0; at < pieces.length; ) {
    const kept = standing(at);
    if (kept) {
      gathered();
      out.push(kept);
    } else rest.push(...pieces.slice(at, at + 1));
    at += kept?.length ?? 1;
  }
  gathered();
  return out;
}

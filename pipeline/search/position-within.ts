/**
 * Maps a stretch of a passage to its exact position in the source: the paragraph, the lines of a
 * page, the second.
 */
import type { Locator, Rect } from '#core/contract/locator.ts';
import type { SegmentPosition } from '#core/contract/snapshot.ts';
import { splitSentences, type Sentence } from '#core/text/sentences.ts';
import type { PassagePiece } from './contract.ts';

/** A passage with its positions; without pieces, `locator` covers all of it. */
export interface PositionedText {
  text: string;
  locator: Locator;
  pieces: readonly PassagePiece[];
}

const AROUND = 32;
const whole = (text: string): string =>
  text.replace(/^[\uDC00-\uDFFF]|[\uD800-\uDBFF]$/g, '').trim();

/** Splits a passage into sentences; none crosses the end of its segment. */
export function sentencesWithin({
  text,
  pieces,
}: Pick<PositionedText, 'text' | 'pieces'>): Sentence[] {
  const stretches = pieces.length > 0 ? pieces : [{ start: 0, end: text.length }];
  return stretches.flatMap(({ start, end }) =>
    splitSentences(text.slice(start, end)).map((it) => ({
      text: it.text,
      start: it.start + start,
      end: it.end + start,
    })),
  );
}

/**
 * Returns the lines of a block that overlap `[from, to)` of its text, by their offsets or, without
 * offsets, estimated from their widths.
 */
export function linesWithin(
  at: Extract<SegmentPosition, { medium: 'paged' }>,
  length: number,
  from: number,
  to: number,
): { rects: Rect[]; starts: number[] } {
  const total = at.rects.reduce((sum, rect) => sum + rect.width, 0);
  let passed = 0;
  const begins =
    at.starts?.length === at.rects.length
      ? at.starts
      : at.rects.map(({ width }) => {
          const begin = total > 0 ? (passed / total) * length : 0;
          passed += width;
          return Math.round(begin);
        });
  const kept = at.rects.flatMap((rect, index) => {
    const begin = index === 0 ? 0 : (begins[index] ?? 0);
    return begin < to && (begins[index + 1] ?? length) > from
      ? [{ rect, start: begins[index] ?? 0 }]
      : [];
  });
  return { rects: kept.map((it) => it.rect), starts: kept.map((it) => it.start) };
}

/**
 * Returns the position of `[start, end)` of the passage, cut at the end of the segment, so that the
 * quote is part of its text.
 */
export function positionWithin(
  { text, locator, pieces }: PositionedText,
  start: number,
  end: number,
): Locator {
  const piece = pieces.findLast((it) => it.start <= start && start < it.end);
  if (!piece) return locator;
  const to = Math.min(end, piece.end);
  const quote = text.slice(start, to);
  const from = piece.from + start - piece.start;
  switch (piece.at.medium) {
    case 'timed':
      return {
        medium: 'timed',
        startS: Math.max(0, piece.at.startS),
        endS: Math.max(0, piece.at.startS, piece.at.endS),
        quote,
      };
    case 'paged': {
      const { rects } = linesWithin(
        piece.at,
        piece.from + piece.end - piece.start,
        from,
        from + quote.length,
      );
      return {
        medium: 'paged',
        page: piece.at.page,
        ...(rects.length > 0 ? { rects } : {}),
        quote,
      };
    }
    case 'flow':
      return {
        medium: 'flow',
        paragraph: piece.at.paragraph,
        start: from,
        end: from + quote.length,
        quote,
        prefix: whole(text.slice(Math.max(0, start - AROUND), start)),
        suffix: whole(text.slice(to, to + AROUND)),
      };
  }
}

/**
 * Returns the position of the sentence with the most highlights, the first of equals, or of the
 * passage if no sentence has any.
 */
export function positionOfHighlights(
  passage: PositionedText & { highlights: readonly (readonly [number, number])[] },
): Locator {
  let best: { sentence: Sentence; words: number } | undefined;
  for (const sentence of sentencesWithin(passage)) {
    const found = passage.highlights.filter(
      ([start]) => sentence.start <= start && start < sentence.end,
    );
    const words = new Set(found.map(([start, end]) => passage.text.slice(start, end).toLowerCase()))
      .size;
    if (words > (best?.words ?? 0)) best = { sentence, words };
  }
  return best ? positionWithin(passage, best.sentence.start, best.sentence.end) : passage.locator;
}

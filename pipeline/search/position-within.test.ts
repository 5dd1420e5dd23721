import { describe, expect, it } from 'vitest';
import type { Locator } from '#core/contract/locator.ts';
import type { SegmentPosition } from '#core/contract/snapshot.ts';
import type { PassagePiece } from './contract.ts';
import {
  positionOfHighlights,
  positionWithin,
  sentencesWithin,
  type PositionedText,
} from './position-within.ts';

const whole: Locator = { medium: 'timed', startS: 0, endS: 60, quote: '' };
/** A passage of these segments, separated by a space or a line break. */
function passage(segments: readonly [string, SegmentPosition][], between = '\n'): PositionedText {
  let text = '';
  const pieces: PassagePiece[] = segments.map(([own, at]) => {
    if (text !== '') text += between;
    const start = text.length;
    text += own;
    return { start, end: text.length, from: 0, at };
  });
  return { text, pieces, locator: whole };
}
const placeOf = (it: PositionedText, words: string) =>
  positionWithin(it, it.text.indexOf(words), it.text.indexOf(words) + words.length);
const highlighted = (it: PositionedText, ...words: string[]) =>
  positionOfHighlights({
    ...it,
    highlights: words.map(
      (word) => [it.text.indexOf(word), it.text.indexOf(word) + word.length] as const,
    ),
  });

const said = passage(
  [
    ['First we dance.', { medium: 'timed', startS: 30.2, endS: 34 }],
    ['Then we rest for long.', { medium: 'timed', startS: 34.5, endS: 39 }],
  ],
  ' ',
);
const article = passage([
  ['On bees', { medium: 'flow', paragraph: 4 }],
  ['Bees dance. They also rest.', { medium: 'flow', paragraph: 6 }],
]);
const line = (y: number) => ({ x: 0.1, y, width: 0.8, height: 0.02 });
const page = passage([
  [
    'Bees dance in the dark. A queen lays eggs. She lives long.',
    { medium: 'paged', page: 3, rects: [line(0.1), line(0.2), line(0.3)], starts: [0, 20, 40] },
  ],
  ['Next block.', { medium: 'paged', page: 3, rects: [line(0.5)], starts: [0] }],
]);

describe('the position of part of a passage', () => {
  it('in a video is the sentence’s own second, not the start of the passage', () => {
    expect(placeOf(said, 'Then we rest for long.')).toEqual({
      medium: 'timed',
      startS: 34.5,
      endS: 39,
      quote: 'Then we rest for long.',
    });
  });
  it('in a web page is its paragraph and character offsets', () => {
    expect(placeOf(article, 'They also rest.')).toEqual({
      medium: 'flow',
      paragraph: 6,
      start: 12,
      end: 27,
      quote: 'They also rest.',
      prefix: 'On bees\nBees dance.',
      suffix: '',
    });
  });
  it('in a PDF has exactly the lines of the words', () => {
    expect(placeOf(page, 'She lives long.')).toEqual({
      medium: 'paged',
      page: 3,
      rects: [line(0.3)],
      quote: 'She lives long.',
    });
    expect(placeOf(page, 'Bees dance in the dark.')).toMatchObject({
      rects: [line(0.1), line(0.2)],
    });
    expect(placeOf(page, 'Next block.')).toMatchObject({ rects: [line(0.5)] });
  });
  it('in a PDF without line offsets is estimated from the widths of the lines', () => {
    const text = 'Aaaa bbbb cccc dddd eeee ffff.';
    const old = passage([
      [
        text,
        { medium: 'paged', page: 1, rects: [line(0.1), line(0.2), { ...line(0.3), width: 0.4 }] },
      ],
    ]);
    expect(placeOf(old, 'ffff.')).toMatchObject({ rects: [{ y: 0.3 }] });
    expect(placeOf(old, 'Aaaa')).toMatchObject({ rects: [{ y: 0.1 }] });
  });
  it('is cut at the end of its segment, so that the quote is part of the segment', () => {
    expect(positionWithin(article, 0, article.text.length)).toMatchObject({
      paragraph: 4,
      quote: 'On bees',
    });
  });
  it('is the passage’s position if it has no pieces', () => {
    expect(positionWithin({ ...said, pieces: [] }, 0, 5)).toBe(whole);
  });
  it('splits no surrogate pair around its quote', () => {
    const faces = passage([
      [`${'😀'.repeat(20)} Bees dance. ${'😀'.repeat(20)}`, { medium: 'flow', paragraph: 1 }],
    ]);
    const place = placeOf(faces, 'Bees dance.');
    expect(JSON.stringify(place)).not.toMatch(/\\ud[89a-f]/);
  });
});

describe('sentences', () => {
  it('never cross the end of a segment', () => {
    expect(
      sentencesWithin(
        passage(
          [
            ['no full stop here', { medium: 'timed', startS: 0, endS: 1 }],
            ['and here it goes on', { medium: 'timed', startS: 1, endS: 2 }],
          ],
          ' ',
        ),
      ).map((it) => it.text),
    ).toEqual(['no full stop here', 'and here it goes on']);
  });
});

describe('the position of a hit', () => {
  it('is the sentence with the most highlights', () => {
    expect(highlighted(said, 'rest', 'long')).toMatchObject({
      startS: 34.5,
      quote: 'Then we rest for long.',
    });
    expect(highlighted(article, 'dance', 'They', 'rest')).toMatchObject({
      paragraph: 6,
      quote: 'They also rest.',
    });
    expect(highlighted(page, 'eggs')).toMatchObject({ page: 3, quote: 'A queen lays eggs.' });
  });
  it('is the passage’s position if only its title matches', () => {
    expect(highlighted(said)).toBe(whole);
  });
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Transcript } from '#core/contract/source.ts';
import {
  indexTranscript,
  lastAtOrBefore,
  matchAt,
  matchedWords,
  searchSegments,
  spanToShow,
} from './transcript-index.ts';
import { selectionLocator, startOf } from './transcript-selection.ts';

const word = (text: string, offset: number) => ({ word: text, offset, duration: 0.5 });
const transcript: Transcript = {
  language: 'en',
  words: [
    word('a', 0),
    word('river', 0.5),
    word('bends', 1),
    word('the', 1.98),
    word('bank', 2.5),
    word('wears', 3),
  ],
  formattedMergedTranscript: [
    { start: 0, end: 2, text: 'A river bends,' },
    { start: 2, end: 4, text: 'the bank wears.' },
    { start: 10, end: 12, text: 'Âge of sand' },
  ],
  chapters: [
    { start: 0, end: 2, title: 'First' },
    { start: 1.99, end: 12, title: 'Second' },
  ],
};
const index = indexTranscript(transcript);

test('finds the segment and the word of any second', () => {
  expect([-1, 0, 1.99, 2, 5, 11].map(index.segmentAt)).toEqual([-1, 0, 0, 1, 1, 2]);
  expect([0, 0.6, 1.5].map((at) => index.wordAt(0, at))).toEqual([0, 1, 2]);
  expect(index.wordAt(2, 11)).toBe(-1);
});
test('assigns a word that starts slightly early to its segment, in the segment’s spelling', () => {
  expect(index.segments.map((it) => it.words.map((at) => at.text))).toEqual([
    ['A', 'river', 'bends,'],
    ['the', 'bank', 'wears.'],
    [],
  ]);
});
test('puts each chapter before its first segment', () => {
  expect(index.rows.map((row) => (row.kind === 'chapter' ? row.title : row.segment))).toEqual([
    'First',
    0,
    'Second',
    1,
    2,
  ]);
  expect(index.rowOf(1)).toBe(3);
});
test.each([
  [1, 3, 'bends, the bank'],
  // no word that begins before or ends after
  [1.2, 2.8, 'the'],
  [0.6, 0.9, ''],
  // where only the segment is timed, all of it
  [11, 11.5, 'Âge of sand'],
])('between %d and %d s, %j is said', (startS, endS, said) =>
  expect(index.textBetween(startS, endS)).toBe(said),
);
test('searches regardless of case and accents', () => {
  expect(searchSegments(index.segments, 'age  OF')).toEqual([2]);
  expect(searchSegments(index.segments, ' ')).toEqual([]);
});
test('marks matching words regardless of case, accents and word ends', () => {
  const words = ['The', 'Café', 'opens', 'at', 'noon;', 'the', 'cafés', 'close'];
  expect([...matchedWords(words, 'cafe')]).toEqual([1, 6]);
  expect([...matchedWords(words, 'AT  noon')]).toEqual([3, 4]);
  expect([...matchedWords(words, 'dusk')]).toEqual([]);
  expect([...matchedWords(words, '  ')]).toEqual([]);
});
test('finds the last start by binary search like a linear one', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 0, max: 50 })),
      fc.integer({ min: -2, max: 52 }),
      (values, at) => {
        const starts = values.sort((a, b) => a - b);
        expect(lastAtOrBefore(starts, at)).toBe(starts.filter((it) => it <= at).length - 1);
      },
    ),
  );
});

test('selects the moment of the words, in either direction', () => {
  const moment = { medium: 'timed', startS: 0.5, endS: 3, quote: 'river bends, the bank' };
  expect(selectionLocator(index, { segment: 0, word: 1 }, { segment: 1, word: 1 }, '')).toEqual(
    moment,
  );
  expect(selectionLocator(index, { segment: 1, word: 1 }, { segment: 0, word: 1 }, '')).toEqual(
    moment,
  );
});
test('selects the segment’s time if only the segment is timed', () => {
  expect(
    selectionLocator(index, { segment: 2, word: -1 }, { segment: 2, word: -1 }, ' of\n sand '),
  ).toEqual({ medium: 'timed', startS: 10, endS: 12, quote: 'of sand' });
  expect(
    selectionLocator(index, { segment: 9, word: 0 }, { segment: 9, word: 0 }, 'x'),
  ).toBeUndefined();
});

test.each([
  // startS, endS → segment, span
  [2.2, 3.5, 1, { startS: 2.2, endS: 3.5 }],
  [2.2, 2.2, 1, { startS: 2.2, endS: 2.3000000000000003 }],
  [-5, -1, 0, { startS: -5, endS: -1 }],
  [999, 1000, 2, { startS: 999, endS: 1000 }],
  // A whole second shows the segment that begins within it.
  [1, undefined, 0, { startS: 0, endS: 2 }],
  [2, undefined, 1, { startS: 2, endS: 4 }],
  [9, undefined, 1, { startS: 2, endS: 4 }],
  [10, undefined, 2, { startS: 10, endS: 12 }],
])('shows seconds %d to %s in segment %d', (startS, endS, segment, span) =>
  expect(spanToShow(index, startS, endS)).toEqual({ segment, span }),
);
test('shows a rounded-down second in the segment that starts within it', () => {
  const late = indexTranscript({
    ...transcript,
    formattedMergedTranscript: [
      { start: 0, end: 7.4, text: 'Before' },
      { start: 7.4, end: 9, text: 'Within the second' },
    ],
  });
  expect(spanToShow(late, 7).segment).toBe(1);
  expect(spanToShow(late, 6).segment).toBe(0);
});
test('highlights nothing in a transcript without segments', () => {
  const empty = indexTranscript({ ...transcript, words: [], formattedMergedTranscript: [] });
  expect(spanToShow(empty, 3)).toEqual({ segment: 0, span: undefined });
});
test.each([
  [[4, 9, 30], 0, 4],
  [[4, 9, 30], 2, 30],
  [[4, 9, 30], 3, 4],
  [[4, 9, 30], -1, 30],
  [[4, 9, 30], -4, 30],
  [[7], 12, 7],
  [[], 0, undefined],
  [[], -3, undefined],
])('of matches %j, step %d shows %s', (found, steps, at) => expect(matchAt(found, steps)).toBe(at));
test.each([
  ['a timed word', { segment: 0, word: 1 }, 0.5],
  ['a segment without timed words', { segment: 2, word: -1 }, 10],
  ['a missing word', { segment: 1, word: 99 }, 2],
  ['a missing segment', { segment: 40, word: 0 }, undefined],
  ['a position outside the transcript', undefined, undefined],
])('starts at the second of %s', (_, end, startS) => expect(startOf(index, end)).toBe(startS));

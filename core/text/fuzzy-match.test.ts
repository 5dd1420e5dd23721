import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { approximateMatch, commonLength, normaliseText, occurrences } from './fuzzy-match.ts';

describe('normalised text', () => {
  it.each([
    ['A  B\n\tC', 'a b c'],
    ['“Fine”', '"fine"'],
    ['it’s – so…', "it's - so..."],
    ['bee\u00adhive', 'beehive'],
    ['ﬁne', 'fine'],
    ['ＡＢ', 'ab'],
    ['注釈 🦦', '注釈 🦦'],
    ['', ''],
  ])('of %j is %j', (text, normal) => expect(normaliseText(text).text).toBe(normal));
  it('maps each unit to its position in the original', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), (text) => {
        const { text: normal, starts, ends } = normaliseText(text);
        expect([starts.length, ends.length]).toEqual([normal.length, normal.length]);
        for (let at = 0; at < normal.length; at += 1) {
          const [start, end] = [starts[at] ?? -1, ends[at] ?? -1];
          expect(start).toBeGreaterThanOrEqual(starts[at - 1] ?? 0);
          expect(end).toBeGreaterThan(start);
          expect(end).toBeLessThanOrEqual(text.length);
        }
      }),
    );
  });
});

it.each([
  ['abc', 'xbc', 'end', 2],
  ['abc', 'abx', 'start', 2],
  ['abc', 'abc', 'end', 3],
  ['', 'abc', 'start', 0],
] as const)('%j and %j agree at the %s in %d characters', (one, other, side, count) =>
  expect(commonLength(one, other, side)).toBe(count),
);

it('finds overlapping matches, at most 64', () => {
  expect(occurrences('aaa', 'aa')).toEqual([
    { start: 0, end: 2 },
    { start: 1, end: 3 },
  ]);
  expect(occurrences('a'.repeat(500), 'a')).toHaveLength(64);
  expect(occurrences('abc', 'x')).toEqual([]);
});

describe('an approximate match', () => {
  it.each([
    ['one wrong letter', 'the round dance', 'raund', { start: 4, end: 9, edits: 1 }],
    ['no wrong letter', 'the round dance', 'round', { start: 4, end: 9, edits: 0 }],
    ['a missing letter', 'the round dance', 'rond', { start: 4, end: 9, edits: 1 }],
  ])('allows %s', (_, hay, needle, match) =>
    expect(approximateMatch(hay, needle, 1)).toEqual(match),
  );
  it('has no more edits than allowed', () =>
    expect(approximateMatch('the round dance', 'xaxnx', 1)).toBeUndefined());
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { alignTexts, type Side } from './align-texts.ts';
import {
  contextAgreement,
  findExact,
  isUnpaired,
  normalisedRange,
  overlaps,
  type Range,
  rangesOf,
  touchedUnits,
  unpairedUnits,
} from './ranges.ts';

const TEXT = 'The otter sleeps. It holds a paw. Nobody wakes it.';
const sideOf = (text: string, other = ''): Side => alignTexts(text, other).before;
const range = (start: number, end: number): Range => ({ start, end });
const cut = (text: string, { start, end }: Range): string => text.slice(start, end);
const rangeOf = (text: string, part: string): Range => {
  const start = text.indexOf(part);
  return { start, end: start + part.length };
};
const spans = fc
  .tuple(fc.nat(60), fc.nat(60))
  .map(([one, other]) => range(Math.min(one, other), Math.max(one, other)));

describe('two ranges', () => {
  it.each([
    ['one within the other', range(0, 9), range(3, 4), true],
    ['one beside the other', range(0, 3), range(3, 4), false],
    ['one after the other', range(0, 3), range(5, 9), false],
    ['one into the other', range(0, 4), range(3, 9), true],
    ['the same', range(1, 2), range(1, 2), true],
  ])('%s', (_, one, other, isOverlap) => {
    expect(overlaps(one, other)).toBe(isOverlap);
    expect(overlaps(other, one)).toBe(isOverlap);
  });
  it('overlap if and only if they share a character', () =>
    fc.assert(
      fc.property(spans, spans, (one, other) => {
        const shared = Array.from({ length: 61 }, (_, at) => at).some(
          (at) => at >= one.start && at < one.end && at >= other.start && at < other.end,
        );
        // An empty range has no letter to share.
        if (one.end > one.start && other.end > other.start)
          expect(overlaps(one, other)).toBe(shared);
      }),
    ));
});

describe('the sentences in a range', () => {
  it.each([
    ['a word of the first', 'otter', [0, 0]],
    ['a sentence', 'It holds a paw.', [1, 1]],
    ['the end of one and the beginning of the next', 'sleeps. It', [0, 1]],
    ['all', TEXT, [0, 2]],
    ['a word of the last', 'wakes', [2, 2]],
  ])('are those of %s', (_, part, touched) =>
    expect(touchedUnits(sideOf(TEXT), rangeOf(TEXT, part))).toEqual(touched),
  );
  it("cover the range and nothing that it doesn't touch", () => {
    const side = sideOf(TEXT);
    fc.assert(
      fc.property(fc.nat(TEXT.length - 1), fc.nat(TEXT.length), (from, length) => {
        const at = range(from, Math.min(TEXT.length, from + Math.max(1, length)));
        const [first, last] = touchedUnits(side, at);
        expect(last).toBeGreaterThanOrEqual(first);
        for (const [index, unit] of side.units.entries())
          if (overlaps(unit, at)) {
            expect(index).toBeGreaterThanOrEqual(first);
            expect(index).toBeLessThanOrEqual(last);
          }
      }),
    );
  });
  it('are empty after the last sentence', () =>
    expect(touchedUnits(sideOf('One.'), range(9, 12))).toEqual([1, 1]));
});

describe('sentences as ranges of the text', () => {
  const side = sideOf(TEXT);
  it.each([
    ['neighbours are one stretch', [0, 1], ['The otter sleeps. It holds a paw.']],
    ['others are one each', [0, 2], ['The otter sleeps.', 'Nobody wakes it.']],
    ['in any order, each once', [2, 1, 2], ['It holds a paw. Nobody wakes it.']],
    ['none', [], []],
    ['those that there are not', [-1, 3, 99], []],
  ] as [string, number[], string[]][])('%s', (_, indexes, texts) =>
    expect(rangesOf(side, indexes).map((it) => cut(TEXT, it))).toEqual(texts),
  );
  it('never overlap, and contain exactly the requested sentences', () =>
    fc.assert(
      fc.property(fc.uniqueArray(fc.nat(2)), (indexes) => {
        const found = rangesOf(side, indexes);
        for (const [n, one] of found.entries())
          for (const other of found.slice(n + 1)) expect(overlaps(one, other)).toBe(false);
        for (const [index, unit] of side.units.entries())
          expect(found.some((it) => overlaps(it, unit))).toBe(indexes.includes(index));
      }),
    ));
});

describe('unpaired sentences', () => {
  const { before, after } = alignTexts(
    'The otter sleeps on its back. It holds a paw of another. Nobody wakes it up.',
    'The otter sleeps on its back. Nobody wakes it up. A boat passes by slowly.',
  );
  it('are those that only one text has', () => {
    expect(unpairedUnits(before)).toEqual([1]);
    expect(unpairedUnits(after)).toEqual([2]);
  });
  it('are listed one by one, within the text', () => {
    expect([0, 1, 2].map((index) => isUnpaired(before, index))).toEqual([false, true, false]);
    expect([isUnpaired(before, -1), isUnpaired(before, 3)]).toEqual([false, false]);
  });
});

describe('a quote inside a range', () => {
  const text = 'See “The  Margin”,\nthe margin and THE MARGIN. No margin.';
  const side = sideOf(text);
  it('is found each time, ignoring case and white space', () =>
    expect(findExact(side, range(0, text.length), 'the margin').map((it) => cut(text, it))).toEqual(
      ['The  Margin', 'the margin', 'THE MARGIN'],
    ));
  it('is found with any quotation marks', () =>
    expect(
      findExact(side, range(0, text.length), '"the margin"').map((it) => cut(text, it)),
    ).toEqual(['“The  Margin”']));
  it('is not found outside of the range', () => {
    const at = text.indexOf('THE MARGIN');
    expect(findExact(side, range(at, text.length), 'the margin')).toEqual([
      rangeOf(text, 'THE MARGIN'),
    ]);
    expect(findExact(side, range(at + 1, text.length), 'the margin')).toEqual([]);
  });
  it('is found at its position in a text with ligatures and soft hyphens', () => {
    const odd = 'A soft\u00ad hyphen, an e\ufb03cient oﬃce.';
    const found = findExact(sideOf(odd), range(0, odd.length), 'efficient');
    expect(found.map((it) => cut(odd, it))).toEqual(['e\ufb03cient']);
  });
  it('is compared any number of times with the same result', () => {
    const at = range(4, 30);
    expect(normalisedRange(side, at)).toBe(normalisedRange(side, at));
    expect(normalisedRange(side, at).text.trim()).toBe('"the margin", the margin');
    expect(normalisedRange(sideOf('other text'), range(0, 5)).text).toBe('other');
  });
});

describe('matching text around two positions', () => {
  const agree = (one: string, other: string, part = '|x|'): number =>
    contextAgreement(one, rangeOf(one, part), other, rangeOf(other, part));
  it.each([
    ['that are the same', 'ab |x| cd', 'ab |x| cd', 4],
    ['that differ before', 'ab |x| cd', 'zz |x| cd', 2],
    ['that differ further away', 'zb |x| cy', 'ab |x| cd', 2],
    ['that differ only in case and white space', 'A b |x|\n\nCD', 'a  B |x| cd', 5],
    ['that are missing', '|x|', '|x|', 0],
  ])('%s', (_, one, other, count) => expect(agree(one, other)).toBe(count));
  it('counts up to 40 on each side', () => {
    const far = 'a'.repeat(100);
    expect(agree(`${far}|x|${far}`, `${far}|x|${far}`)).toBe(80);
  });
  it('is symmetric', () => {
    const around = fc.string({ maxLength: 50 }).map((it) => it.replaceAll('|', ''));
    fc.assert(
      fc.property(around, around, around, around, (a, b, c, d) => {
        const [one, other] = [`${a}|x|${b}`, `${c}|x|${d}`];
        expect(agree(one, other)).toBe(agree(other, one));
        expect(agree(one, one)).toBeGreaterThanOrEqual(agree(one, other));
      }),
    );
  });
});

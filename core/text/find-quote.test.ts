import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findQuote } from './find-quote.ts';

const text =
  'The waggle dance tells where food is. “It is a language,” wrote von Frisch — and many agreed. The round dance says that food is near. The waggle dance tells how far.';
const found = (quote: string, around = {}) => {
  const place = findQuote(text, quote, around);
  return place && { text: text.slice(place.start, place.end), exact: place.exact };
};

test.each([
  ['letter for letter', 'many agreed', 'many agreed'],
  ['white space', 'where\n   food\u00A0is', 'where food is'],
  ['case', 'THE ROUND dance', 'The round dance'],
  [
    'quote marks and dashes',
    '"It is a language," wrote von Frisch - and',
    '“It is a language,” wrote von Frisch — and',
  ],
])('ignores %s', (_, quote, expected) => {
  expect(found(quote)).toEqual({ text: expected, exact: true });
});

test('ignores soft hyphens and ligatures in the text', () => {
  const printed = 'An e\uFB03cient bee\u00ADhive.';
  const place = findQuote(printed, 'efficient beehive');
  expect(printed.slice(place?.start, place?.end)).toBe('e\uFB03cient bee\u00ADhive');
});

test('allows a few wrong letters and reports them', () => {
  expect(found('The rond dance sayz that fod is near')).toEqual({
    text: 'The round dance says that food is near',
    exact: false,
  });
});

test('chooses between two matches by the surrounding text', () => {
  expect(findQuote(text, 'The waggle dance tells', { suffix: 'how far.' })?.start).toBe(
    text.lastIndexOf('The waggle'),
  );
  expect(findQuote(text, 'The waggle dance tells', { prefix: 'food is near. ' })?.start).toBe(
    text.lastIndexOf('The waggle'),
  );
  expect(findQuote(text, 'The waggle dance tells')?.start).toBe(0);
});

test.each(['Bumblebees never dance at all in winter', 'zzz', '', '   '])(
  'does not find %j',
  (quote) => {
    expect(found(quote)).toBeUndefined();
  },
);

test('does not mistake a changed sentence for the quote', () => {
  expect(found('The round dance says that danger is far away and gone')).toBeUndefined();
});

describe('in long texts', () => {
  const words = fc.array(fc.stringMatching(/^[a-z]{3,9}$/), { minLength: 200, maxLength: 400 });

  test('finds a part in spite of missing letters', () => {
    fc.assert(
      fc.property(words, fc.nat(150), fc.integer({ min: 8, max: 40 }), (given, from, length) => {
        const hay = given.join(' ');
        const part = given.slice(from, from + length).join(' ');
        const worn = [...part].filter((_, n) => n % 17 !== 5).join('');
        const place = findQuote(hay, worn);
        const own = hay.slice(place?.start, place?.end);
        expect(Math.abs(own.length - part.length)).toBeLessThanOrEqual(part.length * 0.25);
        expect(
          part
            .slice(5, -5)
            .split(' ')
            .slice(1, -1)
            .every((word) => own.includes(word)),
        ).toBe(true);
      }),
      { numRuns: 40 },
    );
  });

  test('rejects a page without the quote quickly', () => {
    const hay = Array.from({ length: 40_000 }, (_, n) => `word${n % 977}`).join(' ');
    const before = performance.now();
    expect(findQuote(hay, `word3 other ${'strange tokens word9 '.repeat(60)}`)).toBeUndefined();
    expect(performance.now() - before).toBeLessThan(1500);
  });
});

import { describe, expect, it } from 'vitest';
import { alignTexts } from './align-texts.ts';
import { findEdited, findEditedLong, isSimilar } from './edited-range.ts';
import { normaliseText } from './fuzzy-match.ts';
import type { Range } from './ranges.ts';

const INTRO = 'The report was written in spring by three people of the office.';
const END = 'All figures were checked twice by people from outside the office.';

/** The current text of `quote` between the first and the last paragraph, or undefined. */
function became(
  before: string,
  after: string,
  quote: string,
  find: typeof findEdited | typeof findEditedLong = findEdited,
): string | undefined {
  const alignment = alignTexts(before, after);
  const start = before.indexOf(quote);
  const own: Range = { start, end: start + quote.length };
  const found = find(alignment, normaliseText(quote).text.trim(), own, [
    { start: after.indexOf('\n\n') + 2, end: after.lastIndexOf('\n\n') },
  ]);
  return found && after.slice(found.start, found.end);
}
const between = (...middle: string[]): string => [INTRO, ...middle, END].join('\n\n');

describe('an edited range', () => {
  const was = 'Revenue grew by twelve percent in the north of the country.';
  it.each([
    ['a word', 'Revenue grew by eleven percent in the north of the country.'],
    ['a letter', 'Revenue grew by twelve percent in the North of the county.'],
    ['an added word', 'Revenue grew by about twelve percent in the north of the country.'],
    ['a removed word', 'Revenue grew by twelve percent in the north the country.'],
  ])('is found with %s changed', (_, is) =>
    expect(became(between(was), between(is), was)).toBe(is),
  );
  it.each([
    ['differs', 'Costs fell to a third of what they were in the years before.'],
    ['kept half of its words', 'Revenue grew slowly because nobody bought in the north.'],
    ['is gone', 'No.'],
  ])('is lost if the text %s', (_, is) =>
    expect(became(between(was), between(is), was)).toBeUndefined(),
  );
  it('is lost if two texts are equally similar', () =>
    expect(
      became(
        between(was),
        between(was.replace('twelve', 'eleven'), was.replace('twelve', 'thirty')),
        was,
      ),
    ).toBeUndefined());
  it('is found if one text is clearly more similar', () => {
    const near = was.replace('twelve', 'twelf');
    const far = was.replace('twelve percent in the north', 'thirty pounds on the south');
    expect(became(between(was), between(far, near), was)).toBe(near);
  });
  it('is lost if another deleted text is more similar', () => {
    const other = was.replace('twelve', 'thirty');
    expect(
      became(between(was, other), between(other.replace('grew', 'rose')), was),
    ).toBeUndefined();
    expect(became(between(was, other), between(was.replace('grew', 'rose')), was)).toBe(undefined);
  });
  it('is found in a much longer paragraph', () => {
    const filler = 'Nothing of note was said on other pages of it, as is usual. '.repeat(40);
    const is = was.replace('twelve', 'eleven');
    expect(became(between(was), between(`${filler}${is} ${filler}`), was)).toBe(is);
  });
});

describe('a long edited range', () => {
  const sentences = [
    'An otter that floats on its back in calm water holds the paw of its neighbour.',
    'Engineers built the first lighthouse from oak, which burned down within a decade.',
    'Nobody could say how many boats were lost on the reef before that winter.',
    'The keeper wrote every storm into a book with a green cover and brass corners.',
    'His daughter later copied most of it by lamplight, adding maps and prices of oil.',
    'Two museums own a part of these volumes today and quarrel over the rest.',
    'Fishermen remember songs about the lamp that no printed collection contains.',
    'A ferry has crossed the bay every hour since the bridge was closed to lorries.',
  ];
  const long = sentences.join(' ');
  it('is found by its ends', () => {
    const is = long.replace('calm water', 'still water').replace('a green cover', 'a grey cover');
    expect(long.length).toBeGreaterThan(400);
    expect(became(between(long), between(is), long, findEditedLong)).toBe(is);
  });
  it('is lost if its end is gone', () =>
    expect(
      became(between(long), between(sentences.slice(0, 5).join(' ')), long, findEditedLong),
    ).toBeUndefined());
  it('is lost if its middle was replaced', () => {
    const middle = 'Something else was written here about birds and rain. '.repeat(14);
    const is = [...sentences.slice(0, 3), middle.trim(), ...sentences.slice(-3)].join(' ');
    expect(became(between(long), between(is), long, findEditedLong)).toBeUndefined();
  });
});

describe('two long texts', () => {
  const words = Array.from({ length: 50 }, (_, n) => `word${n}`);
  const text = words.join(' ');
  const replaced = (count: number): string =>
    words.map((word, n) => (n < count ? 'x'.repeat(word.length) : word)).join(' ');
  it.each([
    ['the same', text, true],
    ['the same words in another order', [...words].reverse().join(' '), true],
    ['a fifth of the words replaced', replaced(10), true],
    ['more than a fifth replaced', replaced(11), false],
    ['other words', replaced(50), false],
    ['much longer', `${text} ${text}`, false],
    ['much shorter', words.slice(0, 30).join(' '), false],
    ['no words', '… '.repeat(140), false],
  ])('with %s', (_, other, isAlike) => expect(isSimilar(text, other)).toBe(isAlike));
  it('are similar in both directions', () => {
    for (const count of [5, 10, 15, 30])
      expect(isSimilar(text, replaced(count))).toBe(isSimilar(replaced(count), text));
  });
  it('count a repeated word as often as both have it', () => {
    const [once, often] = ['a b c d e f g h i j', 'a a a a a a a a a a'];
    expect(isSimilar(once, often)).toBe(false);
    expect(isSimilar(often, often)).toBe(true);
  });
});

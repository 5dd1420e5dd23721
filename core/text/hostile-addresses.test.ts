/** Addresses that could keep a parser busy: the time must grow only linearly with their length. */
import { expect, it } from 'vitest';
import { canonicalUrl, isSamePage, parseWebAddress } from './canonical-url.ts';

const LENGTH = 100_000;
/** Milliseconds. */
const MOST_MS = 2_000;

it.each([']', ')', '/', '.amp', '/amp', '.html', '.', '%', '-a'])(
  'parses an address that ends in many %s in linear time',
  (unit) => {
    const tail = unit.repeat(LENGTH / unit.length);
    const startedAt = performance.now();
    parseWebAddress(`example.org/a${tail}`);
    isSamePage(`https://example.org/a${tail}`, `https://example.org/a/amp${tail}?x=1`);
    canonicalUrl(`https://example.org/a${tail}x`);
    expect(performance.now() - startedAt).toBeLessThan(MOST_MS);
  },
);
it('still removes what surrounds an address', () => {
  expect(parseWebAddress('example.org/a_(b)),')?.href).toBe('https://example.org/a_(b)');
  expect(parseWebAddress('https://en.wikipedia.org/wiki/Yahoo!')?.href).toBe(
    'https://en.wikipedia.org/wiki/Yahoo!',
  );
  expect(isSamePage('https://example.org/story/amp/', 'https://example.org/story.html')).toBe(true);
});

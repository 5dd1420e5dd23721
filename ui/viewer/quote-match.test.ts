import { expect, test } from 'vitest';
import { matchQuote } from './quote-match.ts';

const found = (text: string, quote: string, context?: Parameters<typeof matchQuote>[2]) => {
  const range = matchQuote(text, quote, context);
  return range && text.slice(range.start, range.end);
};

test('finds a quote across line breaks, hyphens, quotation marks and case', () => {
  const text = 'We meas-\nured it on\u00a0“forty” stretches,\nand found';
  expect(found(text, 'measured it on "Forty" stretches')).toBe(
    'meas-\nured it on\u00a0“forty” stretches',
  );
});
test('finds ligatures by their letters, and ends after a letter outside the basic plane', () => {
  expect(found('the ef\ufb01cient way', 'efficient')).toBe('ef\ufb01cient');
  expect(found('see \u{1D49C}\u{20000} here', '\u{20000}')).toBe('\u{20000}');
});
test('prefers the match after the prefix, then the nearest, then the first', () => {
  const text = 'one bend. two bend. three bend.';
  expect(matchQuote(text, 'bend', { prefix: 'three ' })?.start).toBe(26);
  expect(matchQuote(text, 'bend', { near: 15 })?.start).toBe(14);
  expect(matchQuote(text, 'bend')?.start).toBe(4);
});
test('finds the beginning of a quote whose end is elsewhere, and nothing for other text', () => {
  const head =
    'The outer bank wears away because the water there is faster than on the other side of it';
  expect(found(`${head} [page break]`, `${head} and so on over the page`)).toContain(
    'The outer bank wears away',
  );
  expect(matchQuote(head, 'a lake is left behind')).toBeUndefined();
  expect(matchQuote(head, '… —')).toBeUndefined();
});

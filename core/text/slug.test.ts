import { expect, it } from 'vitest';
import { slugOf } from './slug.ts';

it('keeps letters and digits, with a dash between words', () => {
  expect(slugOf('  Café & Crème: 2 ways!  ')).toBe('cafe-creme-2-ways');
  expect(slugOf('記憶と忘却')).toBe('記憶と忘却');
  expect(slugOf('— ? —')).toBe('');
});

it('cuts no letter in half, and leaves no dash at its end', () => {
  const slug = slugOf('𐐜𐐔'.repeat(40), 61);
  expect([slug.length, decodeURIComponent(encodeURIComponent(slug))]).toEqual([60, slug]);
  expect(slugOf('ab cd', 3)).toBe('ab');
  expect(slugOf('ab-𐐜', 4)).toBe('ab');
});

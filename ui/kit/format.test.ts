import { expect, it } from 'vitest';
import { counted, dayText, numberText } from './format.ts';

it('formats counts with plural forms', () => {
  const sources = { one: '# source', other: '# sources' };
  expect([0, 1, 2, 1200].map((count) => counted(count, sources))).toEqual([
    '0 sources',
    '1 source',
    '2 sources',
    '1,200 sources',
  ]);
});

it('formats dates', () => {
  expect(dayText('2026-03-05T12:00:00')).toBe('Mar 05, 2026');
  expect(numberText(12_345)).toBe('12,345');
});

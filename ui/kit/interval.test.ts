import { expect, it } from 'vitest';
import { readInterval, writeInterval } from './interval.ts';

it.each(['PT12H', 'P1D', 'P2W', 'P3M'])('reads %s as it was written', (iso) => {
  const read = readInterval(iso);
  expect(read && writeInterval(read)).toBe(iso);
});

it('does not take minutes for months, nor several units for one', () => {
  expect(readInterval('PT30M')).toBeUndefined();
  expect(readInterval('P1DT12H')).toBeUndefined();
  expect(readInterval('P1M')).toEqual({ count: 1, unit: 'month' });
});

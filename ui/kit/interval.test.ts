import { expect, it } from 'vitest';
import { readInterval, writeInterval } from './interval.ts';

it.each(['PT12H', 'P1D', 'P2W', 'P3M'])('parses %s', (iso) => {
  const read = readInterval(iso);
  expect(read && writeInterval(read)).toBe(iso);
});

it("doesn't confuse minutes with months, and rejects several units", () => {
  expect(readInterval('PT30M')).toBeUndefined();
  expect(readInterval('P1DT12H')).toBeUndefined();
  expect(readInterval('P1M')).toEqual({ count: 1, unit: 'month' });
});

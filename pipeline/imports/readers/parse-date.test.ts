import { expect, test } from 'vitest';
import { parseDate, parseChromiumDate } from './parse-date.ts';

test.each([
  [1600000000, '2020-09-13T12:26:40.000Z'],
  ['1600000000', '2020-09-13T12:26:40.000Z'],
  ['1600000000.5', '2020-09-13T12:26:40.500Z'],
  [1600000000123, '2020-09-13T12:26:40.123Z'],
  ['1600000000123456', '2020-09-13T12:26:40.123Z'],
  ['1600000000123456789', '2020-09-13T12:26:40.123Z'],
  ['2020-09-13', '2020-09-13T00:00:00.000Z'],
  ['2020-09-13 12:26:40', '2020-09-13T12:26:40.000Z'],
  ['2020-09-13T12:26', '2020-09-13T12:26:00.000Z'],
  ['2020-09-13T12:26:40+0200', '2020-09-13T10:26:40.000Z'],
  ['2020-09-13 12:26:40+00:00', '2020-09-13T12:26:40.000Z'],
  ['2015-09-09 11:10:32 UTC', '2015-09-09T11:10:32.000Z'],
  ['Sun, 13 Sep 2020 12:26:40 GMT', '2020-09-13T12:26:40.000Z'],
  ['Sun, 13 Sep 2020 08:26:40 EDT', '2020-09-13T12:26:40.000Z'],
  ['13 Sep 2020 12:26:40', '2020-09-13T12:26:40.000Z'],
  ['Sep 13, 2020', '2020-09-13T00:00:00.000Z'],
  ['10/Oct/2000:13:55:36 +0300', '2000-10-10T10:55:36.000Z'],
])('%s is %s', (given, iso) => {
  expect(parseDate(given)).toBe(iso);
});

test.each([
  0,
  -1,
  Number.NaN,
  Infinity,
  '0',
  '',
  'yesterday',
  'page 12',
  'chapter 2001 of the book that has no end at all, or so it seemed',
  null,
  undefined,
  {},
  '2020-13-45',
  1e300,
])('%s is not a date', (given) => {
  expect(parseDate(given)).toBeUndefined();
});

test("Chromium's dates count from 1601", () => {
  expect(parseChromiumDate('13244473600000000')).toBe('2020-09-13T12:26:40.000Z');
  expect(parseChromiumDate('0')).toBeUndefined();
  expect(parseChromiumDate(undefined)).toBeUndefined();
});

import { expect, it } from 'vitest';
import { addInterval, intervalLabel, parseInterval } from './interval.ts';

it.each([
  ['1d', 'P1D'],
  ['12h', 'PT12H'],
  ['weekly', 'P1W'],
  ['every 2 weeks', 'P2W'],
  ['Daily', 'P1D'],
  ['30 min', 'PT30M'],
  ['3 months', 'P3M'],
  ['1y', 'P1Y'],
  ['P1D', 'P1D'],
  ['p1dt12h', 'P1DT12H'],
  ['PT90M', 'PT90M'],
  ['0012h', 'PT12H'],
])('reads %s', (text, interval) => expect(parseInterval(text)).toBe(interval));

it.each([
  '',
  'never',
  'soon',
  '0d',
  '5m',
  '14 min',
  'P',
  'PT',
  'P1',
  'P1DT',
  '-1d',
  '2y',
  '400d',
  '1.5h',
  '1d2h',
  '99999999999h',
  'P1H',
  'PT1S',
])('refuses %j', (text) => expect(parseInterval(text)).toBeUndefined());

it('adds by the calendar', () => {
  const at = (text: string) => new Date(text);
  expect(addInterval(at('2026-01-31T10:00:00Z'), 'P1M')).toEqual(at('2026-02-28T10:00:00Z'));
  expect(addInterval(at('2024-02-29T10:00:00Z'), 'P1Y')).toEqual(at('2025-02-28T10:00:00Z'));
  expect(addInterval(at('2026-12-31T23:30:00Z'), 'PT45M')).toEqual(at('2027-01-01T00:15:00Z'));
  expect(addInterval(at('2026-03-01T00:00:00Z'), 'P1WT12H')).toEqual(at('2026-03-08T12:00:00Z'));
});

it('says it in words', () => {
  expect(['P1D', 'PT12H', 'P1W', 'P1DT12H', 'P3M'].map(intervalLabel)).toEqual([
    'every day',
    'every 12 hours',
    'every week',
    'every 1 day 12 hours',
    'every 3 months',
  ]);
});

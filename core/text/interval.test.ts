import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addInterval, intervalLabel, MIN_INTERVAL_MS, parseInterval } from './interval.ts';

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
])('parses %s', (text, interval) => expect(parseInterval(text)).toBe(interval));

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
])('rejects %j', (text) => expect(parseInterval(text)).toBeUndefined());

it('adds calendar months and years', () => {
  const at = (text: string) => new Date(text);
  expect(addInterval(at('2026-01-31T10:00:00Z'), 'P1M')).toEqual(at('2026-02-28T10:00:00Z'));
  expect(addInterval(at('2024-02-29T10:00:00Z'), 'P1Y')).toEqual(at('2025-02-28T10:00:00Z'));
  expect(addInterval(at('2026-12-31T23:30:00Z'), 'PT45M')).toEqual(at('2027-01-01T00:15:00Z'));
  expect(addInterval(at('2026-03-01T00:00:00Z'), 'P1WT12H')).toEqual(at('2026-03-08T12:00:00Z'));
});

it('describes it in words', () => {
  expect(['P1D', 'PT12H', 'P1W', 'P1DT12H', 'P3M'].map(intervalLabel)).toEqual([
    'every day',
    'every 12 hours',
    'every week',
    'every 1 day 12 hours',
    'every 3 months',
  ]);
});

describe('any interval', () => {
  const written = fc
    .tuple(
      fc.integer({ min: 1, max: 40 }),
      fc.constantFrom('m', 'min', 'minutes', 'h', 'hrs', 'd', 'days', 'w', 'weeks', 'mo', 'months'),
      fc.constantFrom('', ' ', '  '),
      fc.constantFrom('', 'every ', 'Every  '),
    )
    .map(([count, unit, blank, every]) => `${every}${count}${blank}${unit}`);
  const moment = fc.date({
    min: new Date('1990-01-01T00:00:00Z'),
    max: new Date('2090-01-01T00:00:00Z'),
    noInvalidDate: true,
  });

  it('is parsed from its own duration, and from its words', () =>
    fc.assert(
      fc.property(written, (text) => {
        const interval = parseInterval(text);
        if (interval === undefined) return;
        expect(parseInterval(interval)).toBe(interval);
        expect(parseInterval(intervalLabel(interval))).toBe(interval);
      }),
    ));
  it('advances any time by 15 minutes to a year', () =>
    fc.assert(
      fc.property(written, moment, (text, from) => {
        const interval = parseInterval(text);
        if (interval === undefined) return;
        const lengthMs = addInterval(from, interval).getTime() - from.getTime();
        expect(lengthMs).toBeGreaterThanOrEqual(MIN_INTERVAL_MS);
        expect(lengthMs).toBeLessThanOrEqual(366 * 86_400_000);
      }),
    ));
  it('of months keeps the time of day, and the day if the month has it', () =>
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 12 }), moment, (months, from) => {
        const to = addInterval(from, `P${months}M`);
        expect(to.toISOString().slice(11)).toBe(from.toISOString().slice(11));
        expect((to.getUTCMonth() - from.getUTCMonth() + 24) % 12).toBe(months % 12);
        const isLastDay = new Date(to.getTime() + 86_400_000).getUTCDate() === 1;
        expect(to.getUTCDate() === from.getUTCDate() || isLastDay).toBe(true);
      }),
    ));
  it('does not mutate the time it is added to', () => {
    const from = new Date('2026-01-31T10:00:00Z');
    addInterval(from, 'P1M');
    expect(from).toEqual(new Date('2026-01-31T10:00:00Z'));
  });
  it('is rejected or parsed for any input', () =>
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.stringMatching(/^P?[0-9TYMWDHS]{0,12}$/)), (text) => {
        const interval = parseInterval(text);
        if (interval !== undefined) expect(interval).toMatch(/^P[0-9TYMWDH]+$/);
      }),
    ));
});

it.each([
  ['14m', undefined],
  ['15m', 'PT15M'],
  ['366d', 'P366D'],
  ['367d', undefined],
  ['52w', 'P52W'],
  ['53w', undefined],
  ['12mo', 'P12M'],
  ['13mo', undefined],
  ['P1Y1D', 'P1Y1D'],
  ['P1Y2D', undefined],
  ['quarterly', 'P3M'],
  ['fortnightly', 'P2W'],
])('%s is within 15 minutes and a year, or rejected', (text, interval) =>
  expect(parseInterval(text)).toBe(interval),
);

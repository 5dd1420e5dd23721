import { describe, expect, it } from 'vitest';
import { dayBegan, nextDay, windowEnd } from './day-window.ts';

const HOUR = 3_600_000;
const at = (text: string): Date => new Date(text);

describe('the daily window of an allowance', () => {
  it.each([
    ['Europe/Berlin', '2026-03-28T23:30:00Z', '2026-03-29T22:00:00.000Z', 'a day of 23 hours'],
    ['Europe/Berlin', '2026-10-24T22:30:00Z', '2026-10-25T23:00:00.000Z', 'a day of 25 hours'],
    [
      'Africa/Cairo',
      '2026-04-23T12:00:00Z',
      '2026-04-23T22:00:00.000Z',
      'a midnight that is not there: the clock goes from 0 to 1',
    ],
    [
      'Asia/Kathmandu',
      '2026-11-21T12:00:00Z',
      '2026-11-21T18:15:00.000Z',
      'a zone of three quarters of an hour',
    ],
    ['Pacific/Kiritimati', '2026-11-21T12:00:00Z', '2026-11-22T10:00:00.000Z', 'the first zone'],
  ])('in %s ends at local midnight after %s: %s, %s', (zone, now, end) => {
    expect(windowEnd(zone, at(now)).toISOString()).toBe(end);
  });

  it('comes once per local day and at least 20 hours after the last, through every change of clocks in a year', () => {
    for (const zone of [
      'America/New_York',
      'Australia/Lord_Howe',
      'Africa/Casablanca',
      'America/Santiago',
      'UTC',
    ]) {
      let end = windowEnd(zone, at('2025-12-31T12:00:00Z'));
      for (let day = 0; day < 366; day += 1) {
        const next = windowEnd(zone, end, end);
        expect((next.getTime() - end.getTime()) / HOUR).toBeGreaterThanOrEqual(23);
        expect((next.getTime() - end.getTime()) / HOUR).toBeLessThanOrEqual(25);
        expect(dayBegan(zone, end.getTime())).toBe(end.getTime());
        end = next;
      }
    }
  });

  it('gives nothing extra to people who change time zones', () => {
    const zones = [
      'Pacific/Kiritimati',
      'Pacific/Niue',
      'UTC',
      'Asia/Tokyo',
      'America/Los_Angeles',
      'Europe/Berlin',
    ];
    let now = at('2026-06-01T12:00:00Z').getTime();
    let end = windowEnd('UTC', new Date(now));
    for (let hop = 0; hop < 300; hop += 1) {
      now = end.getTime() + (hop % 7) * HOUR;
      const next = windowEnd(zones[hop % zones.length] ?? 'UTC', new Date(now), end);
      expect(next.getTime() - end.getTime()).toBeGreaterThanOrEqual(20 * HOUR);
      expect(next.getTime()).toBeGreaterThan(now);
      end = next;
    }
    expect(nextDay('UTC', at('2026-06-01T23:59:59.999Z').getTime())).toBe(
      at('2026-06-02T00:00:00Z').getTime(),
    );
  });
});

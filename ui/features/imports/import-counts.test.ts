import { describe, expect, it } from 'vitest';
import { Import } from '#core/contract/import.ts';
import { countsOf, barFractions, timeLeft } from './import-counts.ts';

const some = (counts: Partial<Import>): Import =>
  Import.parse({
    _id: '01980000-0000-7000-8000-000000000000',
    name: 'a',
    state: 'running',
    createdAt: '2026-01-01T00:00:00Z',
    total: 0,
    queued: 0,
    running: 0,
    ready: 0,
    failed: 0,
    duplicates: 0,
    skipped: 0,
    ...counts,
  });

describe('the summary of an import', () => {
  it('omits counts of zero', () => {
    expect(countsOf(some({ total: 1, ready: 1 }))).toBe('1 of 1 source processed');
    expect(countsOf(some({ total: 1240, ready: 900, duplicates: 12, failed: 3, skipped: 2 }))).toBe(
      '900 of 1,240 sources processed · 12 already added · 2 skipped · 3 failed',
    );
  });
  it('fills the bar only as far as the import is', () => {
    expect(
      barFractions(
        some({ total: 10, ready: 4, duplicates: 1, skipped: 1, failed: 1, running: 2 }),
      ).map((it) => it.share),
    ).toEqual([0.4, 0.2, 0.1, 0.2]);
    expect(barFractions(some({})).every((it) => it.share === 0)).toBe(true);
  });
  it.each([
    [undefined, undefined],
    [0, undefined],
    [20, 'less than a minute left'],
    [60, 'about 1 minute left'],
    [3600, 'about 60 minutes left'],
    [9000, 'about 3 hours left'],
  ])('formats %s seconds as %s', (seconds, said) => {
    expect(timeLeft(seconds)).toBe(said);
  });
});

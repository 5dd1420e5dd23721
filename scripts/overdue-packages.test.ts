import { expect, it } from 'vitest';
import { overdue, FRAMES, isTooLate } from './overdue-packages.ts';

const NOW = new Date('2026-06-30T00:00:00Z');
const daysAgo = (days: number): string => new Date(NOW.getTime() - days * 86_400_000).toISOString();
const late = (version: string, times: Record<string, string>, name = 'koa') =>
  overdue({ name, version, times }, NOW)
    .filter(isTooLate)
    .map(({ newer, days }) => [newer, days]);

it('counts from the first newer release, not from the newest', () => {
  expect(
    late('3.2.0', {
      '3.1.9': daysAgo(900),
      '3.2.0': daysAgo(200),
      '3.2.1': daysAgo(FRAMES.update + 1),
      '3.10.0': daysAgo(1),
      created: daysAgo(999),
      modified: daysAgo(1),
    }),
  ).toEqual([['3.2.1', FRAMES.update + 1]]);
  expect(late('3.2.0', { '3.2.1': daysAgo(FRAMES.update) })).toEqual([]);
  expect(late('3.9.0', { '3.10.0': daysAgo(90) })).toEqual([['3.10.0', 90]]);
});
it('allows more time for a major version, and ignores prereleases and later releases of older versions', () => {
  expect(late('3.2.0', { '4.0.0-beta.1': daysAgo(900), '4.0.0': daysAgo(FRAMES.major) })).toEqual(
    [],
  );
  expect(late('3.2.0', { '4.0.0': daysAgo(FRAMES.major + 1), '4.1.0': daysAgo(2) })).toEqual([
    ['4.0.0', FRAMES.major + 1],
  ]);
  expect(late('3.2.0', { '2.9.9': daysAgo(900) })).toEqual([]);
});
it('ignores newer major versions of a held package, but not newer minor ones', () => {
  expect(late('6.0.0', { '6.0.1': daysAgo(100), '7.0.0': daysAgo(900) }, 'typescript')).toEqual([
    ['6.0.1', 100],
  ]);
});

import { expect, it } from 'vitest';
import { retryDelay } from './retry-delay.ts';

const waits = (code: string, status: number | undefined, tries: readonly number[]) =>
  tries.map((n) => retryDelay({ code, status }, n));

it('waits longer each time for an unreachable server, up to the time of a restart', () => {
  expect(waits('unreachable', 0, [0, 1, 2, 10, 59, 60])).toEqual([
    500,
    1000,
    2000,
    10_000,
    10_000,
    undefined,
  ]);
});

it('follows a running answer at once after a lost connection, before the server stops it', () => {
  expect(waits('cut', undefined, [0, 1, 2, 60])).toEqual([0, 500, 1000, undefined]);
});

it('retries an interrupted answer a few times, and waits for one generated in another window', () => {
  expect(waits('interrupted', undefined, [0, 2, 3])).toEqual([500, 2000, undefined]);
  expect(waits('generating', 409, [0, 9])).toEqual([500, 2000]);
});

it('does not retry a refused question', () => {
  for (const code of [
    'allowance_spent',
    'unverified',
    'provider_failed',
    'no_source_selected',
    'not_allowed',
  ])
    expect(retryDelay({ code, status: 429 }, 0)).toBeUndefined();
});

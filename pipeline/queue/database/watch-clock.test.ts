import { expect, it } from 'vitest';
import { watchClock } from './watch-clock.ts';

const DAY_MS = 86_400_000;

it.each([
  ['passes', 1_000, 1_000, undefined],
  ['is corrected a little', 1_000, 3_000, undefined],
  ['is set a day ahead', 1_000, DAY_MS + 1_000, { jumpedMs: DAY_MS, stoppedMs: 0 }],
  ['is set a day back', 1_000, 1_000 - DAY_MS, { jumpedMs: -DAY_MS, stoppedMs: 0 }],
  ['goes on while the process is stopped', 60_000, 60_000, { jumpedMs: 0, stoppedMs: 60_000 }],
  ['goes on while the machine is suspended', 10, 60_010, { jumpedMs: 60_000, stoppedMs: 0 }],
])('reports what happened when time %s', (_what, elapsedMs, nowMs, change) => {
  const at = { now: 1_800_000_000_000, elapsed: 5_000 };
  const clock = watchClock(
    () => at.now,
    () => at.elapsed,
  );
  at.now += nowMs;
  at.elapsed += elapsedMs;
  expect(clock.look()).toEqual(change);
  expect(clock.look()).toBeUndefined();
});

import { afterEach, expect, it, vi } from 'vitest';
import { createLog } from '#config/log.ts';
import { startReconcileSchedule } from './reconcile-schedule.ts';

const log = createLog('silent');
afterEach(() => {
  vi.useRealTimers();
});

it('compares the index at once, retries after a failure, then compares every night until stopped', async () => {
  vi.useFakeTimers({ now: new Date(2026, 10, 21, 12) });
  const times: number[] = [];
  const clock = startReconcileSchedule({
    log,
    async reconcile() {
      times.push(Date.now());
      if (times.length < 3) throw new Error('not there');
      return [];
    },
  });
  await vi.advanceTimersByTimeAsync(3 * 24 * 3_600_000);
  await clock.stop();
  await vi.advanceTimersByTimeAsync(3 * 24 * 3_600_000);
  const [first = 0, second = 0, third = 0, ...nights] = times;
  expect([second - first, third - second]).toEqual([30_000, 60_000]);
  expect(
    nights.map((at) => new Date(at)).map((at) => [at.getDate(), [3, 4].includes(at.getHours())]),
  ).toEqual([
    [22, true],
    [23, true],
    [24, true],
  ]);
});

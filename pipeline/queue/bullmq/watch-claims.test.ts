import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { watchClaims } from './watch-claims.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function watching() {
  const now = { due: true, free: true, taken: 0, stuck: 0 };
  const watch = watchClaims({
    hasDueJobs: async () => now.due,
    isFree: () => now.free,
    claimedCount: () => now.taken,
    stuckMs: 60_000,
    onStuck: () => {
      now.stuck += 1;
    },
  });
  return { now, watch, pass: (ms: number) => vi.advanceTimersByTimeAsync(ms) };
}

it('reports once when no job was claimed for a minute although one was due and the worker was free', async () => {
  const { now, pass } = watching();
  await pass(59_000);
  expect(now.stuck).toBe(0);
  await pass(11_000);
  expect(now.stuck).toBe(1);
  await pass(600_000);
  expect(now.stuck).toBe(1);
});

it.each<[string, (now: ReturnType<typeof watching>['now']) => void]>([
  [
    'takes what is due',
    (now) => {
      now.taken += 1;
    },
  ],
  [
    'is busy',
    (now) => {
      now.free = !now.free;
    },
  ],
  [
    'has nothing to claim',
    (now) => {
      now.due = !now.due;
    },
  ],
])("doesn't report while the worker sometimes %s", async (_what, change) => {
  const { now, pass } = watching();
  for (let round = 0; round < 20; round += 1) {
    await pass(25_000);
    change(now);
  }
  expect(now.stuck).toBe(0);
});

it("doesn't report while Redis is unavailable, or after it was stopped", async () => {
  let isAway = true;
  let stuck = 0;
  const watch = watchClaims({
    hasDueJobs: () => (isAway ? Promise.reject(new Error('away')) : Promise.resolve(true)),
    isFree: () => true,
    claimedCount: () => 0,
    stuckMs: 60_000,
    onStuck: () => {
      stuck += 1;
    },
  });
  await vi.advanceTimersByTimeAsync(600_000);
  isAway = false;
  await vi.advanceTimersByTimeAsync(50_000);
  watch.stop();
  await vi.advanceTimersByTimeAsync(600_000);
  expect(stuck).toBe(0);
});

import { vi } from 'vitest';

/**
 * With so much patience a test waits for what must come, as `expect.poll` does by itself: it ends
 * as soon as it is there.
 */
const PATIENCE_MS = 60_000;

/** Looks until `look` throws no more. */
export const eventually = <T>(
  look: () => T | Promise<T>,
  {
    interval = 20,
    timeout = PATIENCE_MS,
  }: {
    /** ms */
    interval?: number;
    /** ms, where what comes is much work */
    timeout?: number;
  } = {},
): Promise<T> => vi.waitFor(look, { timeout, interval });

const TICK_MS = 10;
/**
 * From now to the call of what it gives: how long this process had its turns, in ms. On a machine
 * with other work that is less than has passed, never more.
 */
export function ownTime(): () => number {
  let ticks = 0;
  const clock = setInterval(() => {
    ticks += 1;
  }, TICK_MS).unref();
  return () => {
    clearInterval(clock);
    return ticks * TICK_MS;
  };
}

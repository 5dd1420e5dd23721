import { vi } from 'vitest';

/** How long tests wait for an event that must come; they continue as soon as it does. */
const PATIENCE_MS = 60_000;

/** Retries `look` until it no longer throws. */
export const eventually = <T>(
  look: () => T | Promise<T>,
  {
    interval = 20,
    timeout = PATIENCE_MS,
  }: {
    /** ms */
    interval?: number;
    /** ms, for longer work */
    timeout?: number;
  } = {},
): Promise<T> => vi.waitFor(look, { timeout, interval });

const TICK_MS = 10;
/**
 * Returns a function that returns the ms of CPU time available to this process since now. On a busy
 * machine this is less than the elapsed time, never more.
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

import { setTimeout as wait } from 'node:timers/promises';

const DAY_MS = 86_400_000;
/** the longest that a test takes on a busy machine */
const NEEDED_MS = 60_000;

/**
 * Waits until after midnight (UTC) if the day ends too soon for a test. Daily counters reset at
 * midnight, which would change their values during a test.
 */
export async function withinOneDay(): Promise<void> {
  const leftMs = DAY_MS - (Date.now() % DAY_MS);
  if (leftMs < NEEDED_MS) await wait(leftMs + 1);
}

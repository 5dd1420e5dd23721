import { setTimeout as wait } from 'node:timers/promises';

const DAY_MS = 86_400_000;
/** so long a test may take on a busy machine */
const NEEDED_MS = 60_000;

/**
 * What is counted by the day begins anew at midnight (UTC). A test that counts does so within one
 * day: where too little is left of it, it begins in the next.
 */
export async function withinOneDay(): Promise<void> {
  const leftMs = DAY_MS - (Date.now() % DAY_MS);
  if (leftMs < NEEDED_MS) await wait(leftMs + 1);
}

/**
 * The lane of one host: running requests, waiting requests, and the earliest next start. Times in
 * ms of the clock.
 */
import { Fault } from '#core/contract/faults.ts';

/** a longer wait is a fault, so that the queue retries later */
export const LONGEST_WAIT_S = 5;
/** a pause up to this length counts as waiting for a turn */
const SHORT_PAUSE_S = 30;
/** requests fail once a host has been down for this long */
const GIVEN_UP_AFTER_MS = 3 * 3600_000;
/** turns are assigned at most this far ahead */
const FARTHEST_TURN_MS = 600_000;
const LONGEST_MS = LONGEST_WAIT_S * 1000;

interface Waiting {
  proceed(): void;
}
export interface Lane {
  running: number;
  waiting: Waiting[];
  everyMs: number;
  nextStartMs: number;
  /** end of the turns promised to callers that were turned away */
  promisedMs: number;
  heldUntilMs: number;
  /** consecutive pauses without a given time */
  strikes: number;
  failures: number;
  failingSinceMs: number;
  /** consecutive pauses because the host was down; above 0, one request at a time is admitted */
  rests: number;
}

export const openLane = (everyMs: number): Lane => ({
  running: 0,
  waiting: [],
  everyMs,
  nextStartMs: 0,
  promisedMs: 0,
  heldUntilMs: 0,
  strikes: 0,
  failures: 0,
  failingSinceMs: 0,
  rests: 0,
});

export const isIdle = (lane: Lane, nowMs: number): boolean =>
  lane.running === 0 &&
  lane.waiting.length === 0 &&
  Math.max(lane.nextStartMs, lane.heldUntilMs, lane.promisedMs) < nowMs;

/** Whether another request would have to wait too long for its turn. */
export const isFull = (lane: Lane, nowMs: number): boolean =>
  lane.nextStartMs + lane.waiting.length * lane.everyMs - nowMs > LONGEST_MS;

/**
 * The fault for callers that can't wait. Each gets a different retry time, so that they don't all
 * return at once.
 */
export function sentAway(lane: Lane, nowMs: number): Fault {
  lane.promisedMs =
    Math.min(
      Math.max(lane.promisedMs, lane.nextStartMs, nowMs + LONGEST_MS),
      nowMs + FARTHEST_TURN_MS,
    ) + lane.everyMs;
  return new Fault('paced', { retryAfterS: Math.ceil((lane.promisedMs - nowMs) / 1000) });
}

/** Throws while the host is held for longer than a request may wait. */
export function assertOpen(lane: Lane, nowMs: number): void {
  const heldS = Math.ceil((lane.heldUntilMs - nowMs) / 1000);
  if (lane.rests > 0 && nowMs - lane.failingSinceMs > GIVEN_UP_AFTER_MS && heldS > 0)
    throw new Fault('provider_failed', {
      message: "This site hasn't responded for hours. Try again later.",
    });
  if (heldS <= LONGEST_WAIT_S) return;
  throw new Fault(heldS <= SHORT_PAUSE_S ? 'paced' : 'rate_limited', {
    retryAfterS: heldS,
    ...(lane.rests > 0 && {
      message: "This site isn't responding. Resumes automatically.",
    }),
  });
}

/** Reserves the next start and returns its time. Throws if that is too far ahead. */
export function takeTurn(lane: Lane, companion: boolean, nowMs: number): number {
  const earliestMs = Math.max(nowMs, lane.heldUntilMs);
  const startMs = companion ? earliestMs : Math.max(earliestMs, lane.nextStartMs);
  if (startMs - nowMs > LONGEST_MS) throw sentAway(lane, nowMs);
  const nextMs = Math.max(startMs, lane.nextStartMs) + lane.everyMs;
  // The resources of one page don't block its site for longer than a request may wait.
  lane.nextStartMs = companion
    ? Math.max(lane.nextStartMs, Math.min(nextMs, nowMs + LONGEST_MS))
    : nextMs;
  return startMs;
}

/**
 * Limits the requests of this process to each public host: concurrency, rate, `Retry-After`, and
 * few requests while the host does not respond. Callers wait for some seconds at most; beyond that
 * they get a time to retry.
 */
import { setTimeout as delay } from 'node:timers/promises';
import {
  assertOpen,
  isFull,
  isIdle,
  LONGEST_WAIT_S,
  openLane,
  sentAway,
  takeTurn,
  type Lane,
} from './pace-lane.ts';

const FIRST_PAUSE_S = 15 * 60;
const LONGEST_PAUSE_S = 6 * 3600;
/** consecutive failures after which a host counts as down */
const FAILURES = 5;
const FIRST_REST_S = 60;
const LONGEST_REST_S = 3600;
const MOST_LANES = 1000;

export interface Clock {
  now(): number;
  wait(ms: number, signal: AbortSignal | undefined): Promise<void>;
}
/** Monotonic, so that setting the system clock delays no host. */
const systemClock: Clock = {
  now: () => performance.timeOrigin + performance.now(),
  wait: (ms, signal) => delay(ms, undefined, signal ? { signal } : {}),
};

/** `heldUntil`: the host asked us to wait, or doesn't respond. */
export interface LaneState {
  host: string;
  running: number;
  waiting: number;
  heldUntil?: Date;
}
export interface EnterOptions {
  /**
   * Part of what was just fetched, such as an image of a page: it starts at once, and later
   * requests wait for both.
   */
  companion?: boolean;
  /** seconds between two requests, if the host specifies them */
  everyS?: number | undefined;
}
export interface Pace {
  /**
   * Waits for a turn at the host, a few seconds at most; the caller gives it back. Faults: `paced`
   * if the turn comes later, `rate_limited` if the host asked for a pause or is down, both with
   * `retryAfterS`; `provider_failed` if it has been down for hours.
   */
  enter(host: string, signal?: AbortSignal, options?: EnterOptions): Promise<() => void>;
  /**
   * Pauses a host that asked to slow down; without seconds for 15 min, doubling up to 6 h until
   * `succeed`. Returns the length of the pause in s.
   */
  hold(host: string, seconds?: number): number;
  /** Records a response of the host. */
  succeed(host: string): void;
  /**
   * Records that the host didn't respond or responded with a server error. After five in a row the
   * host is paused for 1 min, doubling up to 1 h; then one request is admitted as a test.
   */
  fail(host: string): void;
  /** Lists hosts in use or on hold, busiest first. */
  lanes(): LaneState[];
}
/** The lanes of hosts. Idle ones are dropped to limit their number. */
class Lanes {
  readonly #lanes = new Map<string, Lane>();
  readonly #everyMs: number;
  readonly #now: () => number;

  constructor(everyMs: number, now: () => number) {
    this.#everyMs = everyMs;
    this.#now = now;
  }

  of(host: string): Lane {
    const lane = this.#lanes.get(host) ?? openLane(this.#everyMs);
    this.#lanes.set(host, lane);
    return lane;
  }

  forgetIdle(): void {
    if (this.#lanes.size <= MOST_LANES) return;
    const now = this.#now();
    for (const [host, lane] of this.#lanes)
      if (isIdle(lane, now) && lane.strikes === 0 && lane.failures === 0) this.#lanes.delete(host);
    // Drops idle hosts, oldest first, to stay below the limit.
    for (const [host, lane] of this.#lanes)
      if (this.#lanes.size > MOST_LANES && isIdle(lane, now)) this.#lanes.delete(host);
  }

  /** Returns lanes, busiest first. */
  states(): LaneState[] {
    const now = this.#now();
    return [...this.#lanes]
      .filter(([, lane]) => !isIdle(lane, now))
      .map(([host, { running, waiting, heldUntilMs }]) => ({
        host,
        running,
        waiting: waiting.length,
        ...(heldUntilMs > now ? { heldUntil: new Date(heldUntilMs) } : {}),
      }))
      .sort((a, b) => b.running + b.waiting - a.running - a.waiting);
  }
}

const placesIn = (lane: Lane, concurrency: number): number =>
  lane.rests > 0 ? 1 : Math.max(1, concurrency);

/** Waits for a slot in the lane, a few seconds at most. */
async function takePlace(
  lane: Lane,
  concurrency: number,
  clock: Clock,
  signal: AbortSignal | undefined,
): Promise<void> {
  if (lane.running < placesIn(lane, concurrency)) {
    lane.running += 1;
    return;
  }
  if (lane.rests > 0) throw sentAway(lane, clock.now());
  const place = Promise.withResolvers<void>();
  const waiting = { proceed: () => place.resolve() };
  lane.waiting.push(waiting);
  const stop = new AbortController();
  const giveUp = (reason: () => unknown): void => {
    const at = lane.waiting.indexOf(waiting);
    if (at < 0) return;
    lane.waiting.splice(at, 1);
    place.reject(reason());
  };
  const onAbort = (): void => giveUp(() => signal?.reason);
  signal?.addEventListener('abort', onAbort, { once: true });
  clock.wait(LONGEST_WAIT_S * 1000, stop.signal).then(
    () => giveUp(() => sentAway(lane, clock.now())),
    () => undefined,
  );
  await place.promise.finally(() => {
    stop.abort();
    signal?.removeEventListener('abort', onAbort);
  });
}

/** Gives free slots to waiting requests. */
function freePlace(lane: Lane, concurrency: number): void {
  lane.running -= 1;
  while (lane.running < placesIn(lane, concurrency)) {
    const next = lane.waiting.shift();
    if (!next) break;
    lane.running += 1;
    next.proceed();
  }
}

export function createPace(
  { concurrency, perSecond }: { concurrency: number; perSecond: number },
  clock: Clock = systemClock,
): Pace {
  const usualMs = 1000 / perSecond;
  const now = (): number => clock.now();
  const lanes = new Lanes(usualMs, now);

  return {
    async enter(host, signal, { companion = false, everyS } = {}) {
      signal?.throwIfAborted();
      const lane = lanes.of(host);
      if (everyS !== undefined) lane.everyMs = Math.max(usualMs, everyS * 1000);
      assertOpen(lane, now());
      if (!companion && isFull(lane, now())) throw sentAway(lane, now());
      await takePlace(lane, concurrency, clock, signal);
      let isGivenBack = false;
      const giveBack = (): void => {
        if (isGivenBack) return;
        isGivenBack = true;
        freePlace(lane, concurrency);
        lanes.forgetIdle();
      };
      try {
        assertOpen(lane, now());
        const waitMs = takeTurn(lane, companion, now()) - now();
        if (waitMs > 0) await clock.wait(waitMs, signal);
        // The host may have asked for a pause meanwhile.
        assertOpen(lane, now());
        return giveBack;
      } catch (error) {
        giveBack();
        throw signal?.aborted ? signal.reason : error;
      }
    },
    hold(host, seconds) {
      const lane = lanes.of(host);
      const heldS = seconds ?? Math.min(FIRST_PAUSE_S * 2 ** lane.strikes, LONGEST_PAUSE_S);
      if (seconds === undefined) lane.strikes += 1;
      lane.heldUntilMs = Math.max(lane.heldUntilMs, now() + heldS * 1000);
      return heldS;
    },
    succeed(host) {
      Object.assign(lanes.of(host), { strikes: 0, failures: 0, rests: 0 });
    },
    fail(host) {
      const lane = lanes.of(host);
      if (lane.failures === 0) lane.failingSinceMs = now();
      lane.failures += 1;
      if (lane.failures < FAILURES || lane.heldUntilMs > now()) return;
      lane.heldUntilMs = now() + Math.min(FIRST_REST_S * 2 ** lane.rests, LONGEST_REST_S) * 1000;
      lane.rests += 1;
    },
    lanes: () => lanes.states(),
  };
}

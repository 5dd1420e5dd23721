/**
 * How one public host is asked by this process: so many at once, so many per second, not before it
 * wants to be asked again, and hardly at all while it does not answer. Nobody waits here for long:
 * beyond some seconds the caller is sent away with the time to come back at.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { Fault } from '#core/contract/faults.ts';

/** a wait up to this long is waited for; a longer one is a fault for the queue to keep */
export const LONGEST_WAIT_S = 5;
/** a pause up to this long is no more than a turn to wait for */
const SHORT_PAUSE_S = 30;
const FIRST_PAUSE_S = 15 * 60;
const LONGEST_PAUSE_S = 6 * 3600;
/** failures in a row after which a host is taken to be down */
const FAILURES = 5;
const FIRST_REST_S = 60;
const LONGEST_REST_S = 3600;
/** a host that has been down for so long is not waited for any more */
const GIVEN_UP_AFTER_MS = 3 * 3600_000;
/** turns are given out so far ahead */
const FARTHEST_TURN_MS = 600_000;
const MOST_LANES = 1000;

export interface Clock {
  now(): number;
  wait(ms: number, signal: AbortSignal | undefined): Promise<void>;
}
const systemClock: Clock = {
  now: () => Date.now(),
  wait: (ms, signal) => delay(ms, undefined, signal ? { signal } : {}),
};

/** `heldUntil`: the host asked for it, or does not answer. */
export interface LaneState {
  host: string;
  running: number;
  waiting: number;
  heldUntil?: Date;
}
export interface EnterOptions {
  /**
   * Part of what was just fetched, as an image of a page: it goes at once, and what comes after it
   * waits for both.
   */
  companion?: boolean;
  /** seconds between two requests, where the host names them; kept for as long as it is busy */
  everyS?: number | undefined;
}
export interface Pace {
  /**
   * Waits for a turn at the host, a few seconds at most; the caller gives it back. Faults, each
   * with `retryAfterS`: `paced` when its turn comes later, `rate_limited` when the host asked for a
   * pause or is down; `provider_failed` when it has been down for hours.
   */
  enter(host: string, signal?: AbortSignal, options?: EnterOptions): Promise<() => void>;
  /**
   * The host said to slow down; without seconds: 15 min, doubling up to 6 h until `succeed`.
   * Returns the seconds held.
   */
  hold(host: string, seconds?: number): number;
  /** The host answered. */
  succeed(host: string): void;
  /**
   * The host did not answer, or only that it cannot. After five in a row it rests 1 min, doubling
   * up to 1 h; then one is let through to see.
   */
  fail(host: string): void;
  /** Hosts in use or on hold, the busiest first. */
  lanes(): LaneState[];
}
interface Waiting {
  go(): void;
}
interface Lane {
  running: number;
  waiting: Waiting[];
  everyMs: number;
  nextStartMs: number;
  /** turns given to those who were sent away */
  promisedMs: number;
  heldUntilMs: number;
  /** pauses without a time, in a row */
  strikes: number;
  failures: number;
  failingSinceMs: number;
  /** rests in a row; above 0 one at a time is let through */
  rests: number;
}

export function createPace(
  { concurrency, perSecond }: { concurrency: number; perSecond: number },
  clock: Clock = systemClock,
): Pace {
  const usualMs = 1000 / perSecond;
  const longestMs = LONGEST_WAIT_S * 1000;
  const lanes = new Map<string, Lane>();
  const now = (): number => clock.now();

  const laneOf = (host: string): Lane => {
    const lane = lanes.get(host) ?? {
      running: 0,
      waiting: [],
      everyMs: usualMs,
      nextStartMs: 0,
      promisedMs: 0,
      heldUntilMs: 0,
      strikes: 0,
      failures: 0,
      failingSinceMs: 0,
      rests: 0,
    };
    lanes.set(host, lane);
    return lane;
  };
  const isIdle = (lane: Lane): boolean =>
    lane.running === 0 &&
    lane.waiting.length === 0 &&
    Math.max(lane.nextStartMs, lane.heldUntilMs, lane.promisedMs) < now();
  const forgetIdle = (): void => {
    for (const [host, lane] of lanes)
      if (isIdle(lane) && lane.strikes === 0 && lane.failures === 0) lanes.delete(host);
    // What is known of idle hosts goes too, the oldest first, before there are ever more.
    for (const [host, lane] of lanes)
      if (lanes.size > MOST_LANES && isIdle(lane)) lanes.delete(host);
  };
  const room = (lane: Lane): number => (lane.rests > 0 ? 1 : Math.max(1, concurrency));

  /** Each who is sent away gets a turn of its own, so that they do not all come back at once. */
  const sentAway = (lane: Lane): Fault => {
    lane.promisedMs =
      Math.min(
        Math.max(lane.promisedMs, lane.nextStartMs, now() + longestMs),
        now() + FARTHEST_TURN_MS,
      ) + lane.everyMs;
    return new Fault('paced', { retryAfterS: Math.ceil((lane.promisedMs - now()) / 1000) });
  };
  const assertOpen = (lane: Lane): void => {
    const heldS = Math.ceil((lane.heldUntilMs - now()) / 1000);
    if (lane.rests > 0 && now() - lane.failingSinceMs > GIVEN_UP_AFTER_MS && heldS > 0)
      throw new Fault('provider_failed', {
        message: 'This site has not answered for hours. Try again once it is back.',
      });
    if (heldS <= LONGEST_WAIT_S) return;
    throw new Fault(heldS <= SHORT_PAUSE_S ? 'paced' : 'rate_limited', {
      retryAfterS: heldS,
      ...(lane.rests > 0 && {
        message: 'This site does not answer at the moment. Gloss waits and goes on by itself.',
      }),
    });
  };
  const leave = (lane: Lane): void => {
    lane.running -= 1;
    while (lane.running < room(lane)) {
      const next = lane.waiting.shift();
      if (!next) break;
      lane.running += 1;
      next.go();
    }
    if (lanes.size > MOST_LANES) forgetIdle();
  };
  async function takePlace(lane: Lane, signal: AbortSignal | undefined): Promise<void> {
    if (lane.running < room(lane)) {
      lane.running += 1;
      return;
    }
    if (lane.rests > 0) throw sentAway(lane);
    const place = Promise.withResolvers<void>();
    const waiting: Waiting = { go: () => place.resolve() };
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
    clock.wait(longestMs, stop.signal).then(
      () => giveUp(() => sentAway(lane)),
      () => undefined,
    );
    await place.promise.finally(() => {
      stop.abort();
      signal?.removeEventListener('abort', onAbort);
    });
  }
  /** The time of the next start, taken. */
  function takeTurn(lane: Lane, companion: boolean): number {
    const earliestMs = Math.max(now(), lane.heldUntilMs);
    const startMs = companion ? earliestMs : Math.max(earliestMs, lane.nextStartMs);
    if (startMs - now() > longestMs) throw sentAway(lane);
    const nextMs = Math.max(startMs, lane.nextStartMs) + lane.everyMs;
    // The parts of one page do not lock its site for longer than anybody would wait.
    lane.nextStartMs = companion
      ? Math.max(lane.nextStartMs, Math.min(nextMs, now() + longestMs))
      : nextMs;
    return startMs;
  }

  return {
    async enter(host, signal, { companion = false, everyS } = {}) {
      signal?.throwIfAborted();
      const lane = laneOf(host);
      if (everyS !== undefined) lane.everyMs = Math.max(usualMs, everyS * 1000);
      assertOpen(lane);
      if (!companion && lane.nextStartMs + lane.waiting.length * lane.everyMs - now() > longestMs)
        throw sentAway(lane);
      await takePlace(lane, signal);
      let isGivenBack = false;
      const giveBack = (): void => {
        if (isGivenBack) return;
        isGivenBack = true;
        leave(lane);
      };
      try {
        assertOpen(lane);
        const waitMs = takeTurn(lane, companion) - now();
        if (waitMs > 0) await clock.wait(waitMs, signal);
        // While it waited the host may have asked for a pause.
        assertOpen(lane);
        return giveBack;
      } catch (error) {
        giveBack();
        throw signal?.aborted ? signal.reason : error;
      }
    },
    hold(host, seconds) {
      const lane = laneOf(host);
      const heldS = seconds ?? Math.min(FIRST_PAUSE_S * 2 ** lane.strikes, LONGEST_PAUSE_S);
      if (seconds === undefined) lane.strikes += 1;
      lane.heldUntilMs = Math.max(lane.heldUntilMs, now() + heldS * 1000);
      return heldS;
    },
    succeed(host) {
      Object.assign(laneOf(host), { strikes: 0, failures: 0, rests: 0 });
    },
    fail(host) {
      const lane = laneOf(host);
      if (lane.failures === 0) lane.failingSinceMs = now();
      lane.failures += 1;
      if (lane.failures < FAILURES || lane.heldUntilMs > now()) return;
      lane.heldUntilMs = now() + Math.min(FIRST_REST_S * 2 ** lane.rests, LONGEST_REST_S) * 1000;
      lane.rests += 1;
    },
    lanes: () =>
      [...lanes]
        .filter(([, lane]) => !isIdle(lane))
        .map(([host, { running, waiting, heldUntilMs }]) => ({
          host,
          running,
          waiting: waiting.length,
          ...(heldUntilMs > now() ? { heldUntil: new Date(heldUntilMs) } : {}),
        }))
        .sort((a, b) => b.running + b.waiting - a.running - a.waiting),
  };
}

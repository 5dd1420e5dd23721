/** How fast one public host is asked: so many at once, so many per second, and never before it said it wants to be asked again. */
import { setTimeout as delay } from 'node:timers/promises';
import { Fault } from '#core/contract/faults.ts';

/** a hold up to this long is waited for; a longer one is a fault for the queue to keep */
export const LONGEST_WAIT_S = 20;
const FIRST_PAUSE_S = 15 * 60;
const LONGEST_PAUSE_S = 6 * 3600;

export interface Pace {
  /** Waits for a turn at the host; the caller gives it back. Fault `rate_limited` when the host is on hold for longer than 20 s. */
  enter(host: string, signal?: AbortSignal): Promise<() => void>;
  /** The host said to slow down; without seconds: 15 min, doubling up to 6 h until `succeed`. Returns the seconds held. */
  hold(host: string, seconds?: number): number;
  succeed(host: string): void;
}
interface Lane { running: number; waiting: (() => void)[]; nextStartMs: number; heldUntilMs: number; strikes: number }

export function createPace({ concurrency, perSecond }: { concurrency: number; perSecond: number }, now: () => number = Date.now): Pace {
  const lanes = new Map<string, Lane>();
  const laneOf = (host: string): Lane => {
    const lane = lanes.get(host) ?? { running: 0, waiting: [], nextStartMs: 0, heldUntilMs: 0, strikes: 0 };
    lanes.set(host, lane);
    return lane;
  };
  const forgetIdle = (): void => {
    for (const [host, lane] of lanes) {
      if (lane.running === 0 && lane.waiting.length === 0 && lane.strikes === 0 && Math.max(lane.nextStartMs, lane.heldUntilMs) < now()) lanes.delete(host);
    }
  };
  const assertNotHeld = (lane: Lane): void => {
    const heldS = Math.ceil((lane.heldUntilMs - now()) / 1000);
    if (heldS > LONGEST_WAIT_S) throw new Fault('rate_limited', { retryAfterS: heldS });
  };
  const leave = (lane: Lane): void => {
    const next = lane.waiting.shift();
    if (next) next(); else lane.running -= 1;
    if (lanes.size > 1000) forgetIdle();
  };
  async function takePlace(lane: Lane, signal: AbortSignal | undefined): Promise<void> {
    if (lane.running < Math.max(1, concurrency)) { lane.running += 1; return; }
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const give = (): void => resolve();
    const giveUp = (): void => {
      const at = lane.waiting.indexOf(give);
      if (at < 0) return;
      lane.waiting.splice(at, 1);
      reject(signal?.reason);
    };
    lane.waiting.push(give);
    signal?.addEventListener('abort', giveUp, { once: true });
    await promise.finally(() => signal?.removeEventListener('abort', giveUp));
  }

  return {
    async enter(host, signal) {
      signal?.throwIfAborted();
      const lane = laneOf(host);
      assertNotHeld(lane);
      await takePlace(lane, signal);
      let isGivenBack = false;
      const giveBack = (): void => {
        if (isGivenBack) return;
        isGivenBack = true;
        leave(lane);
      };
      try {
        assertNotHeld(lane);
        const startMs = Math.max(now(), lane.nextStartMs, lane.heldUntilMs);
        lane.nextStartMs = startMs + 1000 / perSecond;
        const waitMs = startMs - now();
        if (waitMs > 0) await delay(waitMs, undefined, signal ? { signal } : {});
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
    succeed(host) { laneOf(host).strikes = 0; },
  };
}

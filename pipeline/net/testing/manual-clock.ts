import type { Clock } from '../pace.ts';

export interface ManualClock extends Clock {
  /** Advances the clock and resolves expired waits in order. */
  pass(seconds: number): Promise<void>;
}

/** A clock that advances only on request. */
export function manualClock(): ManualClock {
  let nowMs = 1_000_000;
  let waiting: { atMs: number; go(): void }[] = [];
  const settle = () =>
    new Promise((resolve) => {
      setImmediate(resolve);
    });
  return {
    now: () => nowMs,
    wait(ms, signal) {
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      const entry = { atMs: nowMs + ms, go: resolve };
      waiting.push(entry);
      signal?.addEventListener(
        'abort',
        () => {
          waiting = waiting.filter((it) => it !== entry);
          reject(signal.reason);
        },
        { once: true },
      );
      return promise;
    },
    async pass(seconds) {
      const untilMs = nowMs + seconds * 1000;
      await settle();
      for (let next = earliest(untilMs); next; next = earliest(untilMs)) {
        nowMs = Math.max(nowMs, next.atMs);
        waiting = waiting.filter((it) => it !== next);
        next.go();
        await settle();
      }
      nowMs = untilMs;
    },
  };
  function earliest(untilMs: number) {
    return waiting.filter((it) => it.atMs <= untilMs).sort((a, b) => a.atMs - b.atMs)[0];
  }
}

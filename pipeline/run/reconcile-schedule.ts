import { driftOf, type Reconciled } from '#core/contract/reconcile.ts';
import type { Log } from '#config/log.ts';

/** Local time of the nightly comparison, and a random delay, so that several servers don't run it at once. */
const NIGHT = { hour: 3, minute: 30, spreadMs: 30 * 60_000 };
/** Delay after a failure: doubled each time, up to an hour. */
const RETRY_MS = { first: 30_000, longest: 3_600_000 };

export interface ReconcileSchedule {
  /** Compares now, or again after the running comparison. */
  runNow(): void;
  stop(): Promise<void>;
}

/** Compares the index with the library at once and every night, and retries after failures. */
export function startReconcileSchedule({
  reconcile,
  log,
}: {
  reconcile(signal: AbortSignal): Promise<Reconciled[]>;
  log: Log;
}): ReconcileSchedule {
  let timer: NodeJS.Timeout | undefined;
  const stopping = new AbortController();
  let retryMs = RETRY_MS.first;
  let running: Promise<void> | undefined;
  let isRunning = false;
  let again = false;

  async function run(): Promise<void> {
    isRunning = true;
    again = false;
    try {
      for (const done of await reconcile(stopping.signal))
        if (driftOf(done) > 0)
          log.info(done, 'the index differed from the library and was put right');
      retryMs = RETRY_MS.first;
      plan(untilNight(new Date()));
    } catch (error) {
      if (stopping.signal.aborted) return;
      log.warn({ err: error, retryMs }, 'the index could not be compared with the library');
      plan(retryMs);
      retryMs = Math.min(retryMs * 2, RETRY_MS.longest);
    } finally {
      isRunning = false;
      if (again) plan(0);
    }
  }
  function plan(ms: number): void {
    clearTimeout(timer);
    if (stopping.signal.aborted) return;
    timer = setTimeout(() => {
      running = run();
    }, ms);
    timer.unref();
  }
  running = run();
  return {
    runNow() {
      again = true;
      if (!isRunning) plan(0);
    },
    async stop() {
      stopping.abort();
      clearTimeout(timer);
      await running;
    },
  };
}

function untilNight(now: Date): number {
  const next = new Date(now);
  next.setHours(NIGHT.hour, NIGHT.minute, 0, 0);
  if (next <= now) next.setDate(next.getDate() + 1);
  return next.getTime() - now.getTime() + Math.round(Math.random() * NIGHT.spreadMs);
}

import { driftOf, type Reconciled } from '#core/contract/reconcile.ts';
import type { Log } from '#config/log.ts';

/**
 * Local time of the night's comparison, and how much later it may be: several servers need not do
 * it at once.
 */
const NIGHT = { hour: 3, minute: 30, spreadMs: 30 * 60_000 };
/** After a failure: doubled each time, to an hour. */
const RETRY_MS = { first: 30_000, longest: 3_600_000 };

export interface ReconcileSchedule {
  /** Compares now, or once more after the comparison that is running. */
  runNow(): void;
  stop(): Promise<void>;
}

/**
 * Compares the index with the library at once, every night, and again and again after it could not.
 */
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

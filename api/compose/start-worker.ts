import type { Log } from '#config/log.ts';
import { createListings, startFeeder } from '#pipeline/imports/index.ts';
import type { QueueWorker, WorkOptions } from '#pipeline/queue/index.ts';
import type { Runner } from '#pipeline/run/runner.ts';
import { createEmbeddingBackfill } from '#pipeline/run/embedding-backfill.ts';
import type { Feature } from '../http/feature.ts';
import { observeJobs } from '../telemetry/index.ts';
import { openListing } from './open-listing.ts';
import { BULK_SLOTS, SLOW_SLOTS, type Parts } from './parts.ts';

const SWEEP_MS = 15_000;
/** ms until jobs are retried while the disk is full */
const NO_ROOM_MS = 4_000;
/** Jobs at once in one process, most of which wait for the network. */
const SLOTS = {
  /** for sources that people add, retry or refresh */
  normal: 8,
  /** for imports and images */
  bulk: BULK_SLOTS,
};
/** import jobs that may wait for a slot of this process */
const BACKLOG = 2 * SLOTS.bulk;

export interface WorkerOptions extends Pick<WorkOptions, 'stuckMs'> {
  /**
   * Called when the worker takes no more jobs, to replace it. Without it this process starts
   * another worker, because page and notes are in the same process.
   */
  onStuck?(): void;
}

export interface ServerWorkerOptions extends Pick<WorkerOptions, 'stuckMs'> {
  /** run a worker in this process, default true */
  worker?: boolean;
  /** ms before it starts, default 0 */
  workAfterMs?: number;
}

/** The worker of a server, with the watchdog over both. */
export function createServerWorker(parts: Parts, options: ServerWorkerOptions): Feature {
  let worker: QueueWorker | undefined;
  return {
    name: 'worker',
    async start() {
      parts.watchdog?.start();
      if (options.worker === false) return;
      worker = await (options.workAfterMs
        ? startWorkerLater(parts, options, options.workAfterMs)
        : startWorker(parts, options));
    },
    close: (graceMs) => worker?.stop(graceMs),
  };
}

/**
 * Like `startWorker`, but processes sources only after `delayMs`. Sources that blocked the event
 * loop before are set aside at once.
 */
async function startWorkerLater(
  parts: Parts,
  options: WorkerOptions,
  delayMs: number,
): Promise<QueueWorker> {
  const { log, runner } = parts;
  log.warn({ ms: delayMs }, 'reading sources is paused');
  await setAsideBlockers(runner, log);
  let started: Promise<QueueWorker | undefined> | undefined;
  const timer = setTimeout(() => {
    started = startWorker(parts, options).catch((error: unknown) => {
      log.error({ err: error }, 'the worker could not be started; restart the server');
      return undefined;
    });
  }, delayMs);
  return {
    async stop(graceMs) {
      clearTimeout(timer);
      await (await started)?.stop(graceMs);
    },
  };
}

/** The start continues without it: the sources are retried, and the watchdog is active. */
async function setAsideBlockers(runner: Runner, log: Log): Promise<void> {
  await runner.setAsideBlockers().catch((error: unknown) => {
    log.error({ err: error }, 'sources that blocked the event loop could not be set aside');
  });
}

/**
 * Runs jobs in this process, feeds the queue from imports, and enqueues due jobs that the queue
 * lost.
 */
export async function startWorker(
  parts: Parts,
  { onStuck, stuckMs }: WorkerOptions = {},
): Promise<QueueWorker> {
  const { queue, runner, log, settings, staging } = parts;
  const sweep = () =>
    runner.sweep().then(
      (count) => {
        if (count > 0) log.info({ count }, 'sweeper enqueued due jobs');
      },
      (error: unknown) => log.warn({ err: error }, 'sweeper failed'),
    );
  // A stage would only find the disk full again.
  const handler = observeJobs(parts.metrics, (run) =>
    parts.room.isFull()
      ? Promise.resolve({ kind: 'wait', delayMs: NO_ROOM_MS })
      : runner.handler(run),
  );
  await setAsideBlockers(runner, log);
  const workers: QueueWorker[] = [];
  const begin = async (): Promise<void> => {
    const made = await queue.work(handler, {
      concurrency: SLOTS.normal,
      bulkConcurrency: SLOTS.bulk,
      ...(stuckMs !== undefined && { stuckMs }),
      onStuck() {
        log.error('The worker takes no jobs any more, although some are due');
        if (onStuck) return onStuck();
        // Jobs in progress get time to end.
        void made.stop().finally(() => {
          workers.splice(workers.indexOf(made), 1);
        });
        begin().catch((error: unknown) => {
          log.error({ err: error }, 'no other worker could be started');
        });
      },
    });
    workers.push(made);
  };
  await begin();
  const feeder = startFeeder({
    ...staging,
    queue,
    log,
    backlog: BACKLOG,
    slots: SLOTS.bulk,
    slowSlots: SLOW_SLOTS,
    perHost: settings.hostPace.concurrency,
    isPaced: parts.isPaced,
    listings: createListings({ ...staging, log, open: openListing(parts) }),
  });
  const keeper = createEmbeddingBackfill({ ports: parts.indexing, log });
  const keep = () =>
    keeper.tick().then(
      (count) => {
        if (count > 0) log.info({ count }, 'embedded sources that were ready without vectors');
      },
      (error: unknown) => log.warn({ err: error }, 'could not find sources without vectors'),
    );
  const timer = setInterval(() => {
    void sweep();
    void keep();
  }, SWEEP_MS);
  void sweep();
  void keep();
  return {
    async stop(graceMs) {
      clearInterval(timer);
      await feeder.stop();
      await keeper.stop();
      await Promise.all(workers.map((worker) => worker.stop(graceMs)));
    },
  };
}

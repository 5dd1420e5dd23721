import type { Reconciled } from '#core/contract/reconcile.ts';
import type { Handler } from '#pipeline/queue/index.ts';
import { STAGE_RUNNERS } from '#pipeline/stages/registry.ts';
import { createBulkLimits, type BulkLimits } from './bulk-limits.ts';
import { enqueueForgotten } from './stage-schedule.ts';
import { restartDueRetries } from './retry-later.ts';
import { runSuspectsOneByOne, setAsideBlockers } from './quarantine.ts';
import { reconcile, reindex } from './reconcile.ts';
import { createProgressWriter } from './progress-writer.ts';
import { runSource } from './run-source.ts';
import type { RunnerPorts } from './runner-ports.ts';

export interface Runner {
  /** The handler for the workers of a queue. */
  handler: Handler;
  /** Sets aside the sources that blocked an event loop, by the notes of the watchdogs. */
  setAsideBlockers(): Promise<void>;
  /**
   * Enqueues each stage that has been due for 30 s: its queue forgot it. And
   * restarts failed sources that get another try. Returns how many.
   */
  sweep(now?: Date): Promise<number>;
  /** Repairs differences between index and library, until aborted. Returns the differences. */
  reconcile(signal?: AbortSignal): Promise<Reconciled[]>;
  /** Rebuilds the index from the chunks in the database. */
  reindex(): Promise<{ sources: number; chunks: number }>;
  /** The slots of bulk work. */
  pools: BulkLimits['pools'];
}

export interface RunnerOptions extends Omit<RunnerPorts, 'stages' | 'bulk' | 'beginProgress'> {
  stages?: RunnerPorts['stages'];
  bulkLimits?: Parameters<typeof createBulkLimits>[0];
}

/**
 * Commits the effect of a stage and the next stage in one transaction, and runs the stages of a
 * source one after another under one lease. `stages` defaults to the registry; `bulkLimits` to 2 and 8.
 */
export function createRunner({
  stages = STAGE_RUNNERS,
  bulkLimits = { computing: 2, slow: 8 },
  ...given
}: RunnerOptions): Runner {
  const bulk = createBulkLimits(bulkLimits);
  const beginProgress = createProgressWriter(given);
  const context: RunnerPorts = { ...given, stages, bulk, beginProgress };
  return {
    handler: runSuspectsOneByOne(context, (run) => runSource(context, run)),
    setAsideBlockers: () => setAsideBlockers(context),
    sweep: async (now = new Date()) =>
      (await enqueueForgotten(context, now)) + (await restartDueRetries(context, now)),
    reconcile: (signal) => reconcile(context.ports, signal),
    reindex: () => reindex(context.ports),
    pools: bulk.pools,
  };
}

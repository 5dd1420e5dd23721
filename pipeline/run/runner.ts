import type { Reconciled } from '#core/contract/reconcile.ts';
import type { Handler } from '#pipeline/queue/index.ts';
import { STAGE_RUNNERS } from '#pipeline/stages/registry.ts';
import { enqueueForgotten } from './due-stage.ts';
import { restartLaterTries } from './later-try.ts';
import { runSuspectsOneByOne, setAsideBlockers } from './quarantine.ts';
import { reconcile, reindex } from './reconcile.ts';
import { runSource } from './run-source.ts';
import type { RunnerPorts } from './runner-ports.ts';

export interface Runner {
  /** What a queue's worker runs. */
  handler: Handler;
  /** Sets aside the sources that blocked an event loop, by the notes of the watchdogs. */
  setAsideBlockers(): Promise<void>;
  /**
   * Enqueues each stage that has been due for 30 s: its queue forgot it. And
   * restarts failed sources that get another try. Returns how many.
   */
  sweep(now?: Date): Promise<number>;
  /** Repairs the differences between index and library, until aborted. Returns what they were. */
  reconcile(signal?: AbortSignal): Promise<Reconciled[]>;
  /** Rebuilds the index from the passages in the database. */
  reindex(): Promise<{ sources: number; chunks: number }>;
}

/**
 * Commits the effect of a stage and the next stage in one transaction, and runs the stages of a
 * source one after another under one lease. `stages` defaults to the registry.
 */
export function createRunner({
  stages = STAGE_RUNNERS,
  ...given
}: Omit<RunnerPorts, 'stages'> & Partial<Pick<RunnerPorts, 'stages'>>): Runner {
  const context: RunnerPorts = { ...given, stages };
  return {
    handler: runSuspectsOneByOne(context, (run) => runSource(context, run)),
    setAsideBlockers: () => setAsideBlockers(context),
    sweep: async (now = new Date()) =>
      (await enqueueForgotten(context, now)) + (await restartLaterTries(context, now)),
    reconcile: (signal) => reconcile(context.ports, signal),
    reindex: () => reindex(context.ports),
  };
}

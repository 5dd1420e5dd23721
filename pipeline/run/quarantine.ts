/** Sets aside sources that break their workers, and runs suspects one at a time. */
import { Fault } from '#core/contract/faults.ts';
import { EmbeddingStatus } from '#core/contract/source.ts';
import type { Handler, Job, JobRun, Outcome } from '#pipeline/queue/index.ts';
import { isStageDue } from './stage-schedule.ts';
import { failStage } from './fail-stage.ts';
import type { RunnerPorts } from './runner-ports.ts';

type QuarantinePorts = Pick<RunnerPorts, 'database' | 'log' | 'ports'>;

/**
 * A killed worker interrupts all its jobs, most of which are not the cause. A job that crashed
 * alone is suspected sooner.
 */
const MAX_CRASHES = { alone: 5, amongOthers: 10 };
const SUSPECT_CRASHES = 3;
const SUSPECT_WAIT_MS = 1_000;
const BROKE_WORKERS =
  'Issues with processing. Reading this source broke the worker again and again; retry it once Gloss is updated.';
const BLOCKED_SERVER =
  'Reading this source stopped the server. It is set aside until you retry it.';
const BLOCKED_AT_REFRESH =
  'Refreshing this source stopped the server. It will not be refreshed again until you do it yourself.';

/** Whether so many workers died with this job that it must be set aside. */
export async function hasBrokenWorkers(
  { queue }: Pick<RunnerPorts, 'queue'>,
  { crashes }: JobRun,
): Promise<boolean> {
  if (crashes >= MAX_CRASHES.amongOthers) return true;
  if (crashes < MAX_CRASHES.alone) return false;
  const { waiting, running } = await queue.counts();
  return waiting + running <= 1;
}

/**
 * Fails a source that broke its workers, so that it takes no other worker along. A retry by a person
 * starts with a crash count of 0.
 */
export async function quarantine(context: QuarantinePorts, job: Job): Promise<Outcome> {
  const { sourceId, stage } = job;
  context.log.error({ sourceId, stage }, 'a source broke its worker again and again');
  const fault = new Fault('internal', { message: BROKE_WORKERS });
  await failStage(context, job, fault, async (row, transaction) => {
    if (row.version === job.version && job.stage !== 'refresh')
      await context.ports.library.patch(
        row.id,
        { embeddingStatus: EmbeddingStatus.empty },
        transaction,
      );
  });
  return { kind: 'failed' };
}

/**
 * Fails a source that blocked the event loop. A person can retry or refresh it; its schedule ends.
 */
export async function setAsideBlocker(context: QuarantinePorts, job: Job): Promise<void> {
  const { library } = context.ports;
  const found = await library.find(job.sourceId);
  if (!found || !isStageDue(found, job)) return;
  context.log.error(
    { sourceId: job.sourceId, stage: job.stage },
    'a source blocked the event loop and is set aside',
  );
  const isRefresh = found.pendingVersion !== null || job.stage === 'refresh';
  const message = isRefresh ? BLOCKED_AT_REFRESH : BLOCKED_SERVER;
  await failStage(context, job, new Fault('internal', { message }), async (row, transaction) => {
    if (isRefresh) await library.patch(row.id, { nextRefreshAt: null }, transaction);
  });
}

/** Judges the notes that watchdogs left, and sets aside the sources to blame. */
export async function setAsideBlockers(
  context: QuarantinePorts & Pick<RunnerPorts, 'blocked'>,
): Promise<void> {
  await context.blocked?.judge((job) => setAsideBlocker(context, job));
}

/**
 * A handler that runs suspects one at a time, so that the one to blame takes no other suspect along.
 * Suspects are jobs that crashed repeatedly, or that the notes of watchdogs name.
 */
export function runSuspectsOneByOne(
  context: QuarantinePorts & Pick<RunnerPorts, 'blocked'>,
  work: Handler,
): Handler {
  let isSuspectRunning = false;
  return async (run) => {
    // Another process on this machine may have left a note since this one started.
    if (run.crashes > 0) await setAsideBlockers(context);
    if (run.crashes < SUSPECT_CRASHES && !context.blocked?.isSuspect(run.job)) return work(run);
    if (isSuspectRunning)
      return { kind: 'wait', delayMs: Math.round(SUSPECT_WAIT_MS * (0.5 + Math.random())) };
    isSuspectRunning = true;
    try {
      return await work(run);
    } finally {
      isSuspectRunning = false;
    }
  };
}

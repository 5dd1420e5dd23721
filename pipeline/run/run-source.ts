import { versionBeingRead, type SourceRow } from '#pipeline/library/index.ts';
import type { Job, JobRun, Outcome } from '#pipeline/queue/index.ts';
import { runAssets } from './run-assets.ts';
import { RETURNED, runStage } from './run-stage.ts';
import type { RunnerPorts } from './runner-ports.ts';

const isOutcome = (result: SourceRow | Outcome): result is Outcome => !('ownerId' in result);

/**
 * Runs the stage of a job, and then the stages after it under the same lease. If a worker dies,
 * only the current stage is lost; its job returns to the queue and is handed over to the stage that
 * is due.
 */
export async function runSource(context: RunnerPorts, run: JobRun): Promise<Outcome> {
  const { ports } = context;
  const { sourceId, version } = run.job;
  if (run.job.stage === 'assets') return runWatched(context, run, () => runAssets(context, run));
  let row = await ports.library.find(sourceId);
  if (row?.deletedAt) await ports.index.remove(sourceId);
  if (!row || row.deletedAt || versionBeingRead(row) !== version || row.stage === null)
    return { kind: 'done' };
  // An earlier worker got further than this job says.
  if (row.stage !== run.job.stage)
    return handOver(
      context,
      run,
      { sourceId, version, stage: row.stage },
      Math.max(0, (row.dueAt?.getTime() ?? 0) - Date.now()),
    );
  for (let isFirst = true; ; isFirst = false) {
    const source: SourceRow = row;
    const { stage } = source;
    if (stage === null) return { kind: 'done' };
    const job = { sourceId, version, stage };
    const isOwnStage = stage === run.job.stage;
    const stageRun = isOwnStage ? run : { ...run, job, attempt: 0, crashes: 0 };
    const result: SourceRow | Outcome = await runWatched(context, stageRun, () =>
      runStage(context, source, stageRun, isFirst),
    );
    if (isOutcome(result)) {
      const isForThisJob = isOwnStage || result === RETURNED || !('delayMs' in result);
      return isForThisJob ? result : handOver(context, run, job, result.delayMs);
    }
    row = result;
  }
}

/** Runs a stage under the watchdog. Once the stage ends, its source is no longer a suspect. */
async function runWatched<T>(
  context: RunnerPorts,
  run: JobRun,
  work: () => Promise<T>,
): Promise<T> {
  const result = context.watchdog ? await context.watchdog.run(run.job, work) : await work();
  if (!run.signal.aborted) await context.blocked?.clear(run.job);
  return result;
}

/** Enqueues the stage that is due as a job with its own attempts and crashes. */
async function handOver(
  { queue }: Pick<RunnerPorts, 'queue'>,
  { rank }: JobRun,
  job: Job,
  delayMs: number,
): Promise<Outcome> {
  await queue.enqueue([job], { delayMs, rank });
  return { kind: 'done' };
}

import { Fault } from '#core/contract/faults.ts';
import { asBeingRead, BEGUN, type SourceRow } from '#pipeline/library/index.ts';
import type { JobRun, Outcome } from '#pipeline/queue/index.ts';
import { commitStage } from './commit-stage.ts';
import { keepStageDue } from './stage-schedule.ts';
import { hasBrokenWorkers, quarantine } from './quarantine.ts';
import { portsAtRank, type RunnerPorts } from './runner-ports.ts';
import { settleFault } from './settle-fault.ts';

/** The outcome of an aborted run: the job goes back to the queue at once. */
export const RETURNED: Outcome = { kind: 'wait', delayMs: 0 };

/**
 * Runs one stage and commits its result. `isFirst` is false for a stage that runs under the job of
 * an earlier stage. Returns the row if the source continues from here, else the job's outcome.
 */
export async function runStage(
  context: RunnerPorts,
  row: SourceRow,
  run: JobRun,
  isFirst: boolean,
): Promise<SourceRow | Outcome> {
  const { ports, stages, log, jobTimeoutMs, beginProgress } = context;
  const { sourceId, stage, version } = run.job;
  const source = asBeingRead(row);
  if (await hasBrokenWorkers(context, run)) return quarantine(context, run.job);
  const stopKeepingDue = isFirst ? () => undefined : keepStageDue(context, run.job);
  const leave = await context.bulk.enter(run).catch(() => undefined);
  if (!leave) {
    stopKeepingDue();
    return RETURNED;
  }
  const progress = beginProgress(sourceId);
  const startedAt = performance.now();
  const deadline = AbortSignal.timeout(jobTimeoutMs);
  const signal = AbortSignal.any([run.signal, deadline]);
  try {
    const stored = isFirst
      ? await ports.library.artifacts.find(sourceId, version, stage)
      : undefined;
    if (stage === 'fetch' && row.pendingVersion === null)
      progress.report(BEGUN.progressDone, BEGUN.progressTotal);
    const output = stored
      ? undefined
      : await stages[stage]({
          source,
          ports: portsAtRank(context, run.rank),
          signal,
          log,
          report: progress.report,
          requestLimits: () => context.bulk.requestLimits(source, run),
        });
    progress.end();
    if (run.signal.aborted) return RETURNED;
    const next = await commitStage(context, run.job, output);
    // The first pages of what proved to be a duplicate may have been searchable already.
    if (!next && output?.ends && (await ports.library.find(sourceId))?.deletedAt)
      await ports.index.remove(sourceId);
    if (output?.later && output.later !== 'more')
      return await settleFault(context, source, run, output.later);
    const ms = Math.round(performance.now() - startedAt);
    log.info({ sourceId, stage, version, kind: source.kind, ms }, 'stage done');
    return next ?? { kind: 'done' };
  } catch (error) {
    progress.end();
    if (run.signal.aborted) return RETURNED;
    const reason = deadline.aborted ? new Fault('timed_out', { cause: error }) : error;
    return settleFault(context, source, run, reason);
  } finally {
    stopKeepingDue();
    leave();
  }
}

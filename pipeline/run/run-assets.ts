/** Saves the images and styles of a ready source. A failure doesn't affect the source. */
import { toFault, type Fault } from '#core/contract/faults.ts';
import type { SourceRow } from '#pipeline/library/index.ts';
import type { JobRun, Outcome } from '#pipeline/queue/index.ts';
import { AssetsArtifact } from '#pipeline/stages/contract.ts';
import { isStageDue } from './stage-schedule.ts';
import { endAssets } from './end-assets.ts';
import { hasBrokenWorkers } from './quarantine.ts';
import { RETURNED } from './run-stage.ts';
import { portsAtRank, type RunnerPorts } from './runner-ports.ts';
import { backoffMs, MAX_ATTEMPTS } from './settle-fault.ts';

/** Delay while the file store or the database is unavailable. */
const AWAY_MS = 30_000;

/**
 * Runs the job of the stage `assets`, which may run during a refresh of the source. It ends if it
 * still fails after `MAX_ATTEMPTS` runs: the source stays ready with the assets it has.
 */
export async function runAssets(context: RunnerPorts, run: JobRun): Promise<Outcome> {
  const { ports, stages, log, jobTimeoutMs } = context;
  const { job } = run;
  const source = await ports.library.find(job.sourceId);
  if (!source || !isStageDue(source, job)) return { kind: 'done' };
  const { sourceId, version } = job;
  if (await hasBrokenWorkers(context, run)) {
    log.error({ sourceId }, 'saving the images of a source broke its worker again and again');
    await endAssets(context, job);
    return { kind: 'failed' };
  }
  const startedAt = performance.now();
  const signal = AbortSignal.any([run.signal, AbortSignal.timeout(jobTimeoutMs)]);
  try {
    const report = () => undefined;
    const { artifact } = await stages.assets({
      source,
      ports: portsAtRank(context, run.rank),
      signal,
      log,
      report,
    });
    if (run.signal.aborted) return RETURNED;
    await endAssets(context, job, AssetsArtifact.parse(artifact));
    const ms = Math.round(performance.now() - startedAt);
    log.info({ sourceId, stage: job.stage, version, kind: source.kind, ms }, 'stage done');
    return { kind: 'done' };
  } catch (error) {
    return run.signal.aborted ? RETURNED : settleFault(context, source, run, toFault(error));
  }
}

async function settleFault(
  context: Pick<RunnerPorts, 'database' | 'ports' | 'log'>,
  source: SourceRow,
  { job, attempt }: JobRun,
  fault: Fault,
): Promise<Outcome> {
  const fields = { sourceId: source.id, stage: job.stage, attempt, code: fault.code, err: fault };
  if (fault.code === 'unavailable') {
    context.log.info(fields, 'stage waits');
    return { kind: 'wait', delayMs: AWAY_MS };
  }
  if (attempt + 1 < MAX_ATTEMPTS) {
    context.log.warn(fields, 'stage tries again');
    return { kind: 'retry', delayMs: backoffMs(attempt) };
  }
  context.log.warn(fields, 'a source stays without its images');
  await endAssets(context, job);
  return { kind: 'failed' };
}

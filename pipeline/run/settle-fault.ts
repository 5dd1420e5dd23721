/** Decides whether a stage that threw waits, is retried, or fails. */
import { FAULTS, toFault, type Fault } from '#core/contract/faults.ts';
import type { SourcePatch, SourceRow } from '#pipeline/library/index.ts';
import type { Job, JobRun, Outcome } from '#pipeline/queue/index.ts';
import { isStageDue } from './stage-schedule.ts';
import { failStage } from './fail-stage.ts';
import { retryLaterPatch } from './retry-later.ts';
import { retryDecision, type RetryDecision } from './retry-budget.ts';
import type { RunnerPorts } from './runner-ports.ts';

type SettlePorts = Pick<RunnerPorts, 'database' | 'log' | 'ports' | 'bulk' | 'onFailed'>;

/** runs of a stage whose faults are retried with a growing delay */
export const MAX_ATTEMPTS = 3;
export const backoffMs = (attempt: number): number => 2_000 * 5 ** attempt;

/**
 * Applies the retry policy of a fault: `wait` keeps the source due and records the reason on its
 * row, up to the limits of `retryDecision`; `backoff` is retried within seconds, except a bulk
 * fetch whose host doesn't respond, which is retried once when the rest of its import is done; any
 * other fault fails the source, which is retried a day later for `later`. `source` is the row as it
 * was when the run began.
 */
export async function settleFault(
  context: SettlePorts,
  source: SourceRow,
  run: JobRun,
  error: unknown,
): Promise<Outcome> {
  const { log } = context;
  const thrown = toFault(error);
  const decision = await waitDecision(context, source, thrown);
  const fault = decision?.kind === 'enough' ? decision.fault : thrown;
  const fields = {
    sourceId: source.id,
    stage: run.job.stage,
    attempt: run.attempt,
    code: fault.code,
    err: fault.cause ?? fault,
  };
  if (decision?.kind === 'wait') {
    const { delayMs, patch } = decision;
    await postpone(context, run.job, delayMs, patch);
    log.info({ ...fields, delayMs }, 'stage waits');
    return { kind: 'wait', delayMs };
  }
  const timeout = context.bulk.onFault(source, run, fault.code);
  if (timeout?.kind === 'later') {
    const { delayMs } = timeout;
    await postpone(context, run.job, delayMs, {
      errorCode: fault.code,
      errorMessage: fault.message,
    });
    log.info({ ...fields, delayMs }, 'stage is tried once more later');
    return { kind: 'wait', delayMs };
  }
  const mayTryAgain = FAULTS[fault.code].retry === 'backoff' && run.attempt + 1 < MAX_ATTEMPTS;
  if (!decision && !timeout && mayTryAgain) {
    log.warn(fields, 'stage tries again');
    return { kind: 'retry', delayMs: backoffMs(run.attempt) };
  }
  log[fault.code === 'internal' ? 'error' : 'info'](fields, 'stage failed');
  await failStage(context, run.job, fault, async (row, transaction) => {
    await context.ports.library.patch(row.id, retryLaterPatch(row, fault), transaction);
  });
  await context.onFailed?.(source, fault);
  return { kind: 'failed' };
}

/** Undefined for a fault that isn't waited for. */
async function waitDecision(
  { ports: { library } }: SettlePorts,
  source: SourceRow,
  fault: Fault,
): Promise<RetryDecision | undefined> {
  // The error on the row counts as it was when the run began; the facts may have changed since.
  const facts = (await library.find(source.id))?.facts ?? source.facts;
  // `unavailable` means the index, the file store or the database: the source is not to blame.
  const isWaitedFor = FAULTS[fault.code].retry === 'wait' || fault.code === 'unavailable';
  return isWaitedFor ? retryDecision({ ...source, facts }, fault, new Date()) : undefined;
}

async function postpone(
  { database, ports: { library } }: SettlePorts,
  job: Job,
  delayMs: number,
  patch: SourcePatch,
): Promise<void> {
  await database.write(async (transaction) => {
    const row = await library.find(job.sourceId, transaction);
    if (!row || !isStageDue(row, job)) return;
    const dueAt = new Date(Date.now() + delayMs);
    const progress = row.stage === 'fetch' ? { progressDone: 0, progressTotal: 0 } : {};
    await library.patch(row.id, { dueAt, ...progress, ...patch }, transaction);
  });
}

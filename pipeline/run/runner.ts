import type { Transaction } from 'sequelize';
import { FAULTS, Fault, toFault } from '#core/contract/faults.ts';
import type { SourceId } from '#core/contract/id.ts';
import type { Reconciled } from '#core/contract/reconcile.ts';
import { EmbeddingStatus, type Stage } from '#core/contract/source.ts';
import type { Log } from '#config/log.ts';
import {
  asBeingRead,
  keepForOwner,
  versionBeingRead,
  type Database,
  type SourcePatch,
  type SourceRow,
} from '#pipeline/library/index.ts';
import type { Handler, Job, JobRun, Outcome, Queue } from '#pipeline/queue/index.ts';
import type { StageOutput, StagePorts, StageRunner } from '#pipeline/stages/contract.ts';
import { indexAsItStands } from '#pipeline/stages/index-stage.ts';
import { nextStage, STAGE_RUNNERS } from '#pipeline/stages/registry.ts';
import type { BlockedSources } from './blocked-sources.ts';
import { retryDecision } from './retry-budget.ts';
import type { Watchdog } from './watchdog.ts';
import { readySources, reconcile } from './reconcile.ts';

const MAX_ATTEMPTS = 3;
/**
 * A worker that is killed takes all its jobs with it, and most that went down with one are
 * innocent; not so when there was none beside it.
 */
const MAX_CRASHES = { alone: 5, amongOthers: 10 };
const BROKE_WORKERS =
  'Issues with processing. Reading this source broke the worker again and again; retry it once Gloss is updated.';
const BLOCKED_SERVER =
  'Reading this source stopped the server. It is set aside until you retry it.';
const BLOCKED_AT_REFRESH =
  'Refreshing this source stopped the server. It will not be refreshed again until you do it yourself.';
const SUSPECT_CRASHES = 3;
const SUSPECT_WAIT_MS = 1_000;
/** What has been due for so long was forgotten by its queue. */
const FORGOTTEN_MS = 30_000;
const backoffMs = (attempt: number): number => 2_000 * 5 ** attempt;

export interface Runner {
  /** What a queue's worker runs. */
  handler: Handler;
  /**
   * Sets aside the sources that blocked the event loop of a process, as the notes of its watchdog
   * say.
   */
  setAsideBlockers(): Promise<void>;
  /** Enqueues whatever has been due for 30 s: what a lost queue forgot. Returns how many. */
  sweep(now?: Date): Promise<number>;
  /** Puts right where the index differs from the library, and says what that was. */
  reconcile(): Promise<Reconciled[]>;
  /** Rebuilds the index from the passages in the database. */
  reindex(): Promise<{ sources: number; chunks: number }>;
}
export interface RunnerPorts {
  database: Database;
  queue: Queue;
  log: Log;
  jobTimeoutMs: number;
  ports: StagePorts;
  /** default: the stages themselves */
  stages?: Record<Stage, StageRunner>;
  /** is told which stage runs */
  watchdog?: Pick<Watchdog, 'run'> | undefined;
  /** what watchdogs left */
  blocked?: BlockedSources | undefined;
  /** after a source has failed for good */
  onFailed?(source: SourceRow, fault: Fault): Promise<void>;
  /**
   * `from` turned out to be `into`: what points at the one points at the other from now on, in the
   * same transaction
   */
  onMerged(from: SourceId, into: SourceId, transaction: Transaction): Promise<void>;
}

const GIVEN_BACK: Outcome = { kind: 'wait', delayMs: 0 };
const isOutcome = (it: SourceRow | Outcome): it is Outcome => !('ownerId' in it);
const isAt = (row: SourceRow, { version, stage }: Pick<Job, 'version' | 'stage'>): boolean =>
  row.deletedAt === null && versionBeingRead(row) === version && row.stage === stage;

/**
 * Load, run, store, go on: the effect of a stage and what is due next are one transaction, and the
 * stages of a source follow each other under one claim. A worker that dies has lost the stage it
 * was in; the job comes back and is handed over to the stage that is due.
 */
export function createRunner({
  database,
  queue,
  log,
  jobTimeoutMs,
  ports,
  onMerged,
  onFailed,
  stages = STAGE_RUNNERS,
  watchdog,
  blocked,
}: RunnerPorts): Runner {
  const { library } = ports;

  /**
   * What a stage has learnt goes on the row; of a pending version it waits beside it until that one
   * is whole.
   */
  async function learn(
    now: SourceRow,
    learnt: SourcePatch,
    next: Stage | null,
    transaction: Transaction,
  ): Promise<SourceRow> {
    const clock = {
      progressDone: 0,
      progressTotal: 0,
      stage: next,
      dueAt: next ? new Date() : null,
    };
    const patch: SourcePatch =
      now.pendingVersion === null
        ? {
            ...clock,
            errorCode: null,
            errorMessage: null,
            ...learnt,
            stage: clock.stage,
            dueAt: clock.dueAt,
          }
        : { ...clock, pendingPatch: { ...now.pendingPatch, ...learnt } };
    await library.patch(now.id, patch, transaction);
    return { ...now, ...patch };
  }

  /**
   * The effect of a finished stage and what is due next, or nothing at all. Returns the row, if it
   * goes on from here.
   */
  async function commit(
    { sourceId, version, stage }: Job,
    output: StageOutput | undefined,
  ): Promise<SourceRow | undefined> {
    return database.write(async (transaction) => {
      const now = await library.find(sourceId, transaction);
      if (!now || !isAt(now, { version, stage })) return undefined;
      if (output?.later) return learn(now, output.patch ?? {}, stage, transaction);
      const ends =
        typeof output?.ends === 'function' ? await output.ends(transaction) : output?.ends;
      if (ends?.kind === 'duplicate') {
        await library.mergeInto(now, ends.of, transaction);
        await keepForOwner(database, new Map([[ends.of, now.kept]]), transaction);
        await onMerged(sourceId, ends.of, transaction);
        return undefined;
      }
      if (output) {
        await output.also?.(transaction);
        await library.keepArtifact(sourceId, version, stage, output.artifact, transaction);
      }
      if (ends?.kind === 'unchanged') {
        await library.dropVersion(now, transaction);
        await library.patch(sourceId, ends.patch ?? {}, transaction);
        return undefined;
      }
      const learnt = await learn(now, output?.patch ?? {}, nextStage(stage, version), transaction);
      if (stage !== 'index' || learnt.pendingVersion === null) return learnt;
      await library.takeVersion(learnt, transaction);
      return library.find(sourceId, transaction);
    });
  }

  /** Progress is for the eye: at most twice a second, and losing one does no harm. */
  function reporter(source: SourceRow): (done: number, total: number) => void {
    let last = 0;
    return (done, total) => {
      if (Date.now() - last < 500) return;
      last = Date.now();
      database
        .write((transaction) =>
          library.patch(source.id, { progressDone: done, progressTotal: total }, transaction),
        )
        .catch((error: unknown) =>
          log.warn({ sourceId: source.id, err: error }, 'progress not kept'),
        );
    };
  }

  async function settle(source: SourceRow, run: JobRun, error: unknown): Promise<Outcome> {
    const told = toFault(error);
    // The index, the file store or the database: none of them is a fault of the source.
    const isPartGone = told.code === 'unavailable';
    // What it told before is of when this run began; its facts may have been learnt since.
    const facts = (await library.find(source.id))?.facts ?? source.facts;
    const patience =
      FAULTS[told.code].retry === 'wait' || isPartGone
        ? retryDecision({ ...source, facts }, told, new Date())
        : undefined;
    const fault = patience?.kind === 'enough' ? patience.fault : told;
    const fields = {
      sourceId: source.id,
      stage: run.job.stage,
      attempt: run.attempt,
      code: fault.code,
      err: fault.cause ?? fault,
    };
    if (patience?.kind === 'wait') {
      const { delayMs, patch } = patience;
      await database.write(async (transaction) => {
        const still = await library.find(source.id, transaction);
        if (still && isAt(still, run.job))
          await library.patch(
            source.id,
            { dueAt: new Date(Date.now() + delayMs), ...patch },
            transaction,
          );
      });
      log.info({ ...fields, delayMs }, 'stage waits');
      return { kind: 'wait', delayMs };
    }
    if (!patience && FAULTS[fault.code].retry === 'backoff' && run.attempt + 1 < MAX_ATTEMPTS) {
      log.warn(fields, 'stage tries again');
      return { kind: 'retry', delayMs: backoffMs(run.attempt) };
    }
    log[fault.code === 'internal' ? 'error' : 'info'](fields, 'stage failed');
    await fail(source, run.job, fault, async (now, transaction) => {
      const { waitingSince: _, ...rest } = now.facts;
      if (patience) await library.patch(now.id, { facts: rest }, transaction);
    });
    await onFailed?.(source, fault);
    return { kind: 'failed' };
  }

  /** `also` comes last, with the row as it was before. */
  async function fail(
    source: SourceRow,
    job: Job,
    fault: Fault,
    also: (now: SourceRow, transaction: Transaction) => Promise<void>,
  ): Promise<void> {
    const readEarly = await database.write(async (transaction) => {
      const now = await library.find(source.id, transaction);
      if (!now || !isAt(now, job)) return false;
      await library.fail(now, fault.code, fault.message, transaction);
      await also(now, transaction);
      return (
        now.pendingVersion === null &&
        (now.readyThrough !== null ||
          (now.refreshedAt === null && (job.stage === 'embed' || job.stage === 'index')))
      );
    });
    // Its first pages could be searched while the rest was read, or its words while it was
    // embedded.
    if (readEarly) await ports.index.remove(source.id);
  }

  /** Set aside with what it was, so that it takes no other worker along; a retry begins anew. */
  async function quarantine(source: SourceRow, job: Job): Promise<Outcome> {
    log.error(
      { sourceId: source.id, stage: job.stage },
      'a source broke its worker again and again',
    );
    await fail(
      source,
      job,
      new Fault('internal', { message: BROKE_WORKERS }),
      async (now, transaction) => {
        if (now.version === job.version && job.stage !== 'refresh')
          await library.patch(now.id, { embeddingStatus: EmbeddingStatus.empty }, transaction);
      },
    );
    return { kind: 'failed' };
  }

  /** A retry or a refresh by a person begins anew; a schedule does not. */
  async function setAside(job: Job): Promise<void> {
    const row = await library.find(job.sourceId);
    if (!row || !isAt(row, job)) return;
    log.error(
      { sourceId: job.sourceId, stage: job.stage },
      'a source blocked the event loop and is set aside',
    );
    const isRefresh = row.pendingVersion !== null || job.stage === 'refresh';
    const fault = new Fault('internal', {
      message: isRefresh ? BLOCKED_AT_REFRESH : BLOCKED_SERVER,
    });
    await fail(row, job, fault, async (now, transaction) => {
      if (isRefresh) await library.patch(now.id, { nextRefreshAt: null }, transaction);
    });
  }
  const setAsideBlockers = async (): Promise<void> => {
    await blocked?.judge(setAside);
  };

  /** A stage under the eye of the watchdog. */
  async function watched(
    row: SourceRow,
    run: JobRun,
    isFirst: boolean,
  ): Promise<SourceRow | Outcome> {
    const after = watchdog
      ? await watchdog.run(run.job, () => step(row, run, isFirst))
      : await step(row, run, isFirst);
    if (!run.signal.aborted) await blocked?.clear(run.job);
    return after;
  }

  /** No other job is at hand that a worker could have broken on. */
  async function isAlone(): Promise<boolean> {
    const { waiting, running } = await queue.counts();
    return waiting + running <= 1;
  }

  /**
   * A stage that goes on under the claim of an earlier one says now and then that it is not
   * forgotten.
   */
  function keepDue({ sourceId, version, stage }: Job): () => void {
    const timer = setInterval(() => {
      database
        .write(async (transaction) => {
          const now = await library.find(sourceId, transaction);
          if (now && isAt(now, { version, stage }))
            await library.patch(sourceId, { dueAt: new Date() }, transaction);
        })
        .catch((error: unknown) =>
          log.warn({ sourceId, err: error }, 'a long stage could not be held'),
        );
    }, FORGOTTEN_MS / 3);
    return () => clearInterval(timer);
  }

  /** One stage. The row, when it goes on from here; else what becomes of the job. */
  async function step(row: SourceRow, run: JobRun, isFirst: boolean): Promise<SourceRow | Outcome> {
    const { sourceId, stage, version } = run.job;
    const source = asBeingRead(row);
    if (
      run.crashes >= MAX_CRASHES.amongOthers ||
      (run.crashes >= MAX_CRASHES.alone && (await isAlone()))
    )
      return quarantine(source, run.job);
    const startedAt = performance.now();
    const deadline = AbortSignal.timeout(jobTimeoutMs);
    const signal = AbortSignal.any([run.signal, deadline]);
    const letGo = isFirst ? () => undefined : keepDue(run.job);
    try {
      const kept = isFirst ? await library.artifact(sourceId, version, stage) : undefined;
      const output = kept
        ? undefined
        : await stages[stage]({ source, ports, signal, log, report: reporter(source) });
      if (run.signal.aborted) return GIVEN_BACK;
      const now = await commit(run.job, output);
      // What turned out to be another source may have been searchable already, page by page.
      if (!now && output?.ends && (await library.find(sourceId))?.deletedAt)
        await ports.index.remove(sourceId);
      if (output?.later && output.later !== 'more') return await settle(source, run, output.later);
      log.info(
        {
          sourceId,
          stage,
          version,
          kind: source.kind,
          ms: Math.round(performance.now() - startedAt),
        },
        'stage done',
      );
      return now ?? { kind: 'done' };
    } catch (error) {
      if (run.signal.aborted) return GIVEN_BACK;
      return settle(
        source,
        run,
        deadline.aborted ? new Fault('timed_out', { cause: error }) : error,
      );
    } finally {
      letGo();
    }
  }

  /** The stage that is due gets a job of its own, with attempts and crashes of its own. */
  async function handOver(job: Job, delayMs: number): Promise<Outcome> {
    await queue.enqueue([job], { delayMs });
    return { kind: 'done' };
  }

  const work: Handler = async (run) => {
    const { sourceId, version } = run.job;
    let row = await library.find(sourceId);
    if (row?.deletedAt) await ports.index.remove(sourceId);
    if (!row || row.deletedAt || versionBeingRead(row) !== version || row.stage === null)
      return { kind: 'done' };
    // The worker before us got further than this job says.
    if (row.stage !== run.job.stage)
      return handOver(
        { sourceId, version, stage: row.stage },
        Math.max(0, (row.dueAt?.getTime() ?? 0) - Date.now()),
      );
    for (let isFirst = true; ; isFirst = false) {
      const { stage } = row;
      if (stage === null) return { kind: 'done' };
      const job = { sourceId, version, stage };
      const own = stage === run.job.stage;
      const after: SourceRow | Outcome = await watched(
        row,
        own ? run : { ...run, job, attempt: 0, crashes: 0 },
        isFirst,
      );
      if (isOutcome(after))
        return own || after === GIVEN_BACK || !('delayMs' in after)
          ? after
          : handOver(job, after.delayMs);
      row = after;
    }
  };

  /**
   * What went down with its worker again and again goes on alone among its like, so that the one to
   * blame takes no other along.
   */
  let isSuspectRunning = false;
  const handler: Handler = async (run) => {
    // Another process on this machine may have left a note since this one started.
    if (run.crashes > 0) await setAsideBlockers();
    if (run.crashes < SUSPECT_CRASHES && !blocked?.isSuspect(run.job)) return work(run);
    if (isSuspectRunning)
      return { kind: 'wait', delayMs: Math.round(SUSPECT_WAIT_MS * (0.5 + Math.random())) };
    isSuspectRunning = true;
    try {
      return await work(run);
    } finally {
      isSuspectRunning = false;
    }
  };

  return {
    handler,
    setAsideBlockers,
    async sweep(now = new Date()) {
      const due = await library.due(new Date(now.getTime() - FORGOTTEN_MS), 1000);
      const jobs = due.flatMap((source) =>
        source.stage
          ? [{ sourceId: source.id, version: versionBeingRead(source), stage: source.stage }]
          : [],
      );
      if (jobs.length > 0) await queue.enqueue(jobs);
      return jobs.length;
    },
    reconcile: () => reconcile(ports),
    async reindex() {
      await ports.index.clear();
      const total = { sources: 0, chunks: 0 };
      for await (const page of readySources(library)) {
        for (const { id } of page) {
          const indexed = await indexAsItStands(id, ports);
          if (!indexed) continue;
          total.chunks += indexed.chunks;
          total.sources += 1;
        }
      }
      return total;
    },
  };
}

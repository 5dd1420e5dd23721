import type { Transaction } from 'sequelize';
import { FAULTS, Fault, toFault } from '#core/contract/faults.ts';
import type { SourceId } from '#core/contract/id.ts';
import type { Stage } from '#core/contract/source.ts';
import type { Log } from '#config/log.ts';
import { asBeingRead, versionBeingRead, type Database, type SourcePatch, type SourceRow } from '#pipeline/library/index.ts';
import type { Handler, JobRun, Outcome, Queue } from '#pipeline/queue/index.ts';
import type { StageOutput, StagePorts, StageRunner } from '#pipeline/stages/contract.ts';
import { indexSource } from '#pipeline/stages/index-stage.ts';
import { nextStage, STAGE_RUNNERS } from '#pipeline/stages/registry.ts';
import { patienceWith } from './patience.ts';

const MAX_ATTEMPTS = 3;
const MAX_CRASHES = 5;
const PAGE = 200;
const backoffMs = (attempt: number): number => 2_000 * 5 ** attempt;

export interface Runner {
  /** What a queue's worker runs. */ handler: Handler;
  /** Enqueues whatever has been due for 30 s: what a lost queue forgot. Returns how many. */ sweep(now?: Date): Promise<number>;
  /** Makes the index hold just the ready sources, each in its version: what a lost or restored index file needs. Returns how many it put right. */ reconcile(): Promise<number>;
  /** Rebuilds the index from the passages in the database. */ reindex(): Promise<{ sources: number; chunks: number }>;
}
export interface RunnerPorts {
  database: Database; queue: Queue; log: Log; jobTimeoutMs: number; ports: StagePorts;
  /** default: the stages themselves */ stages?: Record<Stage, StageRunner>;
  /** `from` turned out to be `into`: what points at the one points at the other from now on, in the same transaction */ onMerged(from: SourceId, into: SourceId, transaction: Transaction): Promise<void>;
}

/** Load, skip if done, run, store, enqueue the next: effect and completion in one transaction. */
export function createRunner({ database, queue, log, jobTimeoutMs, ports, onMerged, stages = STAGE_RUNNERS }: RunnerPorts): Runner {
  const { library } = ports;

  /** What a stage has learnt goes on the row; of a pending version it waits beside it until that one is whole. */
  async function learn(now: SourceRow, learnt: SourcePatch, next: SourceRow['stage'], transaction: Transaction): Promise<void> {
    const clock = { progressDone: 0, progressTotal: 0, stage: next, dueAt: next ? new Date() : null };
    await library.patch(now.id, now.pendingVersion === null ? { ...clock, errorCode: null, errorMessage: null, ...learnt, stage: clock.stage, dueAt: clock.dueAt } : { ...clock, pendingPatch: { ...now.pendingPatch, ...learnt } }, transaction);
  }

  /** The effect of a finished stage and the next job, or nothing at all. */
  async function commit(source: SourceRow, run: JobRun, output: StageOutput | undefined): Promise<void> {
    const { stage, version } = run.job;
    await database.write(async (transaction) => {
      const now = await library.find(source.id, transaction);
      if (!now || now.deletedAt || versionBeingRead(now) !== version) return;
      if (output?.later) {
        await learn(now, output.patch ?? {}, stage, transaction);
        return;
      }
      const ends = typeof output?.ends === 'function' ? await output.ends(transaction) : output?.ends;
      if (ends?.kind === 'duplicate') {
        await library.mergeInto(now, ends.of, transaction);
        await onMerged(source.id, ends.of, transaction);
        return;
      }
      if (output) {
        await output.also?.(transaction);
        await library.keepArtifact(source.id, version, stage, output.artifact, transaction);
      }
      if (ends?.kind === 'unchanged') {
        await library.dropVersion(now, transaction);
        await library.patch(source.id, ends.patch ?? {}, transaction);
        return;
      }
      const next = nextStage(stage, version);
      await learn(now, output?.patch ?? {}, next, transaction);
      const learnt = stage === 'index' ? await library.find(source.id, transaction) : undefined;
      if (learnt) await library.takeVersion(learnt, transaction);
      if (next) await queue.enqueue([{ sourceId: source.id, version, stage: next }], { transaction });
    });
  }

  /** Progress is for the eye: at most twice a second, and losing one does no harm. */
  function reporter(source: SourceRow): (done: number, total: number) => void {
    let last = 0;
    return (done, total) => {
      if (Date.now() - last < 500) return;
      last = Date.now();
      database.write((transaction) => library.patch(source.id, { progressDone: done, progressTotal: total }, transaction))
        .catch((error: unknown) => log.warn({ sourceId: source.id, err: error }, 'progress not kept'));
    };
  }

  async function settle(source: SourceRow, run: JobRun, error: unknown): Promise<Outcome> {
    const told = toFault(error);
    // What it told before is of when this run began; its facts may have been learnt since.
    const facts = (await library.find(source.id))?.facts ?? source.facts;
    const patience = FAULTS[told.code].retry === 'wait' ? patienceWith({ ...source, facts }, told, new Date()) : undefined;
    const fault = patience?.kind === 'enough' ? patience.fault : told;
    const fields = { sourceId: source.id, stage: run.job.stage, attempt: run.attempt, code: fault.code, err: fault.cause ?? fault };
    const isStill = (now: SourceRow | undefined): now is SourceRow => now !== undefined && versionBeingRead(now) === run.job.version && now.stage === run.job.stage;
    if (patience?.kind === 'wait') {
      const { delayMs, patch } = patience;
      await database.write(async (transaction) => {
        if (isStill(await library.find(source.id, transaction))) await library.patch(source.id, { dueAt: new Date(Date.now() + delayMs), ...patch }, transaction);
      });
      log.info({ ...fields, delayMs }, 'stage waits');
      return { kind: 'wait', delayMs };
    }
    if (!patience && FAULTS[fault.code].retry === 'backoff' && run.attempt + 1 < MAX_ATTEMPTS) {
      log.warn(fields, 'stage tries again');
      return { kind: 'retry', delayMs: backoffMs(run.attempt) };
    }
    log[fault.code === 'internal' ? 'error' : 'info'](fields, 'stage failed');
    await database.write(async (transaction) => {
      const now = await library.find(source.id, transaction);
      if (!isStill(now)) return;
      const { waitingSince: _, ...rest } = now.facts;
      if (patience) await library.patch(now.id, { facts: rest }, transaction);
      await library.fail(now, fault.code, fault.message, transaction);
    });
    return { kind: 'failed' };
  }

  async function* readySources(): AsyncGenerator<SourceRow> {
    let after: SourceRow['id'] | undefined;
    do {
      const page = await library.ready(after, PAGE);
      yield* page;
      after = page.length < PAGE ? undefined : page.at(-1)?.id;
    } while (after);
  }

  const handler: Handler = async (run) => {
    const { sourceId, stage, version } = run.job;
    const row = await library.find(sourceId);
    if (!row || versionBeingRead(row) !== version) return { kind: 'done' };
    const source = asBeingRead(row);
    if (source.deletedAt) {
      await ports.index.remove(sourceId);
      return { kind: 'done' };
    }
    if (source.stage !== stage) return { kind: 'done' };
    const startedAt = performance.now();
    const deadline = AbortSignal.timeout(jobTimeoutMs);
    const signal = AbortSignal.any([run.signal, deadline]);
    try {
      if (run.crashes >= MAX_CRASHES) throw new Fault('internal', { message: 'Issues with processing. Reading this source broke the worker five times; retry it once Gloss is updated.' });
      const kept = await library.artifact(sourceId, version, stage);
      const output = kept ? undefined : await stages[stage]({ source, ports, signal, log, report: reporter(source) });
      if (run.signal.aborted) return { kind: 'wait', delayMs: 0 };
      await commit(source, run, output);
      if (output?.later === 'more') return { kind: 'wait', delayMs: 0 };
      if (output?.later) return await settle(source, run, output.later);
      log.info({ sourceId, stage, version, kind: source.kind, ms: Math.round(performance.now() - startedAt) }, 'stage done');
      return { kind: 'done' };
    } catch (error) {
      if (run.signal.aborted) return { kind: 'wait', delayMs: 0 };
      return settle(source, run, deadline.aborted ? new Fault('timed_out', { cause: error }) : error);
    }
  };

  return {
    handler,
    async sweep(now = new Date()) {
      const due = await library.due(new Date(now.getTime() - 30_000), 1000);
      const jobs = due.flatMap((source) => (source.stage ? [{ sourceId: source.id, version: versionBeingRead(source), stage: source.stage }] : []));
      if (jobs.length > 0) await queue.enqueue(jobs);
      return jobs.length;
    },
    async reconcile() {
      const held = new Map((await ports.index.held()).map((it) => [it.sourceId, it.version]));
      let mended = 0;
      for await (const source of readySources()) {
        if (held.get(source.id) !== source.version) {
          await indexSource(source, library, ports.index);
          mended += 1;
        }
        held.delete(source.id);
      }
      for (const sourceId of held.keys()) {
        const source = await library.find(sourceId);
        // What is being read again keeps its passages until it is done.
        if (source && !source.deletedAt) continue;
        await ports.index.remove(sourceId);
        mended += 1;
      }
      return mended;
    },
    async reindex() {
      await ports.index.clear();
      const total = { sources: 0, chunks: 0 };
      for await (const source of readySources()) {
        total.chunks += await indexSource(source, library, ports.index);
        total.sources += 1;
      }
      return total;
    },
  };
}

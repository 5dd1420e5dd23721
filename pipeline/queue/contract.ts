import type { Transaction } from 'sequelize';
import { z } from 'zod';
import { SourceId } from '#core/contract/id.ts';
import { Stage } from '#core/contract/source.ts';

/** Payloads contain only ids, and are validated when a job is claimed. */
export const Job = z.object({ sourceId: SourceId, version: z.int().min(1), stage: Stage });
export type Job = z.infer<typeof Job>;

/** `source:stage:version`: enqueuing a job that is waiting or running adds nothing. */
export const jobId = (job: Job): string => `${job.sourceId}:${job.stage}:${job.version}`;

/**
 * The outcome of a run. `retry` runs again after `delayMs` and counts as an attempt; `wait` doesn't
 * count.
 */
export type Outcome =
  | { kind: 'done' }
  | { kind: 'retry'; delayMs: number }
  | { kind: 'wait'; delayMs: number }
  | { kind: 'failed' };

/**
 * `normal` jobs have separate slots. The others share theirs: `bulk` first, and `background` when
 * no `bulk` job is due.
 */
export const Rank = z.enum(['normal', 'bulk', 'background']);
export type Rank = z.infer<typeof Rank>;

export interface JobRun {
  job: Job;
  /** thrown errors so far, from 0 */
  attempt: number;
  /** lost leases so far (the worker died), from 0; a crash is not a failure */
  crashes: number;
  rank: Rank;
  /** aborted when the lease is lost or the worker stops */
  signal: AbortSignal;
}
/**
 * Must be idempotent: a job may run twice, and may be interrupted at any point. Never throws;
 * returns the outcome.
 */
export type Handler = (run: JobRun) => Promise<Outcome>;

export interface EnqueueOptions {
  transaction?: Transaction;
  delayMs?: number;
  rank?: Rank;
  hasten?: boolean;
}

export interface QueueCounts {
  /** due jobs, except those of the rank `background` */
  waiting: number;
  delayed: number;
  running: number;
  /** due jobs of the rank `background` */
  background: number;
}

/**
 * Schedules the jobs of the pipeline. The database is authoritative: the sweeper enqueues again
 * whatever a queue loses. Engines: `database/` (rows in SQLite or PostgreSQL) and `bullmq/`
 * (Redis). Both pass the same conformance suite.
 */
export interface Queue {
  readonly engine: 'database' | 'bullmq';
  /**
   * Adds a job: a row in the same transaction for the database engine, sent after the commit for
   * BullMQ. Idempotent by `jobId`. The default rank is `normal`. With `hasten`, a job that waits for
   * a later time becomes due now.
   */
  enqueue(jobs: readonly Job[], options?: EnqueueOptions): Promise<void>;
  /**
   * Drops a source's waiting jobs, and aborts its running job through its signal if it runs in this
   * process.
   */
  cancel(sourceId: SourceId, options?: { transaction?: Transaction }): Promise<void>;
  /** Starts working on due jobs. */
  work(handler: Handler, options: WorkOptions): Promise<QueueWorker>;
  counts(): Promise<QueueCounts>;
  /** Throws if the engine can't be reached. */
  ping(): Promise<string>;
  close(): Promise<void>;
}
export interface WorkOptions {
  /** jobs of the rank `normal` at once */
  concurrency: number;
  /** jobs of other ranks at once, default `concurrency` */
  bulkConcurrency?: number;
  /**
   * Called once if this worker claims nothing although jobs are due, it has free slots, and the
   * engine responds. Only BullMQ's worker can get stuck, in a blocking read.
   */
  onStuck?(): void;
  /** after how long, default 60,000 */
  stuckMs?: number;
}
export interface QueueWorker {
  /**
   * Stops claiming, lets running jobs finish for up to `graceMs` (default 10 s), then returns the
   * remaining leases.
   */
  stop(graceMs?: number): Promise<void>;
}

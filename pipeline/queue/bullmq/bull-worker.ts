import { setTimeout as wait } from 'node:timers/promises';
import { DelayedError, WaitingError, Worker, type Job as BullJob } from 'bullmq';
import { Redis } from 'ioredis';
import { z } from 'zod';
import type { Log } from '#config/log.ts';
import { Job, Rank, type Handler, type Outcome, type QueueWorker } from '../contract.ts';
import { watchClaims, type ClaimsWatchOptions } from './watch-claims.ts';

const GRACE_MS = 10_000;
const AFTER_ERROR_MS = 1000;
/** A blocking read that never returns must not delay a stop. */
const CLOSE_MS = 5000;
/** The handler quarantines jobs; BullMQ never gives one up. */
const NEVER = 2 ** 31 - 1;

const Payload = z.object({ job: Job, attempt: z.int().min(0), rank: Rank.default('normal') });

interface Run {
  bull: BullJob;
  token: string;
  sourceId: string;
  abort: AbortController;
  cancelled: boolean;
  giveBack: () => void;
}
export interface BullWorkerOptions {
  name: string;
  redisUrl: string;
  prefix: string;
  handler: Handler;
  concurrency: number;
  leaseMs: number;
  log: Log;
  watch?: Pick<ClaimsWatchOptions, 'hasDueJobs' | 'onStuck' | 'stuckMs'> | undefined;
}

export class BullWorker implements QueueWorker {
  readonly #handler: Handler;
  readonly #log: Log;
  readonly #leaseMs: number;
  readonly #redis: Redis;
  readonly #worker: Worker;
  readonly #runs = new Set<Run>();
  readonly #watch: { stop(): void } | undefined;
  #taken = 0;
  #idle: (() => void) | undefined;
  #stopping = false;
  #stopped: Promise<void> | undefined;

  constructor({
    name,
    redisUrl,
    prefix,
    handler,
    concurrency,
    leaseMs,
    log,
    watch,
  }: BullWorkerOptions) {
    this.#handler = handler;
    this.#log = log;
    this.#leaseMs = leaseMs;
    this.#redis = new Redis(redisUrl, {
      maxRetriesPerRequest: null,
      retryStrategy: (times) => Math.min(200 * times, 5000),
    });
    // BullMQ reports the same error.
    this.#redis.on('error', () => undefined);
    this.#worker = new Worker(name, (bull, token) => this.#process(bull, token ?? ''), {
      connection: this.#redis,
      prefix,
      concurrency,
      lockDuration: leaseMs,
      lockRenewTime: leaseMs / 3,
      stalledInterval: leaseMs / 3,
      maxStalledCount: NEVER,
      runRetryDelay: AFTER_ERROR_MS,
    });
    this.#worker.on('error', (error) =>
      log.warn({ err: error }, 'The worker on Redis had a fault'),
    );
    this.#worker.on('lockRenewalFailed', (ids) => this.#lose(ids));
    this.#worker.on('stalled', (id) =>
      log.warn({ job: id }, 'A worker died in the middle of a job; it runs again'),
    );
    this.#watch =
      watch &&
      watchClaims({
        ...watch,
        isFree: () => this.#runs.size < concurrency,
        claimedCount: () => this.#taken,
      });
  }

  /** Aborts the running job of this source, because its result is no longer needed. */
  cancel(sourceId: string): void {
    for (const run of this.#runs) {
      if (run.sourceId !== sourceId) continue;
      run.cancelled = true;
      run.abort.abort();
    }
  }

  #lose(ids: readonly (string | undefined)[]): void {
    for (const run of this.#runs) if (ids.includes(run.bull.id)) run.abort.abort();
  }

  stop(graceMs = GRACE_MS): Promise<void> {
    this.#stopped ??= this.#stop(graceMs);
    return this.#stopped;
  }

  /**
   * Returning removes the job; DelayedError and WaitingError tell BullMQ that it has been moved
   * already.
   */
  async #process(bull: BullJob, token: string): Promise<void> {
    this.#taken += 1;
    if (this.#stopping) return this.#moved(bull, new WaitingError(), () => bull.moveToWait(token));
    const parsed = Payload.safeParse(bull.data);
    if (!parsed.success) {
      this.#log.error(
        { job: bull.id, err: parsed.error },
        'A job on Redis has a form that Gloss does not know; it is dropped',
      );
      return;
    }
    const { job, attempt, rank } = parsed.data;
    const abort = new AbortController();
    // An older run of the same job in this worker loses its lease to this one.
    this.#lose([bull.id]);
    let giveBack = (): void => undefined;
    const givenBack = new Promise<'given back'>((done) => {
      giveBack = () => done('given back');
    });
    const run: Run = { bull, token, sourceId: job.sourceId, abort, cancelled: false, giveBack };
    this.#runs.add(run);
    try {
      const handled = this.#handle({
        job,
        attempt,
        crashes: bull.stalledCounter,
        rank,
        signal: abort.signal,
      });
      const outcome = await Promise.race([handled, givenBack]);
      if (outcome === 'given back')
        return await this.#moved(bull, new WaitingError(), () => bull.moveToWait(token));
      if (run.cancelled || outcome.kind === 'done' || outcome.kind === 'failed') return;
      await this.#moved(bull, new DelayedError(), async () => {
        if (outcome.kind === 'retry') {
          // A worker that lost its lease must not count an attempt. Writing the data doesn't check the lock,
          // so this does.
          if ((await bull.extendLock(token, this.#leaseMs)) !== 1)
            throw new Error("the lock is another worker's");
          await bull.updateData({ job, attempt: attempt + 1, rank });
        }
        await bull.moveToDelayed(Date.now() + outcome.delayMs, token);
      });
    } finally {
      this.#runs.delete(run);
      if (this.#runs.size === 0) this.#idle?.();
    }
  }

  async #handle(run: Parameters<Handler>[0]): Promise<Outcome> {
    try {
      return await this.#handler(run);
    } catch (error) {
      this.#log.error(
        { err: error, job: run.job },
        'A handler threw; it must report the result of its job',
      );
      return { kind: 'retry', delayMs: AFTER_ERROR_MS };
    }
  }

  async #moved(bull: BullJob, how: Error, move: () => Promise<unknown>): Promise<never> {
    try {
      await move();
    } catch (error) {
      this.#log.warn(
        { err: error, job: bull.id },
        'The lease was lost before the job ended; what it said is not counted',
      );
    }
    throw how;
  }

  async #stop(graceMs: number): Promise<void> {
    this.#stopping = true;
    this.#watch?.stop();
    await this.#worker.pause(true);
    if (this.#runs.size > 0) {
      let clock: NodeJS.Timeout | undefined;
      await new Promise<void>((done) => {
        this.#idle = done;
        clock = setTimeout(done, graceMs);
      });
      clearTimeout(clock);
    }
    for (const run of this.#runs) {
      run.giveBack();
      run.abort.abort();
    }
    const closed = this.#worker.close().catch((error: unknown) => {
      this.#log.warn({ err: error }, 'The worker on Redis could not be closed');
    });
    await Promise.race([closed, wait(CLOSE_MS, undefined, { ref: false })]);
    this.#redis.disconnect();
  }
}

/**
 * Jobs on Redis, for several machines. BullMQ's own attempts are left at one: an attempt that
 * counts is written into the job's data, a crash is BullMQ's count of lost locks. A job that has
 * ended is removed, so that its id may come again.
 */
import { Queue as Bull, type JobsOptions } from 'bullmq';
import type { Redis } from 'ioredis';
import { Fault } from '#core/contract/faults.ts';
import type { Log } from '#config/log.ts';
import type { Database } from '../../library/database.ts';
import {
  jobId,
  type Handler,
  type Job,
  type Queue,
  type QueueCounts,
  type Rank,
  type QueueWorker,
  type WorkOptions,
} from '../contract.ts';
import { BullWorker } from './bull-worker.ts';
import { connectRedis, redisUnavailable } from './connect-redis.ts';
import { isDue } from './is-due.ts';

const LEASE_MS = 15_000;
const STUCK_MS = 60_000;
export const NAME = 'jobs';
const JOBS_AT_ONCE = 500;
/** BullMQ takes what has no priority first. */
const PRIORITIES: Readonly<Record<Rank, number>> = { normal: 0, bulk: 1, background: 2 };
const ENDED: JobsOptions = { attempts: 1, removeOnComplete: true, removeOnFail: true };

export interface BullQueueOptions {
  redisUrl: string;
  database: Database;
  log: Log;
  /** of every key, default `gloss` */
  prefix?: string;
  /** how long a silent worker keeps its jobs, default 15,000; it renews three times as often */
  leaseMs?: number;
}

/**
 * Throws `unavailable` when Redis does not answer within 5 s. Later, while Redis is away, `enqueue`
 * fails at once.
 */
export async function openBullQueue(options: BullQueueOptions): Promise<Queue> {
  return new BullQueue(options, await connectRedis(options.redisUrl, options.log));
}

class BullQueue implements Queue {
  readonly engine = 'bullmq';
  readonly #options: Required<BullQueueOptions>;
  readonly #redis: Redis;
  readonly #bull: Bull;
  readonly #workers = new Set<BullWorker>();

  constructor(options: BullQueueOptions, redis: Redis) {
    const { prefix = 'gloss', leaseMs = LEASE_MS } = options;
    this.#options = { ...options, prefix, leaseMs };
    this.#redis = redis;
    this.#bull = new Bull(NAME, { connection: redis, prefix });
    this.#bull.on('error', (error) =>
      options.log.warn({ err: error }, 'The queue on Redis had a fault'),
    );
  }

  enqueue(
    jobs: readonly Job[],
    { delayMs = 0, rank = 'normal' }: { delayMs?: number; rank?: Rank } = {},
  ): Promise<void> {
    return this.#afterCommit('take new jobs', () => this.#send(jobs, delayMs, rank));
  }

  cancel(sourceId: string): Promise<void> {
    return this.#afterCommit('drop the jobs of a source', () => this.#drop(sourceId));
  }

  async work(
    handler: Handler,
    { concurrency, onStuck, stuckMs = STUCK_MS }: WorkOptions,
  ): Promise<QueueWorker> {
    const { redisUrl, prefix, leaseMs, log } = this.#options;
    const worker = new BullWorker({
      name: NAME,
      redisUrl,
      prefix,
      handler,
      concurrency,
      leaseMs,
      log,
      watch: onStuck && {
        isDue: () => isDue(this.#bull, this.#redis, `${prefix}:${NAME}`),
        onStuck,
        stuckMs,
      },
    });
    this.#workers.add(worker);
    return {
      stop: async (graceMs) => {
        await worker.stop(graceMs);
        this.#workers.delete(worker);
      },
    };
  }

  async counts(): Promise<QueueCounts> {
    const {
      waiting = 0,
      prioritized = 0,
      delayed = 0,
      active = 0,
    } = await this.#bull.getJobCounts('waiting', 'prioritized', 'delayed', 'active');
    const { [PRIORITIES.background]: background = 0 } = await this.#bull.getCountsPerPriority([
      PRIORITIES.background,
    ]);
    return {
      waiting: Math.max(0, waiting + prioritized - background),
      delayed,
      running: active,
      background,
    };
  }

  async ping(): Promise<string> {
    try {
      const info = await this.#redis.info('server');
      return `BullMQ on Redis ${/redis_version:(\S+)/.exec(info)?.[1] ?? 'of unknown version'}`;
    } catch (error) {
      throw redisUnavailable(error);
    }
  }

  async close(): Promise<void> {
    await Promise.all([...this.#workers].map((worker) => worker.stop()));
    this.#workers.clear();
    await this.#bull.close();
    this.#redis.disconnect();
  }

  async #send(jobs: readonly Job[], delayMs: number, rank: Rank): Promise<void> {
    for (let from = 0; from < jobs.length; from += JOBS_AT_ONCE) {
      await this.#bull.addBulk(
        jobs.slice(from, from + JOBS_AT_ONCE).map((job) => ({
          name: job.stage,
          data: { job, attempt: 0 },
          opts: {
            ...ENDED,
            jobId: jobId(job),
            delay: delayMs,
            priority: PRIORITIES[rank],
          },
        })),
      );
    }
  }

  async #drop(sourceId: string): Promise<void> {
    for (const worker of this.#workers) worker.cancel(sourceId);
    const head = `${this.#options.prefix}:${NAME}:`;
    const match = `${head}${sourceId}:*`;
    for await (const keys of this.#redis.scanStream({ match, count: 1000 })) {
      if (!Array.isArray(keys)) continue;
      const ids = keys
        .map((key) => String(key).slice(head.length))
        .filter((id) => /^[^:]+:[^:]+:\d+$/.test(id));
      await Promise.all(ids.map((id) => this.#bull.remove(id)));
    }
  }

  /**
   * Runs a step after the open transaction commits; a failure is then only logged. Without a
   * transaction the step runs at once, and its failure rejects.
   */
  async #afterCommit(what: string, step: () => Promise<void>): Promise<void> {
    const { database, log } = this.#options;
    const begun: { now?: Promise<void> } = {};
    let deferred = false;
    database.afterCommit(() => {
      const running = step();
      if (deferred)
        running.catch((error: unknown) =>
          log.error({ err: error }, `Redis could not ${what}; the sweeper makes up for it`),
        );
      else begun.now = running;
    });
    deferred = true;
    try {
      await begun.now;
    } catch (error) {
      throw new Fault('unavailable', { cause: error });
    }
  }
}

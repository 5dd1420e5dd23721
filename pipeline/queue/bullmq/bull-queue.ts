/**
 * Jobs on Redis, for several machines. BullMQ's attempts stay at one: counted attempts are stored
 * in the job's data, and crashes are BullMQ's stalled count. Finished jobs are removed, so that
 * their ids can be used again.
 */
import { Queue as Bull, type JobsOptions } from 'bullmq';
import type { Redis } from 'ioredis';
import { Fault } from '#core/contract/faults.ts';
import type { Log } from '#config/log.ts';
import type { Database } from '../../library/database.ts';
import {
  jobId,
  type EnqueueOptions,
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
import { hasDueJobs } from './has-due-jobs.ts';

const LEASE_MS = 15_000;
const STUCK_MS = 60_000;
/** The queues on Redis: one for jobs of the rank `normal`, and one for the others. */
export const LANES = { normal: 'jobs', bulk: 'bulk-jobs' } as const;
type Lane = keyof typeof LANES;
const laneOf = (rank: Rank): Lane => (rank === 'normal' ? 'normal' : 'bulk');
const otherLane = (lane: Lane): Lane => (lane === 'normal' ? 'bulk' : 'normal');
const JOBS_AT_ONCE = 500;
/** BullMQ runs jobs without a priority first. */
const PRIORITIES: Readonly<Record<Rank, number>> = { normal: 0, bulk: 1, background: 2 };
const ENDED: JobsOptions = { attempts: 1, removeOnComplete: true, removeOnFail: true };

export interface BullQueueOptions {
  redisUrl: string;
  database: Database;
  log: Log;
  /** prefix of all keys, default `gloss` */
  prefix?: string;
  /**
   * ms after which jobs of a silent worker are returned, default 15,000; leases are renewed three
   * times as often
   */
  leaseMs?: number;
}

/**
 * Throws `unavailable` if Redis doesn't respond within 5 s. Later, `enqueue` fails at once while
 * Redis is unavailable.
 */
export async function openBullQueue(options: BullQueueOptions): Promise<Queue> {
  return new BullQueue(options, await connectRedis(options.redisUrl, options.log));
}

class BullQueue implements Queue {
  readonly engine = 'bullmq';
  readonly #options: Required<BullQueueOptions>;
  readonly #redis: Redis;
  readonly #bulls: Readonly<Record<Lane, Bull>>;
  readonly #workers = new Set<BullWorker>();

  constructor(options: BullQueueOptions, redis: Redis) {
    const { prefix = 'gloss', leaseMs = LEASE_MS } = options;
    this.#options = { ...options, prefix, leaseMs };
    this.#redis = redis;
    const open = (lane: Lane) =>
      new Bull(LANES[lane], { connection: redis, prefix }).on('error', (error) =>
        options.log.warn({ err: error }, 'The queue on Redis had a fault'),
      );
    this.#bulls = { normal: open('normal'), bulk: open('bulk') };
  }

  enqueue(
    jobs: readonly Job[],
    { delayMs = 0, rank = 'normal', hasten = false }: EnqueueOptions = {},
  ): Promise<void> {
    return this.#afterCommit('take new jobs', async () => {
      await this.#send(hasten ? await this.#hasten(jobs) : jobs, delayMs, rank);
    });
  }

  cancel(sourceId: string): Promise<void> {
    return this.#afterCommit('drop the jobs of a source', () => this.#drop(sourceId));
  }

  async work(
    handler: Handler,
    { concurrency, bulkConcurrency = concurrency, onStuck, stuckMs = STUCK_MS }: WorkOptions,
  ): Promise<QueueWorker> {
    const { redisUrl, prefix, leaseMs, log } = this.#options;
    let isStuck = false;
    const begin = (lane: Lane, jobsAtOnce: number) =>
      new BullWorker({
        name: LANES[lane],
        redisUrl,
        prefix,
        handler,
        concurrency: jobsAtOnce,
        leaseMs,
        log,
        watch: onStuck && {
          hasDueJobs: () => hasDueJobs(this.#bulls[lane], this.#redis, `${prefix}:${LANES[lane]}`),
          onStuck: () => {
            if (isStuck) return;
            isStuck = true;
            onStuck();
          },
          stuckMs,
        },
      });
    const workers = [begin('normal', concurrency), begin('bulk', bulkConcurrency)];
    for (const worker of workers) this.#workers.add(worker);
    return {
      stop: async (graceMs) => {
        await Promise.all(workers.map((worker) => worker.stop(graceMs)));
        for (const worker of workers) this.#workers.delete(worker);
      },
    };
  }

  async counts(): Promise<QueueCounts> {
    const bulls = Object.values(this.#bulls);
    const all = await Promise.all(
      bulls.map((bull) => bull.getJobCounts('waiting', 'prioritized', 'delayed', 'active')),
    );
    const total = (state: string) => all.reduce((sum, counts) => sum + (counts[state] ?? 0), 0);
    const { [PRIORITIES.background]: background = 0 } = await this.#bulls.bulk.getCountsPerPriority(
      [PRIORITIES.background],
    );
    return {
      waiting: Math.max(0, total('waiting') + total('prioritized') - background),
      delayed: total('delayed'),
      running: total('active'),
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
    await Promise.all(Object.values(this.#bulls).map((bull) => bull.close()));
    this.#redis.disconnect();
  }

  async #send(jobs: readonly Job[], delayMs: number, rank: Rank): Promise<void> {
    const lane = laneOf(rank);
    for (let from = 0; from < jobs.length; from += JOBS_AT_ONCE) {
      const some = await this.#absentFrom(otherLane(lane), jobs.slice(from, from + JOBS_AT_ONCE));
      await this.#bulls[lane].addBulk(
        some.map((job) => ({
          name: job.stage,
          data: { job, attempt: 0, rank },
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

  /** Makes delayed jobs due, and returns jobs that don't exist. */
  async #hasten(jobs: readonly Job[]): Promise<Job[]> {
    const missing: Job[] = [];
    for (const job of jobs) {
      const found = await Promise.all(
        Object.values(this.#bulls).map((bull) => bull.getJob(jobId(job))),
      );
      const delayed = found.find((it) => it !== undefined);
      // It may be due already, or have been claimed meanwhile.
      if (delayed) await delayed.promote().catch(() => undefined);
      else missing.push(job);
    }
    return missing;
  }

  /** Returns the jobs that aren't in this lane. */
  async #absentFrom(lane: Lane, jobs: readonly Job[]): Promise<Job[]> {
    const found = await Promise.all(
      jobs.map((job) => this.#redis.exists(this.#headOf(lane) + jobId(job))),
    );
    return jobs.filter((_, at) => found[at] === 0);
  }

  /** The key prefix of its jobs. */
  #headOf(lane: Lane): string {
    return `${this.#options.prefix}:${LANES[lane]}:`;
  }

  async #drop(sourceId: string): Promise<void> {
    for (const worker of this.#workers) worker.cancel(sourceId);
    await Promise.all([this.#dropFrom('normal', sourceId), this.#dropFrom('bulk', sourceId)]);
  }
  async #dropFrom(lane: Lane, sourceId: string): Promise<void> {
    const head = this.#headOf(lane);
    const match = `${head}${sourceId}:*`;
    for await (const keys of this.#redis.scanStream({ match, count: 1000 })) {
      if (!Array.isArray(keys)) continue;
      const ids = keys
        .map((key) => String(key).slice(head.length))
        .filter((id) => /^[^:]+:[^:]+:\d+$/.test(id));
      await Promise.all(ids.map((id) => this.#bulls[lane].remove(id)));
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

/**
 * Jobs on Redis, for several machines. BullMQ's own attempts are left at one: an attempt that
 * counts is written into the job's data, a crash is BullMQ's count of lost locks. A job that has
 * ended is removed, so that its id may come again.
 */
import { Queue as Bull, type JobsOptions } from 'bullmq';
import { Redis } from 'ioredis';
import { Fault } from '#core/contract/faults.ts';
import type { Log } from '#config/log.ts';
import type { Database } from '../../library/database.ts';
import { jobId, type Job, type Queue } from '../contract.ts';
import { BullWorker } from './bull-worker.ts';
import { isDue } from './is-due.ts';

const LEASE_MS = 15_000;
const CONNECT_TIMEOUT_MS = 5000;
/**
 * Time limit of a command, in ms; after it the connection is reopened. None of these commands waits
 * in Redis.
 */
const ANSWER_TIMEOUT_MS = 30_000;
const STUCK_MS = 60_000;
export const NAME = 'jobs';
const JOBS_AT_ONCE = 500;
/** BullMQ takes what has no priority first. */
const BULK_PRIORITY = 1;
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
export async function openBullQueue({
  redisUrl,
  database,
  log,
  prefix = 'gloss',
  leaseMs = LEASE_MS,
}: BullQueueOptions): Promise<Queue> {
  const redis = new Redis(redisUrl, {
    lazyConnect: true,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 1,
    connectTimeout: CONNECT_TIMEOUT_MS,
    socketTimeout: ANSWER_TIMEOUT_MS,
    retryStrategy: (times) => Math.min(200 * times, 5000),
  });
  let last: unknown;
  redis.on('error', (error) => {
    if (String(error) !== String(last)) log.warn({ err: error }, 'Redis is away');
    last = error;
  });
  try {
    await redis.connect();
    warnOfLoss(await redis.info(), log);
  } catch (error) {
    redis.disconnect();
    throw new Fault('unavailable', {
      message: `Redis cannot be reached: ${messageOf(error)}. Check GLOSS_REDIS_URL and that the server runs.`,
      cause: error,
    });
  }
  const bull = new Bull<unknown>(NAME, { connection: redis, prefix });
  bull.on('error', (error) => log.warn({ err: error }, 'The queue on Redis had a fault'));
  const workers = new Set<BullWorker>();

  const send = async (jobs: readonly Job[], delayMs: number, bulk: boolean): Promise<void> => {
    for (let from = 0; from < jobs.length; from += JOBS_AT_ONCE) {
      await bull.addBulk(
        jobs.slice(from, from + JOBS_AT_ONCE).map((job) => ({
          name: job.stage,
          data: { job, attempt: 0 },
          opts: {
            ...ENDED,
            jobId: jobId(job),
            delay: delayMs,
            ...(bulk ? { priority: BULK_PRIORITY } : {}),
          },
        })),
      );
    }
  };
  const drop = async (sourceId: string): Promise<void> => {
    for (const worker of workers) worker.cancel(sourceId);
    const head = `${prefix}:${NAME}:`;
    for await (const keys of redis.scanStream({ match: `${head}${sourceId}:*`, count: 1000 })) {
      if (!Array.isArray(keys)) continue;
      const ids = keys
        .map((key) => String(key).slice(head.length))
        .filter((id) => /^[^:]+:[^:]+:\d+$/.test(id));
      await Promise.all(ids.map((id) => bull.remove(id)));
    }
  };
  /**
   * After the commit of the open write. With none open, now, and then a failure is the caller's.
   */
  const afterCommit = async (what: string, step: () => Promise<void>): Promise<void> => {
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
  };

  return {
    engine: 'bullmq',
    enqueue: (jobs, { delayMs = 0, bulk = false } = {}) =>
      afterCommit('take new jobs', () => send(jobs, delayMs, bulk)),
    cancel: (sourceId) => afterCommit('drop the jobs of a source', () => drop(sourceId)),
    async work(handler, { concurrency, onStuck, stuckMs = STUCK_MS }) {
      const worker = new BullWorker({
        name: NAME,
        redisUrl,
        prefix,
        handler,
        concurrency,
        leaseMs,
        log,
        watch: onStuck && {
          isDue: () => isDue(bull, redis, `${prefix}:${NAME}`),
          onStuck,
          stuckMs,
        },
      });
      workers.add(worker);
      return {
        async stop(graceMs) {
          await worker.stop(graceMs);
          workers.delete(worker);
        },
      };
    },
    async counts() {
      const {
        waiting = 0,
        prioritized = 0,
        delayed = 0,
        active = 0,
      } = await bull.getJobCounts('waiting', 'prioritized', 'delayed', 'active');
      return { waiting: waiting + prioritized, delayed, running: active };
    },
    async ping() {
      try {
        const version =
          /redis_version:(\S+)/.exec(await redis.info('server'))?.[1] ?? 'of unknown version';
        return `BullMQ on Redis ${version}`;
      } catch (error) {
        throw new Fault('unavailable', {
          message: `Redis cannot be reached: ${messageOf(error)}. Check GLOSS_REDIS_URL and that the server runs.`,
          cause: error,
        });
      }
    },
    async close() {
      await Promise.all([...workers].map((worker) => worker.stop()));
      workers.clear();
      await bull.close();
      redis.disconnect();
    },
  };
}

const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);

/**
 * A queue that evicts or forgets loses no source, the sweeper sees to that; but every loss is a
 * wait.
 */
function warnOfLoss(info: string, log: Log): void {
  const policy = /maxmemory_policy:(\S+)/.exec(info)?.[1];
  if (policy !== undefined && policy !== 'noeviction')
    log.warn({ policy }, 'Redis may evict jobs: set maxmemory-policy noeviction');
  if (/aof_enabled:0/.test(info))
    log.warn('Redis forgets recent jobs when it stops: set appendonly yes');
}

import { Redis } from 'ioredis';
import { Fault } from '#core/contract/faults.ts';
import type { Log } from '#config/log.ts';

const CONNECT_TIMEOUT_MS = 5000;
/**
 * Time limit of a command, in ms; after it the connection is reopened. None of these commands waits
 * in Redis.
 */
const ANSWER_TIMEOUT_MS = 30_000;

/**
 * Connects to Redis; commands fail at once while it is unavailable. Throws `unavailable` if it
 * doesn't respond within 5 s.
 */
export async function connectRedis(redisUrl: string, log: Log): Promise<Redis> {
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
    return redis;
  } catch (error) {
    redis.disconnect();
    throw redisUnavailable(error);
  }
}

export function redisUnavailable(error: unknown): Fault {
  const message = error instanceof Error ? error.message : String(error);
  return new Fault('unavailable', {
    message: `Couldn't reach Redis: ${message}. Check GLOSS_REDIS_URL and that the server runs.`,
    cause: error,
  });
}

/** The sweeper restores jobs that Redis evicts or forgets, but each such job starts late. */
function warnOfLoss(info: string, log: Log): void {
  const policy = /maxmemory_policy:(\S+)/.exec(info)?.[1];
  if (policy !== undefined && policy !== 'noeviction')
    log.warn({ policy }, 'Redis may evict jobs: set maxmemory-policy noeviction');
  if (/aof_enabled:0/.test(info))
    log.warn('Redis forgets recent jobs when it stops: set appendonly yes');
}

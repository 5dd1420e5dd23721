import { Queue as Bull } from 'bullmq';
import { Redis } from 'ioredis';
import { LANES } from './bull-queue.ts';
import { SCHEDULE } from './bull-ticker.ts';

export interface BoardQueuesOptions {
  redisUrl: string;
  /** prefix of all keys, default `gloss` */
  prefix?: string;
}
export interface BoardQueues {
  queues: readonly Bull[];
  close(): Promise<void>;
}

/** The queues for the dashboard of jobs. Commands fail at once while Redis is unavailable. */
export function openBoardQueues({ redisUrl, prefix = 'gloss' }: BoardQueuesOptions): BoardQueues {
  const redis = new Redis(redisUrl, {
    maxRetriesPerRequest: 1,
    retryStrategy: (times) => Math.min(200 * times, 5000),
  });
  // The queue itself reports that Redis is unavailable.
  redis.on('error', () => undefined);
  const queues = [LANES.normal, LANES.bulk, SCHEDULE].map(
    (name) => new Bull(name, { connection: redis, prefix, skipVersionCheck: true }),
  );
  for (const queue of queues) queue.on('error', () => undefined);
  return {
    queues,
    async close() {
      await Promise.allSettled(queues.map((queue) => queue.close()));
      redis.disconnect();
    },
  };
}

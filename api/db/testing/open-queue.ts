/** Opens the queue of a test. Its configuration is JSON, so that a second process opens it too. */
import { z } from 'zod';
import type { Log } from '#config/log.ts';
import type { Database } from '#pipeline/library/index.ts';
import { createBullQueue, createDatabaseQueue, type Queue } from '#pipeline/queue/index.ts';

export const QueueConfig = z.object({
  url: z.string().optional(),
  file: z.string(),
  leaseMs: z.number(),
  redis: z.object({ redisUrl: z.string(), prefix: z.string() }).optional(),
});
export type QueueConfig = z.infer<typeof QueueConfig>;

export async function openQueue(
  { redis, leaseMs }: QueueConfig,
  database: Database,
  log: Log,
): Promise<Queue> {
  return redis
    ? createBullQueue({ ...redis, database, log, leaseMs })
    : createDatabaseQueue({ database, log, leaseMs });
}

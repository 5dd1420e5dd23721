/** Where a test's queue lives, in a form that a second process can be told. */
import { z } from 'zod';
import type { Log } from '#config/log.ts';
import type { Database } from '#pipeline/library/index.ts';
import { createBullQueue, createDatabaseQueue, type Queue } from '#pipeline/queue/index.ts';

export const QueuePlace = z.object({
  url: z.string().optional(),
  file: z.string(),
  leaseMs: z.number(),
  redis: z.object({ redisUrl: z.string(), prefix: z.string() }).optional(),
});
export type QueuePlace = z.infer<typeof QueuePlace>;

export async function openQueue(
  { redis, leaseMs }: QueuePlace,
  database: Database,
  log: Log,
): Promise<Queue> {
  return redis
    ? createBullQueue({ ...redis, database, log, leaseMs })
    : createDatabaseQueue({ database, log, leaseMs });
}

/** Ticks on Redis: all processes share one job scheduler, and each tick goes to one of them. */
import { Queue as Bull, Worker } from 'bullmq';
import type { Log } from '#config/log.ts';

export const SCHEDULE = 'schedule';

export interface TickerOptions {
  redisUrl: string;
  everyMs: number;
  log: Log;
  /** prefix of all keys, default `gloss` */
  prefix?: string;
  tick(): Promise<void>;
}

/** Throws when Redis cannot be reached. */
export async function openBullTicker({
  redisUrl,
  everyMs,
  log,
  prefix = 'gloss',
  tick,
}: TickerOptions): Promise<{ stop(): Promise<void> }> {
  const connection = { url: redisUrl, maxRetriesPerRequest: null };
  const bull = new Bull(SCHEDULE, { connection, prefix });
  const worker = new Worker(SCHEDULE, tick, { connection, prefix, concurrency: 1 });
  const warn = (error: Error): void => {
    log.warn({ err: error }, 'The schedule on Redis had a fault');
  };
  bull.on('error', warn);
  worker.on('error', warn);
  await bull.upsertJobScheduler(
    'refresh',
    { every: everyMs },
    { name: 'refresh', opts: { removeOnComplete: true, removeOnFail: true } },
  );
  return {
    async stop() {
      await worker.close();
      await bull.close();
    },
  };
}

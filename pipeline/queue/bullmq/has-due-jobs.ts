import type { Queue as Bull } from 'bullmq';
import type { Redis } from 'ioredis';

/** The score of a delayed job is its time in ms times this. */
const DELAY_SCALE = 0x1000;
/** most active jobs that are checked */
const MOST = 100;

/**
 * Whether a job is waiting that a worker should have taken. A claimed job without a holder counts
 * too: its claimant may have missed the reply, and a live worker returns it within seconds.
 */
export async function hasDueJobs(
  bull: Bull<unknown>,
  redis: Redis,
  head: string,
): Promise<boolean> {
  if (await bull.isPaused()) return false;
  const { waiting = 0, prioritized = 0 } = await bull.getJobCounts('waiting', 'prioritized');
  if (
    waiting + prioritized > 0 ||
    (await redis.zcount(`${head}:delayed`, '-inf', Date.now() * DELAY_SCALE)) > 0
  )
    return true;
  const running = await redis.lrange(`${head}:active`, 0, MOST);
  return (
    running.length > 0 &&
    (await redis.mget(running.map((id) => `${head}:${id}:lock`))).includes(null)
  );
}

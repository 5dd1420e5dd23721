import type { Log } from '#config/log.ts';
import type { Relay } from './relay.ts';

/**
 * How several processes that serve the same notes hear of each other's edits at once. Its client is
 * loaded only where there is a Redis.
 */
export async function openRelay(redisUrl: string, log: Log): Promise<Relay> {
  const { createRelay } = await import('./relay.ts');
  return createRelay(redisUrl, log);
}

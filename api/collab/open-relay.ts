import type { Log } from '#config/log.ts';
import type { Relay } from './relay.ts';

/**
 * Forwards edits between processes that serve the same notes. The Redis client is loaded only if
 * Redis is set.
 */
export async function openRelay(redisUrl: string, log: Log): Promise<Relay> {
  const { createRelay } = await import('./relay.ts');
  return createRelay(redisUrl, log);
}

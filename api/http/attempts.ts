/**
 * Limits attempts at things like signing in, per account and address, so that nobody can use up
 * another person's attempts.
 */
import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import {
  RateLimiterMemory,
  RateLimiterRedis,
  RateLimiterRes,
  type RateLimiterAbstract,
} from 'rate-limiter-flexible';
import { Fault } from '#core/contract/faults.ts';
import type { Log } from '#config/log.ts';
import { clientAddress, addressGroup } from './client-address.ts';

export interface Attempts {
  /**
   * Counts an attempt at `what` (the route as it is mounted) from the address of the request, and
   * for `account` from there. Returns a function that takes it back after success. Faults:
   * `rate_limited`, with the seconds to wait.
   */
  take(req: IncomingMessage, what: string, account?: string): Promise<() => Promise<void>>;
  /**
   * Counts attempts for an account from all addresses together. Only for calls that need a secret
   * of the account already, because otherwise strangers could lock its owner out.
   */
  takeAnywhere(what: string, account: string): Promise<() => Promise<void>>;
  close(): Promise<void>;
}
export interface AttemptOptions {
  perMinute: number;
  perHour: number;
  trustedProxies: readonly string[];
  redisUrl: string | undefined;
  log: Log;
}

export async function createAttempts({
  perMinute,
  perHour,
  trustedProxies,
  redisUrl,
  log,
}: AttemptOptions): Promise<Attempts> {
  const redis =
    redisUrl === undefined
      ? undefined
      : new (await import('ioredis')).Redis(redisUrl, {
          maxRetriesPerRequest: 1,
          commandTimeout: 1_000,
        });
  redis?.on('error', (error) =>
    log.debug(
      { err: error },
      'attempts are counted in this process only, because Redis is unreachable',
    ),
  );
  const limiter = (name: string, points: number, duration: number): RateLimiterAbstract => {
    const local = new RateLimiterMemory({ keyPrefix: name, points, duration });
    return redis
      ? new RateLimiterRedis({
          storeClient: redis,
          keyPrefix: `gloss-tries-${name}`,
          points,
          duration,
          insuranceLimiter: local,
        })
      : local;
  };
  const [ofAccount, ofGroup] = [limiter('account', perMinute, 60), limiter('place', perHour, 3600)];
  const addressOf = clientAddress(trustedProxies);

  type Count = readonly [by: RateLimiterAbstract, key: string];
  const hashed = (account: string): string =>
    createHash('sha256').update(account).digest('base64url');
  async function count(keys: readonly Count[]): Promise<() => Promise<void>> {
    for (const [by, key] of keys) {
      await by.consume(key).catch((refused: unknown) => {
        if (!(refused instanceof RateLimiterRes)) throw refused;
        throw new Fault('rate_limited', {
          message: 'Too many attempts. Wait a moment, then try again.',
          retryAfterS: Math.ceil(refused.msBeforeNext / 1000),
        });
      });
    }
    return async () => {
      for (const [by, key] of keys) await by.reward(key);
    };
  }
  return {
    async take(req, what, account) {
      const group = addressGroup(addressOf(req));
      return count([
        ...(account === undefined
          ? []
          : [[ofAccount, `${what} ${group} ${hashed(account)}`] as const]),
        [ofGroup, `${what} ${group}`],
      ]);
    },
    takeAnywhere: (what, account) =>
      count([
        [ofAccount, `${what} anywhere ${hashed(account)}`],
        [ofGroup, `${what} anywhere ${hashed(account)}`],
      ]),
    async close() {
      redis?.disconnect();
    },
  };
}

/** Look-ups at the name servers, without the resolver of the operating system. */
import { promises as dns } from 'node:dns';
import { setTimeout as delay } from 'node:timers/promises';
import type { Address } from './address.ts';

/**
 * A query without an answer is repeated after this time; two repetitions fit into the deadline of a
 * look-up.
 */
const TRY_MS = 800;
const MOST_TRIES = 3;
/** Some name servers never answer for IPv6. Once there is an IPv4 address, the wait for IPv6 is this long. */
const SECOND_FAMILY_MS = 200;
const UNKNOWN_CODES: ReadonlySet<unknown> = new Set([
  'ENOTFOUND',
  'ENODATA',
  'ENONAME',
  'EBADNAME',
]);

export interface NameAnswer {
  addresses: readonly Address[];
  /** how long the answer may be used */
  ttlS: number;
}
interface FamilyAnswer extends NameAnswer {
  error?: unknown;
}

const codeOf = (error: unknown): unknown =>
  error instanceof Error && 'code' in error ? error.code : undefined;

/** Tells whether an error means that the name doesn't exist or has no address. */
export const isUnknownName = (error: unknown): boolean => UNKNOWN_CODES.has(codeOf(error));

async function familyAnswer(
  family: 4 | 6,
  asked: Promise<readonly { address: string; ttl: number }[]>,
): Promise<FamilyAnswer> {
  try {
    const records = await asked;
    return {
      addresses: records.map(({ address }) => ({ address, family })),
      ttlS: Math.min(...records.map(({ ttl }) => ttl)),
    };
  } catch (error) {
    return { addresses: [], ttlS: Infinity, error };
  }
}

/**
 * Queries the name servers for the IPv4 and IPv6 addresses of a name; IPv4 first. Without
 * `servers`, uses the current ones of the machine, because a laptop changes its network. Errors
 * have the codes of `node:dns`; an abort ends the queries and rejects with the signal's reason.
 */
export async function askNameServers(
  name: string,
  servers: readonly string[],
  signal: AbortSignal,
): Promise<NameAnswer> {
  signal.throwIfAborted();
  const channel = new dns.Resolver({ timeout: TRY_MS, tries: MOST_TRIES });
  if (servers.length > 0) channel.setServers(servers);
  const cancel = (): void => channel.cancel();
  signal.addEventListener('abort', cancel, { once: true });
  try {
    const asked6 = familyAnswer(6, channel.resolve6(name, { ttl: true }));
    const v4 = await familyAnswer(4, channel.resolve4(name, { ttl: true }));
    if (codeOf(v4.error) === 'ENOTFOUND') throw v4.error;
    const v6 = v4.error
      ? await asked6
      : await Promise.race([asked6, delay(SECOND_FAMILY_MS, undefined, { ref: false })]);
    const answers = v6 ? [v4, v6] : [v4];
    const addresses = answers.flatMap((answer) => answer.addresses);
    if (addresses.length > 0)
      return { addresses, ttlS: Math.min(...answers.map(({ ttlS }) => ttlS)) };
    signal.throwIfAborted();
    throw isUnknownName(v4.error) ? v6?.error : v4.error;
  } finally {
    signal.removeEventListener('abort', cancel);
    channel.cancel();
  }
}

/**
 * Tells whether the name servers find one of these names, or the root zone. Doesn't use a cache;
 * false if aborted.
 */
export async function findsAny(
  names: readonly string[],
  servers: readonly string[],
  signal: AbortSignal,
): Promise<boolean> {
  const channel = new dns.Resolver({ timeout: TRY_MS, tries: MOST_TRIES });
  if (servers.length > 0) channel.setServers(servers);
  const cancel = (): void => channel.cancel();
  signal.addEventListener('abort', cancel, { once: true });
  try {
    await Promise.any([channel.resolveNs('.'), ...names.map((name) => channel.resolve(name))]);
    return true;
  } catch {
    return false;
  } finally {
    signal.removeEventListener('abort', cancel);
    channel.cancel();
  }
}

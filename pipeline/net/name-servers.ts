/** Look-ups at the name servers, without the resolver of the operating system. */
import { promises as dns } from 'node:dns';
import { setTimeout as delay } from 'node:timers/promises';
import type { Address } from './address.ts';

/** Most time for the answers of a name. */
export const DEADLINE_MS = 3_000;
/** A query without an answer is repeated after this time; three repetitions fit into the deadline. */
const REPEAT_MS = 800;
const MOST_REPEATS = 3;
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

/** A failure counts as an answer if it says that the name is unknown. */
const answered = <T>(asked: Promise<T>): Promise<() => T> =>
  asked.then(
    (value) => () => value,
    (error: unknown) => {
      if (!isUnknownName(error)) throw error;
      return () => {
        throw error;
      };
    },
  );

/**
 * Sends queries until `close` or an abort. c-ares drops the answer to a query once it has repeated
 * it, so the first query stays open, and another channel repeats it.
 */
function openChannels(servers: readonly string[], signal: AbortSignal) {
  const channels: dns.Resolver[] = [];
  const open = (timeout: number, tries: number): dns.Resolver => {
    const channel = new dns.Resolver({ timeout, tries });
    if (servers.length > 0) channel.setServers(servers);
    channels.push(channel);
    return channel;
  };
  const patient = open(DEADLINE_MS, 1);
  let repeating: dns.Resolver | undefined;
  let isClosed = false;
  const close = (): void => {
    isClosed = true;
    signal.removeEventListener('abort', close);
    for (const channel of channels) channel.cancel();
  };
  signal.addEventListener('abort', close, { once: true });
  return {
    close,
    /** Resolves to the first answer; rejects with the error of the first query if there is none. */
    async ask<T>(query: (channel: dns.Resolver) => Promise<T>): Promise<T> {
      const first = answered(query(patient));
      const isDone = await Promise.race([
        first.then(
          () => true,
          () => false,
        ),
        delay(REPEAT_MS, false, { ref: false }),
      ]);
      if (isDone || isClosed) return (await first)();
      repeating ??= open(REPEAT_MS, MOST_REPEATS);
      const take = await Promise.any([first, answered(query(repeating))]).catch(() => first);
      return take();
    },
  };
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
  const { ask, close } = openChannels(servers, signal);
  try {
    const asked6 = familyAnswer(
      6,
      ask((channel) => channel.resolve6(name, { ttl: true })),
    );
    const v4 = await familyAnswer(
      4,
      ask((channel) => channel.resolve4(name, { ttl: true })),
    );
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
    close();
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
  const { ask, close } = openChannels(servers, signal);
  try {
    await Promise.any([
      ask((channel) => channel.resolveNs('.')),
      ...names.map((name) => ask((channel) => channel.resolve(name))),
    ]);
    return true;
  } catch {
    return false;
  } finally {
    close();
  }
}

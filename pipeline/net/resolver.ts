/**
 * Resolves names to addresses. `dns.lookup` runs on the four threads that file access also uses,
 * can't be cancelled and has no cache, so a few silent name servers would block the process. This
 * module queries the name servers itself, and the operating system only for names that they don't
 * know.
 */
import { promises as dns } from 'node:dns';
import { abortable } from './abortable.ts';
import type { Address } from './address.ts';
import { createConcurrencyLimit } from './concurrency-limit.ts';
import { createHostsFile, HOSTS_PATH } from './hosts-file.ts';
import { askNameServers, DEADLINE_MS, isUnknownName, type NameAnswer } from './name-servers.ts';

const MOST_AT_ONCE = 64;
/** of the four threads, so that file access continues */
const MOST_SYSTEM_LOOKUPS = 2;
const MOST_NAMES = 5_000;
/** Bounds of a TTL. With shorter ones, each image of a page would cause a look-up. */
const TTL_S = { least: 5, most: 300 };
const SYSTEM_TTL_S = 30;
const UNKNOWN_TTL_S = 60;
/** Cache time of failures, so that a silent name server isn't queried for each image of a page. */
const FAILED_TTL_S = 2;

export interface ResolveOptions {
  /** Stops waiting. The query ends when no caller waits for it. */
  signal?: AbortSignal | undefined;
}
/**
 * Returns all addresses of a name, IPv4 first, unchecked. Errors have the codes of `node:dns`,
 * among them `ENOTFOUND`, `ENODATA` and `ETIMEOUT`. An abort rejects with the signal's reason.
 */
export type Resolve = (hostname: string, options?: ResolveOptions) => Promise<readonly Address[]>;

export interface ResolverOptions {
  /** addresses with an optional port; default: the machine's name servers */
  servers?: readonly string[];
  hostsPath?: string;
  /** Called when the name servers return addresses; not for cached ones. */
  onFound?: (name: string) => void;
}

interface Known {
  untilMs: number;
  addresses?: readonly Address[];
  error?: unknown;
}
interface Flight {
  answer: Promise<readonly Address[]>;
  waiting: number;
  stop: AbortController;
}

/** Tells whether a name is known only to the machine or its network, such as mDNS names. */
export const isLocalName = (name: string): boolean =>
  !name.includes('.') || name.endsWith('.local');

/**
 * Asks the operating system. Its threads can't be cancelled: an abort leaves one, which stays
 * counted.
 */
function createSystemLookup(): (name: string, signal: AbortSignal) => Promise<NameAnswer> {
  const enter = createConcurrencyLimit(MOST_SYSTEM_LOOKUPS);
  return async (name, signal) => {
    const leave = await enter(signal);
    const asked = dns.lookup(name, { all: true, order: 'ipv4first' }).finally(leave);
    const found = await abortable(asked, signal);
    return {
      addresses: found.map(({ address, family }) => ({ address, family: family === 6 ? 6 : 4 })),
      ttlS: SYSTEM_TTL_S,
    };
  };
}

/** A bounded cache of answers and errors; the oldest entries go first. */
class NameCache {
  readonly #names = new Map<string, Known>();

  get(name: string): Known | undefined {
    const known = this.#names.get(name);
    return known && known.untilMs > performance.now() ? known : undefined;
  }

  set(name: string, ttlS: number, outcome: Omit<Known, 'untilMs'>): void {
    this.#names.delete(name);
    this.#names.set(name, { ...outcome, untilMs: performance.now() + ttlS * 1000 });
    const [oldest] = this.#names.keys();
    if (this.#names.size > MOST_NAMES && oldest !== undefined) this.#names.delete(oldest);
  }
}

/**
 * The hosts file comes first, then the name servers. The operating system is queried for names that
 * only it can know (without a dot, or in `.local`). Unless `servers` are given, it is also queried
 * before a name counts as missing, because a VPN may have its own name servers. Answers are cached
 * for their TTL within bounds, missing names for 60 s. Each name has one query at a time, which
 * times out after 3 s.
 */
export function createResolver({
  servers = [],
  hostsPath = HOSTS_PATH,
  onFound,
}: ResolverOptions = {}): {
  resolve: Resolve;
} {
  const hosts = createHostsFile(hostsPath);
  const askSystem = createSystemLookup();
  const enter = createConcurrencyLimit(MOST_AT_ONCE);
  const cache = new NameCache();
  const flights = new Map<string, Flight>();

  async function ask(name: string, signal: AbortSignal): Promise<NameAnswer> {
    if (isLocalName(name)) return askSystem(name, signal);
    try {
      const answer = await askNameServers(name, servers, signal);
      onFound?.(name);
      return answer;
    } catch (error) {
      if (servers.length > 0 || !isUnknownName(error)) throw error;
      return askSystem(name, signal).catch(() => {
        throw error;
      });
    }
  }

  async function fly(name: string, stop: AbortSignal): Promise<readonly Address[]> {
    const leave = await enter(stop);
    const deadline = AbortSignal.timeout(DEADLINE_MS);
    try {
      const { addresses, ttlS } = await ask(name, AbortSignal.any([stop, deadline]));
      cache.set(name, Math.min(TTL_S.most, Math.max(TTL_S.least, ttlS)), { addresses });
      return addresses;
    } catch (cause) {
      if (stop.aborted) throw cause;
      const error = deadline.aborted
        ? Object.assign(new Error(`no answer for ${name}`, { cause }), { code: 'ETIMEOUT' })
        : cause;
      cache.set(name, isUnknownName(error) ? UNKNOWN_TTL_S : FAILED_TTL_S, { error });
      throw error;
    } finally {
      leave();
    }
  }

  function start(name: string): Flight {
    const stop = new AbortController();
    const flight = { answer: fly(name, stop.signal), waiting: 0, stop };
    flights.set(name, flight);
    return flight;
  }
  function end(name: string, flight: Flight): void {
    if (flights.get(name) === flight) flights.delete(name);
    flight.stop.abort();
  }

  return {
    async resolve(hostname, { signal } = {}) {
      signal?.throwIfAborted();
      const name = hostname.toLowerCase().replace(/\.$/, '');
      const fixed = await hosts(name);
      if (fixed) return fixed;
      const known = cache.get(name);
      if (known?.addresses) return known.addresses;
      if (known) throw known.error;
      const flight = flights.get(name) ?? start(name);
      flight.waiting += 1;
      try {
        return await abortable(flight.answer, signal);
      } finally {
        flight.waiting -= 1;
        if (flight.waiting === 0) end(name, flight);
      }
    },
  };
}

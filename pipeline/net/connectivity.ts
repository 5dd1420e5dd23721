/**
 * Distinguishes a machine without a network from unreachable hosts, so that sources don't fail
 * while it is offline. A name that isn't found only triggers the check below.
 */
import { Fault } from '#core/contract/faults.ts';
import { findsAny, isUnknownName } from './name-servers.ts';
import { isLocalName, type Resolve } from './resolver.ts';

/** Some routers without an internet connection report each name as missing. */
const UNKNOWN_IN_A_ROW = 5;
const MOST_PROBES = 3;
const CHECK_MS = 3_000;
/** A result is reused for this time, so that many failures at once cause one check. */
const VERDICT_MS = 2_000;
/** The next attempt comes after as long as the network has been down, within these bounds. */
const RETRY_S = { least: 3, most: 30 };

export interface Connectivity {
  /** Resolves like `resolve`, but throws the fault `offline` if there is no network. */
  resolve: Resolve;
  /** Returns the fault `offline` if this machine has no network; queries the name servers. */
  check(cause: unknown): Promise<Fault | undefined>;
  /** Records that the name servers returned addresses for a name. */
  found(name: string): void;
}

/** `servers` as of the resolver. */
export function createConnectivity(resolve: Resolve, servers: readonly string[]): Connectivity {
  /** recently found names, to query again */
  let probes: readonly string[] = [];
  const unknown = new Set<string>();
  let offlineSinceMs: number | undefined;
  let verdict: { isOffline: Promise<boolean>; untilMs: number } | undefined;

  async function isOffline(): Promise<boolean> {
    const isFound = await findsAny(probes, servers, AbortSignal.timeout(CHECK_MS));
    offlineSinceMs = isFound ? undefined : (offlineSinceMs ?? performance.now());
    if (isFound) unknown.clear();
    return !isFound;
  }

  async function check(cause: unknown): Promise<Fault | undefined> {
    if (!verdict || verdict.untilMs < performance.now()) {
      const current = { isOffline: isOffline(), untilMs: Infinity };
      verdict = current;
      void current.isOffline.then(() => {
        current.untilMs = performance.now() + VERDICT_MS;
      });
    }
    if (!(await verdict.isOffline)) return undefined;
    const awayS = (performance.now() - (offlineSinceMs ?? 0)) / 1000;
    const retryAfterS = Math.ceil(Math.min(RETRY_S.most, Math.max(RETRY_S.least, awayS)));
    return new Fault('offline', { cause, retryAfterS });
  }

  return {
    check,
    found(name) {
      if (!probes.includes(name)) probes = [name, ...probes].slice(0, MOST_PROBES);
      unknown.clear();
      offlineSinceMs = undefined;
      verdict = undefined;
    },
    async resolve(hostname, options) {
      try {
        return await resolve(hostname, options);
      } catch (error) {
        if (options?.signal?.aborted || isLocalName(hostname)) throw error;
        if (isUnknownName(error)) {
          if (unknown.size < UNKNOWN_IN_A_ROW) unknown.add(hostname);
          if (unknown.size < UNKNOWN_IN_A_ROW) throw error;
        }
        throw (await check(error)) ?? error;
      }
    },
  };
}

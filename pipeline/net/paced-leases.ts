/** Requests of child programs to public sites: paced by host, each with a lease of the proxy. */
import { Fault } from '#core/contract/faults.ts';
import type { InfoOptions } from './contract.ts';
import type { EgressProxy, Lease } from './egress-proxy.ts';
import { portOf, type Gate } from './gate.ts';
import type { Pace } from './pace.ts';

/** After a site has limited us, requests are this far apart, until it hasn't done so for six hours. */
const SLOW_S = { least: 5, most: 10 };
const SLOW_FOR_MS = 6 * 3_600_000;

export interface PacedLeases {
  /**
   * Calls `ask` when the host has capacity, with a lease that is closed afterwards. After
   * `rate_limited`, all jobs pause requests to the host and then resume slowly. Faults: those of
   * the gate, of `pace.enter` and of `ask`.
   */
  request<T>(
    address: string,
    options: Pick<InfoOptions, 'signal' | 'companion'>,
    maxBytes: number,
    ask: (url: URL, lease: Lease) => Promise<T>,
  ): Promise<T>;
}

export function createPacedLeases({
  gate,
  proxy,
  pace,
}: {
  gate: Gate;
  proxy: EgressProxy;
  pace: Pick<Pace, 'enter' | 'hold' | 'succeed'>;
}): PacedLeases {
  /** time of the last `rate_limited`, by host */
  const limitedAt = new Map<string, number>();

  async function request<T>(
    address: string,
    { signal, companion = false }: Pick<InfoOptions, 'signal' | 'companion'>,
    maxBytes: number,
    ask: (url: URL, lease: Lease) => Promise<T>,
  ): Promise<T> {
    const url = gate.parse(address);
    const isPaced = !gate.isAllowed(url.hostname, portOf(url));
    const isSlow = performance.now() - (limitedAt.get(url.host) ?? -Infinity) < SLOW_FOR_MS;
    const everyS = isSlow ? SLOW_S.least + Math.random() * (SLOW_S.most - SLOW_S.least) : undefined;
    const leave = isPaced
      ? await pace.enter(url.host, signal, { everyS, companion })
      : () => undefined;
    const lease = await proxy.lease({ maxBytes });
    try {
      const answer = await ask(url, lease);
      if (isPaced) pace.succeed(url.host);
      return answer;
    } catch (error) {
      if (!isPaced || !(error instanceof Fault) || error.code !== 'rate_limited') throw error;
      limitedAt.set(url.host, performance.now());
      throw new Fault('rate_limited', {
        cause: error,
        details: error.details,
        retryAfterS: pace.hold(url.host),
      });
    } finally {
      lease.close();
      leave();
    }
  }

  return { request };
}

import { setTimeout as delay } from 'node:timers/promises';
import { Fault } from '#core/contract/faults.ts';
import { VERSION } from '#config/version.ts';
import type { FetchedResponse, FetchOptions, GuardedFetch } from './contract.ts';
import { ACCEPT_ENCODING } from './decoded-body.ts';
import { portOf, type Gate } from './gate.ts';
import type { Pace } from './pace.ts';
import { LONGEST_WAIT_S } from './pace-lane.ts';
import { lazyPinnedAgent } from './pinned-agent.ts';
import { requestOnce, type Answer, type Hop } from './request-once.ts';
import { createRobots } from './robots.ts';
import { statusFault } from './status-fault.ts';

const MOST_REDIRECTS = 10;
const MOST_TRIES = 3;
const DEFAULT_TIMEOUT_MS = 30_000;
const ROBOTS = { companion: true, maxBytes: 512 * 1024, timeoutMs: 5_000 } as const;
const FOR_GOOD: ReadonlySet<number> = new Set([301, 308]);
/** the only headers sent to another origin; others may be credentials */
const CROSS_ORIGIN_HEADERS: ReadonlySet<string> = new Set([
  'accept',
  'accept-language',
  'content-type',
  'if-modified-since',
  'if-none-match',
  'user-agent',
]);
export const USER_AGENT = `Mozilla/5.0 (compatible; Gloss/${VERSION})`;

/** Faults that count as a host being down. */
const isDown = (fault: Fault): boolean =>
  fault.code === 'timed_out' || fault.code === 'provider_failed';

interface GuardedFetchPorts {
  gate: Gate;
  pace: Pace;
  /** the fault to throw in place of one of a public host, if this machine has no network */
  offlineFault?: (cause: Fault) => Promise<Fault | undefined>;
}

/**
 * `pace` limits requests to public hosts; hosts allowed by the operator are not paced. Time spent
 * waiting for a turn is not counted as the request's.
 */
export function createGuardedFetch(ports: GuardedFetchPorts): {
  fetch: GuardedFetch;
  close: () => Promise<void>;
} {
  const { gate, pace } = ports;
  const pinned = lazyPinnedAgent(gate);

  /**
   * Requests one hop, and again after a short Retry-After. Returns its duration without time spent
   * waiting for a turn.
   */
  async function ask(
    hop: Hop,
    options: FetchOptions,
    budgetMs: number,
    isFirst: boolean,
  ): Promise<{ answer: Answer; tookMs: number }> {
    const { host } = hop.url;
    const { companion: isPart = false, signal } = options;
    const companion = isPart || !isFirst;
    const isPaced = !gate.isAllowed(hop.url.hostname, portOf(hop.url));
    let tookMs = 0;
    for (let attempt = 1; ; attempt += 1) {
      const everyS = isPaced && !companion ? await robots.crawlDelayS(hop.url) : undefined;
      const leave = isPaced
        ? await pace.enter(host, signal, { companion, everyS })
        : () => undefined;
      const startedMs = performance.now();
      let answer: Answer;
      try {
        const { maxBytes, firstByteMs, slow } = options;
        const limits = { maxBytes, firstByteMs, slow, timeoutMs: budgetMs - tookMs };
        answer = await requestOnce(pinned, hop, limits, signal);
      } catch (error) {
        throw isPaced && error instanceof Fault
          ? await hostFault(ports, host, error, isPart)
          : error;
      } finally {
        leave();
        tookMs += performance.now() - startedMs;
      }
      const fault = statusFault(answer.status, answer.headers);
      const heldS = isPaced ? notePace(pace, host, fault, isPart) : undefined;
      if (!fault) return { answer, tookMs };
      if (fault.code !== 'rate_limited') throw fault;
      const waitS = fault.retryAfterS ?? heldS;
      if (waitS === undefined || waitS > LONGEST_WAIT_S || attempt >= MOST_TRIES)
        throw new Fault('rate_limited', {
          details: fault.details,
          ...(waitS !== undefined && { retryAfterS: waitS }),
        });
      await delay(waitS * 1000, undefined, signal ? { signal } : {}).catch((error: unknown) => {
        throw signal?.reason ?? error;
      });
    }
  }
  const robots = createRobots(async (url) =>
    new TextDecoder().decode((await guardedFetch(url.href, ROBOTS)).bytes),
  );

  async function guardedFetch(url: string, options: FetchOptions): Promise<FetchedResponse> {
    options.signal?.throwIfAborted();
    let hop = firstHop(gate.parse(url), options);
    let leftMs = options.timeoutMs ?? DEFAULT_TIMEOUT_MS;
    let movedTo: string | undefined;
    let isForGood = true;
    for (let hops = 0; hops <= MOST_REDIRECTS; hops += 1) {
      const {
        answer: { location, ...answer },
        tookMs,
      } = await ask(hop, options, leftMs, hops === 0);
      if (location === undefined)
        return { ...answer, ...(movedTo === undefined ? {} : { movedTo }) };
      leftMs -= tookMs;
      if (leftMs <= 0) throw new Fault('timed_out');
      hop = follow(hop, answer.status, gate.parse(location, hop.url));
      isForGood &&= FOR_GOOD.has(answer.status);
      if (isForGood) movedTo = hop.url.href;
    }
    throw new Fault('unsupported_url', {
      message: `This address redirects more than ${MOST_REDIRECTS} times. Open it in a browser and paste the address it ends at.`,
    });
  }

  return { fetch: guardedFetch, close: pinned.destroy };
}

/**
 * Returns the fault of a failed request: of the host, which is reported to the pace, or of this
 * machine's network.
 */
async function hostFault(
  { pace, offlineFault }: GuardedFetchPorts,
  host: string,
  fault: Fault,
  isPart: boolean,
): Promise<Fault> {
  if (fault.code === 'offline') return fault;
  const offline = isDown(fault) ? await offlineFault?.(fault) : undefined;
  if (!offline) notePace(pace, host, fault, isPart);
  return offline ?? fault;
}

/**
 * Reports the host's response to the pace. Only pages decide whether a host is down, not their
 * resources. Returns the seconds for which the host is paused, if any.
 */
function notePace(
  pace: Pace,
  host: string,
  fault: Fault | undefined,
  isPart: boolean,
): number | undefined {
  if (fault?.code === 'rate_limited') return pace.hold(host, fault.retryAfterS);
  if (isPart) return undefined;
  if (fault && isDown(fault)) pace.fail(host);
  else pace.succeed(host);
  return undefined;
}

const firstHop = (url: URL, options: FetchOptions): Hop => ({
  url,
  method: options.method ?? 'GET',
  body: options.body,
  headers: {
    'user-agent': USER_AGENT,
    accept: '*/*',
    'accept-language': 'en,*;q=0.5',
    ...Object.fromEntries(
      Object.entries(options.headers ?? {}).map(([name, value]) => [name.toLowerCase(), value]),
    ),
    'accept-encoding': ACCEPT_ENCODING,
  },
});

function follow(hop: Hop, status: number, url: URL): Hop {
  const turnsToGet =
    (status === 303 && hop.method !== 'HEAD') || (status < 303 && hop.method === 'POST');
  const forwarded = Object.entries(hop.headers).filter(
    ([name]) =>
      (url.origin === hop.url.origin ||
        CROSS_ORIGIN_HEADERS.has(name) ||
        name === 'accept-encoding') &&
      !(turnsToGet && name.startsWith('content-')),
  );
  return {
    url,
    method: turnsToGet ? 'GET' : hop.method,
    headers: Object.fromEntries(forwarded),
    body: turnsToGet ? undefined : hop.body,
  };
}

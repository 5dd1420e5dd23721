/** One HTTP request without redirects, on pinned connections, with limits for size and time. */
import type { Dispatcher } from 'undici';
import { Fault } from '#core/contract/faults.ts';
import { abortable } from './abortable.ts';
import type { FetchedResponse, SlowRequests } from './contract.ts';
import { decodedBody } from './decoded-body.ts';
import { CONNECT_TIMEOUT_MS, loadUndici, type lazyPinnedAgent } from './pinned-agent.ts';

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

export interface Hop {
  url: URL;
  method: Dispatcher.HttpMethod;
  headers: Record<string, string>;
  body: string | undefined;
}
export type Answer = FetchedResponse & { location: string | undefined };

export interface RequestLimits {
  maxBytes: number;
  /** for the complete request */
  timeoutMs: number;
  /** for the name, the connection and the headers */
  firstByteMs?: number | undefined;
  slow?: SlowRequests | undefined;
}

/** A signal that is aborted when the headers, or later the body, take too long. */
function createDeadline({ timeoutMs, firstByteMs = timeoutMs, slow }: RequestLimits) {
  const stop = new AbortController();
  const startedMs = performance.now();
  const headersMs = Math.min(timeoutMs, firstByteMs);
  const end = (waitedFor: 'headers' | 'body', ms: number) => () =>
    stop.abort(timeoutFault(waitedFor, ms));
  let timer = setTimeout(end('headers', headersMs), Math.max(1, Math.ceil(headersMs)));
  let freeSlot: (() => void) | undefined;
  const slowTimer =
    slow &&
    setTimeout(() => {
      freeSlot = slow.takeSlot();
      if (!freeSlot) end('headers', slow.afterMs)();
    }, slow.afterMs);
  const leaveSlow = (): void => {
    clearTimeout(slowTimer);
    freeSlot?.();
    freeSlot = undefined;
  };
  return {
    signal: stop.signal,
    /** The headers have arrived; from here only the complete request is limited. */
    answered(): void {
      clearTimeout(timer);
      leaveSlow();
      const leftMs = timeoutMs - (performance.now() - startedMs);
      timer = setTimeout(end('body', timeoutMs), Math.max(1, Math.ceil(leftMs)));
    },
    clear(): void {
      clearTimeout(timer);
      leaveSlow();
    },
  };
}

function timeoutFault(waitedFor: 'headers' | 'body', ms: number, cause?: unknown): Fault {
  const seconds = Math.max(1, Math.round(ms / 1000));
  const inTime = seconds === 1 ? 'within a second' : `within ${seconds} seconds`;
  return new Fault('timed_out', {
    message:
      waitedFor === 'headers'
        ? `The site did not answer ${inTime}. Try again later.`
        : `The site did not send everything ${inTime}. Try again later.`,
    details: { waitedFor },
    cause,
  });
}

/**
 * Ends at its deadline even while it waits for a connection. Faults: `timed_out`, `too_large`,
 * `provider_failed`; those of the gate. An abort rejects with the signal's reason.
 */
export async function requestOnce(
  pinned: ReturnType<typeof lazyPinnedAgent>,
  hop: Hop,
  limits: RequestLimits,
  signal: AbortSignal | undefined,
): Promise<Answer> {
  const { maxBytes, timeoutMs } = limits;
  const [{ request }, agent] = await Promise.all([loadUndici(), pinned.agent()]);
  const deadline = createDeadline(limits);
  const either = signal ? AbortSignal.any([signal, deadline.signal]) : deadline.signal;
  try {
    // undici notices an abort only once it has a connection.
    const response = await abortable(
      request(hop.url, {
        dispatcher: agent,
        method: hop.method,
        headers: hop.headers,
        body: hop.body ?? null,
        signal: either,
        headersTimeout: timeoutMs,
        bodyTimeout: timeoutMs,
      }),
      either,
    );
    deadline.answered();
    // An aborted body emits an error, which would end the process without a listener.
    response.body.on('error', () => undefined);
    const headers = flat(response.headers);
    const location = REDIRECTS.has(response.statusCode) ? headers['location'] : undefined;
    const wantsBody = location === undefined && response.statusCode < 400 && hop.method !== 'HEAD';
    if (!wantsBody) await response.body.dump({ limit: 64 * 1024, signal: either });
    else if (Number(headers['content-length'] ?? 0) > maxBytes) {
      response.body.destroy();
      throw new Fault('too_large', { details: { maxBytes } });
    }
    return {
      url: hop.url.href,
      status: response.statusCode,
      headers,
      location,
      contentType: (headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? '',
      bytes: wantsBody
        ? await decodedBody(response.body, headers['content-encoding'] ?? '', maxBytes)
        : new Uint8Array(),
    };
  } catch (error) {
    if (signal?.aborted) throw signal.reason;
    throw deadline.signal.aborted ? deadline.signal.reason : connectionFault(error);
  } finally {
    deadline.clear();
  }
}

/** Header values arrive as latin1; a Location in UTF-8 is decoded. */
function flat(
  headers: Readonly<Record<string, string | string[] | undefined>>,
): Record<string, string> {
  const entries = Object.entries(headers).flatMap(([name, value]) =>
    value === undefined
      ? []
      : [[name.toLowerCase(), Array.isArray(value) ? value.join(', ') : value] as const],
  );
  return Object.fromEntries(
    entries.map(([name, value]) => [
      name,
      name === 'location' ? Buffer.from(value, 'latin1').toString('utf8') : value,
    ]),
  );
}

function connectionFault(error: unknown): Fault {
  if (error instanceof Fault) return error;
  if (error instanceof AggregateError)
    for (const inner of error.errors) if (inner instanceof Fault) return inner;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  // The connection has a separate limit.
  if (/TIMEOUT|ETIMEDOUT/.test(code)) return timeoutFault('headers', CONNECT_TIMEOUT_MS, error);
  return new Fault('provider_failed', {
    message: "Couldn't reach the site. Try again in a moment.",
    cause: error,
  });
}

/** One HTTP request without redirects, on pinned connections, within a size and a time. */
import type { Dispatcher } from 'undici';
import { Fault } from '#core/contract/faults.ts';
import type { FetchedResponse } from './contract.ts';
import { decodedBody } from './decoded-body.ts';
import { loadUndici, type lazyPinnedAgent } from './pinned-agent.ts';

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

export interface Hop {
  url: URL;
  method: Dispatcher.HttpMethod;
  headers: Record<string, string>;
  body: string | undefined;
}
export type Answer = FetchedResponse & { location: string | undefined };

/** Faults: `timed_out`, `too_large`, `provider_failed`; those of the gate. */
export async function requestOnce(
  pinned: ReturnType<typeof lazyPinnedAgent>,
  hop: Hop,
  maxBytes: number,
  leftMs: number,
  signal: AbortSignal | undefined,
): Promise<Answer> {
  const [{ request }, agent] = await Promise.all([loadUndici(), pinned.agent()]);
  const timeoutMs = Math.max(1, Math.ceil(leftMs));
  const deadline = AbortSignal.timeout(timeoutMs);
  const either = signal ? AbortSignal.any([signal, deadline]) : deadline;
  try {
    const response = await request(hop.url, {
      dispatcher: agent,
      method: hop.method,
      headers: hop.headers,
      body: hop.body ?? null,
      signal: either,
      headersTimeout: timeoutMs,
      bodyTimeout: timeoutMs,
    });
    // A body given up early ends in an error of its own; without a listener it would end the
    // process.
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
    if (deadline.aborted) throw new Fault('timed_out', { cause: error });
    throw connectionFault(error);
  }
}

/** Header values come as latin1; a Location in UTF-8 is read as such. */
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
  if (/TIMEOUT|ETIMEDOUT/.test(code)) return new Fault('timed_out', { cause: error });
  return new Fault('provider_failed', {
    message: 'The site could not be reached. Try again in a moment.',
    cause: error,
  });
}

/**
 * Streams video and audio for playback, through the same gate as pages, without reading them into
 * memory.
 */
import type { Readable } from 'node:stream';
import type { Dispatcher } from 'undici';
import { Fault } from '#core/contract/faults.ts';
import { abortable } from './abortable.ts';
import type { MediaOptions, MediaResponse, MediaStreams } from './contract.ts';
import type { Gate } from './gate.ts';
import { USER_AGENT } from './guarded-fetch.ts';
import { lazyPinnedAgent, loadUndici } from './pinned-agent.ts';
import { statusFault } from './status-fault.ts';

const MOST_REDIRECTS = 5;
const HEADERS_TIMEOUT_MS = 15_000;
/** The longest wait for the next chunk of a body, not counting time in which the reader accepts none. */
const BODY_TIMEOUT_MS = 30_000;
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
/**
 * Connections to one origin: a paused video keeps its connection, and others must not wait for it.
 * Callers limit their number.
 */
const CONNECTIONS = 256;
const RANGE_NOT_SATISFIABLE = 416;

/** Drops headers that appear twice, because readers disagree about which one counts. */
function singleHeaders(
  headers: Readonly<Record<string, string | string[] | undefined>>,
): Record<string, string> {
  const single: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (typeof value === 'string') single[name.toLowerCase()] = value;
  }
  return single;
}

/** Discards a body: closes its socket and ignores later errors. */
function giveUp(body: Readable): void {
  body.on('error', () => undefined);
  body.destroy();
}

function asFault(error: unknown, signal: AbortSignal): unknown {
  if (error instanceof Fault || signal.aborted) return error;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const isLate = code.includes('TIMEOUT') || code === 'ETIMEDOUT';
  return isLate
    ? new Fault('timed_out', { cause: error })
    : new Fault('provider_failed', {
        message: "Couldn't reach the site. Try again in a moment.",
        cause: error,
      });
}

export function createMediaStreams({
  gate,
}: {
  gate: Gate;
}): MediaStreams & { close(): Promise<void> } {
  const pinned = lazyPinnedAgent(gate, { connections: CONNECTIONS });

  type Headers = Record<string, string>;
  async function ask(
    url: URL,
    headers: Headers,
    options: MediaOptions,
  ): Promise<Dispatcher.ResponseData> {
    const [{ request }, agent] = await Promise.all([loadUndici(), pinned.agent()]);
    return abortable(
      request(url, {
        dispatcher: agent,
        method: options.method,
        headers,
        signal: options.signal,
        headersTimeout: HEADERS_TIMEOUT_MS,
        bodyTimeout: BODY_TIMEOUT_MS,
      }),
      options.signal,
    );
  }

  async function open(address: string, options: MediaOptions): Promise<MediaResponse> {
    // The headers that a host receives: no cookie, no referrer, nothing about the user.
    const headers = {
      'user-agent': USER_AGENT,
      accept: '*/*',
      'accept-encoding': 'identity',
      ...(options.range !== undefined && { range: options.range }),
      ...(options.ifRange !== undefined && { 'if-range': options.ifRange }),
    };
    let url = gate.parse(address);
    for (let hops = 0; hops <= MOST_REDIRECTS; hops += 1) {
      const response = await ask(url, headers, options);
      const answered = singleHeaders(response.headers);
      const location = REDIRECTS.has(response.statusCode) ? answered['location'] : undefined;
      if (location !== undefined) {
        giveUp(response.body);
        url = gate.parse(Buffer.from(location, 'latin1').toString('utf8'), url);
        continue;
      }
      const { statusCode: status } = response;
      const fault = status === RANGE_NOT_SATISFIABLE ? undefined : statusFault(status, answered);
      const coding = answered['content-encoding']?.toLowerCase() ?? 'identity';
      if (fault || coding !== 'identity') {
        giveUp(response.body);
        const message = 'The site sent its file in a coding that was not asked for.';
        throw fault ?? new Fault('provider_failed', { message });
      }
      return { url: url.href, status, headers: answered, body: response.body };
    }
    const message = `The file of this video redirects more than ${MOST_REDIRECTS} times.`;
    throw new Fault('unsupported_url', { message });
  }

  return {
    open: (address, options) =>
      open(address, options).catch((error: unknown) => {
        throw asFault(error, options.signal);
      }),
    close: pinned.destroy,
  };
}

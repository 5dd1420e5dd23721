/**
 * A real HTTP server for a folder of files, and a `Net` that reaches it through undici, to test
 * source kinds. Without address checks and pace, which `pipeline/net` tests.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fetch } from 'undici';
import { Fault } from '#core/contract/faults.ts';
import type { FaultCode } from '#core/contract/faults.ts';
import type { FetchedResponse, Net } from '#pipeline/net/contract.ts';

export interface ServedFile {
  bytes: Uint8Array;
  contentType: string;
  status?: number;
}
export interface LoopbackSite {
  /** `http://127.0.0.1:port` */
  origin: string;
  /** requested paths, in order */
  asked: string[];
  close(): Promise<void>;
}

/** `read` returns the file for a path without its leading slash, or undefined for a 404. */
export async function serveLoopback(
  read: (path: string, origin: string) => ServedFile | undefined,
): Promise<LoopbackSite> {
  const asked: string[] = [];
  let origin = '';
  const server = createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url ?? '/', 'http://localhost').pathname).slice(
      1,
    );
    asked.push(path);
    const file = read(path, origin);
    response.statusCode = file === undefined ? 404 : (file.status ?? 200);
    if (file !== undefined && file.contentType !== '')
      response.setHeader('content-type', file.contentType);
    response.end(file?.bytes);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    asked,
    close: () =>
      new Promise((resolve, reject) => {
        server.close((error) => {
          if (error) reject(error);
          else resolve();
        });
      }),
  };
}

const FAULT_OF_STATUS: Record<number, FaultCode> = {
  401: 'private_or_removed',
  403: 'private_or_removed',
  404: 'not_found',
  410: 'not_found',
  429: 'rate_limited',
  451: 'private_or_removed',
};

export async function fetchLoopback(
  url: string,
  options: { signal?: AbortSignal; maxBytes: number },
): Promise<FetchedResponse> {
  const response = await fetch(url, options.signal === undefined ? {} : { signal: options.signal });
  const bytes = new Uint8Array(await response.arrayBuffer());
  if (response.status >= 400)
    throw new Fault(FAULT_OF_STATUS[response.status] ?? 'provider_failed');
  if (bytes.length > options.maxBytes) throw new Fault('too_large');
  const headers = Object.fromEntries(response.headers.entries());
  const contentType = (headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
  return { url: response.url, status: response.status, headers, contentType, bytes };
}

/**
 * `recorded`: output of yt-dlp for the page; without it yt-dlp is missing. `rendered`: the page
 * after its scripts ran; without it there is no browser.
 */
export function loopbackNet(more: { recorded?: unknown; rendered?: string } = {}): Net {
  return {
    fetch: fetchLoopback,
    media: {
      open: async () => {
        throw new Fault('unsupported_url');
      },
    },
    browser: {
      path: more.rendered === undefined ? undefined : 'recorded',
      render: async (url) => {
        if (more.rendered === undefined) throw new Fault('browser_missing');
        return { url, status: 200, html: more.rendered, title: '' };
      },
      version: async () => 'recorded',
      counts: () => ({ running: 0, waiting: 0, limit: 1 }),
      close: async () => undefined,
    },
    ytdlp: {
      path: more.recorded === undefined ? undefined : 'recorded',
      info: async () => {
        if (more.recorded === undefined) throw new Fault('ytdlp_missing');
        return more.recorded;
      },
      version: async () => 'recorded',
    },
    frames: {
      frame: async () => {
        throw new Fault('absent');
      },
    },
    lanes: () => [],
    close: async () => undefined,
  };
}

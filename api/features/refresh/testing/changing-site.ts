/**
 * A real site whose pages change, and that responds as sites do: with entity tags, dates, errors,
 * or something else.
 */
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sha256 } from '#config/sha256.ts';

export interface ChangingPage {
  /** or the bytes of a file */
  html: string | Uint8Array;
  status?: number;
  /** how unchanged responses are recognised; default neither */
  etag?: boolean;
  lastModified?: string;
  contentType?: string;
  redirect?: string;
  /** status of the redirect; default 302 */
  redirectStatus?: number;
  retryAfterS?: number;
}
export interface ChangingSite {
  origin: string;
  /** requests in order, without icons */
  asked: { path: string; headers: IncomingHttpHeaders; status: number }[];
  pages: Map<string, ChangingPage>;
  /** Delays responses until this settles. */
  hold(until: Promise<void>): void;
  close(): Promise<void>;
}

export async function openChangingSite(): Promise<ChangingSite> {
  const pages = new Map<string, ChangingPage>();
  const asked: ChangingSite['asked'] = [];
  let held: Promise<void> = Promise.resolve();
  const server = createServer((request, response) => {
    const path = (request.url ?? '/').slice(1);
    const page = pages.get(path);
    const answer = (
      status: number,
      headers: Record<string, string> = {},
      body?: string | Uint8Array,
    ) => {
      if (page) asked.push({ path, headers: request.headers, status });
      response.writeHead(status, headers).end(body);
    };
    void held.then(() => {
      if (!page) return answer(404);
      if (page.redirect !== undefined)
        return answer(page.redirectStatus ?? 302, { location: page.redirect });
      const etag = `"${sha256(page.html).slice(0, 16)}"`;
      const validators: Record<string, string> = {
        'content-type': page.contentType ?? 'text/html; charset=utf-8',
        ...(page.etag ? { etag } : {}),
        ...(page.lastModified ? { 'last-modified': page.lastModified } : {}),
        ...(page.retryAfterS === undefined ? {} : { 'retry-after': String(page.retryAfterS) }),
      };
      if (page.etag && request.headers['if-none-match'] === etag) return answer(304, validators);
      if (page.lastModified && request.headers['if-modified-since'] === page.lastModified)
        return answer(304, validators);
      answer(page.status ?? 200, validators, page.html);
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    pages,
    hold(until) {
      held = until;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

export const htmlPage = (title: string, paragraphs: readonly string[]): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title></head><body><article><h1>${title}</h1>${paragraphs.map((text) => `<p>${text}</p>`).join('')}</article></body></html>`;

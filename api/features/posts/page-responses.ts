import type { Context } from 'koa';
import type { CachedPage } from './page-cache.ts';
import { pageParts } from './page-parts.ts';
import type { Page } from './page/page.ts';

export const REVALIDATE = 'public, max-age=0, must-revalidate';
export const FOR_GOOD = 'public, max-age=31536000, immutable';
const NO_CONTENT_POLICY = "default-src 'none'; frame-ancestors 'none'";

function setHeaders(koa: Context, policy: string): void {
  koa.set({
    'Content-Security-Policy': policy,
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    'Cross-Origin-Opener-Policy': 'same-origin',
  });
}

export function sendPage(
  koa: Context,
  { html, policy }: Page,
  cacheControl: string,
  status = 200,
): void {
  setHeaders(koa, policy);
  koa.status = status;
  koa.set('Cache-Control', cacheControl);
  koa.type = 'html';
  koa.body = html;
}

/** Redirects a previous address permanently. */
export function sendMoved(koa: Context, path: string): void {
  koa.status = 301;
  koa.redirect(path);
  koa.set('Cache-Control', REVALIDATE);
}

export async function sendNotFound(koa: Context, publicUrl: string): Promise<void> {
  const { notFoundPage } = await pageParts();
  sendPage(koa, notFoundPage(publicUrl), 'no-store', 404);
}

export function sendCached(
  koa: Context,
  { body, gzipped, policy, etag, lastModified }: CachedPage,
): void {
  setHeaders(koa, policy);
  koa.set({
    'Cache-Control': REVALIDATE,
    ETag: etag,
    'Last-Modified': lastModified,
    Vary: 'Accept-Encoding',
  });
  koa.status = 200;
  if (koa.get('If-None-Match').includes(etag)) {
    koa.status = 304;
    return;
  }
  koa.type = 'html';
  if (koa.acceptsEncodings('gzip', 'identity') === 'gzip') {
    koa.set('Content-Encoding', 'gzip');
    koa.body = gzipped;
  } else koa.body = body;
}

export function sendFile(
  koa: Context,
  bytes: Uint8Array,
  type: string,
  cacheControl: string,
): void {
  setHeaders(koa, NO_CONTENT_POLICY);
  koa.set({ 'Cache-Control': cacheControl, 'Cross-Origin-Resource-Policy': 'cross-origin' });
  koa.type = type;
  koa.body = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** For feed readers and search engines. */
export async function sendForMachines(
  koa: Context,
  { type, write }: { type: string; write(): Promise<string> },
): Promise<void> {
  koa.set('Cache-Control', 'public, max-age=300');
  setHeaders(koa, NO_CONTENT_POLICY);
  koa.type = type;
  koa.body = await write();
}

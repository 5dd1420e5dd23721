import type { Context } from 'koa';
import type { FileStore } from '#pipeline/library/index.ts';

/** Parses one range, as PDF.js and <video> request it; other requests get the complete file. */
function rangeOf(header: string, size: number): { start: number; end: number } | undefined {
  const [, from, to] = /^bytes=(\d*)-(\d*)$/.exec(header) ?? [];
  if (from === undefined || to === undefined || (from === '' && to === '')) return undefined;
  const start = from === '' ? Math.max(0, size - Number(to)) : Number(from);
  const end = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1);
  return start <= end ? { start, end } : undefined;
}

/** Types that browsers show; what a person uploaded as a page is saved instead. */
const OPENED = /^(image|audio|video)\/|^application\/pdf$|^text\/plain$/;
/**
 * Blobs are named by their hash and never change; cached as long as the shortest read link is
 * valid.
 */
const BLOB_S = 6 * 3600;

export async function sendFile(
  koa: Context,
  files: FileStore,
  it: { key: string; type: string; name: string },
): Promise<void> {
  const size = await files.size(it.key);
  const range = rangeOf(koa.get('Range'), size);
  koa.set({
    'Accept-Ranges': 'bytes',
    'Cache-Control': it.key.startsWith('blobs/')
      ? `private, max-age=${BLOB_S}, immutable`
      : 'private, max-age=3600',
    'Content-Security-Policy':
      "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; media-src 'self'; frame-ancestors 'none'",
    'Content-Disposition': `${OPENED.test(it.type) ? 'inline' : 'attachment'}; filename*=UTF-8''${encodeURIComponent(it.name)}`,
  });
  koa.type = it.type;
  if (range) {
    koa.status = 206;
    koa.set('Content-Range', `bytes ${range.start}-${range.end}/${size}`);
  }
  koa.length = range ? range.end - range.start + 1 : size;
  if (koa.method !== 'HEAD') koa.body = await files.stream(it.key, range);
  else koa.status = 200;
}

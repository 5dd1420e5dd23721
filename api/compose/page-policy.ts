/**
 * The policy of the page: it may load and run its own scripts, the styles that they create, and
 * images, frames and media from the content host.
 */
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';

/** Placeholder in the built page for the nonce of a response. */
const NONCE_PLACEHOLDER = '%NONCE%';

/** Returns the policy of a response with its nonce. */
export function pagePolicy(contentUrl: string): (nonce: string) => string {
  const directives: Record<string, readonly string[]> = {
    'default-src': ["'self'"],
    'script-src': ["'self'", "'wasm-unsafe-eval'"],
    'style-src': ["'self'", `'nonce-${NONCE_PLACEHOLDER}'`],
    'img-src': ["'self'", 'data:', 'blob:', contentUrl],
    'font-src': ["'self'"],
    'connect-src': ["'self'", contentUrl],
    'media-src': ["'self'", 'blob:', contentUrl],
    'frame-src': [contentUrl, 'https://www.youtube-nocookie.com'],
    'worker-src': ["'self'", 'blob:'],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
  };
  const [before = '', after = ''] = Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources.join(' ')}`)
    .join('; ')
    .split(NONCE_PLACEHOLDER);
  return (nonce) => `${before}${nonce}${after}`;
}
export const newNonce = (): string => randomBytes(16).toString('base64');
const LINK = /(?<!\s)\s*<link [^<>]*>/g;
/** Matches a preload that only some paths need, marked by the build. */
const EARLY_AT = /data-at="([^"]+)"/;
const isFor = (link: string, path: string): boolean =>
  path.startsWith(EARLY_AT.exec(link)?.[1] ?? '');
/** Read by `ui/editor/performance/off-switch.ts`. */
const PLAIN_NOTES = '<meta name="gloss-notes-performance" content="off">';
export const pageWith = (
  file: string,
  nonce: string,
  path: string,
  notesPerformance: boolean,
): string =>
  readFileSync(file, 'utf8')
    .replaceAll(NONCE_PLACEHOLDER, nonce)
    .replace(LINK, (link) => (isFor(link, path) ? link : ''))
    .replace('</head>', (end) => (notesPerformance ? end : `${PLAIN_NOTES}${end}`));

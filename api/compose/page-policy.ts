/**
 * What the page may load and run: its own scripts, the styles that they make, and pictures, frames
 * and sound of the content host.
 */
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';

/** Stands in the built page where each answer puts its own. */
const PLACE = '%NONCE%';

/** The policy of each answer, by its nonce. */
export function pagePolicy(contentUrl: string): (nonce: string) => string {
  const directives: Record<string, readonly string[]> = {
    'default-src': ["'self'"],
    'script-src': ["'self'", "'wasm-unsafe-eval'"],
    'style-src': ["'self'", `'nonce-${PLACE}'`],
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
    .split(PLACE);
  return (nonce) => `${before}${nonce}${after}`;
}
export const newNonce = (): string => randomBytes(16).toString('base64');
const LINK = /(?<!\s)\s*<link [^<>]*>/g;
/** What only paths that begin so need early, as the build has named it. */
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
    .replaceAll(PLACE, nonce)
    .replace(LINK, (link) => (isFor(link, path) ? link : ''))
    .replace('</head>', (end) => (notesPerformance ? end : `${PLAIN_NOTES}${end}`));

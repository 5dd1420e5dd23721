/**
 * Frames a page with head, styles and layout. No style is in an attribute, so that the policy can
 * forbid these.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { html, nothing, type Html } from './html.ts';
import { FONT_FACES, fontUrl } from './fonts.ts';

export const STYLE = readFileSync(new URL('style.css', import.meta.url), 'utf8')
  .replace(/\/\*[^*/]*\*\//g, '')
  .replace(/\n\s*/g, '');
const SCRIPT = readFileSync(new URL('post.js', import.meta.url));
const hashOf = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest();
export const SCRIPT_PATH = `/p/assets/post-${hashOf(SCRIPT).toString('hex').slice(0, 10)}.js`;
export const scriptBytes = (): Buffer => SCRIPT;

export interface PageParts {
  title: string;
  description: string;
  language: string;
  canonical: string;
  isIndexable: boolean;
  /** custom properties of its colours */
  theme: string;
  paper: string;
  /** further elements of the head: social cards, structured data */
  head: Html;
  body: Html;
  script?: boolean;
  feed: string;
}
export interface Page {
  html: string;
  policy: string;
}

export function page({
  title,
  description,
  language,
  canonical,
  isIndexable,
  theme,
  paper,
  head,
  body,
  script = false,
  feed,
}: PageParts): Page {
  const style = `${theme}${FONT_FACES}${STYLE}`;
  const text =
    html`<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>${title}</title><meta name="description" content="${description}">${isIndexable ? html`<meta name="robots" content="index,follow,max-image-preview:large">` : html`<meta name="robots" content="noindex">`}
<link rel="canonical" href="${canonical}"><link rel="alternate" type="application/atom+xml" title="Posts" href="${feed}"><meta name="theme-color" content="${paper}">
<link rel="preload" href="${fontUrl('serif')}" as="font" type="font/woff2" crossorigin><link rel="preload" href="${fontUrl('sans')}" as="font" type="font/woff2" crossorigin><link rel="icon" href="/favicon.svg" type="image/svg+xml">
${head}<style>`.value +
    style +
    html`</style>${script ? html`<script src="${SCRIPT_PATH}" defer></script>` : nothing}</head>
<body>${body}</body></html>
`.value;
  const policy = [
    "default-src 'none'",
    `style-src 'sha256-${hashOf(style).toString('base64')}'`,
    "img-src 'self'",
    "font-src 'self'",
    "connect-src 'self'",
    script ? "script-src 'self'" : "script-src 'none'",
    ...(script ? ['frame-src https://www.youtube-nocookie.com'] : []),
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
  return { html: text, policy };
}

/** Data that browsers don't run; escapes characters that would end the element. */
export const jsonLd = (data: unknown): Html =>
  html`<script type="application/ld+json">${{ value: JSON.stringify(data).replaceAll('<', '\\u003c').replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029') }}</script>`;

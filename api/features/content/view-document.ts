import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { readerFaces } from './reader-fonts.ts';

const asset = (name: string): string =>
  readFileSync(fileURLToPath(new URL(name, import.meta.url)), 'utf8');
const escape = (text: string): string => text.replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`);
/**
 * Runs before the first paint: applies the style in the fragment of the address, so that the text
 * does not jump.
 */
const STYLE_SCRIPT =
  "for (const [name, value] of new URLSearchParams(location.hash.slice(1))) if (name.startsWith('--')) document.documentElement.style.setProperty(name, value);";
let loaded: { script: string; css: string } | undefined;

export interface ViewDocument {
  html: string;
  headers: Record<string, string>;
}

/**
 * Returns a sanitised view as its own document: sandboxed by header, with no script but ours (by
 * nonce). The original view makes no requests, because it contains its styles and images; Reader
 * only loads saved images of the content host and our fonts. `contentUrl` is the content host,
 * named because a sandboxed document has an opaque origin; `frameOrigin` is the only page that may
 * frame it.
 */
export function viewDocument(it: {
  html: string;
  mode: 'reader' | 'web';
  /** HTML of the Reader header */
  header: string;
  title: string;
  language: string;
  contentUrl: string;
  frameOrigin: string;
}): ViewDocument {
  loaded ??= { script: asset('./frame.js'), css: readerFaces() + asset('./reader.css') };
  const nonce = randomBytes(16).toString('base64');
  const script = `<script nonce="${nonce}">${loaded.script.replaceAll('</script', '<\\/script')}</script>`;
  // The sanitiser writes tags in lower case.
  const bodyEnd = it.mode === 'web' ? it.html.lastIndexOf('</body>') : -1;
  const html =
    bodyEnd >= 0
      ? `${it.html.slice(0, bodyEnd)}${script}${it.html.slice(bodyEnd)}`
      : `<!doctype html><html lang="${escape(it.language)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escape(it.title)}</title>` +
        `${it.mode === 'reader' ? `<script nonce="${nonce}">${STYLE_SCRIPT}</script><style>${loaded.css}</style>` : ''}</head><body>${it.header}<main dir="auto">${it.html}</main>${script}</body></html>`;
  return {
    html,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': `sandbox allow-scripts allow-popups allow-popups-to-escape-sandbox; default-src 'none'; script-src 'nonce-${nonce}'; style-src 'unsafe-inline'; img-src data:${it.mode === 'reader' ? ` ${it.contentUrl}` : ''}; font-src data:${it.mode === 'reader' ? " 'self'" : ''}; base-uri 'none'; form-action 'none'; frame-ancestors ${it.frameOrigin}`,
      'X-Content-Type-Options': 'nosniff',
      'Referrer-Policy': 'no-referrer',
      'Cache-Control': 'private, no-store',
    },
  };
}

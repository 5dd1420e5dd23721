/**
 * A page as a document whose addresses are absolute. For reading only: linkedom's tree is no base
 * for sanitising.
 */
import { createRequire } from 'node:module';
import type { DOMParser, parseHTML } from 'linkedom';
import { parseWebAddress } from '#core/text/canonical-url.ts';
import { boundedHtml } from './bounded-html.ts';
import { mapCssUrls } from './css-tokens.ts';

/** Loaded with the first page, so that an idle server doesn't hold it in memory. */
const require = createRequire(import.meta.url);
const linkedom = () =>
  require('linkedom') as { parseHTML: typeof parseHTML; DOMParser: typeof DOMParser };

export const parseXml = (text: string) =>
  new (linkedom().DOMParser)().parseFromString(
    boundedHtml(text.replace(/^\ufeff/, ''), { isXml: true }),
    'text/xml',
  );

const ADDRESSES = ['src', 'poster', 'data-src', 'data-original', 'background', 'cite'];
const SETS = ['srcset', 'data-srcset'];
const LINKING = new Set(['A', 'AREA', 'LINK']);
const ADDRESSED = [
  'a[href],area[href],link[href]',
  ...[...ADDRESSES, ...SETS].map((name) => `[${name}]`),
  '[style*="url("]',
].join(',');

export const tidy = (text: string): string => text.replace(/\s+/gu, ' ').trim();

/** The parser adds no missing html, head or body, and everything behind it counts on them. */
export function parsePage(html: string): Document {
  const bounded = boundedHtml(html);
  const { document } = linkedom().parseHTML(
    /<html[\s>]/i.test(bounded) ? bounded : `<html><body>${bounded}</body></html>`,
  );
  const root = document.documentElement;
  const found = [...root.children].find(
    (child) => child.tagName === 'BODY' || child.tagName === 'FRAMESET',
  );
  if (found === undefined) {
    const body = document.createElement('body');
    for (const node of [...root.childNodes]) if (node.nodeName !== 'HEAD') body.append(node);
    root.append(body);
  }
  for (const element of document.querySelectorAll(
    'body > title, body > meta, body > link, body > base',
  ))
    document.head.append(element);
  return document;
}

const absolute = (address: string, base: string): string => {
  const trimmed = address.trim();
  return /^(#|data:|about:|blob:)/i.test(trimmed)
    ? trimmed
    : (URL.parse(trimmed, base)?.href ?? trimmed);
};

/** `url(…)` of a style sheet, absolute. */
const absoluteCss = (css: string, base: string): string =>
  mapCssUrls(css, (address) => absolute(address, base));

const absoluteSet = (set: string, base: string): string =>
  set.includes('data:')
    ? set
    : set
        .split(/,\s+|,(?=https?:|\/)/)
        .map((part) => {
          const [address = '', ...size] = part.trim().split(/\s+/);
          return [absolute(address, base), ...size].join(' ');
        })
        .join(', ');

/**
 * Resolves all addresses against the `<base>` of the page or, without one, the URL of the page;
 * removes the `<base>`.
 */
export function resolveAddresses(document: Document, pageUrl: string): void {
  const declared = document.querySelector('base[href]')?.getAttribute('href');
  const base = (declared ? URL.parse(declared, pageUrl) : null)?.href ?? pageUrl;
  for (const element of document.querySelectorAll('base')) element.remove();
  for (const element of document.querySelectorAll(ADDRESSED)) {
    const change = (name: string, by: (value: string, base: string) => string) => {
      const value = element.getAttribute(name);
      if (value) element.setAttribute(name, by(value, base));
    };
    if (LINKING.has(element.tagName)) change('href', absolute);
    for (const name of ADDRESSES) change(name, absolute);
    for (const name of SETS) change(name, absoluteSet);
    if (element.getAttribute('style')?.includes('url(') === true) change('style', absoluteCss);
  }
  for (const element of document.querySelectorAll('style')) {
    if (element.textContent.includes('url('))
      element.textContent = absoluteCss(element.textContent, base);
  }
}

/** An http(s) address of the page, absolute; undefined for anything else. */
export function pageAddress(
  address: string | null | undefined,
  pageUrl: string,
): string | undefined {
  const url = address ? URL.parse(address.trim(), pageUrl) : null;
  return url === null ? undefined : parseWebAddress(url.href)?.href;
}

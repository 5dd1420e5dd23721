/**
 * Parses pages to documents with absolute addresses. For reading only: linkedom isn't safe for
 * sanitising.
 */
import { createRequire } from 'node:module';
import type { fromHtml } from 'hast-util-from-html';
import type { toHtml } from 'hast-util-to-html';
import { parseWebAddress } from '#core/text/canonical-url.ts';
import { boundedHtml } from './bounded-html.ts';
import { mapCssUrls } from './css-tokens.ts';
import { loadLinkedom } from './load-linkedom.ts';

/** Loaded when needed, so that an idle server doesn't hold it in memory. */
const require = createRequire(import.meta.url);
const hast = () => ({
  ...(require('hast-util-from-html') as { fromHtml: typeof fromHtml }),
  ...(require('hast-util-to-html') as { toHtml: typeof toHtml }),
});

export const parseXml = (text: string) =>
  new (loadLinkedom().DOMParser)().parseFromString(
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

/**
 * Longer pages are not parsed a second time, because misnested formatting takes an HTML5 parser
 * quadratic time.
 */
const MOST_REPAIRED = 4_000_000;
const MOST_GROWTH = 2;

function treeOf(html: string): Document {
  return loadLinkedom().parseHTML(
    /<html[\s>]/i.test(html) ? html : `<html><body>${html}</body></html>`,
  ).document;
}

/**
 * Tells whether parts of the page get lost: text before `<html>`, no or several `<body>`, a `<div>`
 * in the head.
 */
function isMisread(document: Document): boolean {
  const root = document.documentElement as Element | null;
  if (root?.tagName !== 'HTML') return true;
  const names = [...root.children].map(({ tagName }) => tagName);
  return (
    names.filter((name) => /^(BODY|FRAMESET)$/.test(name)).length !== 1 ||
    names.some((name) => !BESIDE_BODY.test(name)) ||
    document.head.querySelector('div,p,article,table') !== null
  );
}

/** Elements that pages put between head and body; they belong to the head. */
const BESIDE_BODY = /^(HEAD|BODY|FRAMESET|SCRIPT|NOSCRIPT|STYLE|META|LINK|TEMPLATE|IFRAME|INS)$/;
/** linkedom treats what follows the head as the body, and otherwise creates an empty body. */
function moveIntoHead(root: Element): void {
  const head = [...root.children].find(({ tagName }) => tagName === 'HEAD');
  if (head === undefined) return;
  for (const element of [...root.children])
    if (!/^(HEAD|BODY|FRAMESET)$/.test(element.tagName)) head.append(element);
}

/** Returns the page as a browser would parse it, serialised as a regular page. */
function repaired(html: string): string {
  const { fromHtml, toHtml } = hast();
  const markup = toHtml(fromHtml(html), { allowDangerousCharacters: true });
  return markup.length > html.length * MOST_GROWTH ? html : boundedHtml(markup);
}

/**
 * Parses a page with linkedom, which is fast and correct for regular pages; others go through an
 * HTML5 parser first. linkedom doesn't add a missing html, head or body, which later code relies
 * on.
 */
export function parsePage(html: string): Document {
  const bounded = boundedHtml(html);
  let document = treeOf(bounded);
  if (
    bounded.length <= MOST_REPAIRED &&
    /<(html|body|head)[\s>]/i.test(bounded) &&
    isMisread(document)
  )
    document = treeOf(repaired(bounded));
  const root = document.documentElement;
  moveIntoHead(root);
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

/** Makes `url(…)` in a style sheet absolute. */
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

/** Resolves an http(s) address of the page; undefined for anything else. */
export function pageAddress(
  address: string | null | undefined,
  pageUrl: string,
): string | undefined {
  const url = address ? URL.parse(address.trim(), pageUrl) : null;
  return url === null ? undefined : parseWebAddress(url.href)?.href;
}

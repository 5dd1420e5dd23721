/** Byte readings of pages and style sheets for the fetch stage. Runs in the parsing child. */
import { decodeHtml } from '#pipeline/sources/decode-html.ts';
import { parsePage, resolveAddresses } from '#pipeline/sources/html-document.ts';
import { readPageFacts } from '#pipeline/sources/page-facts.ts';
import { LONGEST_ADDRESS, nameOfAddress } from '#pipeline/sources/source-facts.ts';
import { resolveLazyImages } from './lazy-images.ts';
import { cssNeeds } from './page-css.ts';
import {
  MOST_ADDRESSES,
  type Needs,
  type PageAnswer,
  type PageInput,
  type SheetsInput,
} from '../page-reading.ts';
import { needsScripts, textWeight } from './page-weight.ts';
import { openSavedPage } from './saved-page.ts';

/** Characters of a page in which facts and resources are searched. */
const HEAD_LENGTH = 400_000;
/** Assumed area of a picture without a declared size, in square pixels. */
const USUAL_AREA = 300 * 200;
const TRACKER_SIDE = 2;
/** Factor by which pictures of the article, which both views show, rank above others. */
const IN_ARTICLE = 1_000;

const escape = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** Converts plain text to a page; blank lines separate paragraphs. */
function textPage(text: string, url: string): string {
  const paragraphs: string[][] = [[]];
  for (const line of text.split('\n')) {
    if (line.trim() === '') paragraphs.push([]);
    else paragraphs.at(-1)?.push(line);
  }
  const html = paragraphs
    .filter((lines) => lines.length > 0)
    .map((lines) => `<p>${escape(lines.join('\n').trim())}</p>`);
  const title = escape(nameOfAddress(url));
  return `<!doctype html><html><head><title>${title}</title></head><body><article>${html.join('\n')}</article></body></html>`;
}

const isWeb = (address: string | null): address is string =>
  address !== null && /^https?:\/\//i.test(address);

function sheetsOf(document: Document): string[] {
  const isWanted = (link: Element): boolean => {
    if (/\balternate\b/i.test(link.getAttribute('rel') ?? '')) return false;
    // `media="print" onload="…"` is how scripts load sheets late.
    return (
      link.hasAttribute('onload') ||
      !/^(print|speech)$/i.test(link.getAttribute('media')?.trim() ?? '')
    );
  };
  return [...document.querySelectorAll('link[rel~="stylesheet"]')]
    .filter(isWanted)
    .map((link) => link.getAttribute('href'))
    .filter(isWeb);
}

const sideOf = (image: Element, name: string): number =>
  Number.parseInt(image.getAttribute(name) ?? '', 10);

/**
 * Ranks pictures of the article before decoration; within each, large ones first, with a penalty
 * for each position further down.
 */
function imagesOf(document: Document): string[] {
  return [...document.querySelectorAll('img[src]')]
    .flatMap((image, at) => {
      const url = image.getAttribute('src');
      const [width, height] = [sideOf(image, 'width'), sideOf(image, 'height')];
      if (
        !isWeb(url) ||
        width <= TRACKER_SIDE ||
        height <= TRACKER_SIDE ||
        /\.svg([?#]|$)/i.test(url)
      )
        return [];
      const area = Number.isNaN(width) || Number.isNaN(height) ? USUAL_AREA : width * height;
      const isOfArticle =
        image.closest('article,main,figure') !== null && image.closest('nav,aside,footer') === null;
      const size = Math.min(area, 4 * USUAL_AREA) * (isOfArticle ? IN_ARTICLE : 1);
      return [{ url, weight: size / (1 + at / 10) }];
    })
    .toSorted((a, b) => b.weight - a.weight)
    .map(({ url }) => url);
}

const bounded = (addresses: readonly string[]): string[] =>
  [...new Set(addresses)]
    .filter(({ length }) => length <= LONGEST_ADDRESS)
    .slice(0, MOST_ADDRESSES);

/** Lists what a page would load. Expects absolute addresses and resolved lazy images. */
function needsOf(document: Document, url: string): Needs {
  const inPage = [...document.querySelectorAll('style')].map((style) =>
    cssNeeds(style.textContent, url),
  );
  const inStyle = [...document.querySelectorAll('[style*="url("]')].flatMap(
    (element) => cssNeeds(element.getAttribute('style') ?? '', url).pictures,
  );
  return {
    sheets: bounded([...sheetsOf(document), ...inPage.flatMap(({ imports }) => imports)]),
    pictures: bounded([
      ...imagesOf(document),
      ...inStyle,
      ...inPage.flatMap(({ pictures }) => pictures),
    ]),
    fonts: bounded(inPage.flatMap(({ fonts }) => fonts)),
  };
}

/** Pure. */
export function readPage(input: PageInput): PageAnswer {
  return input.isSaved === true ? readSavedPage(input) : readAnswer(input);
}

/** What is in the file is all that there is of the page. */
function readSavedPage({ bytes, url }: PageInput): PageAnswer {
  const { html, url: savedFrom } = openSavedPage(bytes);
  const base = savedFrom ?? url;
  const document = parsePage(html.slice(0, HEAD_LENGTH));
  resolveAddresses(document, base);
  const facts = readPageFacts(document, base);
  return {
    html: Buffer.from(html),
    facts: { ...facts, title: facts.title === nameOfAddress(base) ? '' : facts.title },
    ...(savedFrom !== undefined && savedFrom.length <= LONGEST_ADDRESS ? { savedFrom } : {}),
    needs: { sheets: [], pictures: [], fonts: [] },
    needsScripts: false,
    weight: 0,
  };
}

function readAnswer({ bytes, contentType, url, isText }: PageInput): PageAnswer {
  const text = decodeHtml(bytes, contentType);
  const html = isText ? textPage(text, url) : text;
  const document = parsePage(html.slice(0, HEAD_LENGTH));
  resolveAddresses(document, url);
  const facts = readPageFacts(document, url);
  resolveLazyImages(document);
  const utf8 = Buffer.from(html);
  return {
    ...(utf8.equals(bytes) ? {} : { html: utf8 }),
    facts,
    needs: needsOf(document, url),
    needsScripts: !isText && needsScripts(html),
    weight: textWeight(html),
  };
}

/** Lists what style sheets would load. Pure. */
export function readSheets({ sheets }: SheetsInput): Needs {
  const needs = sheets.map(({ bytes, url }) => cssNeeds(new TextDecoder().decode(bytes), url));
  return {
    sheets: bounded(needs.flatMap(({ imports }) => imports)),
    pictures: bounded(needs.flatMap(({ pictures }) => pictures)),
    fonts: bounded(needs.flatMap(({ fonts }) => fonts)),
  };
}

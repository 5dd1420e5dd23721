/**
 * What a page needs to look like itself: style sheets first, then its pictures, the large and early ones before the rest, then a few small fonts.
 * Everything goes through the gate, which paces each public host, so all of it has a few seconds together: what has not come by then is left out.
 * A resource never fails its page.
 */
import type { FetchInput, Part } from '#pipeline/sources/contract.ts';
import { cssNeeds } from './page-css.ts';
import type { PageResource } from './page-notes.ts';

export const RESOURCE_LIMITS = {
  /** for all of them together */ totalMs: 4_000,
  atOnce: 6,
  count: 60, imageBytes: 512 * 1024, imagesBytes: 5 * 2 ** 20, cssBytes: 2 ** 20, fontBytes: 64 * 1024, fonts: 4,
};
const IMAGES = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif', 'image/bmp']);
const FONTS = new Set(['font/woff2', 'font/woff']);
/** Of a picture whose size the page does not tell. */
const USUAL_AREA = 300 * 200;
const TRACKER_SIDE = 2;

interface Wanted { url: string; kind: 'css' | 'image' | 'font' }
export interface PageResources { parts: Part[]; resources: PageResource[]; /** asked for and not to be had, or not in time */ missed: number }

const isWeb = (address: string | null): address is string => address !== null && /^https?:\/\//i.test(address);

function sheetsOf(document: Document): string[] {
  return [...document.querySelectorAll('link[rel~="stylesheet"]')]
    .filter((link) => !/\balternate\b/i.test(link.getAttribute('rel') ?? '') && (link.hasAttribute('onload') || !/^\s*(print|speech)\s*$/i.test(link.getAttribute('media') ?? '')))
    .map((link) => link.getAttribute('href')).filter(isWeb);
}

/** The large ones first, each place further down counting against it. */
function imagesOf(document: Document): string[] {
  const side = (image: Element, name: string) => Number.parseInt(image.getAttribute(name) ?? '', 10);
  return [...document.querySelectorAll('img[src]')].flatMap((image, at) => {
    const url = image.getAttribute('src');
    const [width, height] = [side(image, 'width'), side(image, 'height')];
    if (!isWeb(url) || width <= TRACKER_SIDE || height <= TRACKER_SIDE || /\.svg([?#]|$)/i.test(url)) return [];
    const area = Number.isNaN(width) || Number.isNaN(height) ? USUAL_AREA : width * height;
    return [{ url, weight: (Math.min(area, 4 * USUAL_AREA) * (image.closest('article,main,figure') === null ? 1 : 2)) / (1 + at / 10) }];
  }).toSorted((a, b) => b.weight - a.weight).map(({ url }) => url);
}

/** The document's addresses are absolute and its lazy images resolved. Rejects only when `signal` says so. */
export async function fetchResources(document: Document, pageUrl: string, { net, signal }: Pick<FetchInput, 'net' | 'signal'>, limits = RESOURCE_LIMITS): Promise<PageResources> {
  // Only who fetches needs it, and parsing children load this file too.
  const { fileTypeFromBuffer } = await import('file-type');
  const deadline = AbortSignal.any([signal, AbortSignal.timeout(limits.totalMs)]);
  const found: PageResources = { parts: [], resources: [], missed: 0 };
  const asked = new Set<string>();
  const left = { image: limits.imagesBytes, css: limits.cssBytes, font: limits.fontBytes * limits.fonts };
  const most = { image: limits.imageBytes, css: limits.cssBytes, font: limits.fontBytes };

  async function get({ url, kind }: Wanted): Promise<void> {
    if (asked.has(url) || asked.size >= limits.count || left[kind] <= 0 || deadline.aborted) return;
    asked.add(url);
    try {
      const { bytes, contentType } = await net.fetch(url, { maxBytes: Math.min(most[kind], left[kind]), timeoutMs: limits.totalMs, signal: deadline, companion: true });
      const type = kind === 'css' ? contentType === 'text/css' || contentType === '' ? 'text/css' : undefined : (await fileTypeFromBuffer(bytes))?.mime;
      if (type === undefined || (kind === 'image' && !IMAGES.has(type)) || (kind === 'font' && !FONTS.has(type)) || bytes.length > left[kind] || deadline.aborted) { found.missed += 1; return; }
      left[kind] -= bytes.length;
      const part = `${kind}-${found.resources.length + 1}.${kind === 'css' ? 'css' : type.split('/').at(-1) ?? 'bin'}`;
      found.resources.push({ url, part, type });
      found.parts.push({ name: part, contentType: type, bytes });
    } catch {
      // Whatever befell it, the page stands without it; only the host's word ends the whole.
      signal.throwIfAborted();
      found.missed += 1;
    }
  }
  async function getAll(kind: Wanted['kind'], urls: readonly string[]): Promise<void> {
    const waiting = [...new Set(urls)].values();
    await Promise.all(Array.from({ length: limits.atOnce }, async () => { for (const url of waiting) await get({ url, kind }); }));
  }

  const sheets = sheetsOf(document);
  await getAll('css', sheets);
  const inPage = [...document.querySelectorAll('style')].map((style) => cssNeeds(style.textContent, pageUrl));
  const needs = () => [...inPage, ...found.resources.filter(({ type }) => type === 'text/css').map(({ url, part }) => {
    const bytes = found.parts.find(({ name }) => name === part)?.bytes;
    return cssNeeds(new TextDecoder().decode(bytes), url);
  })];
  await getAll('css', needs().flatMap(({ imports }) => imports));
  const all = needs();
  const inStyle = [...document.querySelectorAll('[style*="url("]')].flatMap((element) => cssNeeds(element.getAttribute('style') ?? '', pageUrl).pictures);
  await getAll('image', [...imagesOf(document), ...inStyle, ...all.flatMap(({ pictures }) => pictures)]);
  await getAll('font', all.flatMap(({ fonts }) => fonts).slice(0, limits.fonts));
  signal.throwIfAborted();
  return found;
}

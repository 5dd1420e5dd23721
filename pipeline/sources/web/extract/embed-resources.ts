/**
 * Makes a page self-contained: embeds the stored style sheets, pictures and fonts and removes
 * references to all others, so that viewing the page makes no requests. The sanitiser that runs
 * next enforces this.
 */
import type { ExtractInput } from '#pipeline/sources/contract.ts';
import { rewriteCss } from './page-css.ts';
import type { PageResource } from '../page-notes.ts';

/**
 * Stored files of a page by address; undefined as well once their characters in the page exceed the
 * limit.
 */
export interface StoredResources {
  sheet(address: string): string | undefined;
  data(address: string): string | undefined;
}

/**
 * A page may reference one style sheet any number of times; this bounds the total characters of
 * sheets embedded.
 */
const MOST_SHEET_CHARS = 64 * 2 ** 20;
/**
 * Characters of data: addresses in one view, about 5 MB of pictures: a browser reads all of them
 * before it shows the page.
 */
const MOST_DATA_CHARS = 7 * 2 ** 20;

export function storedResources(
  resources: readonly PageResource[] | undefined,
  { part }: Pick<ExtractInput, 'part'>,
): StoredResources {
  const byAddress = new Map(resources?.map((resource) => [resource.url, resource]));
  const known = new Map<string, string>();
  const remaining = { sheet: MOST_SHEET_CHARS, data: MOST_DATA_CHARS };

  /** Each file is read once. */
  function take(
    kind: keyof typeof remaining,
    name: string,
    read: (bytes: Uint8Array) => string,
  ): string | undefined {
    const bytes = known.has(name) ? undefined : part(name);
    const text = known.get(name) ?? (bytes && read(bytes));
    if (text === undefined || text.length > remaining[kind]) return undefined;
    known.set(name, text);
    remaining[kind] -= text.length;
    return text;
  }
  return {
    sheet(address) {
      const resource = byAddress.get(address);
      return resource?.type === 'text/css'
        ? take('sheet', resource.part, (bytes) => new TextDecoder().decode(bytes))
        : undefined;
    },
    data(address) {
      const resource = byAddress.get(address);
      if (resource === undefined || resource.type === 'text/css') return undefined;
      return take(
        'data',
        resource.part,
        (bytes) => `data:${resource.type};base64,${Buffer.from(bytes).toString('base64')}`,
      );
    },
  };
}

/** Returns the sheet with pictures and fonts embedded, and one level of imports. */
function embedInSheet(css: string, address: string, kept: StoredResources, depth = 0): string {
  return rewriteCss(css, address, {
    import({ url, media }) {
      const inner = depth === 0 && url !== undefined ? kept.sheet(url) : undefined;
      const contained =
        inner === undefined || url === undefined ? '' : embedInSheet(inner, url, kept, depth + 1);
      return contained === '' || media === '' ? contained : `@media ${media} {${contained}}`;
    },
    address(found) {
      if (/^(data:|#)/i.test(found)) return found;
      const url = URL.parse(found, address)?.href;
      return (url === undefined ? undefined : kept.data(url)) ?? 'about:invalid';
    },
  });
}

/** Embeds all resources in the document. */
export function embedResources(document: Document, base: string, kept: StoredResources): void {
  for (const link of document.querySelectorAll('link[rel~="stylesheet"]')) {
    const address = link.getAttribute('href') ?? '';
    const css = /\balternate\b/i.test(link.getAttribute('rel') ?? '')
      ? undefined
      : kept.sheet(address);
    if (css === undefined) {
      link.remove();
      continue;
    }
    const style = document.createElement('style');
    const media = link.getAttribute('media');
    // `media="print" onload="…"` is how scripts load sheets late.
    if (media !== null && !link.hasAttribute('onload')) style.setAttribute('media', media);
    style.textContent = embedInSheet(css, address, kept);
    link.replaceWith(style);
  }
  for (const style of document.querySelectorAll('style'))
    if (/url\(|@import/i.test(style.textContent))
      style.textContent = embedInSheet(style.textContent, base, kept);
  for (const element of document.querySelectorAll('[style*="url("]'))
    element.setAttribute('style', embedInSheet(element.getAttribute('style') ?? '', base, kept));
  for (const image of document.querySelectorAll('img[src]')) {
    const address = image.getAttribute('src') ?? '';
    const data = /^data:/i.test(address) ? address : kept.data(address);
    if (data === undefined) image.removeAttribute('src');
    else image.setAttribute('src', data);
  }
}

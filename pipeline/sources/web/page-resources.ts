/**
 * Fetches what a page needs to look as it did at its site: style sheets first, then pictures, large
 * and early ones before the rest, then a few small fonts. All requests are paced by host and share
 * a few seconds; what hasn't arrived by then is left out. A resource never fails its page.
 */
import type { AssetsInput, FetchedAssets, FetchInput, Part } from '#pipeline/sources/contract.ts';
import { withParseFallback } from '#pipeline/sources/with-parse-fallback.ts';
import { PageNotes, type PageResource } from './page-notes.ts';
import { SHEETS_READING, type Needs } from './page-reading.ts';

export const RESOURCE_LIMITS = {
  /** for all of them together */
  totalMs: 6_000,
  atOnce: 6,
  // Enough for an article with 40 photographs; its web view embeds 5 MB of them at most
  // (`embed-resources.ts`).
  count: 80,
  imageBytes: 2 ** 20,
  imagesBytes: 12 * 2 ** 20,
  cssBytes: 2 ** 20,
  fontBytes: 64 * 1024,
  fonts: 4,
};
const IMAGES = new Set([
  'image/png',
  'image/jpeg',
  'image/gif',
  'image/webp',
  'image/avif',
  'image/bmp',
]);
const FONTS = new Set(['font/woff2', 'font/woff']);

const NOTHING: Needs = { sheets: [], pictures: [], fonts: [] };

interface Wanted {
  url: string;
  kind: 'css' | 'image' | 'font';
}
export interface PageResources {
  parts: Part[];
  resources: PageResource[];
  /** requested, but failed or late */
  missed: number;
}

/**
 * Returns the type to store a resource with, or undefined if it has the wrong kind. `sniffed`: the
 * type detected from the bytes; undefined for style sheets.
 */
function acceptedType(
  kind: Wanted['kind'],
  contentType: string,
  sniffed: string | undefined,
): string | undefined {
  if (kind === 'css') return ['text/css', ''].includes(contentType) ? 'text/css' : undefined;
  const allowed = kind === 'image' ? IMAGES : FONTS;
  return sniffed !== undefined && allowed.has(sniffed) ? sniffed : undefined;
}

/** Rejects only when `signal` is aborted. */
export async function fetchResources(
  needs: Needs,
  { net, readBytes, signal }: Pick<FetchInput, 'net' | 'readBytes' | 'signal'>,
  limits = RESOURCE_LIMITS,
): Promise<PageResources> {
  const { fileTypeFromBuffer } = await import('file-type');
  const found: PageResources = { parts: [], resources: [], missed: 0 };
  const asked = new Set<string>();
  const remaining = {
    image: limits.imagesBytes,
    css: limits.cssBytes,
    font: limits.fontBytes * limits.fonts,
  };
  const most = { image: limits.imageBytes, css: limits.cssBytes, font: limits.fontBytes };
  /** The wait for a child that reads style sheets doesn't count. */
  let leftMs = limits.totalMs;

  async function get({ url, kind }: Wanted, deadline: AbortSignal): Promise<void> {
    if (asked.has(url) || asked.size >= limits.count || remaining[kind] <= 0 || deadline.aborted)
      return;
    asked.add(url);
    try {
      const { bytes, contentType } = await net.fetch(url, {
        maxBytes: Math.min(most[kind], remaining[kind]),
        timeoutMs: limits.totalMs,
        signal: deadline,
        companion: true,
      });
      const type = acceptedType(kind, contentType, (await fileTypeFromBuffer(bytes))?.mime);
      if (type === undefined || bytes.length > remaining[kind] || deadline.aborted) {
        found.missed += 1;
        return;
      }
      remaining[kind] -= bytes.length;
      const part = `${kind}-${found.resources.length + 1}.${kind === 'css' ? 'css' : (type.split('/').at(-1) ?? 'bin')}`;
      found.resources.push({ url, part, type });
      found.parts.push({ name: part, contentType: type, bytes });
    } catch {
      // A resource that fails never fails its page; only an abort by the host ends the fetch.
      signal.throwIfAborted();
      found.missed += 1;
    }
  }
  async function getAll(kind: Wanted['kind'], urls: readonly string[]): Promise<void> {
    if (leftMs <= 0) return;
    const begunMs = performance.now();
    const deadline = AbortSignal.any([signal, AbortSignal.timeout(Math.ceil(leftMs))]);
    const waiting = [...new Set(urls)].values();
    await Promise.all(
      Array.from({ length: limits.atOnce }, async () => {
        for (const url of waiting) await get({ url, kind }, deadline);
      }),
    );
    leftMs -= performance.now() - begunMs;
  }
  /**
   * Returns the resources that the sheets from the given index on would load; none if no child can
   * read the sheets.
   */
  async function needsOfSheets(from: number): Promise<Needs> {
    const stored = found.resources
      .slice(from)
      .map(({ url }, at) => ({ url, bytes: found.parts[from + at]?.bytes ?? new Uint8Array() }));
    if (stored.length === 0) return NOTHING;
    return withParseFallback(
      readBytes(SHEETS_READING, { sheets: stored }, { signal }),
      NOTHING,
      signal,
    );
  }

  await getAll('css', needs.sheets);
  const ofSheets = await needsOfSheets(0);
  const count = found.resources.length;
  await getAll('css', ofSheets.sheets);
  const ofImported = await needsOfSheets(count);
  const all = [needs, ofSheets, ofImported];
  await getAll(
    'image',
    all.flatMap(({ pictures }) => pictures),
  );
  await getAll('font', all.flatMap(({ fonts }) => fonts).slice(0, limits.fonts));
  signal.throwIfAborted();
  return found;
}

/** The files that a fetched page needs to look as it did at its site. */
export async function fetchPageAssets({ notes, ...input }: AssetsInput): Promise<FetchedAssets> {
  const { needs = NOTHING } = PageNotes.parse(notes);
  const { parts, resources, missed } = await fetchResources(needs, input);
  return { parts, notes: { resources, ...(missed > 0 ? { missed } : {}) } };
}

/**
 * Links of a post's citations for readers without access to its thread: to the second, page or text
 * of the original source.
 */
import { positionOf, type Locator } from '#core/contract/locator.ts';
import { parseLocatorQuery } from '#core/editor/locator-link.ts';

/** The fields of a source that readers see. */
export interface PublicSource {
  id: string;
  title: string;
  /** only http and https; undefined for uploads */
  url: string | undefined;
  /** YouTube id */
  videoId: string | undefined;
  medium: Locator['medium'];
  /** site, channel or author */
  by: string | undefined;
  durationS: number | undefined;
  publishedAt: string | undefined;
}
export type PublicSources = ReadonlyMap<string, PublicSource>;
export interface SourceLink {
  href: string;
  /** plays in the page if scripts run */
  video?: { id: string; startS: number };
}

const FRAGMENT_CHARS = 80;
const encodeFragment = (text: string): string => encodeURIComponent(text).replaceAll('-', '%2D');

/** Returns the first words of a quote, which browsers find and mark. */
function textFragment(quote: string): string {
  const words = quote.trim().replace(/\s+/g, ' ');
  const cut =
    words.length <= FRAGMENT_CHARS ? words : words.slice(0, words.lastIndexOf(' ', FRAGMENT_CHARS));
  return cut === '' ? '' : `:~:text=${encodeFragment(cut)}`;
}

export function sourceLink(
  source: PublicSource | undefined,
  locator: Pick<Locator, 'medium' | 'quote'> & { place: number },
): SourceLink | undefined {
  if (!source) return undefined;
  const { medium, place, quote } = locator;
  if (medium === 'timed' && source.videoId !== undefined) {
    const startS = Math.floor(place);
    return {
      href: `https://www.youtube.com/watch?v=${encodeURIComponent(source.videoId)}&t=${startS}s`,
      video: { id: source.videoId, startS },
    };
  }
  if (source.url === undefined) return undefined;
  const [base = ''] = source.url.split('#');
  const fragment =
    medium === 'timed'
      ? `t=${Math.floor(place)}`
      : medium === 'paged'
        ? `page=${place}`
        : textFragment(quote);
  return { href: fragment === '' ? base : `${base}#${fragment}` };
}

export const locatorLink = (
  sources: PublicSources,
  sourceId: string,
  locator: Locator,
): SourceLink | undefined =>
  sourceLink(sources.get(sourceId), {
    medium: locator.medium,
    quote: locator.quote,
    place: locator.medium === 'timed' ? locator.startS : positionOf(locator),
  });

/**
 * Returns a link in the text: web and mail links unchanged, links to the workspace as links that
 * readers can open.
 */
export function textLink(sources: PublicSources, href: unknown): SourceLink | undefined {
  if (typeof href !== 'string') return undefined;
  if (/^(https?:\/\/|mailto:)\S+$/i.test(href)) return { href };
  const at = parseLocatorQuery(href);
  return (
    at && sourceLink(sources.get(at.sourceId), { medium: at.medium, place: at.position, quote: '' })
  );
}

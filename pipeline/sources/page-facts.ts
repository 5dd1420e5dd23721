/**
 * Metadata of a page: Open Graph, Twitter, Dublin Core, JSON-LD, and plain HTML, in order of trust.
 */
import { canonicalUrl } from '#core/text/canonical-url.ts';
import { isRecord } from '#core/is-record.ts';
import { pageAddress, tidy } from './html-document.ts';
import {
  defined,
  languageTag,
  LONGEST_ADDRESS,
  nameOfAddress,
  type PageFacts,
} from './source-facts.ts';

const short = (text: unknown, most = 500): string | undefined =>
  typeof text === 'string' && tidy(text) !== '' ? tidy(text).slice(0, most) : undefined;

function metaReader(document: Document): (...names: string[]) => string | undefined {
  const found = new Map<string, string>();
  for (const element of document.querySelectorAll('meta[content]')) {
    const content = short(element.getAttribute('content'), 2000);
    for (const name of [
      element.getAttribute('property'),
      element.getAttribute('name'),
      element.getAttribute('itemprop'),
    ]) {
      const key = name?.trim().toLowerCase();
      if (key && content !== undefined && !found.has(key)) found.set(key, content);
    }
  }
  return (...names) => names.map((name) => found.get(name)).find((value) => value !== undefined);
}

const ARTICLE = /(Article|BlogPosting|Report|WebPage|VideoObject|PodcastEpisode)$/;

/** The first article, page or video of the page's JSON-LD. */
function linkedData(document: Document): Record<string, unknown> {
  const objects: Record<string, unknown>[] = [];
  for (const script of document.querySelectorAll('script[type="application/ld+json"]')) {
    let value: unknown;
    try {
      value = JSON.parse(script.textContent.replace(/^\s*<!\[CDATA\[|\]\]>\s*$/g, ''));
    } catch (error) {
      // JSON-LD on foreign pages is often broken; the other metadata still counts.
      if (error instanceof SyntaxError) continue;
      throw error;
    }
    for (const candidate of [value].flat()) {
      if (!isRecord(candidate)) continue;
      objects.push(candidate, ...[candidate['@graph'] ?? []].flat().filter(isRecord));
    }
  }
  const named = (pattern: RegExp) =>
    objects.find((thing) =>
      [thing['@type']].flat().some((type) => typeof type === 'string' && pattern.test(type)),
    );
  return named(/(Article|BlogPosting|Report)$/) ?? named(ARTICLE) ?? {};
}

const nameOf = (value: unknown): string | undefined => {
  const names = [value]
    .flat()
    .map((one) => short(isRecord(one) ? one['name'] : one, 200))
    .filter((name) => name !== undefined && !/^https?:/.test(name));
  return names.length === 0 ? undefined : names.slice(0, 5).join(', ');
};

const SAME_SITE = /^(www|m|mobile|amp|touch)\./;
/**
 * Accepts `rel=canonical` only within the same site, and not when every page names the front page.
 */
function sameSiteCanonical(address: string | undefined, pageUrl: string): string | undefined {
  const url = address === undefined ? null : URL.parse(address);
  const page = new URL(pageUrl);
  if (
    url === null ||
    url.hostname.replace(SAME_SITE, '') !== page.hostname.replace(SAME_SITE, '') ||
    url.port !== page.port
  )
    return undefined;
  return url.pathname === '/' && page.pathname !== '/' ? undefined : canonicalUrl(url);
}

/** Removes the site name from `Title | Site` and `Title - Site`, where the page names its site. */
function withoutSite(title: string | undefined, siteName: string | undefined): string | undefined {
  if (title === undefined || siteName === undefined) return title;
  for (const mark of [' | ', ' - ', ' – ', ' — ', ' · ', ' :: ']) {
    if (title.endsWith(mark + siteName) && title.length > mark.length + siteName.length)
      return title.slice(0, -(mark.length + siteName.length));
  }
  return title;
}

/** An address that is short enough to be one. */
function addressOf(address: string | null | undefined, pageUrl: string): string | undefined {
  const found = pageAddress(address, pageUrl);
  return found !== undefined && found.length <= LONGEST_ADDRESS ? found : undefined;
}

export function readPageFacts(document: Document, pageUrl: string): PageFacts {
  const meta = metaReader(document);
  const data = linkedData(document);
  const siteName = short(meta('og:site_name') ?? nameOf(data['publisher']), 200);
  const published =
    meta(
      'article:published_time',
      'parsely-pub-date',
      'dcterms.date',
      'dc.date',
      'citation_date',
      'citation_publication_date',
      'datepublished',
      'date',
      'publishdate',
      'pubdate',
    ) ??
    short(data['datePublished'] ?? data['uploadDate'], 60) ??
    short(
      document
        .querySelector('time[datetime][pubdate],article time[datetime]')
        ?.getAttribute('datetime'),
      60,
    );
  const written = short(document.querySelector('title')?.textContent);
  // A headline that the window's title does not know is some other text about the page.
  const headline = [short(data['headline']), short(data['name'])].find(
    (text) =>
      text !== undefined &&
      (written === undefined || written.toLowerCase().includes(text.toLowerCase())),
  );
  const facts = {
    title:
      meta('og:title', 'twitter:title', 'dc.title', 'dcterms.title', 'citation_title') ??
      headline ??
      written ??
      short(document.querySelector('h1')?.textContent),
    language:
      languageTag(
        document.documentElement.getAttribute('lang') ??
          document.documentElement.getAttribute('xml:lang'),
      ) ?? languageTag(meta('og:locale', 'content-language', 'dc.language')),
    author:
      meta(
        'dc.creator',
        'dcterms.creator',
        'author',
        'citation_author',
        'parsely-author',
        'sailthru.author',
      ) ??
      nameOf(data['author']) ??
      short(
        document.querySelector('a[rel~="author"],[itemprop~="author"] [itemprop~="name"]')
          ?.textContent,
        100,
      ),
    publishedAt:
      published !== undefined && !Number.isNaN(Date.parse(published)) ? published : undefined,
    siteName,
    iconUrl: addressOf(
      document
        .querySelector('link[rel~="icon"],link[rel="apple-touch-icon"]')
        ?.getAttribute('href') ?? '/favicon.ico',
      pageUrl,
    ),
    previewImageUrl: addressOf(
      meta('og:image', 'og:image:url', 'og:image:secure_url', 'twitter:image', 'twitter:image:src'),
      pageUrl,
    ),
    canonicalUrl: sameSiteCanonical(
      addressOf(document.querySelector('link[rel="canonical"]')?.getAttribute('href'), pageUrl),
      pageUrl,
    ),
    ogType: meta('og:type'),
  };
  return {
    ...defined(facts),
    title: withoutSite(facts.title, siteName) ?? nameOfAddress(pageUrl).slice(0, 500),
  };
}

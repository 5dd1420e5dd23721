/**
 * Metadata of a page: Open Graph, Twitter, Dublin Core, JSON-LD, and plain HTML, in order of trust.
 */
import { canonicalUrl } from '#core/text/canonical-url.ts';
import { isRecord } from '#core/is-record.ts';
import { pageAddress, tidy } from './html-document.ts';
import { readLinkedData, typesOf, type Thing } from './linked-data.ts';
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

/** Returns the first article, page or video in the page's JSON-LD. */
function linkedData(document: Document): Thing {
  const things = readLinkedData(document);
  const named = (pattern: RegExp) =>
    things.find((thing) => typesOf(thing).some((type) => pattern.test(type)));
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

const MARKS = [' | ', ' - ', ' – ', ' — ', ' · ', ' :: ', ' » ', ' « ', ' • '];
/** Of `Title | Site` and `Site | Title`, returns the part that a heading of the page repeats. */
function byHeading(title: string, document: Document): string {
  const parts = MARKS.flatMap((mark) => {
    const [first, last] = [title.indexOf(mark), title.lastIndexOf(mark)];
    return first === -1 ? [] : [title.slice(0, last), title.slice(first + mark.length)];
  });
  if (parts.length === 0) return title;
  const headings = [...document.querySelectorAll('h1')].slice(0, 3);
  const texts = new Set(headings.map((heading) => tidy(heading.textContent)));
  return parts.find((part) => part.length >= LEAST_TITLE && texts.has(part)) ?? title;
}
const LEAST_TITLE = 8;

/** Removes the site name from `Title | Site` and `Site - Title`, if the page declares its site. */
export function withoutSite(title: string, siteName: string | undefined): string {
  if (siteName === undefined || title.length <= siteName.length) return title;
  const site = siteName.toLowerCase();
  for (const mark of MARKS) {
    const [first, last] = [title.indexOf(mark), title.lastIndexOf(mark)];
    if (first === -1) continue;
    if (title.slice(last + mark.length).toLowerCase() === site) return title.slice(0, last).trim();
    if (title.slice(0, first).toLowerCase() === site)
      return title.slice(first + mark.length).trim();
  }
  return title;
}

/** Returns the absolute address, unless it is too long. */
function addressOf(address: string | null | undefined, pageUrl: string): string | undefined {
  const found = pageAddress(address, pageUrl);
  return found !== undefined && found.length <= LONGEST_ADDRESS ? found : undefined;
}

function publishedOf(
  document: Document,
  meta: ReturnType<typeof metaReader>,
  data: Thing,
): string | undefined {
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
  return published !== undefined && !Number.isNaN(Date.parse(published)) ? published : undefined;
}

export function readPageFacts(document: Document, pageUrl: string): PageFacts {
  const meta = metaReader(document);
  const data = linkedData(document);
  const siteName = short(meta('og:site_name') ?? nameOf(data['publisher']), 200);
  const written = short(document.querySelector('title')?.textContent);
  // A headline that isn't part of the <title> is some other text about the page.
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
    publishedAt: publishedOf(document, meta, data),
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
    title:
      facts.title === undefined
        ? nameOfAddress(pageUrl).slice(0, 500)
        : byHeading(withoutSite(facts.title, siteName), document),
  };
}

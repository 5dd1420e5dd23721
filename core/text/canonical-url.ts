/**
 * Returns one address per source: removes differences between links to the same page, but nothing
 * that may lead to another page. `http` and `https`, with and without `www.`, `/a` and `/a/`, `/`
 * and `/index.html` may be different pages, so they stay, except on known sites; the response shows
 * whether they are the same.
 */
import { REDIRECTS, POSSIBLE_TRACKING, SITES, TRACKING_PARAMETERS } from './known-sites.ts';

export const YOUTUBE_HOSTS =
  /^((www|m|music|gaming)\.)?youtube(-nocookie|kids|education)?\.com$|^youtube\.googleapis\.com$/;
const YOUTUBE_ID = /^[A-Za-z0-9_-]{11}$/;
/** Eleven letters that aren't videos: `/embed/videoseries`, `/embed/live_stream`. */
const NOT_IDS = new Set(['videoseries', 'live_stream']);
const MOST_ROUNDS = 10;

/** The 11-character id of a YouTube video address in any form. */
export function youtubeVideoId(url: URL): string | undefined {
  const host = url.hostname.replace(/\.$/, '');
  const [first = '', second = ''] = url.pathname.split('/').filter((part) => part !== '');
  let id: string | null = null;
  if (host === 'youtu.be' || host === 'www.youtu.be') id = first;
  else if (YOUTUBE_HOSTS.test(host)) {
    if (first === 'watch' || first === 'watch_popup') id = url.searchParams.get('v') ?? second;
    else if (/^(shorts|live|embed|v|e)$/.test(first)) id = second;
    else if (first === 'attribution_link') return innerVideoId(url.searchParams.get('u'));
  }
  return id !== null && YOUTUBE_ID.test(id) && !NOT_IDS.has(id) ? id : undefined;
}

function innerVideoId(path: string | null): string | undefined {
  const inner = path === null ? null : URL.parse(path, 'https://www.youtube.com/');
  return inner === null || inner.pathname === '/attribution_link'
    ? undefined
    : youtubeVideoId(inner);
}

export const youtubeWatchUrl = (videoId: string): string =>
  `https://www.youtube.com/watch?v=${videoId}`;

const web = (address: string | null | undefined): URL | undefined => {
  const url = address === null || address === undefined ? null : URL.parse(address);
  return url !== null && /^https?:$/.test(url.protocol) ? url : undefined;
};
/** The page behind an AMP cache or viewer: `google.com/amp/s/…`, `….cdn.ampproject.org/c/s/…`. */
function behindAmp(url: URL): URL | undefined {
  const match = /^(www\.)?google\.[a-z.]+$/.test(url.hostname)
    ? /^\/amp\/(s\/)?(\w[\w-]*\.\w.*)$/.exec(url.pathname)
    : /\.(cdn\.ampproject\.org|bing-amp\.com)$/.test(url.hostname)
      ? /^\/[a-z]\/(s\/)?(\w[\w-]*\.\w.*)$/.exec(url.pathname)
      : null;
  const [, secure, rest] = match ?? [];
  return rest === undefined
    ? undefined
    : web(`${secure === undefined ? 'http' : 'https'}://${rest}${url.search}`);
}
/** A video in its player. Unlisted ones have a second part, in the path or as `h`. */
function behindPlayer(url: URL): URL | undefined {
  const id =
    url.hostname === 'player.vimeo.com' ? /^\/video\/(\d+)/.exec(url.pathname)?.[1] : undefined;
  const secret = /^\w+$/.exec(url.searchParams.get('h') ?? '')?.[0];
  return id === undefined
    ? undefined
    : new URL(`https://vimeo.com/${id}${secret === undefined ? '' : `/${secret}`}`);
}
function whereItLeads(url: URL): URL | undefined {
  const leads = REDIRECTS.filter(
    ({ host, path }) => host.test(url.hostname) && path.test(url.pathname),
  );
  return (
    behindAmp(url) ??
    behindPlayer(url) ??
    leads.map(({ to }) => web(url.searchParams.get(to))).find((inner) => inner !== undefined)
  );
}

/** Normalises percent codes: `%7e` is `~`, `%c3` is `%C3`, and a stray percent sign is encoded. */
const spelt = (text: string): string =>
  text.replace(/%([0-9a-f]{2})?/gi, (code, hex: string | undefined) => {
    if (hex === undefined) return '%25';
    const letter = String.fromCharCode(Number.parseInt(hex, 16));
    return /[A-Za-z0-9._~-]/.test(letter) ? letter : code.toUpperCase();
  });

/** A query pair without prefixes from HTML (`amp;`) or a second question mark. */
const unglued = (pair: string): string =>
  pair.replace(/^(amp;|\?)+/, '').replace(/\?(utm_[a-z]+|fbclid|gclid)=[^]*/i, '');
function isNoise(pair: string): boolean {
  const [name = '', value = ''] = pair.split('=', 2);
  return (
    pair === '' ||
    TRACKING_PARAMETERS.test(name) ||
    (/^amp$/i.test(name) && /^(1|true|)$/i.test(value)) ||
    (/^outputType$/i.test(name) && value === 'amp') ||
    // Feeds of Medium, also on custom domains.
    (name === 'source' && /-{4}/.test(value))
  );
}

/**
 * `/story/amp` is the AMP form of an article only if the path before it can only be an article,
 * because `amp` can be a product, as in `/guitars/amp`. Session numbers are not part of a page's
 * address.
 */
const pathOf = (path: string): string =>
  spelt(path)
    .replace(/;jsessionid=[^/]*/gi, '')
    .replace(/^\/{2,}/, '/')
    .replace(/(\/[^/]*(?:-[^/-]+){3}|\.html?)(\/amp)+\/?$/, '$1')
    .replace(/(?<!\.amp)(\.amp)+(\.html?)$/, '$2');

/**
 * `#!` and `#/` are pages of an application, `#gid=` a sheet of a table; any other fragment is a
 * position in the page. A text fragment (`:~:text=`) is always removed.
 */
function fragmentOf(url: URL): string {
  const isPage =
    /^#[!/]/.test(url.hash) || (url.hostname === 'docs.google.com' && /^#gid=\d+/.test(url.hash));
  return isPage ? url.hash.replace(/:~:.*$/s, '') : '';
}

/**
 * Normalises an address: lower-case host, no default port, no credentials, no tracking parameters,
 * uniform percent codes, no fragment except for applications; keeps the order of parameters.
 * YouTube videos become their watch page, and redirect links their target. Idempotent.
 */
export function canonicalUrl(address: string | URL): string {
  let [before, now] = ['', simplified(address)];
  // Removing something can make neighbours removable too.
  for (let round = 0; now !== before && round < MOST_ROUNDS; round += 1)
    [before, now] = [now, simplified(now)];
  return now;
}
function simplified(address: string | URL): string {
  let url = new URL(address);
  // Each is a part of the previous one, so this ends.
  for (let next = whereItLeads(url); next !== undefined; next = whereItLeads(url)) url = next;
  const videoId = youtubeVideoId(url);
  if (videoId !== undefined) return youtubeWatchUrl(videoId);
  url.username = '';
  url.password = '';
  if (url.hostname.endsWith('.') && url.hostname.length > 1)
    url.hostname = url.hostname.replace(/(?<!\.)\.+$/, '');
  const site = url.port === '' ? SITES.find(({ host }) => host.test(url.hostname)) : undefined;
  url.hash = fragmentOf(url);
  url.pathname = site?.path?.(pathOf(url.pathname)) ?? pathOf(url.pathname);
  // Handles pairs in the raw text, because URLSearchParams would re-encode them.
  const pairs = spelt(url.search.slice(1))
    .split('&')
    .map(unglued)
    .filter((pair) => !isNoise(pair) && site?.drop?.test(pair.split('=', 1)[0] ?? '') !== true);
  url.search = site?.alone?.test(url.pathname) === true ? '' : pairs.join('&');
  if (site) {
    url.protocol = 'https:';
    url.hostname =
      typeof site.name === 'function' ? site.name(url.hostname) : (site.name ?? url.hostname);
  }
  return url.href;
}

const SAME_SITE = /^(www|m|mobile|amp|touch)\./;
/** Removes `/`, `/amp`, `.amp` and `.html` at the end, in any order and number. */
function withoutEndings(path: string): string {
  let end = path.length;
  for (;;) {
    const ending = /(?:\/|[./]amp|\.html?)$/i.exec(
      path.slice(Math.max(0, end - '.html'.length), end),
    );
    if (ending === null) return path.slice(0, end);
    end -= ending[0].length;
  }
}
const barePath = (path: string): string =>
  withoutEndings(
    spelt(path)
      .replace(/\/{2,}/g, '/')
      .replace(/\/(index|default)\.\w{3,4}$/i, '/'),
  ).toLowerCase();
const pairsOf = (url: URL): string[] =>
  url.search
    .slice(1)
    .split('&')
    .filter((pair) => pair !== '');

/**
 * Whether `own`, the canonical address that a page declares, differs only in parts that can't
 * select content: scheme, `www.`, `m.`, a trailing slash, `index.html` or `/amp`, common noise
 * parameters. The declaration alone is not enough, because many pages name their first page.
 */
export function isSamePage(address: string, own: string): boolean {
  const [given, said] = [new URL(address), new URL(own)];
  const [has, keeps] = [pairsOf(given), pairsOf(said)];
  return (
    given.hostname.replace(SAME_SITE, '') === said.hostname.replace(SAME_SITE, '') &&
    given.port === said.port &&
    given.hash === said.hash &&
    barePath(given.pathname) === barePath(said.pathname) &&
    keeps.every((pair) => has.includes(pair)) &&
    has.every((pair) => keeps.includes(pair) || POSSIBLE_TRACKING.test(pair.split('=', 1)[0] ?? ''))
  );
}

const CLOSERS: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{' };
/**
 * Without punctuation of the surrounding sentence. A name may end in a dot or an exclamation mark
 * on sites whose paths are names: `/wiki/Yahoo!`.
 */
function withoutPunctuation(text: string): string {
  const counts = new Map<string, number>();
  for (const mark of text.match(/[()[\]{}]/g) ?? []) counts.set(mark, (counts.get(mark) ?? 0) + 1);
  const countOf = (mark: string): number => counts.get(mark) ?? 0;
  const wiki = text.indexOf('/wiki/');
  for (let end = text.length; ; end -= 1) {
    const last = text.charAt(end - 1);
    const opener = CLOSERS[last];
    const isName = wiki >= 0 && wiki + '/wiki/'.length <= end;
    const isLoose =
      opener === undefined
        ? /[,;:"'`<>»”’…。，、；」』]/.test(last) || (/[.!]/.test(last) && !isName)
        : countOf(last) > countOf(opener);
    if (!isLoose) return text.slice(0, end);
    if (opener !== undefined) counts.set(last, countOf(last) - 1);
  }
}

/**
 * Converts pasted text to an http(s) address; undefined if it isn't one. `example.com/page` becomes
 * https.
 */
export function parseWebAddress(text: string): URL | undefined {
  const trimmed = withoutPunctuation(
    text
      .trim()
      .replace(/^[<"'`«“‘「(\[]+/, '')
      .replace(/[\u200B-\u200D\u2060\uFEFF]/g, ''),
  );
  const bare = /^(?:[\p{L}\p{N}_-]+\.)+[\p{L}\p{N}-]{2,}\.?(?::\d+)?(?:[/?#]|$)/u.test(trimmed);
  const url = URL.parse(bare ? `https://${trimmed}` : trimmed);
  return url !== null && /^https?:$/.test(url.protocol) && url.hostname !== '' ? url : undefined;
}

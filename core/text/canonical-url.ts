/** One address per source: what differs between two links to the same page is taken away, and nothing that may lead to another page. */

const TRACKING = /^(utm_[a-z_]+|mtm_[a-z_]+|pk_[a-z_]+|hsa_[a-z]+|fbclid|gclid|gclsrc|gbraid|wbraid|dclid|msclkid|yclid|ysclid|twclid|ttclid|li_fat_id|igshid|igsh|mc_cid|mc_eid|_hsenc|_hsmi|hsctatracking|mkt_tok|vero_id|vero_conv|oly_anon_id|oly_enc_id|s_cid|icid|ncid|cmpid|cmp|__twitter_impression|_branch_match_id|wickedid|rb_clickid|ref_src|ref_url|srsltid|_ga|_gl|spm|scm)$/i;
const YOUTUBE_HOSTS = /^((www|m|music|gaming)\.)?youtube(-nocookie)?\.com$/;
const YOUTUBE_ID = /^[A-Za-z0-9_-]{11}$/;
/** Eleven letters, but not videos: `/embed/videoseries`, `/embed/live_stream`. */
const NOT_IDS = new Set(['videoseries', 'live_stream']);

/** The 11-character id when the address is a video of YouTube, in any of its forms. */
export function youtubeVideoId(url: URL): string | undefined {
  const host = url.hostname.replace(/\.$/, '');
  const [first = '', second = ''] = url.pathname.split('/').filter((part) => part !== '');
  let id: string | null = null;
  if (host === 'youtu.be' || host === 'www.youtu.be') id = first;
  else if (YOUTUBE_HOSTS.test(host)) {
    if (first === 'watch') id = url.searchParams.get('v') ?? second;
    else if (/^(shorts|live|embed|v|e)$/.test(first)) id = second;
    else if (first === 'attribution_link') return innerVideoId(url.searchParams.get('u'));
  }
  return id !== null && YOUTUBE_ID.test(id) && !NOT_IDS.has(id) ? id : undefined;
}

function innerVideoId(path: string | null): string | undefined {
  const inner = path === null ? null : URL.parse(path, 'https://www.youtube.com/');
  return inner === null || inner.pathname === '/attribution_link' ? undefined : youtubeVideoId(inner);
}

export const youtubeWatchUrl = (videoId: string): string => `https://www.youtube.com/watch?v=${videoId}`;

/** The page behind an AMP cache or viewer: `google.com/amp/s/…`, `….cdn.ampproject.org/c/s/…`. */
function behindAmp(url: URL): URL | null {
  const match = /^(www\.)?google\.[a-z.]+$/.test(url.hostname) ? /^\/amp\/(s\/)?(.+)$/.exec(url.pathname)
    : url.hostname.endsWith('.cdn.ampproject.org') ? /^\/[a-z]\/(s\/)?(.+)$/.exec(url.pathname) : null;
  const [, secure, rest] = match ?? [];
  return rest === undefined ? null : URL.parse(`${secure === undefined ? 'http' : 'https'}://${rest}${url.search}`);
}

function isNoise(pair: string): boolean {
  const [name = '', value = ''] = pair.split('=', 2);
  return pair === '' || TRACKING.test(name) || (/^amp$/i.test(name) && /^(1|true|)$/i.test(value)) || (/^outputType$/i.test(name) && value === 'amp');
}

/**
 * Lower-case host, no default port, no credentials, no tracking parameters, no fragment but `#!`; the order of parameters is kept.
 * Every form of a YouTube video becomes its watch page. Done twice it changes nothing.
 */
export function canonicalUrl(address: string | URL): string {
  const given = new URL(address);
  const url = behindAmp(given) ?? given;
  const videoId = youtubeVideoId(url);
  if (videoId !== undefined) return youtubeWatchUrl(videoId);
  url.username = '';
  url.password = '';
  if (url.hostname.endsWith('.') && url.hostname.length > 1) url.hostname = url.hostname.replace(/\.+$/, '');
  // A text fragment (`:~:text=`) marks a passage, even behind `#!`.
  url.hash = url.hash.startsWith('#!') ? url.hash.replace(/:~:.*$/s, '') : '';
  // Pair by pair on the raw text: URLSearchParams would re-encode what it keeps.
  url.search = url.search.slice(1).split('&').filter((pair) => !isNoise(pair)).join('&');
  return url.href.replace(/\?(?=$|#)/, '');
}

/** What a person pastes, as an http(s) address; undefined when it is none. `example.com/page` is taken as https. */
export function parseWebAddress(text: string): URL | undefined {
  const trimmed = text.trim().replace(/^<(.*)>$/s, '$1').trim();
  const bare = /^(?:[\p{L}\p{N}_-]+\.)+[\p{L}\p{N}-]{2,}\.?(?::\d+)?(?:[/?#]|$)/u.test(trimmed);
  const url = URL.parse(bare ? `https://${trimmed}` : trimmed);
  return url !== null && /^https?:$/.test(url.protocol) && url.hostname !== '' ? url : undefined;
}

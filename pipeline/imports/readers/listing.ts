import { youtubeVideoId } from '#core/text/canonical-url.ts';
import { readAddress } from './address.ts';

const YOUTUBE = /^((www|m|music|gaming)\.)?youtube(-nocookie)?\.com$/;
const CHANNEL = /^\/(?:channel\/UC[\w-]{22}|@[^/]+|c\/[^/]+|user\/[^/]+)(?:\/(?:videos|shorts|streams|featured))?\/?$/;
const FEED_PATH = /(?:^|\/)(?:feed|rss|atom)\/?$|\.(?:rss|atom|rdf)$|(?:^|[/._-])(?:rss2?|atom|feeds?)\.(?:xml|json|php)$|^\/feeds\/videos\.xml$/i;

/** What an address leads to when it leads to many things: `playlist` and `channel` for certain, `feed` by its looks. A video within a playlist is a video. */
export function listingOf(address: string): 'playlist' | 'channel' | 'feed' | undefined {
  const found = readAddress(address);
  if (found.url === undefined) return undefined;
  const url = new URL(found.url);
  if (YOUTUBE.test(url.hostname)) {
    if (youtubeVideoId(url) !== undefined) return undefined;
    if (/^\/(?:playlist|watch|embed\/videoseries)\/?$/.test(url.pathname) && url.searchParams.get('list')) return 'playlist';
    if (CHANNEL.test(decoded(url.pathname))) return 'channel';
  }
  return FEED_PATH.test(url.pathname) || /^(rss2?|atom)$/i.test(url.searchParams.get('feed') ?? '') ? 'feed' : undefined;
}

/** Handles of other alphabets come encoded. */
function decoded(path: string): string {
  try { return decodeURIComponent(path); } catch (error) {
    if (error instanceof URIError) return path;
    throw error;
  }
}

/** Whether an address leads to a list of sources rather than to one. */
export const isListing = (address: string): boolean => listingOf(address) !== undefined;

import { canonicalUrl, youtubeVideoId, youtubeWatchUrl } from '#core/text/canonical-url.ts';
import { isVideoListing } from '#core/text/video-listing.ts';
import type { SourceKind } from '#pipeline/sources/contract.ts';
import { withParseFallback } from '#pipeline/sources/with-parse-fallback.ts';
import { fetchVideo } from './fetch-video.ts';
import { listEntries } from './listing.ts';
import { isMedia, isMediaName } from './media-names.ts';
import { CONFIDENCE_READING } from './video-readings.ts';

/** Bytes of a page to inspect; the rest of a long page rarely changes the result. */
const LOOKED_AT = 600_000;

const recognise: SourceKind['recognise'] = async (
  { url, contentType, headers, bytes },
  { readBytes, signal },
) => {
  if (isMedia(contentType)) return 1;
  if (!/^(text\/html|application\/xhtml\+xml)$/.test(contentType)) return 0;
  const given = {
    bytes: bytes.subarray(0, LOOKED_AT),
    url,
    contentType: headers['content-type'] ?? '',
  };
  return withParseFallback(readBytes(CONFIDENCE_READING, given, { signal }), 0, signal);
};

/** Videos: YouTube videos by address, other pages by their player. */
export const youtube: SourceKind = {
  name: 'youtube',
  claim(url) {
    const videoId = youtubeVideoId(url);
    if (videoId !== undefined)
      return { canonicalUrl: youtubeWatchUrl(videoId), confidence: 1, provider: 1 };
    return isMediaName(url.pathname)
      ? { canonicalUrl: canonicalUrl(url), confidence: 0.7 }
      : undefined;
  },
  recognise,
  fetch: fetchVideo,
  list: (url, options) => (isVideoListing(url) ? listEntries(url.href, options) : undefined),
};

import { canonicalUrl, youtubeVideoId, youtubeWatchUrl } from '#core/text/canonical-url.ts';
import { isVideoListing } from '#core/text/video-listing.ts';
import type { SourceKind } from '#pipeline/sources/contract.ts';
import { fetchVideo } from './fetch-video.ts';
import { isMediaName, videoPageConfidence } from './html5-page.ts';
import { listEntries } from './listing.ts';

/** Videos: those of YouTube by their address, any other page by its player. */
export const youtube: SourceKind = {
  name: 'youtube',
  medium: 'timed',
  claim(url) {
    const videoId = youtubeVideoId(url);
    if (videoId !== undefined) return { canonicalUrl: youtubeWatchUrl(videoId), confidence: 1, provider: 1 };
    return isMediaName(url.pathname) ? { canonicalUrl: canonicalUrl(url), confidence: 0.7 } : undefined;
  },
  recognise: videoPageConfidence,
  fetch: fetchVideo,
  list: (url, options) => (isVideoListing(url) ? listEntries(url.href, options) : undefined),
  // Only the parsing child needs it.
  extract: async (input) => (await import('./extract-video.ts')).extractVideo(input),
};

import { YOUTUBE_HOSTS, youtubeVideoId } from './canonical-url.ts';

const PLAYLIST = /^\/(playlist|watch|embed\/videoseries)\/?$/;
const CHANNEL =
  /^\/(channel|c|user)\/[^/]+(\/(videos|streams|shorts|featured|playlists))?\/?$|^\/@[^/]+(\/(videos|streams|shorts|featured|playlists))?\/?$/;

/** Whether an address leads to a playlist or a channel. A video within a playlist is a video. */
export function isVideoListing(url: URL): boolean {
  if (!YOUTUBE_HOSTS.test(url.hostname) || youtubeVideoId(url) !== undefined) return false;
  return (
    CHANNEL.test(url.pathname) ||
    (PLAYLIST.test(url.pathname) && (url.searchParams.get('list') ?? '') !== '')
  );
}

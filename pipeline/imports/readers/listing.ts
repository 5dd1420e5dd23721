import { isVideoListing } from '#core/text/video-listing.ts';
import { readAddress } from './address.ts';

/**
 * Tells whether an address is certainly a list of sources: a playlist, a channel, or a feed with a
 * feed scheme. A video within a playlist counts as a video.
 */
export function isListing(address: string): boolean {
  const { url } = readAddress(address);
  return url !== undefined && (/^\s*feed:/i.test(address) || isVideoListing(new URL(url)));
}

import { isVideoListing } from '#core/text/video-listing.ts';
import { readAddress } from './address.ts';

/**
 * Whether an address certainly leads to a list of sources: a playlist, a channel, or a feed that
 * says so by its scheme. A video within a playlist is a video.
 */
export function isListing(address: string): boolean {
  const { url } = readAddress(address);
  return url !== undefined && (/^\s*feed:/i.test(address) || isVideoListing(new URL(url)));
}

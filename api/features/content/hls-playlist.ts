/**
 * Rewrites HLS playlists (RFC 8216) line by line: each address becomes an address on the content
 * host.
 */
import { setImmediate } from 'node:timers/promises';
import { Fault } from '#core/contract/faults.ts';

const TYPES: ReadonlySet<string> = new Set([
  'application/vnd.apple.mpegurl',
  'application/x-mpegurl',
  'audio/mpegurl',
  'audio/x-mpegurl',
]);
/** Content types of servers that don't know playlists. */
const VAGUE_TYPES: ReadonlySet<string> = new Set([
  '',
  'text/plain',
  'application/octet-stream',
  'binary/octet-stream',
]);
/**
 * Bytes. Four hours in pieces of four seconds, each with an address of 200 characters, take 0.9 MB.
 */
export const MOST_PLAYLIST_BYTES = 2 ** 20;
const MOST_LINES = 20_000;
/** Lines per turn of the event loop, each of which may need a signature. */
const LINES_AT_ONCE = 500;
/**
 * Attributes with an address have names that end so: `URI`, `SERVER-URI`, `X-ASSET-URI`,
 * `X-ASSET-LIST`.
 */
const ADDRESS_ATTRIBUTES = ['URI=', 'X-ASSET-LIST='];

export const isPlaylistName = (url: string): boolean =>
  URL.parse(url)?.pathname.toLowerCase().endsWith('.m3u8') === true;
export const isPlaylist = (type: string, url: string): boolean =>
  TYPES.has(type) || (VAGUE_TYPES.has(type) && isPlaylistName(url));

/**
 * `base` is the address of the playlist; `relay` returns the new address of each http(s) address.
 * Others (`data:`, `skd:`) stay as they are. Faults: `corrupt_file` if it is not a playlist,
 * `too_large` for more than 20,000 lines.
 */
export async function rewritePlaylist(
  text: string,
  base: string,
  relay: (url: string) => string,
): Promise<string> {
  const lines = text.replace(/^\ufeff/, '').split('\n');
  if (lines[0]?.trimEnd() !== '#EXTM3U') {
    throw new Fault('corrupt_file', {
      message: "The site says this file is a video playlist, but it isn't one.",
    });
  }
  if (lines.length > MOST_LINES) {
    throw new Fault('too_large', {
      message: `The playlist of this video has more than ${MOST_LINES} lines.`,
    });
  }
  const address = (given: string): string => {
    const url = URL.parse(given, base);
    return url !== null && /^https?:$/.test(url.protocol) ? relay(url.href) : given;
  };
  const rewritten: string[] = [];
  for (const [at, line] of lines.entries()) {
    if (at % LINES_AT_ONCE === LINES_AT_ONCE - 1) await setImmediate();
    const trimmed = line.trim();
    if (trimmed === '') rewritten.push('');
    else rewritten.push(trimmed.startsWith('#') ? rewriteTag(trimmed, address) : address(trimmed));
  }
  return rewritten.join('\n');
}

/** Splitting a tag at its quotes makes every second part a quoted value. */
function rewriteTag(tag: string, address: (given: string) => string): string {
  const parts = tag.split('"');
  return parts
    .map((part, at) => {
      const isAddress =
        at % 2 === 1 && ADDRESS_ATTRIBUTES.some((name) => parts[at - 1]?.endsWith(name));
      return isAddress ? address(part) : part;
    })
    .join('"');
}

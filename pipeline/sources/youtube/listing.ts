/** Lists the videos of playlists and channels, without opening any. */
import { z } from 'zod';
import { Fault } from '#core/contract/faults.ts';
import { youtubeVideoId, youtubeWatchUrl } from '#core/text/canonical-url.ts';
import { isVideoListing } from '#core/text/video-listing.ts';
import type { Listing, ListOptions } from '#pipeline/sources/contract.ts';
import { defined } from '#pipeline/sources/source-facts.ts';
import { list, number, publishedAt, text } from './info.ts';

export const MOST_ENTRIES = 5000;
/** Entries that are read first if only the newest are wanted. */
const NEWEST = 200;

const Entry = z.looseObject({
  id: text,
  url: text,
  title: text,
  duration: number,
  timestamp: number,
  release_timestamp: number,
  upload_date: text,
});
const List = z.looseObject({
  _type: z.literal('playlist'),
  title: text,
  channel: text,
  entries: list(Entry, MOST_ENTRIES),
});
type Entry = z.infer<typeof Entry>;

/** Faults: as yt-dlp; `unsupported_url` if the address lists nothing. */
export async function listEntries(
  address: string,
  { net, signal, since, max = MOST_ENTRIES }: ListOptions,
): Promise<Listing> {
  const most = Math.min(Math.max(1, Math.floor(max)), MOST_ENTRIES);
  const ask = async (url: string, count: number) => {
    const parsed = List.safeParse(
      await net.ytdlp.info(url, { signal, flat: true, maxEntries: count, dates: true }),
    );
    if (!parsed.success)
      throw new Fault('unsupported_url', {
        message: 'This address lists no videos.',
        cause: parsed.error,
      });
    return parsed.data;
  };
  const isOld = (entry: Entry): boolean =>
    since !== undefined && (publishedAt(entry) ?? '9') < since;
  /** Channels list the newest entries first, so reading can stop at the first old one. */
  async function entriesOf(url: string): Promise<{ title: string | undefined; entries: Entry[] }> {
    const first = await ask(url, since === undefined ? most : Math.min(most, NEWEST));
    const isCut = since !== undefined && most > NEWEST && first.entries.length >= NEWEST;
    const found = isCut && !first.entries.some(isOld) ? await ask(url, most) : first;
    return { title: found.title ?? found.channel, entries: found.entries };
  }

  const top = await entriesOf(address);
  const entries = new Map<string, Listing['entries'][number]>();
  // The address of a channel lists its tabs: videos, streams, shorts.
  const tabs = top.entries.filter((entry) =>
    isVideoListing(URL.parse(entry.url ?? '') ?? new URL('about:blank')),
  );
  const lists = [top.entries.filter((entry) => !tabs.includes(entry))];
  for (const tab of tabs.slice(0, 4)) lists.push((await entriesOf(tab.url ?? '')).entries);
  for (const entry of lists.flat()) {
    const url = addressOf(entry);
    if (url === undefined || isOld(entry) || entries.size >= most) continue;
    entries.set(url, {
      url,
      ...defined({
        title: entry.title,
        publishedAt: publishedAt(entry),
        durationS: entry.duration,
      }),
    });
  }
  return { title: top.title ?? address, entries: [...entries.values()] };
}

/** data that yt-dlp appends to an address for internal use */
const SMUGGLED = /#__youtubedl_smuggle=[^]*/;

function addressOf({ id, url }: Entry): string | undefined {
  const given = URL.parse((url ?? '').replace(SMUGGLED, ''));
  const videoId =
    given === null
      ? youtubeVideoId(new URL(youtubeWatchUrl(encodeURIComponent(id ?? url ?? ''))))
      : youtubeVideoId(given);
  if (videoId !== undefined) return youtubeWatchUrl(videoId);
  return given !== null && /^https?:$/.test(given.protocol) ? given.href : undefined;
}

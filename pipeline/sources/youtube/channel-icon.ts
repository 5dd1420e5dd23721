/**
 * Fetches the picture of a video's channel, which the page of the video lacks. Requested once per
 * channel and shared by its videos.
 */
import { z } from 'zod';
import { Fault } from '#core/contract/faults.ts';
import type { YtDlp } from '#pipeline/net/contract.ts';
import type { FetchInput } from '#pipeline/sources/contract.ts';
import { address, list, number, text } from './info.ts';
import type { VideoInfo } from './info.ts';

const Channel = z.looseObject({
  _type: z.literal('playlist'),
  thumbnails: list(z.looseObject({ id: text, url: address, width: number, height: number })),
});
const MOST_KNOWN = 500;
/** Pixels; large enough for every size in which icons are displayed. */
const WIDE = 176;

const known = new WeakMap<YtDlp, Map<string, Promise<string | undefined>>>();

/** Returns the smallest square picture that is large enough; banners are wide. */
function squareOf(thumbnails: z.infer<typeof Channel>['thumbnails']): string | undefined {
  const squares = thumbnails
    .filter((it) => it.url !== undefined && it.width !== undefined && it.width === it.height)
    .toSorted((a, b) => (a.width ?? 0) - (b.width ?? 0));
  const best =
    squares.find((it) => (it.width ?? 0) >= WIDE) ??
    squares.at(-1) ??
    thumbnails.find((it) => it.id === 'avatar_uncropped');
  return best?.url;
}

async function ask(url: string, { net, signal }: FetchInput): Promise<string | undefined> {
  try {
    const channel = Channel.safeParse(
      await net.ytdlp.info(url, { signal, companion: true, flat: true, maxEntries: 0 }),
    );
    return channel.success ? squareOf(channel.data.thumbnails) : undefined;
  } catch (error) {
    // A missing picture must not fail or delay a video; rate limits of the site are already
    // recorded.
    if (error instanceof Fault && !signal.aborted) return undefined;
    throw error;
  }
}

export async function channelIcon(
  { channel_id, channel_url, uploader_url }: VideoInfo,
  input: FetchInput,
): Promise<string | undefined> {
  const url = channel_url ?? uploader_url;
  if (channel_id === undefined || url === undefined) return undefined;
  const icons = known.get(input.net.ytdlp) ?? new Map<string, Promise<string | undefined>>();
  known.set(input.net.ytdlp, icons);
  const asked = icons.get(channel_id);
  if (asked !== undefined) return asked;
  if (icons.size >= MOST_KNOWN) icons.clear();
  const asking = ask(url, input);
  icons.set(channel_id, asking);
  const icon = await asking.catch((error: unknown) => {
    icons.delete(channel_id);
    throw error;
  });
  if (icon === undefined) icons.delete(channel_id);
  return icon;
}

import { tmpdir } from 'node:os';
import { describe, expect, it } from 'vitest';
import { createLog } from '#config/log.ts';
import { readSettings } from '#config/settings.ts';
import { Fault } from '#core/contract/faults.ts';
import type { InfoOptions, Net } from '#pipeline/net/contract.ts';
import { listing } from '#pipeline/sources/registry.ts';
import { createNet } from '#pipeline/net/index.ts';
import { findExecutable } from '#pipeline/net/find-executable.ts';
import { loopbackNet, serveLoopback, type ServedFile } from '#pipeline/testing/loopback-net.ts';
import { listEntries } from './listing.ts';
import { isVideoListing } from '#core/text/video-listing.ts';

const id = (at: number): string => `video${String(at).padStart(6, '0')}`;
const DAY_S = 86_400;
/** Entries, newest first, one per day. */
const entry = (at: number) => ({
  _type: 'url',
  ie_key: 'Youtube',
  id: id(at),
  url: `https://www.youtube.com/watch?v=${id(at)}`,
  title: `Video ${at}`,
  duration: 60 + at,
  timestamp: 1_700_000_000 - at * DAY_S,
});

/** A net whose yt-dlp prints these lists, up to the requested number of entries. */
function netOf(lists: Record<string, object[]>): { net: Net; asked: [string, InfoOptions][] } {
  const asked: [string, InfoOptions][] = [];
  const base = loopbackNet({ recorded: {} });
  return {
    asked,
    net: {
      ...base,
      ytdlp: {
        ...base.ytdlp,
        async info(url, options) {
          asked.push([url, options]);
          const entries = lists[url];
          if (!entries) throw new Fault('not_found');
          return {
            _type: 'playlist',
            title: 'A list',
            channel: 'Someone',
            entries: entries.slice(0, options.maxEntries),
          };
        },
      },
    },
  };
}
const PLAYLIST = 'https://www.youtube.com/playlist?list=PLabc';
const CHANNEL = 'https://www.youtube.com/@someone';
const signal = AbortSignal.timeout(10_000);

it.each([
  [PLAYLIST, true],
  ['https://youtube.com/watch?list=PLabc', true],
  [CHANNEL, true],
  ['https://m.youtube.com/channel/UCabcdefghijklmnopqrstuv/videos', true],
  ['https://www.youtube.com/c/Name/streams', true],
  ['https://www.youtube.com/user/Name', true],
  ['https://www.youtube.com/watch?v=dQw4w9WgXcQ&list=PLabc', false],
  ['https://youtu.be/dQw4w9WgXcQ', false],
  ['https://www.youtube.com/results?search_query=x', false],
  ['https://www.youtube.com/', false],
  ['https://example.org/@someone', false],
])('%s is a listing: %s', (url, expected) => {
  expect(isVideoListing(new URL(url))).toBe(expected);
});

it('other addresses are not listings', () => {
  expect(listing('https://example.org/feed.xml', { net: netOf({}).net, signal })).toBeUndefined();
});

describe('a listing', () => {
  it('has address, title, date and length of each video, once', async () => {
    const { net, asked } = netOf({
      [PLAYLIST]: [
        entry(0),
        entry(1),
        entry(1),
        { id: id(2), title: '[Private video]' },
        { url: 'https://vimeo.com/1' },
        { title: 'nothing' },
      ],
    });
    expect(await listing(PLAYLIST, { net, signal })).toEqual({
      title: 'A list',
      entries: [
        {
          url: `https://www.youtube.com/watch?v=${id(0)}`,
          title: 'Video 0',
          publishedAt: '2023-11-14T22:13:20.000Z',
          durationS: 60,
        },
        {
          url: `https://www.youtube.com/watch?v=${id(1)}`,
          title: 'Video 1',
          publishedAt: '2023-11-13T22:13:20.000Z',
          durationS: 61,
        },
        { url: `https://www.youtube.com/watch?v=${id(2)}`, title: '[Private video]' },
        { url: 'https://vimeo.com/1' },
      ],
    });
    expect(asked).toEqual([[PLAYLIST, { signal, flat: true, maxEntries: 5000, dates: true }]]);
  });
  it('of a channel combines its tabs', async () => {
    const tab = (name: string) => ({
      _type: 'url',
      ie_key: 'YoutubeTab',
      url: `${CHANNEL}/${name}`,
    });
    const { net } = netOf({
      [CHANNEL]: [tab('videos'), tab('streams')],
      [`${CHANNEL}/videos`]: [entry(0)],
      [`${CHANNEL}/streams`]: [entry(5)],
    });
    expect((await listing(CHANNEL, { net, signal }))?.entries.map(({ title }) => title)).toEqual([
      'Video 0',
      'Video 5',
    ]);
  });
  it('ends at the requested number, 5,000 at most', async () => {
    const { net, asked } = netOf({
      [PLAYLIST]: Array.from({ length: 6000 }, (_, at) => entry(at)),
    });
    expect((await listing(PLAYLIST, { net, signal, max: 3 }))?.entries).toHaveLength(3);
    expect(asked[0]?.[1].maxEntries).toBe(3);
    expect((await listing(PLAYLIST, { net, signal, max: 99_999 }))?.entries).toHaveLength(5000);
  });
  it('since a day has only newer videos, and reads no further', async () => {
    const { net, asked } = netOf({
      [PLAYLIST]: Array.from({ length: 1000 }, (_, at) => entry(at)),
    });
    expect((await listing(PLAYLIST, { net, signal, since: '2023-11-10' }))?.entries).toHaveLength(
      5,
    );
    expect(asked.map(([, { maxEntries: most }]) => most)).toEqual([200]);
    expect((await listing(PLAYLIST, { net, signal, since: '2023-01-01' }))?.entries).toHaveLength(
      318,
    );
    expect(asked.map(([, { maxEntries: most }]) => most)).toEqual([200, 200, 5000]);
  });
  it('is refused if the address is a single video', async () => {
    const base = loopbackNet({ recorded: { id: 'x', title: 'a video' } });
    await expect(listing(PLAYLIST, { net: base, signal })).rejects.toMatchObject({
      code: 'unsupported_url',
    });
  });
});

const PATH = process.env['PATH'] ?? '';
const FEED = `<?xml version="1.0"?><rss version="2.0"><channel><title>Bee talks</title>${[1, 2, 3].map((n) => `<item><title>Talk ${n}</title><guid>g${n}</guid><pubDate>Mon, 0${n} Jun 2026 10:00:00 GMT</pubDate><enclosure url="http://127.0.0.1:9/talk${n}.mp4" type="video/mp4" length="10"/></item>`).join('')}</channel></rss>`;
const PAGES: Record<string, ServedFile> = {
  'feed.xml': { contentType: 'application/rss+xml', bytes: Buffer.from(FEED) },
  'two.html': {
    contentType: 'text/html',
    bytes: Buffer.from(
      '<title>Two talks</title><video src="a.mp4"></video><video src="b.mp4"></video>',
    ),
  },
};
describe.skipIf(
  findExecutable({ configured: undefined, names: ['yt-dlp'], path: PATH }) === undefined,
)('a listing by the real yt-dlp (skipped without it)', () => {
  it('returns the entries of a page and a feed as plain addresses', async () => {
    const site = await serveLoopback((path) => PAGES[path]);
    const net = createNet(
      readSettings({
        PATH,
        GLOSS_DATA_DIR: tmpdir(),
        GLOSS_FETCH_ALLOW: new URL(site.origin).host,
      }),
      createLog('silent'),
      {},
    );
    const [feed, page] = [
      await listEntries(`${site.origin}/feed.xml`, {
        net,
        signal: AbortSignal.timeout(50_000),
        max: 2,
      }),
      await listEntries(`${site.origin}/two.html`, { net, signal: AbortSignal.timeout(50_000) }),
    ];
    expect(feed).toEqual({
      title: 'Bee talks',
      entries: [1, 2].map((n) => ({
        url: `http://127.0.0.1:9/talk${n}.mp4`,
        title: `Talk ${n}`,
        publishedAt: `2026-06-0${n}T10:00:00.000Z`,
      })),
    });
    expect(page).toMatchObject({
      title: 'Two talks',
      entries: [{ url: `${site.origin}/a.mp4` }, { url: `${site.origin}/b.mp4` }],
    });
    await net.close();
    await site.close();
  });
});

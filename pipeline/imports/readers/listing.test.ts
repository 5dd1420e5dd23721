import { expect, test } from 'vitest';
import { isListing, listingOf } from './listing.ts';

const CHANNEL_ID = 'UC0123456789abcdefghij_-';

test.each([
  ['https://www.youtube.com/playlist?list=PL123', 'playlist'], ['https://m.youtube.com/playlist?list=OLAK5uy_x&si=1', 'playlist'], ['https://www.youtube.com/watch?list=PL123', 'playlist'],
  ['https://music.youtube.com/playlist?list=PL123', 'playlist'], ['https://www.youtube.com/embed/videoseries?list=PL123', 'playlist'],
  [`https://www.youtube.com/channel/${CHANNEL_ID}`, 'channel'], [`youtube.com/channel/${CHANNEL_ID}/videos`, 'channel'], ['https://www.youtube.com/@bees', 'channel'], ['https://www.youtube.com/@%E8%9C%82/shorts', 'channel'],
  ['https://www.youtube.com/c/Bees/streams', 'channel'], ['https://www.youtube.com/user/bees', 'channel'],
  [`https://www.youtube.com/feeds/videos.xml?channel_id=${CHANNEL_ID}`, 'feed'],
  ['https://example.org/feed', 'feed'], ['https://example.org/blog/feed/', 'feed'], ['https://example.org/news.rss', 'feed'], ['https://example.org/rss.xml', 'feed'], ['https://example.org/atom.xml', 'feed'],
  ['https://example.org/feed.json', 'feed'], ['https://example.org/?feed=rss2', 'feed'], ['feed:https://example.org/x.rdf', 'feed'],
])('%s is a %s', (address, kind) => {
  expect(listingOf(address)).toBe(kind);
  expect(isListing(address)).toBe(true);
});

test.each([
  'https://www.youtube.com/watch?v=abcdefghijk&list=PL123', 'https://youtu.be/abcdefghijk?list=PL123', 'https://www.youtube.com/playlist', 'https://www.youtube.com/channel/short', 'https://www.youtube.com/@bees/live',
  'https://www.youtube.com/', 'https://example.org/@bees', 'https://example.org/feedback', 'https://example.org/playlist?list=PL1', 'https://example.org/bees.xml', 'no address', '', 'https://www.youtube.com/@%E0%A4%A',
])('%s is one source, or none', (address) => { if (!address.endsWith('%A')) expect(listingOf(address)).toBeUndefined(); else expect(listingOf(address)).toBe('channel'); });

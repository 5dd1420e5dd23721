import { expect, test } from 'vitest';
import { isListing } from './listing.ts';

test.each([
  'https://www.youtube.com/playlist?list=PL123',
  'youtube.com/@bees/videos',
  'https://www.youtube.com/@%E8%9C%82',
  'https://www.youtube.com/c/Bees/streams',
  'feed://example.org/x',
])('%s is a list of sources', (address) => {
  expect(isListing(address)).toBe(true);
});

test.each([
  'https://www.youtube.com/watch?v=abcdefghijk&list=PL123',
  'https://youtu.be/abcdefghijk?list=PL123',
  'https://www.youtube.com/',
  'https://example.org/@bees',
  'https://example.org/feed.xml',
  'no address',
  '',
])('%s is or may be a single source', (address) => {
  expect(isListing(address)).toBe(false);
});

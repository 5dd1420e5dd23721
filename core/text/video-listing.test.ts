import { expect, test } from 'vitest';
import { isVideoListing } from './video-listing.ts';

test.each([
  ['https://www.youtube.com/playlist?list=PLabc', true],
  ['https://m.youtube.com/playlist/?list=PLabc', true],
  ['https://www.youtube.com/watch?list=PLabc', true],
  ['https://www.youtube.com/embed/videoseries?list=PLabc', true],
  ['https://www.youtube.com/@glaciers', true],
  ['https://www.youtube.com/@glaciers/videos', true],
  ['https://www.youtube.com/channel/UC123/streams/', true],
  ['https://www.youtube.com/c/Glaciers', true],
  ['https://www.youtube.com/user/glaciers', true],
  // A video within a playlist is a video.
  ['https://www.youtube.com/watch?v=dQw4w9WgXcQ&list=PLabc', false],
  ['https://youtu.be/dQw4w9WgXcQ?list=PLabc', false],
  ['https://www.youtube.com/playlist', false],
  ['https://www.youtube.com/playlist?list=', false],
  ['https://www.youtube.com/@glaciers/about', false],
  ['https://www.youtube.com/', false],
  ['https://example.org/playlist?list=PLabc', false],
  ['https://youtube.com.example.org/@glaciers', false],
])('%s is a listing: %s', (address, isListing) =>
  expect(isVideoListing(new URL(address))).toBe(isListing),
);

import { expect, test } from 'vitest';
import {
  parseYoutubeEvent,
  youtubeCommand,
  youtubeEmbedUrl,
  YoutubeState,
  youtubeVideoId,
} from './youtube-protocol.ts';

const delivery = (info: object) =>
  JSON.stringify({ event: 'infoDelivery', info, id: 1, channel: 'widget' });

test('handles known events and ignores others', () => {
  expect(
    parseYoutubeEvent(delivery({ currentTime: 83.2, playerState: 1, videoLoadedFraction: 0.2 })),
  ).toMatchObject({ event: 'infoDelivery', info: { currentTime: 83.2, playerState: 1 } });
  for (const data of [
    '{"event":"apiInfoDelivery"}',
    'not json',
    { event: 'onReady' },
    delivery({ currentTime: 'soon' }),
    7,
  ])
    expect(parseYoutubeEvent(data)).toBeUndefined();
});
test("sends the commands of the player's protocol", () => {
  expect(JSON.parse(youtubeCommand('seekTo', [83, true]))).toEqual({
    event: 'command',
    func: 'seekTo',
    args: [83, true],
    id: 1,
    channel: 'widget',
  });
  expect(youtubeEmbedUrl('aaaaaaaaaaa', 'https://gloss.example')).toBe(
    'https://www.youtube-nocookie.com/embed/aaaaaaaaaaa?enablejsapi=1&controls=0&fs=0&playsinline=1&rel=0&origin=https%3A%2F%2Fgloss.example',
  );
});
test('interpolates the time between two events while playing, up to the end', () => {
  let now = 1000;
  const state = new YoutubeState(() => now);
  const tell = (info: object) => {
    const event = parseYoutubeEvent(delivery(info));
    if (event) state.heed(event);
  };
  tell({ currentTime: 10, duration: 20, playerState: 1, playbackRate: 2 });
  now = 3000;
  expect(state.nowS()).toBe(14);
  tell({ playerState: 2 });
  now = 9000;
  expect(state.nowS()).toBe(14);
  tell({ playerState: 1 });
  expect(state.isStarted).toBe(true);
  now = 60_000;
  expect(state.nowS()).toBe(20);
});
test('parses the id of a video from any form of its address', () => {
  for (const url of [
    'https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=3',
    'https://youtu.be/dQw4w9WgXcQ',
    'https://www.youtube.com/shorts/dQw4w9WgXcQ',
  ])
    expect(youtubeVideoId(url)).toBe('dQw4w9WgXcQ');
  expect(youtubeVideoId('https://www.youtube.com/@someone')).toBeUndefined();
});

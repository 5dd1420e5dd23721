import { expect, it, onTestFinished, vi } from 'vitest';
import type { Source } from '#core/contract/source.ts';
import { makeQueryClient } from '#ui/client/queries.ts';
import { videoSource } from '#ui/testing/examples.ts';
import {
  findText,
  getByRole,
  pageText,
  queryByRole,
  render,
  settle,
  unmountAll,
} from '#ui/testing/screen.tsx';
import { click } from '#ui/testing/user.ts';
import { viewerTexts } from '../texts/viewer.ts';
import { MediaPlayer } from './media-player.tsx';
import { PlayClock } from './player.ts';
import { simulateVideo } from './testing/media-element.ts';
import { videoTexts as texts } from './texts.ts';
import { YOUTUBE_SUBSCRIBE, YOUTUBE_ORIGIN, youtubeCommand } from './youtube-protocol.ts';

const FILE = videoSource(1, {
  title: 'A talk',
  mediaUrl: 'https://media.example.org/talk.mp4?signed=1',
  thumbnails: { preview: '/content/preview' },
});
const YOUTUBE = videoSource(2, {
  provider: 1,
  youtube_metadata: {
    video_id: 'abcdefghijk',
    video_data: { video_title: 'A lecture' },
    channel_data: { channel_title: 'A channel' },
  },
});

async function shown(source: Source) {
  const clock = new PlayClock();
  const rendered = await render(<MediaPlayer source={source} clock={clock} />);
  return { clock, ...rendered };
}
const file = async (isLoaded = true) => {
  const it = await shown(FILE);
  return { ...it, media: simulateVideo({ isLoaded, durationS: 300 }) };
};

it("plays a file without the browser's controls, named by its title", async () => {
  const { media } = await file();
  expect(media.element.getAttribute('aria-label')).toBe('A talk');
  expect(media.element.controls).toBe(false);
  expect(media.element.src).toBe('https://media.example.org/talk.mp4?signed=1');
  expect(media.element.poster).toContain('/content/preview');
});

it('seeks and plays from a second', async () => {
  const { clock, media } = await file();
  clock.playFrom(83);
  expect(media.element.currentTime).toBe(83);
  expect(clock.player?.isPlaying()).toBe(true);
  expect(clock.player?.durationS()).toBe(300);
  clock.player?.pause();
  expect(clock.player?.isPlaying()).toBe(false);
});

it('seeks to the requested second while the file is loading, and plays from there', async () => {
  const { clock, media } = await file(false);
  clock.playFrom(83);
  expect(clock.nowS()).toBe(83);
  expect(clock.player?.durationS()).toBe(0);
  expect(media.element.paused).toBe(true);
  media.load();
  expect(media.element.currentTime).toBe(83);
  expect(media.element.paused).toBe(false);
});

it('does not play if it was paused before the file had loaded', async () => {
  const { clock, media } = await file(false);
  clock.playFrom(83);
  clock.player?.pause();
  media.load();
  expect(media.element.currentTime).toBe(83);
  expect(media.element.paused).toBe(true);
});

it('reports the time while playing, and stops at the end of a clip', async () => {
  const { clock, media } = await file();
  const heard: number[] = [];
  clock.subscribe(() => heard.push(clock.nowS()));
  clock.playSpan({ startS: 10, endS: 20 });
  media.at(15);
  media.at(20);
  expect(heard).toContain(15);
  expect(clock.player?.isPlaying()).toBe(false);
});

it('is not playing after the end of the file', async () => {
  const { clock, media } = await file();
  clock.playFrom(290);
  media.at(300);
  expect(clock.player?.isPlaying()).toBe(false);
});

it('keeps the address of a playing file when another is signed', async () => {
  const { update, clock } = await file();
  await update(
    <MediaPlayer source={{ ...FILE, mediaUrl: 'https://media.example.org/new' }} clock={clock} />,
  );
  expect(document.querySelector('video')?.src).toContain('signed=1');
});

it("says that a file can't be played, and tries its new address", async () => {
  const cache = makeQueryClient();
  const clock = new PlayClock();
  const { update } = await render(<MediaPlayer source={FILE} clock={clock} />, { cache });
  simulateVideo({ isLoaded: false, durationS: 300 }).fail();
  await findText(texts.notPlayable);
  expect(pageText()).toContain(texts.fileFailed);
  expect(getByRole('link', viewerTexts.openOriginal).getAttribute('href')).toBe(
    'https://www.youtube.com/watch?v=video1',
  );
  await expect.poll(() => clock.player).toBeNull();
  // A retry fetches the source again, whose new address is used afterwards.
  await update(
    <MediaPlayer source={{ ...FILE, mediaUrl: 'https://media.example.org/new' }} clock={clock} />,
  );
  await click(getByRole('button', viewerTexts.retry));
  await expect
    .poll(() => document.querySelector('video')?.src)
    .toBe('https://media.example.org/new');
  expect(queryByRole('alert')).toBeUndefined();
});

it('stops loading the file when the video is closed', async () => {
  const { unmount, media, clock } = await file();
  await unmount();
  expect(media.element.hasAttribute('src')).toBe(false);
  expect(clock.player).toBeNull();
});

it('leaves HLS playlists to browsers that play them natively', async () => {
  const before = HTMLMediaElement.prototype.canPlayType;
  HTMLMediaElement.prototype.canPlayType = (type) =>
    type === 'application/vnd.apple.mpegurl' ? 'maybe' : '';
  onTestFinished(() => {
    HTMLMediaElement.prototype.canPlayType = before;
  });
  await shown({ ...FILE, mediaUrl: 'https://media.example.org/live.m3u8' });
  expect(document.querySelector('video')?.src).toBe('https://media.example.org/live.m3u8');
});

it('toggles playback with a click on the picture', async () => {
  const { media } = await file();
  await click(media.element);
  expect(media.element.paused).toBe(false);
  await click(media.element);
  expect(media.element.paused).toBe(true);
});

it('sets the speed and volume of a file, also after it is reloaded', async () => {
  const { clock, media } = await file();
  clock.player?.setSpeed(2.5);
  clock.player?.setVolume(0.4);
  clock.player?.setMuted(true);
  expect(media.element).toMatchObject({ playbackRate: 2.5, volume: 0.4, muted: true });
  expect(media.element.defaultPlaybackRate).toBe(2.5);
});

it('offers picture-in-picture if the browser supports it', async () => {
  expect((await file()).clock.player?.pictureInPicture).toBeUndefined();
  await unmountAll();
  const stubbed = { pictureInPictureEnabled: true, pictureInPictureElement: null };
  for (const [name, value] of Object.entries(stubbed))
    Object.defineProperty(document, name, { value, configurable: true });
  onTestFinished(() => {
    for (const name of Object.keys(stubbed)) Reflect.deleteProperty(document, name);
  });
  const { clock, media } = await file();
  const request = vi.fn(() => Promise.resolve());
  Object.defineProperty(media.element, 'requestPictureInPicture', { value: request });
  clock.player?.pictureInPicture?.toggle();
  expect(request).toHaveBeenCalledOnce();
});

it("says why a video without a file can't be played", async () => {
  const { update, clock } = await shown(videoSource(3));
  expect(pageText(getByRole('alert'))).toContain(texts.noFile);
  expect(queryByRole('button', viewerTexts.retry)).toBeUndefined();
  await update(
    <MediaPlayer
      source={videoSource(3, { error: { code: 'private', message: 'It is private.' } })}
      clock={clock}
    />,
  );
  expect(pageText(getByRole('alert'))).toContain('It is private.');
});

/** YouTube's frame, with its responses to messages. */
async function youtube() {
  const it = await shown(YOUTUBE);
  const element = document.querySelector('iframe');
  const page = element?.contentWindow;
  if (!element || !page) throw new Error('There is no frame.');
  const heard: string[] = [];
  page.postMessage = (...sent: unknown[]) => {
    heard.push(String(sent[0]));
  };
  const say = async (event: object, origin = YOUTUBE_ORIGIN) => {
    window.dispatchEvent(
      new MessageEvent('message', { source: page, origin, data: JSON.stringify(event) }),
    );
    await settle();
  };
  return { ...it, element, heard, say };
}
const delivery = (info: object) => ({ event: 'infoDelivery', info });

it('embeds YouTube’s player without cookies', async () => {
  const { element } = await youtube();
  expect(element.title).toBe('Video 2');
  expect(element.src).toContain('https://www.youtube-nocookie.com/embed/abcdefghijk?');
  expect(element.getAttribute('sandbox')).not.toContain('allow-top-navigation');
});

it("subscribes to YouTube's events once its page has loaded, until the first one arrives", async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => {
    vi.useRealTimers();
  });
  const { element, heard, say } = await youtube();
  element.dispatchEvent(new Event('load'));
  vi.advanceTimersByTime(300);
  expect(heard).toContain(YOUTUBE_SUBSCRIBE);
  await say({ event: 'onReady' });
  const asked = heard.length;
  vi.advanceTimersByTime(3000);
  expect(heard).toHaveLength(asked);
});

it('queues commands until YouTube is ready', async () => {
  const { clock, heard, say } = await youtube();
  clock.playFrom(42);
  expect(heard).toEqual([]);
  await say({ event: 'onReady' });
  expect(heard).toContain(youtubeCommand('seekTo', [42, true]));
  expect(heard.at(-1)).toBe(youtubeCommand('playVideo'));
});

it('gets the time and length from YouTube', async () => {
  const { clock, say } = await youtube();
  await say(delivery({ currentTime: 12, duration: 600, playerState: 2 }));
  expect(clock.nowS()).toBe(12);
  expect(clock.player?.durationS()).toBe(600);
  expect(clock.player?.isPlaying()).toBe(false);
  await say(delivery({ playerState: 1 }));
  expect(clock.player?.isPlaying()).toBe(true);
});

it('hides the controls and full screen of YouTube', async () => {
  const { element } = await youtube();
  const { searchParams } = new URL(element.src);
  expect([searchParams.get('controls'), searchParams.get('fs')]).toEqual(['0', '0']);
});

it('offers the speeds of YouTube, and sets speed and volume there', async () => {
  const { clock, heard, say } = await youtube();
  expect(clock.player?.speeds()).toEqual([1]);
  await say({
    event: 'initialDelivery',
    info: { availablePlaybackRates: [0.25, 0.5, 1, 1.5, 2], volume: 80, muted: false },
  });
  expect(clock.player?.speeds()).toEqual([0.5, 1, 1.5, 2]);
  expect(clock.player?.volume()).toBe(0.8);
  expect(clock.player?.pictureInPicture).toBeUndefined();
  clock.player?.setSpeed(1.5);
  clock.player?.setVolume(0.4);
  clock.player?.setMuted(true);
  expect(heard.slice(-3)).toEqual([
    youtubeCommand('setPlaybackRate', [1.5]),
    youtubeCommand('setVolume', [40]),
    youtubeCommand('mute'),
  ]);
  await say(delivery({ playbackRate: 1, muted: false }));
  expect([clock.player?.speed(), clock.player?.isMuted()]).toEqual([1, false]);
});

it('ignores messages from other windows and sites', async () => {
  const { clock, say } = await youtube();
  await say(delivery({ currentTime: 99, duration: 600 }), 'https://evil.example');
  window.dispatchEvent(
    new MessageEvent('message', {
      source: window,
      origin: YOUTUBE_ORIGIN,
      data: JSON.stringify(delivery({ currentTime: 99 })),
    }),
  );
  expect(clock.nowS()).toBe(0);
});

it('says that YouTube does not allow embedding the video', async () => {
  const { say, clock } = await youtube();
  await say({ event: 'onError', info: 150 });
  const alert = getByRole('alert');
  expect(pageText(alert)).toContain(texts.youtubeRefuses);
  expect(pageText(alert)).toContain(texts.transcriptBelow);
  expect(getByRole('link', viewerTexts.openOriginal, alert).getAttribute('href')).toBe(
    YOUTUBE.source_url,
  );
  await expect.poll(() => clock.player).toBeNull();
});

import { createRef } from 'react';
import { expect, it, onTestFinished, vi } from 'vitest';
import { CLIP_COLORS } from '#ui/kit/clip-colors.tsx';
import { nowPlaying } from '#ui/kit/now-playing.ts';
import { singleKeys, takesSingleKey } from '#ui/kit/single-keys.ts';
import { matchOnly } from '#ui/testing/browser-parts.ts';
import { serveApi } from '#ui/testing/api-stand-in.ts';
import { videoSource } from '#ui/testing/examples.ts';
import { findByRole, findText, getByRole, queryByRole, render } from '#ui/testing/screen.tsx';
import { click, press, type } from '#ui/testing/user.ts';
import type { MediumHandle, ViewerClip } from '../viewer-handle.ts';
import { simulateVideo } from './testing/media-element.ts';
import { transcriptTexts, videoTexts as texts } from './texts.ts';
import { TimedViewer } from './timed-viewer.tsx';

const words = (start: number, text: string) =>
  text.split(' ').map((word, n) => ({ word, offset: start + n, duration: 1 }));
const TRANSCRIPT = {
  language: 'en',
  formattedMergedTranscript: [
    { start: 0, end: 10, text: 'Spacing helps memory.' },
    { start: 10, end: 20, text: 'Testing helps too.' },
  ],
  words: [...words(0, 'Spacing helps memory.'), ...words(10, 'Testing helps too.')],
  chapters: [{ start: 0, end: 20, title: 'What helps' }],
};
const SOURCE = videoSource(1, { mediaUrl: '/content/talk.mp4', duration: 300 });
const CLIP: ViewerClip = {
  _id: 'clip-1',
  color: CLIP_COLORS[1].color,
  heading: 'On testing',
  locator: { medium: 'timed', startS: 10, endS: 14, quote: 'Testing helps too.' },
};

async function shown({ isOwner = true, clips = [CLIP] } = {}) {
  serveApi({ 'GET sources/:id/transcript': () => TRANSCRIPT });
  const handle = createRef<MediumHandle>();
  const calls = { onClip: vi.fn(), onChangeClip: vi.fn(), onDeleteClip: vi.fn() };
  const { unmount } = await render(
    <>
      <TimedViewer
        source={SOURCE}
        threadId={undefined}
        clips={clips}
        own={isOwner}
        tools={null}
        ref={handle}
        {...calls}
        {...(!isOwner && { onChangeClip: undefined, onDeleteClip: undefined })}
      />
      <input aria-label="Elsewhere" />
    </>,
  );
  const media = simulateVideo({ isLoaded: true, durationS: 300 });
  await findByRole('button', transcriptTexts.playFrom('00:10'));
  return { handle, media, unmount, ...calls };
}
const isPlaying = (element: HTMLVideoElement) => !element.paused;

it('plays with K and the space bar, and skips ten seconds with J, L and the arrow keys', async () => {
  const { media } = await shown();
  await press('k', { on: document.body });
  expect(isPlaying(media.element)).toBe(true);
  await press(' ', { on: document.body });
  expect(isPlaying(media.element)).toBe(false);
  await press('l', { on: document.body });
  await press('ArrowRight', { on: document.body });
  expect(media.element.currentTime).toBe(20);
  await press('j', { on: document.body });
  expect(media.element.currentTime).toBe(10);
  await press('ArrowLeft', { on: document.body });
  await press('ArrowLeft', { on: document.body });
  expect(media.element.currentTime).toBe(0);
});

it('changes speed and volume with < > and M, and steps by frames while paused', async () => {
  const { media } = await shown();
  const { element } = media;
  await press('>', { on: document.body, shiftKey: true });
  await press('>', { on: document.body, shiftKey: true });
  expect(element.playbackRate).toBe(1.5);
  await press('<', { on: document.body });
  expect(element.playbackRate).toBe(1.25);
  await press('m', { on: document.body });
  expect(element.muted).toBe(true);
  await press('m', { on: document.body });
  expect(element.muted).toBe(false);
  media.at(20);
  await press('.', { on: document.body });
  expect(element.currentTime).toBeCloseTo(20.04);
  await press(',', { on: document.body });
  expect(element.currentTime).toBeCloseTo(20);
  await press('k', { on: document.body });
  await press('.', { on: document.body });
  expect(element.currentTime).toBeCloseTo(20);
});

it('toggles captions from the transcript with Shift+C, but not over a small picture', async () => {
  const { media } = await shown();
  const captions = () => document.querySelector('[data-captions]')?.textContent;
  media.at(12);
  expect(captions()).toBeUndefined();
  await press('C', { on: document.body, shiftKey: true });
  expect(captions()).toBe('Testing helps too.');
  media.at(150);
  await expect.poll(captions).toBe('');
  await click(getByRole('button', texts.mini));
  expect(captions()).toBeUndefined();
  expect(queryByRole('button', texts.captions)).toBeUndefined();
});

it('toggles full screen with F and a double click, with its own controls', async () => {
  const asked: Element[] = [];
  Object.defineProperty(document, 'fullscreenEnabled', { value: true, configurable: true });
  Element.prototype.requestFullscreen = function ask(this: Element) {
    asked.push(this);
    return Promise.resolve();
  };
  onTestFinished(() => {
    Reflect.deleteProperty(document, 'fullscreenEnabled');
    Reflect.deleteProperty(Element.prototype, 'requestFullscreen');
  });
  const { media } = await shown();
  await press('f', { on: document.body });
  media.element.dispatchEvent(new MouseEvent('dblclick', { bubbles: true }));
  const region = getByRole('region', texts.player);
  expect(asked).toEqual([region, region]);
  expect(getByRole('toolbar', texts.controls, region)).toBeDefined();
});

it('seeks to tenths with digits inside the player, and leaves them to the panes elsewhere', async () => {
  const left: string[] = [];
  const others = (event: KeyboardEvent) => {
    if (takesSingleKey(event)) left.push(event.key);
  };
  window.addEventListener('keydown', others);
  onTestFinished(() => window.removeEventListener('keydown', others));
  const { media } = await shown();
  await press('2', { on: document.body });
  await press('3', { on: getByRole('group', transcriptTexts.text) });
  expect(left).toEqual(['2', '3']);
  expect(media.element.currentTime).toBe(0);
  await press('2', { on: getByRole('region', texts.player) });
  expect(media.element.currentTime).toBe(60);
  await press('9', { on: getByRole('button', texts.play) });
  expect(media.element.currentTime).toBe(270);
  await press('0', { on: getByRole('button', texts.play) });
  expect(media.element.currentTime).toBe(0);
  expect(left).toEqual(['2', '3']);
});

it('ignores characters when single-key shortcuts are disabled, but not the space bar', async () => {
  singleKeys.write(false);
  const { media } = await shown();
  media.at(20);
  for (const key of ['k', 'j', 'm', '>', '.', '5'])
    await press(key, { on: getByRole('region', texts.player) });
  expect(media.element).toMatchObject({ currentTime: 20, playbackRate: 1, muted: false });
  expect(isPlaying(media.element)).toBe(false);
  await press(' ', { on: getByRole('region', texts.player) });
  expect(isPlaying(media.element)).toBe(true);
});

it('leaves keys to fields and to browser shortcuts', async () => {
  const { media, onClip } = await shown();
  for (const key of ['k', 'l', 'c', 'f', 'm', '>', '.', '5', ' ', 'ArrowRight'])
    await press(key, { on: getByRole('textbox', 'Elsewhere') });
  await press('l', { on: document.body, ctrlKey: true });
  expect(media.element.currentTime).toBe(0);
  expect(isPlaying(media.element)).toBe(false);
  expect(onClip).not.toHaveBeenCalled();
});

it('clips the last ten seconds with C, with their text', async () => {
  const { media, onClip } = await shown();
  media.at(13);
  await press('c', { on: document.body });
  expect(onClip).toHaveBeenCalledWith({
    locator: { medium: 'timed', startS: 3, endS: 13, quote: 'Testing helps too.' },
  });
});

it('clips nothing at the very beginning', async () => {
  const { onClip } = await shown();
  await press('c', { on: document.body });
  expect(onClip).not.toHaveBeenCalled();
});

it('clips the playing video for the notes', async () => {
  const { media, onClip, handle } = await shown();
  media.at(5);
  handle.current?.clipLast?.();
  expect(onClip).toHaveBeenCalledWith({
    locator: { medium: 'timed', startS: 0, endS: 5, quote: 'Spacing helps memory.' },
  });
});

it('seeks and plays', async () => {
  const { media, handle } = await shown();
  handle.current?.goTo({ place: 42 });
  expect(media.element.currentTime).toBe(42);
  expect(isPlaying(media.element)).toBe(true);
  expect(handle.current?.place()).toBe(42);
});

it('resumes without playing', async () => {
  const { media, handle } = await shown();
  handle.current?.goTo({ place: 42, still: true });
  expect(media.element.currentTime).toBe(42);
  expect(isPlaying(media.element)).toBe(false);
});

it('plays a clip of the notes to its end, and reports it', async () => {
  const { media, handle } = await shown();
  handle.current?.goTo(CLIP.locator);
  expect(nowPlaying.get()).toMatchObject({ startS: 10, endS: 14 });
  media.at(14);
  expect(isPlaying(media.element)).toBe(false);
  expect(nowPlaying.get()).toBeUndefined();
});

it('continues after a passage that is not a clip', async () => {
  const { media, handle } = await shown({ clips: [] });
  handle.current?.goTo(CLIP.locator);
  media.at(16);
  expect(isPlaying(media.element)).toBe(true);
  expect(nowPlaying.get()).toBeUndefined();
});

it('ignores a position in another medium', async () => {
  const { media, handle } = await shown();
  handle.current?.goTo({ medium: 'paged', page: 3, quote: 'x' });
  expect(media.element.currentTime).toBe(0);
});

it('plays from a clicked sentence', async () => {
  const { media } = await shown();
  await click(getByRole('button', transcriptTexts.playFrom('00:10')));
  expect(media.element.currentTime).toBe(10);
  expect(isPlaying(media.element)).toBe(true);
});

it('shows the chapters of the transcript on the timeline', async () => {
  await shown();
  await findByRole('button', texts.chapterAt('What helps', '00:00'));
});

it('marks search matches on the timeline', async () => {
  await shown();
  await type(getByRole('searchbox', transcriptTexts.find), 'testing');
  await expect
    .poll(() =>
      [...document.querySelectorAll<HTMLElement>('[data-match]')].map((it) => it.dataset['match']),
    )
    .toEqual(['10']);
});

it('moves a clip and updates its text', async () => {
  const { onChangeClip } = await shown();
  await click(getByRole('button', texts.clipAt('On testing', '00:10–00:14')));
  await press('ArrowLeft', { shiftKey: true });
  expect(onChangeClip).toHaveBeenCalledWith('clip-1', {
    locator: { medium: 'timed', startS: 0, endS: 4, quote: 'Spacing helps memory.' },
  });
});

it('lets readers play clips, but not create any', async () => {
  await shown({ isOwner: false });
  await click(getByRole('button', texts.clipAt('On testing', '00:10–00:14')));
  await findText('Play 4 s');
  expect(queryByRole('button', texts.clipLast(10))).toBeUndefined();
  expect(queryByRole('button', texts.deleteClip)).toBeUndefined();
  expect(queryByRole('button', transcriptTexts.own.title)).toBeUndefined();
});

it('becomes a small picture next to its controls, by default in short windows', async () => {
  const mini = () => getByRole('button', texts.mini);
  const border = () => queryByRole('separator', texts.split);
  const { unmount } = await shown();
  expect(mini().getAttribute('aria-pressed')).toBe('false');
  expect(border()).toBeDefined();
  await click(mini());
  expect(mini().getAttribute('aria-pressed')).toBe('true');
  expect(border()).toBeUndefined();
  await click(mini());
  await unmount();
  matchOnly('(max-height: 819px)');
  await shown();
  expect(mini().getAttribute('aria-pressed')).toBe('true');
});

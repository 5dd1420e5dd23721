/** The player for files and YouTube: its bar, shortcuts, full screen and captions. */
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openStage, PHONE, shoot, type Stage } from './testing/stage.ts';

interface Thread {
  _id: string;
  url: string;
  thread_source_data: { _id: string; medium: string; status: { embedding: number } }[];
}

const INFO = {
  id: 'abcdefghijk',
  title: 'A lecture on YouTube',
  channel: 'A channel',
  duration: 100,
  formats: [{}],
  subtitles: {
    en: [
      {
        ext: 'vtt',
        data: 'WEBVTT\n\n00:00.000 --> 00:20.000\nSpacing helps memory.\n\n00:20.000 --> 00:40.000\nTesting helps too.\n',
      },
    ],
  },
};

/** The responses of YouTube's frame to messages. */
const FRAME = `<!doctype html><title>YouTube</title><body style="margin:0;background:#357;color:#fff">
<p>A picture</p><script>
const state = { currentTime: 0, duration: 100, playerState: -1, playbackRate: 1, volume: 100, muted: false,
  availablePlaybackRates: [0.25, 0.5, 0.75, 1, 1.25, 1.5, 1.75, 2] };
window.state = state;
const tell = (event, info) => parent.postMessage(JSON.stringify({ event, info }), '*');
const commands = {
  seekTo(timeS) { state.currentTime = timeS; },
  playVideo() { state.playerState = 1; },
  pauseVideo() { state.playerState = 2; },
  setPlaybackRate(rate) { state.playbackRate = rate; },
  setVolume(volume) { state.volume = volume; },
  mute() { state.muted = true; },
  unMute() { state.muted = false; },
};
addEventListener('message', ({ data }) => {
  const { event, func, args } = JSON.parse(data);
  if (event === 'listening') { tell('initialDelivery', state); tell('onReady'); return; }
  commands[func]?.(...args);
  tell('infoDelivery', state);
});
</script>`;

describe('the video player', () => {
  let stage: Stage;
  let thread: Thread;
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'gloss-e2e-ytdlp-'));
    const ytDlp = join(folder, 'yt-dlp');
    await writeFile(
      ytDlp,
      `#!${process.execPath}\nconsole.log(process.argv.includes('--version') ? '2026.11.01' : ${JSON.stringify(JSON.stringify(INFO))});\n`,
    );
    await chmod(ytDlp, 0o755);
    stage = await openStage({ sample: true, env: { GLOSS_YTDLP_PATH: ytDlp } });
    thread = await vi.waitFor(
      async () => {
        const { docs } = (await stage.call('GET', 'threads')) as { docs: Thread[] };
        expect(docs[0]?.thread_source_data.map(({ status }) => status.embedding)).toEqual([
          1, 1, 1, 1,
        ]);
        return docs[0] as Thread;
      },
      { timeout: 60_000, interval: 500 },
    );
  });
  afterAll(async () => {
    await stage.close();
    await rm(folder, { recursive: true, force: true });
  });

  const player = (page: Page) => page.getByRole('region', { name: 'Video player' });
  const bar = (page: Page) => page.getByRole('toolbar', { name: 'Video controls' });
  const button = (page: Page, name: string) => bar(page).getByRole('button', { name, exact: true });
  const stateOf = (page: Page) =>
    player(page)
      .locator('video')
      .evaluate((video: HTMLVideoElement) => ({
        timeS: video.currentTime,
        paused: video.paused,
        speed: video.playbackRate,
        muted: video.muted,
        controls: video.controls,
      }));
  const openLecture = async (options: Parameters<Stage['open']>[1] = {}) => {
    const id = thread.thread_source_data.find((it) => it.medium === 'timed')?._id;
    const opened = await stage.open('/library', options);
    // The tour of the sample would move the player while a test points at it.
    await opened.page.evaluate(() => localStorage.setItem('gloss-tour-dismissed', 'true'));
    await opened.page.goto(`${stage.server.url}/t/${thread.url}?source=${id}`);
    await opened.page.getByRole('button', { name: 'Play from 00:16' }).waitFor();
    return opened;
  };
  /** Like a click on the picture, without playing it. */
  const focusPlayer = (page: Page) => player(page).evaluate((it) => (it as HTMLElement).focus());
  const boxOf = async (part: Locator) => {
    const box = await part.boundingBox();
    if (!box) throw new Error('It is not shown.');
    return box;
  };

  it('has one set of controls and YouTube’s keys', async () => {
    const { context, page, problems } = await openLecture();
    expect((await stateOf(page)).controls).toBe(false);
    await button(page, 'Play').click();
    await expect.poll(async () => (await stateOf(page)).paused).toBe(false);
    await page.keyboard.press('k');
    await expect.poll(async () => (await stateOf(page)).paused).toBe(true);
    await button(page, 'Play').waitFor();
    for (const key of ['>', '>', 'm']) await page.keyboard.press(key);
    expect(await stateOf(page)).toMatchObject({ speed: 1.5, muted: true });
    await button(page, 'Unmute').waitFor();

    await focusPlayer(page);
    await page.keyboard.press('5');
    await expect.poll(async () => (await stateOf(page)).timeS).toBeCloseTo(44.7, 0);
    // Elsewhere, digits are pane shortcuts.
    await page.getByRole('group', { name: 'Transcript text' }).focus();
    // The pane shortcuts load some seconds after the screen.
    await vi.waitFor(async () => {
      await page.keyboard.press('1');
      await player(page).waitFor({ state: 'hidden', timeout: 1_000 });
    }, 30_000);
    await page.keyboard.press('1');
    await player(page).waitFor();

    await page.reload();
    await button(page, 'Playback speed').waitFor();
    await expect.poll(async () => (await stateOf(page)).speed).toBe(1.5);
    expect(problems).toEqual([]);
    await context.close();
  });

  it('previews the hovered second of the timeline, and shows captions', async () => {
    const { context, page } = await openLecture();
    const box = await boxOf(page.getByRole('list', { name: 'Chapters' }).locator('..'));
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    const preview = player(page).locator('[data-preview]');
    await preview.getByText(/^00:4\d · \S/).waitFor();
    expect(await preview.locator('p').count()).toBe(2);
    const shown = await boxOf(preview);
    expect(shown.y + shown.height).toBeLessThanOrEqual(box.y);
    await shoot(page, 'player-preview-wide-light');
    await page.mouse.move(5, 5);
    await preview.waitFor({ state: 'detached' });

    await page.getByRole('button', { name: 'Play from 00:16' }).click();
    await page.keyboard.press('k');
    await button(page, 'Captions').click();
    const caption = player(page).locator('[data-captions] p');
    await caption.waitFor();
    const picture = await boxOf(player(page).locator('video'));
    const text = await boxOf(caption);
    expect(text.y + text.height).toBeLessThanOrEqual(picture.y + picture.height);
    await shoot(page, 'player-captions-wide-light');
    await context.close();
  });

  it('is full screen with its own controls and menus', async () => {
    const { context, page } = await openLecture();
    await button(page, 'Full screen').click();
    await button(page, 'Exit full screen').waitFor();
    const filled = await boxOf(player(page));
    expect(filled).toMatchObject(await page.evaluate(() => ({ x: 0, y: 0, width: innerWidth })));
    await button(page, 'Playback speed').click();
    const speed = page.getByRole('menuitemradio', { name: '2×' });
    await speed.waitFor();
    await shoot(page, 'player-full-screen-wide-light');
    await speed.click();
    expect((await stateOf(page)).speed).toBe(2);
    await page.keyboard.press('f');
    await button(page, 'Full screen').waitFor();
    expect(await page.evaluate(() => document.fullscreenElement)).toBeNull();
    await context.close();
  });

  it.each([PHONE, { width: 360, height: 640 }])(
    'has one line of large buttons on a phone: $width × $height',
    async (viewport) => {
      const { context, page } = await openLecture({ viewport });
      const row = await boxOf(bar(page));
      expect(row.height).toBe(44);
      for (const it of await bar(page).getByRole('button').all()) {
        const { x, y, width, height } = await boxOf(it);
        expect([Math.min(width, height) >= 44, y >= row.y, x + width <= viewport.width]).toEqual([
          true,
          true,
          true,
        ]);
      }
      await button(page, 'More video controls').click();
      await page.getByRole('menuitemcheckbox', { name: 'Mini-player' }).waitFor();
      await shoot(page, `player-menu-${viewport.width}-light`);
      await page.getByRole('menuitem', { name: 'Mute' }).click();
      expect((await stateOf(page)).muted).toBe(true);
      await context.close();
    },
  );

  it('controls YouTube’s player with the same bar and keys', async () => {
    const own = (await stage.call('POST', 'threads', { title: 'On YouTube' })) as Thread;
    await stage.call('POST', 'thread/addSource', {
      threadId: own._id,
      url: 'https://www.youtube.com/watch?v=abcdefghijk',
    });
    await vi.waitFor(
      async () => {
        const { thread_source_data: sources } = (await stage.call(
          'GET',
          `threads/${own.url}`,
        )) as Thread;
        expect(sources.map(({ status }) => status.embedding)).toEqual([1]);
      },
      { timeout: 60_000, interval: 200 },
    );
    const { context, page } = await stage.open('/library');
    await page.route('https://www.youtube-nocookie.com/**', (route) =>
      route.fulfill({ contentType: 'text/html', body: FRAME }),
    );
    await page.goto(`${stage.server.url}/t/${own.url}`);
    const youtube = () => page.frame({ url: /youtube-nocookie/ });
    const state = () =>
      youtube()?.evaluate(() => (window as unknown as { state: Record<string, unknown> }).state);
    expect(await player(page).locator('iframe').getAttribute('src')).toContain('controls=0');
    await button(page, 'Play').click();
    await expect.poll(state).toMatchObject({ playerState: 1 });
    await button(page, 'Pause').waitFor();
    expect(await button(page, 'Picture-in-picture').count()).toBe(0);
    await button(page, 'Playback speed').click();
    await page.getByRole('menuitemradio').first().waitFor();
    expect(await page.getByRole('menuitemradio').allTextContents()).toEqual([
      '0.5×',
      '0.75×',
      '1×',
      '1.25×',
      '1.5×',
      '1.75×',
      '2×',
    ]);
    await page.getByRole('menuitemradio', { name: '2×' }).click();
    await expect.poll(state).toMatchObject({ playbackRate: 2 });

    // A click on YouTube's picture keeps the shortcuts working.
    await player(page).locator('iframe').click();
    await expect
      .poll(() => player(page).evaluate((it) => document.activeElement === it))
      .toBe(true);
    await page.keyboard.press('2');
    await page.keyboard.press('k');
    await expect.poll(state).toMatchObject({ playerState: 2, currentTime: 20 });

    await button(page, 'Captions').click();
    const caption = player(page).locator('[data-captions] p');
    await expect.poll(() => caption.textContent()).toBe('Testing helps too.');
    const picture = await boxOf(player(page).locator('iframe'));
    expect((await boxOf(caption)).y).toBeGreaterThanOrEqual(picture.y + picture.height);
    await shoot(page, 'player-youtube-wide-light');
    await context.close();
  });
});

import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openStage, PHONE, shoot, type Stage } from './testing/stage.ts';

interface SampleThread {
  _id: string;
  url: string;
  thread_source_data: { _id: string; medium: string; status: { embedding: number } }[];
}

/** The lecture of the sample thread, opened from another source. */
describe('playing a video that is not open', () => {
  let stage: Stage;
  let thread: SampleThread;
  const idOf = (medium: string) =>
    thread.thread_source_data.find((source) => source.medium === medium)?._id ?? '';
  beforeAll(async () => {
    stage = await openStage({ sample: true });
    await vi.waitFor(
      async () => {
        const { docs } = (await stage.call('GET', 'threads')) as { docs: SampleThread[] };
        thread = docs[0] as SampleThread;
        expect(thread.thread_source_data.map(({ status }) => status.embedding)).toEqual([
          1, 1, 1, 1,
        ]);
      },
      { timeout: 60_000, interval: 500 },
    );
  });
  afterAll(() => stage.close());

  const viewer = (page: Page) => page.getByRole('region', { name: 'Source viewer' });
  const player = (page: Page) =>
    viewer(page)
      .locator('video')
      .evaluate((video) => {
        const { currentTime, paused } = video as HTMLVideoElement;
        return { currentTime, paused };
      });
  const sourceInAddress = (page: Page) => new URL(page.url()).searchParams.get('source');
  const openPdf = async () => {
    const opened = await stage.open(`/t/${thread.url}?source=${idOf('paged')}`);
    await viewer(opened.page).locator('.textLayer').first().waitFor();
    return opened;
  };

  it('plays a clip of the notes from its start to its end and stops', async () => {
    const { context, page } = await openPdf();
    const clip = page
      .getByRole('region', { name: 'Notes' })
      .getByRole('figure', { name: 'Clip' })
      .first();
    const play = clip.getByRole('button', { name: /^Play .* \d\d:\d\d–\d\d:\d\d$/ });
    const [, endS = NaN] = [...((await play.textContent()) ?? '').matchAll(/(\d\d):(\d\d)/g)].map(
      ([, minutes, seconds]) => Number(minutes) * 60 + Number(seconds),
    );
    await play.click();
    await vi.waitFor(async () => expect((await player(page)).paused).toBe(false), 15_000);
    expect(sourceInAddress(page)).toBe(idOf('timed'));
    await vi.waitFor(async () => expect((await player(page)).paused).toBe(true), 30_000);
    const { currentTime } = await player(page);
    expect(currentTime).toBeGreaterThan(endS - 0.5);
    expect(currentTime).toBeLessThan(endS + 1.5);
    await context.close();
  });

  it('plays from the start on the first visit, and from the last position later', async () => {
    const { context, page } = await openPdf();
    const open = (name: RegExp) => page.getByRole('button', { name }).first().click();
    await open(/Why we forget/);
    await vi.waitFor(async () => {
      const { currentTime, paused } = await player(page);
      expect(paused).toBe(false);
      expect(currentTime).toBeGreaterThan(0);
      expect(currentTime).toBeLessThan(20);
    }, 15_000);
    await page
      .getByRole('region', { name: 'Transcript' })
      .getByRole('button', { name: 'Play from 00:37' })
      .click();
    await vi.waitFor(async () => expect((await player(page)).currentTime).toBeGreaterThan(37.2));
    await open(/learning that lasts/i);
    await viewer(page).locator('.textLayer').first().waitFor();
    await open(/Why we forget/);
    await vi.waitFor(async () => {
      const { currentTime, paused } = await player(page);
      expect(paused).toBe(false);
      expect(currentTime).toBeGreaterThan(36);
    }, 15_000);
    await context.close();
  });

  it('names the current source in the address and remembers it', async () => {
    const { context, page } = await openPdf();
    await page
      .getByRole('button', { name: /Why we forget/ })
      .first()
      .click();
    await vi.waitFor(() => expect(sourceInAddress(page)).toBe(idOf('timed')));
    await page.close();
    await vi.waitFor(async () => {
      const { source_metadata } = (await stage.call('GET', `threads/${thread.url}`)) as {
        source_metadata?: { sourceId: string; metadata: { is_current_source?: boolean } }[];
      };
      expect(source_metadata?.find(({ metadata }) => metadata.is_current_source)?.sourceId).toBe(
        idOf('timed'),
      );
    });
    await context.close();
  });

  it('keeps the heading of a new clip when its popover closes, and a rename in another window', async () => {
    const { context, page } = await stage.open(`/t/${thread.url}?source=${idOf('timed')}`);
    let titles = 0;
    page.on('request', (request) => {
      if (request.url().endsWith('/ai/v2/title')) titles += 1;
    });
    const lane = viewer(page).getByRole('group', { name: 'Clips' });
    const box = await lane.boundingBox();
    if (!box) throw new Error('The timeline is not shown.');
    await page.mouse.click(box.x + box.width * 0.1, box.y + box.height / 2);
    const popover = page.getByRole('dialog', { name: /^Clip: / });
    const heading = popover.getByRole('textbox');
    await expect.poll(() => heading.inputValue()).not.toBe('');
    const given = await heading.inputValue();
    await page.keyboard.press('Escape');
    await popover.waitFor({ state: 'detached' });
    const card = page
      .getByRole('region', { name: 'Notes' })
      .getByRole('figure', { name: 'Clip' })
      .filter({ hasText: given });
    await card.waitFor();

    // The popover stays open while another window renames the clip.
    await lane.getByRole('button', { name: given }).first().click();
    await popover.waitFor();
    const other = await stage.open(`/t/${thread.url}?source=${idOf('timed')}`);
    await viewer(other.page)
      .getByRole('group', { name: 'Clips' })
      .getByRole('button', { name: given })
      .first()
      .click();
    const otherHeading = other.page.getByRole('dialog', { name: /^Clip: / }).getByRole('textbox');
    await otherHeading.fill('Renamed elsewhere');
    await otherHeading.press('Enter');
    await expect.poll(() => heading.inputValue()).toBe('Renamed elsewhere');
    await page.keyboard.press('Escape');
    await popover.waitFor({ state: 'detached' });
    await page
      .getByRole('region', { name: 'Notes' })
      .getByRole('figure', { name: 'Clip' })
      .filter({ hasText: 'Renamed elsewhere' })
      .waitFor();
    expect(titles).toBe(1);
    await other.context.close();
    await context.close();
  });

  it('shows all tools for a selection that starts at the beginning of a line', async () => {
    const { context, page } = await stage.open(`/t/${thread.url}?source=${idOf('timed')}`);
    const transcript = page.getByRole('region', { name: 'Transcript' });
    const line = transcript.getByText('we mistake it for knowledge', { exact: false }).first();
    await line.waitFor();
    await line.evaluate((element) => getSelection()?.selectAllChildren(element));
    const bar = page.getByRole('toolbar', { name: 'Selected text' });
    await bar.getByRole('button', { name: 'Save clip' }).waitFor();
    const box = await bar.boundingBox();
    expect(box?.x).toBeGreaterThanOrEqual(0);
    expect(await bar.getByRole('button').allTextContents()).toEqual([
      'Save clip',
      'Moment',
      'Ask AI',
      '',
    ]);
    await shoot(page, 'viewer-selection-wide-light');
    await page.keyboard.press('Escape');
    await bar.waitFor({ state: 'detached' });
    await context.close();
  });

  it('shows the spoken line when its pane is shown again, or the scrolled position', async () => {
    const { context, page } = await stage.open(`/t/${thread.url}?source=${idOf('timed')}`, {
      viewport: PHONE,
    });
    const transcript = page.getByRole('region', { name: 'Transcript' });
    const line = (time: string) => transcript.locator('[data-segment]').filter({ hasText: time });
    const isInSight = (time: string) =>
      line(time).evaluate((it) => {
        const [at, list] = [it, it.closest('[role="group"]')].map((element) =>
          element?.getBoundingClientRect(),
        );
        return !!at && !!list && at.top >= list.top && at.bottom <= list.bottom;
      });
    const show = (pane: string) =>
      page.getByRole('navigation', { name: 'Panes' }).getByRole('button', { name: pane }).click();
    await transcript.getByRole('button', { name: 'Play from 00:11' }).click();
    await show('Notes');
    await page.locator('video').evaluate((video: HTMLVideoElement) => {
      video.currentTime = 47;
      video.pause();
    });
    await show('Source');
    await transcript.locator('[aria-current]').filter({ hasText: '00:46' }).waitFor();
    await expect.poll(() => isInSight('00:46')).toBe(true);

    await line('00:46').hover();
    await page.mouse.wheel(0, 3000);
    await expect.poll(() => isInSight('01:24')).toBe(true);
    await show('Notes');
    await show('Source');
    await line('01:24').waitFor();
    await expect.poll(() => isInSight('01:24')).toBe(true);
    await context.close();
  });

  it('marks search matches in the transcript and on the timeline', async () => {
    const { context, page } = await stage.open(`/t/${thread.url}?source=${idOf('timed')}`);
    const transcript = page.getByRole('region', { name: 'Transcript' });
    await transcript.getByRole('searchbox').fill('TEST');
    const marks = transcript.locator('mark');
    await marks.first().waitFor();
    for (const word of await marks.allTextContents()) expect(word.toLowerCase()).toContain('test');
    const ticks = viewer(page).locator('[data-match]');
    expect(await ticks.count()).toBeGreaterThan(0);
    await shoot(page, 'viewer-transcript-find-wide-light');
    await transcript.getByRole('button', { name: 'Clear search' }).click();
    await expect.poll(() => marks.count()).toBe(0);
    expect(await ticks.count()).toBe(0);
    await context.close();
  });
});

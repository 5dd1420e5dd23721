import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openStage, PHONE, shoot, WIDE, type Stage } from './testing/stage.ts';
import { sampleThread, type SampleThread } from './testing/sample-thread.ts';

/** The measured window sizes. */
const SIZES = {
  desktop: WIDE,
  laptop: { width: 1280, height: 720 },
  large: { width: 1920, height: 1080 },
  /** 1440 × 900 at 200 % zoom */
  zoomed: { width: 720, height: 450 },
  phone: PHONE,
  landscape: { width: 844, height: 390 },
} as const;
type Size = keyof typeof SIZES;

const heightOf = async (part: Locator): Promise<number> =>
  (await part.boundingBox())?.height ?? Number.NaN;

/** How many lines of text are completely visible in the scrolled part. */
const linesIn = (scroller: Locator): Promise<number> =>
  scroller.evaluate((element) => {
    const box = element.getBoundingClientRect();
    const bottoms = new Set<number>();
    for (const paragraph of element.querySelectorAll('p')) {
      const range = document.createRange();
      range.selectNodeContents(paragraph);
      for (const line of range.getClientRects())
        if (line.height > 0 && line.top >= box.top - 1 && line.bottom <= box.bottom + 1)
          bottoms.add(Math.round(line.bottom / 8));
    }
    return bottoms.size;
  });

describe('the reading space of a thread', () => {
  let stage: Stage;
  let thread: SampleThread;
  beforeAll(async () => {
    stage = await openStage({ sample: true });
    thread = await sampleThread(stage);
  });
  afterAll(() => stage.close());

  const at = (medium: string) =>
    `/t/${thread.url}?source=${thread.thread_source_data.find((it) => it.medium === medium)?._id}`;
  /** Without the tour of the sample, which takes a row until it is dismissed. */
  const open = async (medium: string, size: Size) => {
    const opened = await stage.open('/library', { viewport: { ...SIZES[size] } });
    await opened.page.evaluate(() => localStorage.setItem('gloss-tour-dismissed', 'true'));
    await opened.page.goto(`${stage.server.url}${at(medium)}`);
    return opened;
  };
  const viewer = (page: Page) => page.getByRole('region', { name: 'Source viewer' });
  const transcript = (page: Page) => page.getByRole('group', { name: 'Transcript text' });
  const frame = (page: Page) => viewer(page).locator('iframe');

  it.each([
    ['desktop', 12],
    ['large', 12],
    ['laptop', 6],
    ['zoomed', 3],
    ['phone', 3],
    ['landscape', 3],
  ] as const)('fits enough lines of a transcript in a %s window: %d', async (size, least) => {
    const { page, context, problems } = await open('timed', size);
    await transcript(page).locator('p').first().waitFor();
    await expect.poll(() => linesIn(transcript(page))).toBeGreaterThanOrEqual(least);
    await shoot(page, `room-video-${size}-light`);
    expect(problems).toEqual([]);
    await context.close();
  });

  it.each(Object.keys(SIZES) as Size[])(
    'gives a web page 70 % of the height of a %s window',
    async (size) => {
      const { page, context, problems } = await open('flow', size);
      await frame(page).contentFrame().locator('[data-p="1"]').waitFor();
      const share = (await heightOf(frame(page))) / SIZES[size].height;
      expect(share).toBeGreaterThanOrEqual(0.7);
      await shoot(page, `room-page-${size}-light`);
      expect(problems).toEqual([]);
      await context.close();
    },
  );

  it('uses at most 190 of 900 pixels around a source, at rest', async () => {
    const { page, context } = await open('flow', 'desktop');
    await frame(page).contentFrame().locator('[data-p="1"]').waitFor();
    expect(WIDE.height - (await heightOf(frame(page)))).toBeLessThanOrEqual(190);
    await context.close();
  });

  it('limits lists of options to 400 pixels', async () => {
    const many = Array.from({ length: 12 }, (_, n) => ({ url: `http://nowhere.invalid/${n}` }));
    await stage.call('POST', 'thread/addSource', { threadId: thread._id, sources: many });
    const { page, context } = await open('flow', 'large');
    const question = page.getByRole('textbox', { name: 'Ask a question' });
    const fits = async (list: Locator) => {
      await list.getByText('Select All').or(list.getByRole('option').first()).waitFor();
      expect(await heightOf(list)).toBeLessThanOrEqual(400);
      await shoot(page, 'room-options-large-light');
    };
    await question.click();
    await page.getByRole('button', { name: 'Select sources' }).click();
    await fits(page.getByRole('dialog', { name: 'Sources for the assistant' }));
    await page.keyboard.press('Escape');
    await page.getByRole('region', { name: 'Notes' }).locator('[contenteditable="true"]').click();
    await page.keyboard.press('Control+End');
    await page.keyboard.press('Enter');
    await page.keyboard.type('/');
    await fits(page.getByRole('listbox', { name: 'Insert' }));
    await context.close();
  });
});

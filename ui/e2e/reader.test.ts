import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { AxeBuilder } from '@axe-core/playwright';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openStage, PHONE, shoot, WIDE, type Stage } from './testing/stage.ts';

const file = (name: string) =>
  readFileSync(new URL(`../../api/features/samples/files/${name}`, import.meta.url));
const words = 'A lock lifts a barge by the height of a house, and nobody aboard feels it. ';
const paragraphs = (count: number, of: string) =>
  Array.from({ length: count }, (_, at) => `<p>${of} ${at + 1}. ${words.repeat(5)}</p>`).join('');
const ARTICLE = `<!doctype html><html lang="en"><head><title>How a lock works</title>
  <meta name="author" content="Maren Holt"><meta property="article:published_time" content="2025-03-14T08:00:00Z">
  <meta property="og:site_name" content="The Canal Almanac"></head><body><article><h1>How a lock works</h1>
  ${paragraphs(6, 'Water')}<h2>The gates</h2>
  <figure><img src="/lock.jpg" alt="A lock at dusk" width="640" height="360"><figcaption>The lock of Henrichenburg</figcaption></figure>
  ${paragraphs(6, 'Gate')}<h2>The keeper</h2>${paragraphs(6, 'Keeper')}</article></body></html>`;

interface Thread {
  url: string;
  _id: string;
  thread_source_data: {
    _id: string;
    medium: string;
    title: string;
    status: { embedding: number };
    saving?: boolean;
  }[];
}

describe('reading', () => {
  let stage: Stage;
  let site: Server;
  let thread: Thread;
  beforeAll(async () => {
    site = createServer((req, res) => {
      if (req.url === '/lock.jpg')
        res.setHeader('Content-Type', 'image/jpeg').end(file('lecture.jpg'));
      else res.setHeader('Content-Type', 'text/html; charset=utf-8').end(ARTICLE);
    });
    await new Promise<void>((resolve) => {
      site.listen(0, '127.0.0.1', resolve);
    });
    const { port } = site.address() as AddressInfo;
    stage = await openStage({ sample: true, env: { GLOSS_FETCH_ALLOW: `127.0.0.1:${port}` } });
    const { docs } = (await stage.call('GET', 'threads')) as { docs: Thread[] };
    await stage.call('POST', 'thread/addSource', {
      threadId: docs[0]?._id,
      url: `http://127.0.0.1:${port}/lock.html`,
    });
    await vi.waitFor(
      async () => {
        thread = (await stage.call('GET', `threads/${docs[0]?._id}`)) as Thread;
        expect(
          thread.thread_source_data.map((it) => [it.status.embedding, it.saving ?? false]),
        ).toEqual(Array.from({ length: 5 }, () => [1, false]));
      },
      { timeout: 60_000, interval: 250 },
    );
  });
  afterAll(async () => {
    await stage.close();
    site.close();
  });

  const at = (wanted: (source: Thread['thread_source_data'][number]) => boolean) =>
    `/t/${thread.url}?source=${thread.thread_source_data.find(wanted)?._id}`;
  const open = async (path: string, options?: Parameters<Stage['open']>[1]) => {
    const opened = await stage.open('/library', options);
    await opened.page.evaluate(() => localStorage.setItem('gloss-tour-dismissed', 'true'));
    await opened.page.goto(`${stage.server.url}${path}`);
    return opened;
  };
  const article = () => at((it) => it.title === 'How a lock works');
  const viewer = (page: Page) => page.getByRole('region', { name: 'Source viewer' });
  const frame = (page: Page) => viewer(page).frameLocator('iframe');
  const sizeOf = (part: Locator) => part.evaluate((it) => getComputedStyle(it).fontSize);
  const openSettings = async (page: Page) => {
    await viewer(page).getByRole('button', { name: 'Reader settings' }).click();
    return page.getByRole('dialog', { name: 'Reader settings' });
  };
  /** px from the top of the frame */
  const topOf = (part: Locator) => part.evaluate((it) => it.getBoundingClientRect().top);

  it('changes how Reader, transcript and notes look without losing the position', async () => {
    const { page, problems, context } = await open(`${article()}&p=9`);
    const paragraph = frame(page).locator('[data-p="9"]');
    await paragraph.waitFor();
    await expect.poll(() => topOf(paragraph)).toBeGreaterThan(50);
    const settings = await openSettings(page);
    const { violations } = await new AxeBuilder({ page }).exclude('iframe').analyze();
    expect(violations.filter((it) => it.impact === 'serious' || it.impact === 'critical')).toEqual(
      [],
    );
    await settings.getByRole('radio', { name: 'Sans' }).check();
    const size = settings.getByRole('slider', { name: 'Text size' });
    await size.focus();
    for (let px = 17; px < 22; px++) await page.keyboard.press('ArrowRight');
    await settings.getByRole('slider', { name: 'Line width' }).fill('60');
    await settings.getByRole('slider', { name: 'Line height' }).fill('1.8');
    await expect.poll(() => sizeOf(paragraph)).toBe('22px');
    expect(
      await paragraph.evaluate((it) => {
        const { fontFamily, lineHeight } = getComputedStyle(it);
        return [fontFamily.split(',')[0], lineHeight];
      }),
    ).toEqual(['"Inter Variable"', '39.6px']);
    const top = await topOf(paragraph);
    expect([top > 0, top < 700]).toEqual([true, true]);
    await page.keyboard.press('Escape');
    const notes = page.getByRole('region', { name: 'Notes' }).locator('.note-editor');
    await expect.poll(() => sizeOf(notes.first())).toBe('22px');
    await page.goto(`${stage.server.url}${at((it) => it.medium === 'timed')}`);
    const said = page.getByRole('group', { name: 'Transcript text' }).locator('p').first();
    await said.waitFor();
    expect(Number.parseFloat(await sizeOf(said))).toBeCloseTo((22 * 16) / 17, 1);
    await shoot(page, 'reader-transcript-large-light');
    await (await openSettings(page)).getByRole('button', { name: 'Reset' }).click();
    await expect.poll(() => sizeOf(said)).toBe('16px');
    expect(problems).toEqual([]);
    await context.close();
  });

  it.each([
    ['wide', 'light', WIDE],
    ['wide', 'dark', WIDE],
    ['phone', 'light', PHONE],
    ['phone', 'dark', PHONE],
  ] as const)('shows the header of an article, %s, %s', async (size, scheme, viewport) => {
    const { page, problems, context } = await open(article(), { viewport, scheme });
    const head = frame(page).locator('#gloss-header');
    await head.getByRole('heading', { name: 'How a lock works' }).waitFor();
    expect(await head.locator('p').innerText()).toBe(
      'Maren Holt · Mar 14, 2025 · The Canal Almanac · 6 min read',
    );
    await shoot(page, `reader-${size}-${scheme}`);
    await openSettings(page);
    await shoot(page, `reader-settings-${size}-${scheme}`);
    await page.keyboard.press('Escape');
    await viewer(page).getByRole('button', { name: 'Contents' }).click();
    await shoot(page, `reader-outline-${size}-${scheme}`);
    await page.getByRole('button', { name: 'The keeper' }).click();
    const heading = frame(page).getByRole('heading', { name: 'The keeper' });
    await expect.poll(() => topOf(heading)).toBeLessThan(600);
    expect(await topOf(heading)).toBeGreaterThan(0);
    const read = () =>
      frame(page)
        .locator('#gloss-progress')
        .evaluate((it) => new DOMMatrix(getComputedStyle(it).transform).a);
    await expect.poll(read).toBeGreaterThan(0.4);
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
    ).toBeLessThanOrEqual(0);
    expect(problems).toEqual([]);
    await context.close();
  });

  it('steps through paragraphs, with the focus in the page or nowhere', async () => {
    const { page, context } = await open(article());
    const current = frame(page).locator('.gloss-current');
    await frame(page).locator('[data-p="1"]').waitFor();
    const stepTo = async (key: string, paragraph: string) => {
      await page.keyboard.press(key);
      await expect.poll(() => current.getAttribute('data-p')).toBe(paragraph);
    };
    // The page handles keys only once it responds.
    await expect
      .poll(async () => {
        if ((await current.count()) === 0) await page.keyboard.press('j');
        return current.count();
      })
      .toBe(1);
    const from = Number(await current.getAttribute('data-p'));
    await stepTo('j', String(from + 1));
    await stepTo('k', String(from));
    await frame(page).locator('[data-p="3"]').click();
    await stepTo('j', String(from + 1));
    await stepTo('j', String(from + 2));
    await shoot(page, 'reader-current-paragraph-light');
    await page.getByRole('textbox', { name: 'Ask a question' }).fill('j');
    expect(await current.getAttribute('data-p')).toBe(String(from + 2));
    await context.close();
  });

  it('enlarges an image with the pointer or the keyboard, and returns the focus to it', async () => {
    const { page, problems, context } = await open(article());
    const image = frame(page).getByRole('img', { name: 'A lock at dusk' });
    await image.click();
    const dialog = page.getByRole('dialog', { name: 'A lock at dusk' });
    await dialog.getByText('The lock of Henrichenburg').waitFor();
    await expect
      .poll(() =>
        dialog
          .getByRole('img')
          .evaluate((it) => it instanceof HTMLImageElement && it.naturalWidth > 0),
      )
      .toBe(true);
    await shoot(page, 'reader-image-wide-light');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    await image.focus();
    await page.keyboard.press('Enter');
    await dialog.waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    await expect.poll(() => image.evaluate((it) => it === document.activeElement)).toBe(true);
    expect(problems).toEqual([]);
    await context.close();
  });

  it('shows two pages of a PDF side by side, and remembers it', async () => {
    const { page, problems, context } = await open(at((it) => it.medium === 'paged'));
    const first = viewer(page).locator('.page[data-page-number="1"]');
    const second = viewer(page).locator('.page[data-page-number="2"]');
    await viewer(page).locator('.textLayer').first().waitFor();
    await viewer(page).getByRole('button', { name: 'Page layout' }).click();
    await page.getByRole('menuitem', { name: 'Two pages side by side' }).click();
    const areBeside = async () => {
      const [left, right] = [await first.boundingBox(), await second.boundingBox()];
      return left !== null && right !== null && left.y === right.y && right.x > left.x;
    };
    await expect.poll(areBeside).toBe(true);
    await shoot(page, 'reader-pdf-two-pages-light');
    await page.reload();
    await expect.poll(areBeside).toBe(true);
    await viewer(page).getByRole('button', { name: 'Page layout' }).click();
    await page.getByRole('menuitem', { name: 'One page per row' }).click();
    await expect.poll(areBeside).toBe(false);
    expect(problems).toEqual([]);
    await context.close();
  });
});

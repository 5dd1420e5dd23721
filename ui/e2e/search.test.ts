import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openStage, shoot, type Stage } from './testing/stage.ts';

const NOTE = 'Ducks sleep with one eye open.';

describe('search', () => {
  let stage: Stage;
  let page: Page;
  let problems: string[];
  beforeAll(async () => {
    stage = await openStage();
    const thread = (await stage.call('POST', 'threads', { title: 'Sleep and memory' })) as {
      _id: string;
      url: string;
    };
    await stage.call('POST', 'thread/addSource', {
      threadId: thread._id,
      sources: [
        { url: `${stage.site}/forgetting-curve.html` },
        { url: `${stage.site}/learning-that-lasts.pdf` },
      ],
    });
    await vi.waitFor(
      async () => {
        const { thread_source_data } = (await stage.call('GET', `threads/${thread._id}`)) as {
          thread_source_data: { status: { embedding: number } }[];
        };
        expect(thread_source_data.map((it) => it.status.embedding)).toEqual([1, 1]);
      },
      { timeout: 60_000, interval: 100 },
    );
    ({ page, problems } = await stage.open(`/t/${thread.url}`));
    const notes = page.getByRole('region', { name: 'Notes' });
    await notes.locator('[contenteditable="true"]').click();
    for (const line of [...Array.from({ length: 30 }, (_, n) => `Line ${n}.`), NOTE]) {
      await page.keyboard.insertText(line);
      await page.keyboard.press('Enter');
    }
    await notes.getByText('Synced', { exact: true }).waitFor();
    // Searched once: it must be found by then.
    await vi.waitFor(
      async () => {
        expect(
          ((await stage.call('GET', 'search?q=ducks')) as { own: unknown[] }).own,
        ).toHaveLength(1);
      },
      { timeout: 60_000, interval: 100 },
    );
  });
  afterAll(() => stage.close());

  const field = () =>
    page.getByRole('searchbox', { name: 'Search your sources, notes and answers' });
  const viewer = () => page.getByRole('region', { name: 'Source viewer' });
  const isSeen = (locator: ReturnType<Page['locator']>) =>
    expect
      .poll(() =>
        locator.evaluate((element) => {
          const box = element.getBoundingClientRect();
          return box.height > 0 && box.top >= 0 && box.bottom <= innerHeight;
        }),
      )
      .toBe(true);

  it('opens the paragraph that contains the words, with the keyboard only', async () => {
    await page.getByRole('link', { name: 'All threads' }).click();
    await page.getByRole('link', { name: 'Search' }).click();
    await field().fill('savings in relearning');
    const hit = page
      .getByRole('list', { name: 'Passages' })
      .getByRole('link', { name: /The forgetting curve, read closely/ })
      .first();
    await hit.locator('mark').first().waitFor();
    expect(new URL(page.url()).searchParams.get('q')).toBe('savings in relearning');
    await shoot(page, 'search-hits-wide-light');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/t\/.*[?&](p|page)=\d+/);
    await page.goBack();
    await field().waitFor();
    await hit.click();
    await page.waitForURL(/\/t\/.*[?&]p=\d+/);
    const paragraph = new URL(page.url()).searchParams.get('p');
    await isSeen(viewer().frameLocator('iframe').locator(`[data-p="${paragraph}"]`));
  });

  it('opens a note at its line', async () => {
    await page.goto(`${stage.server.url}/search?in=clips%2Cnotes&q=ducks`);
    await page
      .getByRole('list', { name: 'Notes, clips and answers' })
      .getByRole('link', { name: /Ducks sleep/ })
      .click();
    await page.waitForURL(/note=/);
    await isSeen(page.getByRole('region', { name: 'Notes' }).getByText(NOTE));
  });

  it('searches with the operators for tags, days and where to look', async () => {
    const { docs } = (await stage.call('GET', 'sources')) as {
      docs: { _id: string; sourceType: string }[];
    };
    const article = docs.find(({ sourceType }) => sourceType === 'web');
    await stage.call('PATCH', `sources/${article?._id}`, { tags: ['memory'] });
    const passages = page.getByRole('list', { name: 'Passages' });
    const [curve, book] = [/The forgetting curve/, /Learning that lasts/i].map((name) =>
      passages.getByRole('link', { name }).first(),
    );
    const search = async (query: string, ...found: [is: boolean, hit: typeof curve][]) => {
      await field().fill(query);
      for (const [is, hit] of found) await hit?.waitFor({ state: is ? 'visible' : 'hidden' });
    };
    await page.goto(`${stage.server.url}/search`);
    await search('learning', [true, curve], [true, book]);
    await search('learning tag:memory', [true, curve], [false, book]);
    await search('learning -tag:memory', [false, curve], [true, book]);
    await search('learning after:2000-01-01', [true, curve], [true, book]);
    await search('learning before:2000-01-01', [false, curve], [false, book]);
    await search('ducks in:notes', [false, curve], [false, book]);
    await page.getByRole('link', { name: /Ducks sleep/ }).waitFor();
  });

  it('says that nothing was found, and searches everywhere on request', async () => {
    await page.goto(`${stage.server.url}/search?q=ducks&type=pdf`);
    await page.getByText('No results for “ducks”').waitFor();
    await page.getByRole('button', { name: 'Search everywhere' }).click();
    await page.getByRole('link', { name: /Ducks sleep/ }).waitFor();
  });

  it('opens from anywhere with Ctrl+K, and returns the focus', async () => {
    await page.getByRole('link', { name: /Ducks sleep/ }).click();
    const ask = page.getByRole('textbox', { name: 'Ask a question' });
    // A click waits until the field is editable; the focus alone would come earlier.
    await ask.click();
    await page.keyboard.press('Control+k');
    const palette = page.getByRole('dialog', { name: 'Search or jump to…' });
    await palette.getByRole('option', { name: 'Sleep and memory' }).waitFor();
    await page.keyboard.press('Escape');
    await expect
      .poll(() => ask.evaluate((element) => element === document.activeElement))
      .toBe(true);

    await page.keyboard.press('Control+k');
    await palette.getByRole('combobox').fill('lopsided');
    const hit = palette.getByRole('option', { name: /Learning that lasts.*page 4/ });
    await hit.locator('mark').first().waitFor();
    await shoot(page, 'palette-wide-light');
    const { violations } = await new AxeBuilder({ page }).include('[role=dialog]').analyze();
    expect(
      violations
        .filter((it) => it.impact === 'serious' || it.impact === 'critical')
        .map((it) => it.id),
    ).toEqual([]);
    await hit.click();
    await palette.waitFor({ state: 'hidden' });
    await expect
      .poll(() => viewer().getByRole('textbox', { name: 'Page', exact: true }).inputValue())
      .toBe('4');
  });

  it('logged no error', () => {
    expect(problems).toEqual([]);
  });
});

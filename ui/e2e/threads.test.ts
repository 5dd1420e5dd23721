import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openStage, PHONE, shoot, WIDE, type Stage } from './testing/stage.ts';

const MANY = 130;

describe('the list of threads', () => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await openStage();
  });
  afterAll(() => stage.close());
  const cards = (page: Page) => page.getByRole('list', { name: 'Threads' }).getByRole('listitem');
  const options = async (page: Page, title: string, what: string) => {
    await page.getByRole('button', { name: `Options for ${title}` }).click();
    await page.getByRole('menuitem', { name: what }).click();
  };
  const titles = async () =>
    ((await stage.call('GET', 'threads?limit=100')) as { docs: { title: string }[] }).docs.map(
      (it) => it.title,
    );

  it('explains what a thread is; threads are renamed, shared by link, deleted and restored', async () => {
    const { page, problems, context } = await stage.open('/');
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByRole('heading', { name: 'Start your first thread' }).waitFor();
    await shoot(page, 'threads-empty-wide-light');
    await page.getByRole('button', { name: 'New thread' }).click();
    await page.waitForURL('**/t/untitled-thread-*');
    await page.goto(`${stage.server.url}/`);

    await options(page, 'Untitled thread', 'Rename');
    await page.getByRole('textbox', { name: 'Thread title' }).fill('Otters');
    await page.keyboard.press('Enter');
    await cards(page).filter({ hasText: 'Otters' }).waitFor();
    await expect.poll(titles).toEqual(['Otters']);

    await options(page, 'Otters', 'Share');
    const share = page.getByRole('dialog');
    await share.getByRole('switch', { name: 'Anyone with the link can read' }).click();
    await share.getByText('They see sources, notes and answers').waitFor();
    await share.getByRole('button', { name: 'Copy link' }).click();
    await page.getByText('copied', { exact: true }).waitFor();
    // nobody else has an account on a personal server
    expect(await share.getByRole('textbox').count()).toBe(0);
    const link = await page.evaluate(() => navigator.clipboard.readText());
    await share.getByRole('button', { name: 'Close' }).click();
    const reader = await (await stage.browser.newContext()).newPage();
    await reader.goto(link);
    await reader.getByText('Read only').waitFor();
    await reader
      .getByRole('region', { name: 'Ask' })
      .getByRole('button', { name: 'Login' })
      .click();
    await reader
      .getByRole('dialog', { name: 'Unlock full access to Gloss AI features' })
      .getByText('gloss open', { exact: true })
      .waitFor();
    await reader.context().close();

    await options(page, 'Otters', 'Delete');
    await cards(page).first().waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Undo' }).click();
    await cards(page).filter({ hasText: 'Otters' }).waitFor();
    expect(await titles()).toEqual(['Otters']);
    await options(page, 'Otters', 'Delete');
    await page.getByText('deleted successfully').last().waitFor();
    // Leaving can't be undone.
    await page.reload();
    await expect.poll(titles).toEqual([]);
    expect(problems).toEqual([]);
    await context.close();
  });

  it('opens notes without sources without the Add source dialog', async () => {
    const thread = (await stage.call('POST', 'threads', { title: 'Notes only' })) as {
      _id: string;
      url: string;
    };
    const { page, context } = await stage.open(`/t/${thread.url}`);
    const dialog = page.getByRole('dialog', { name: 'Add source' });
    await dialog.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('region', { name: 'Notes' }).locator('[contenteditable=true]').click();
    await page.keyboard.type('Otters hold hands.');
    await expect
      .poll(async () => JSON.stringify(await stage.call('GET', `threads/${thread._id}`)))
      .toContain('Otters hold hands.');
    await page.reload();
    await page.locator('.note-editor[contenteditable=true]').getByText('Otters hold').waitFor();
    expect(await dialog.count()).toBe(0);
    await context.close();
    await stage.call('DELETE', `threads/${thread._id}`);
  });

  it('finds one of many threads, loads more while scrolling, and explains failures', async () => {
    const make = (title: string) => stage.call('POST', 'threads', { title });
    // Created first and separately, so that it is certainly the last in the list: simultaneous ones
    // are created in any order.
    await make('Reading list 0');
    for (let from = 1; from < MANY; from += 10)
      await Promise.all(
        Array.from({ length: Math.min(10, MANY - from) }, (_, n) =>
          make(from + n === 7 ? 'Birds of the fjord' : `Reading list ${from + n}`),
        ),
      );
    const { page, context } = await stage.open('/', { viewport: PHONE, scheme: 'dark' });
    await cards(page).nth(2).waitFor();
    await shoot(page, 'threads-many-phone-dark');
    // the first one created is the last
    await expect
      .poll(async () => {
        await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
        return cards(page).getByText('Reading list 0', { exact: true }).count();
      })
      .toBe(1);
    expect(await cards(page).last().getAttribute('aria-setsize')).toBe(String(MANY));
    expect(await cards(page).count()).toBeLessThan(30);
    await page.getByRole('searchbox', { name: 'Find a thread' }).fill('fjord');
    await expect.poll(() => cards(page).count()).toBe(1);
    await cards(page).getByRole('link', { name: 'Birds of the fjord' }).waitFor();
    expect(new URL(page.url()).search).toBe('?query=fjord');
    await page.getByRole('searchbox', { name: 'Find a thread' }).fill('no such bird');
    await page.getByRole('heading', { name: 'No threads match “no such bird”' }).waitFor();
    await page.getByRole('button', { name: 'Clear' }).last().click();
    await cards(page).nth(2).waitFor();

    await page.setViewportSize(WIDE);
    await context.route('**/api/threads?*', (route) =>
      route.fulfill({
        status: 500,
        contentType: 'application/json',
        body: JSON.stringify({
          code: 'internal',
          message: 'Something went wrong in Gloss. Try again. The log has the details.',
        }),
      }),
    );
    await page.reload();
    await page.getByRole('heading', { name: 'Couldn’t load your threads' }).waitFor();
    await context.unroute('**/api/threads?*');
    await page.getByRole('button', { name: 'Retry' }).click();
    await cards(page).first().waitFor();
    await context.close();
  });
});

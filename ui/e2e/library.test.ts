import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { intercept } from './testing/network.ts';
import { openStage, PHONE, shoot, type Stage } from './testing/stage.ts';

const COUNT = 45;

/** A site of many short pages, some of which are missing. */
function openSite(): Server {
  return createServer((req, res) => {
    const number = Number(/^\/hill-(\d+)$/.exec(req.url ?? '')?.[1]);
    if (!number || number % 20 === 0) {
      res.writeHead(404).end();
      return;
    }
    res
      .setHeader('Content-Type', 'text/html')
      .end(`<html lang="en"><head><title>Hill ${number} of the county</title></head><body><article><h1>Hill ${number}</h1>
      ${['is crowned by a beacon', 'was quarried for its slate', 'is grazed by the sheep of two farms'].map((told, at) => `<p>Hill number ${number} ${told}, as line ${number * 7 + at} of the survey of ${1700 + number * 3} has it, which nobody has doubted since.</p>`).join('')}</article></body></html>`);
  }).listen(0, '127.0.0.1');
}

describe('the library', () => {
  let stage: Stage;
  let page: Page;
  let problems: string[];
  const server = openSite();
  beforeAll(async () => {
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    stage = await openStage({ env: { GLOSS_FETCH_ALLOW: origin.slice('http://'.length) } });
    await stage.call('POST', 'threads', { title: 'Geography' });
    await stage.call('POST', 'imports', {
      name: 'hills',
      items: Array.from({ length: COUNT }, (_, n) => ({
        url: `${origin}/hill-${n + 1}`,
        ...(n < 10 && { tags: ['high'] }),
      })),
    });
    await vi.waitFor(
      async () => {
        const {
          docs: [it],
        } = (await stage.call('GET', 'imports')) as { docs: { state: string }[] };
        expect(it?.state).toBe('done');
      },
      { timeout: 60_000, interval: 200 },
    );
    ({ page, problems } = await stage.open('/library'));
  });
  afterAll(async () => {
    await stage.close();
    server.close();
  });

  const list = () => page.getByRole('list', { name: 'Sources' });
  const tick = (title: string) =>
    list().getByRole('checkbox', { name: `Select ${title}`, exact: true });
  const bar = () => page.getByRole('region', { name: 'Selected sources' });
  const serious = async (it: Page): Promise<string[]> =>
    (await new AxeBuilder({ page: it }).exclude('iframe').analyze()).violations
      .filter((found) => found.impact === 'serious' || found.impact === 'critical')
      .map((found) => `${found.id}: ${found.nodes[0]?.html}`);

  it('searches, filters and sorts, and keeps the result in the address', async () => {
    await page.getByText(`${COUNT} sources`, { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Filters' }).click();
    await page.getByRole('combobox', { name: 'Tag' }).selectOption('high');
    await page.getByText('10 matching sources').waitFor();
    await page.getByRole('combobox', { name: 'Sort' }).selectOption('title');
    await expect
      .poll(() => list().getByRole('listitem').first().textContent())
      .toContain('Hill 1 of the county');
    await page.reload();
    await page.getByText('10 matching sources').waitFor();
    await expect.poll(() => page.getByRole('combobox', { name: 'Tag' }).inputValue()).toBe('high');
    await page.getByRole('searchbox', { name: 'Filter sources' }).fill('hill 7 of');
    await page.getByText('1 matching source', { exact: true }).waitFor();
    await page.getByRole('searchbox', { name: 'Filter sources' }).fill('');
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await page.getByText(`${COUNT} sources`, { exact: true }).waitFor();
  });

  it('renders only visible rows, and moves through them with the keyboard', async () => {
    await list().getByRole('listitem').nth(1).waitFor();
    expect(await list().getByRole('listitem').count()).toBeLessThan(40);
    await tick('Hill 1 of the county').focus();
    await page.keyboard.press('End');
    await expect
      .poll(() =>
        page.evaluate(() => document.activeElement?.closest('li')?.getAttribute('aria-posinset')),
      )
      .toBe(String(COUNT));
    await page.keyboard.press('Home');
    await expect
      .poll(() =>
        page.evaluate(() => document.activeElement?.closest('li')?.getAttribute('aria-posinset')),
      )
      .toBe('1');
  });

  it('moves to a row that is not loaded yet with the keyboard', async () => {
    await page.goto(`${stage.server.url}/library?sort=title`);
    await tick('Hill 1 of the county').waitFor();
    const come = Promise.withResolvers<void>();
    await intercept(page, '**/api/sources?ids=*', async (route) => {
      await come.promise;
      await route.continue();
    });
    const focused = () =>
      page.evaluate(() => [
        document.activeElement?.closest('li')?.getAttribute('aria-posinset'),
        document.activeElement?.tagName,
      ]);
    await tick('Hill 1 of the county').focus();
    await page.keyboard.press('End');
    await expect.poll(focused).toEqual([String(COUNT), 'LI']);
    come.resolve();
    await expect.poll(focused).toEqual([String(COUNT), 'INPUT']);
    await page.unroute('**/api/sources?ids=*');
  });

  it('selects a range, tags it and adds it to a thread', async () => {
    await page.getByRole('combobox', { name: 'Sort' }).selectOption('oldest');
    // By title, the tenth precedes it.
    await expect
      .poll(() => list().getByRole('listitem').nth(1).textContent())
      .toContain('Hill 2 of the county');
    await tick('Hill 2 of the county').click();
    await tick('Hill 5 of the county').click({ modifiers: ['Shift'] });
    await bar().getByText('4 selected').waitFor();
    await shoot(page, 'library-selected-wide-light');
    expect(await serious(page)).toEqual([]);
    await bar().getByRole('button', { name: 'Tag', exact: true }).click();
    await page.getByRole('textbox', { name: 'Add tags' }).fill('walked, steep');
    await page.getByRole('button', { name: 'Apply' }).click();
    await page.getByText('Tagged 4 sources').waitFor();
    const tagged = list().getByRole('listitem').filter({ hasText: 'Hill 2 of the county' });
    for (const tag of ['#high', '#walked', '#steep']) await tagged.getByText(tag).waitFor();
    await tick('Hill 2 of the county').click();
    await bar().getByRole('button', { name: 'Add to thread' }).click();
    await page.getByRole('menuitem', { name: 'Geography' }).click();
    await page.getByText('Added 1 source to the thread').waitFor();
    const {
      docs: [thread],
    } = (await stage.call('GET', 'threads')) as { docs: { thread_sources: unknown[] }[] };
    expect(thread?.thread_sources).toHaveLength(1);
  });

  it('schedules and refreshes all matching sources, and says which were skipped and why', async () => {
    await tick('Hill 1 of the county').click();
    await bar()
      .getByRole('button', { name: `Select all ${COUNT}` })
      .click();
    await bar().getByRole('button', { name: 'Schedule' }).click();
    await page.getByRole('combobox', { name: 'Check for changes' }).selectOption('own');
    await page.getByRole('textbox', { name: 'Number' }).fill('2');
    await page.getByRole('combobox', { name: 'Unit' }).selectOption('week');
    await page.getByRole('dialog').getByRole('button', { name: 'Set' }).first().click();
    await page.getByRole('dialog').getByRole('button', { name: 'Set' }).last().click();
    await page.getByText(`Scheduled ${COUNT} sources`).waitFor();
    await list().getByText('Every 2 weeks').first().waitFor();
    await tick('Hill 1 of the county').click();
    await bar()
      .getByRole('button', { name: `Select all ${COUNT}` })
      .click();
    await bar().getByRole('button', { name: 'Refresh now' }).click();
    await bar().getByText('2 sources not changed').waitFor();
    await bar().getByText('Retry it').waitFor();
    await shoot(page, 'library-left-wide-light');
    await bar().getByRole('button', { name: 'Close' }).click();
  });

  it('exports the list, and deletes after confirming the number', async () => {
    await page.getByRole('searchbox', { name: 'Filter sources' }).fill('hill 1');
    await page.getByText('11 matching sources').waitFor();
    await page.getByRole('checkbox', { name: 'Select all' }).click();
    await bar().getByRole('button', { name: 'Export list' }).click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'Table (CSV)' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('gloss-library.csv');
    await bar().getByRole('button', { name: 'Delete' }).click();
    await page
      .getByRole('alertdialog', { name: 'Delete 11 sources?' })
      .getByRole('button', { name: 'Delete 11 sources' })
      .click();
    await page.getByText('Moved 11 sources to the trash').waitFor();
    await page.getByText('No matching sources').first().waitFor();
    await page.getByRole('searchbox', { name: 'Filter sources' }).fill('');
    await page.getByText(`${COUNT - 11} sources`, { exact: true }).waitFor();
  });

  it('shows the details of a source, and restores a tag that could not be saved', async () => {
    await list().getByRole('link', { name: 'Hill 2 of the county', exact: true }).click();
    const about = page.getByRole('complementary', { name: 'About' });
    await about
      .getByRole('list', { name: 'Threads' })
      .getByRole('link', { name: 'Geography' })
      .waitFor();
    await about.getByText('Every 2 weeks').first().waitFor({ state: 'attached' });
    await shoot(page, 'source-about-wide-light');
    expect(await serious(page)).toEqual([]);
    await intercept(page, '**/api/sources/many', (route) => route.abort());
    await about.getByRole('textbox', { name: 'Add tag' }).fill('far');
    await page.keyboard.press('Enter');
    await page.getByText('Couldn’t save the tags: network error').waitFor();
    await about.getByRole('list', { name: 'Tags' }).getByText('far').waitFor({ state: 'detached' });
    await expect
      .poll(() => about.getByRole('textbox', { name: 'Add tag' }).inputValue())
      .toBe('far');
    await page.unroute('**/api/sources/many');
    expect(problems).toEqual([]);
  });

  it('saves the settings: a time zone, a token that is shown once, the shortcuts', async () => {
    await page.goto(`${stage.server.url}/settings`);
    await page.getByRole('combobox', { name: 'Time zone' }).click();
    await page.getByPlaceholder('Find a city or region').fill('tokyo');
    await page.keyboard.press('Enter');
    await page.getByText('Saved', { exact: true }).waitFor();
    expect(await stage.call('GET', 'me')).toMatchObject({ timezone: 'Asia/Tokyo' });
    await shoot(page, 'settings-profile-wide-light');
    expect(await serious(page)).toEqual([]);

    await page
      .getByRole('navigation', { name: 'Settings' })
      .getByRole('link', { name: 'Access tokens' })
      .click();
    await page.getByRole('button', { name: 'New token' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Laptop');
    await page.getByRole('combobox', { name: 'Access' }).selectOption('read');
    await page.getByRole('button', { name: 'Create token' }).click();
    const token = await page.getByRole('textbox', { name: 'Token' }).inputValue();
    const by = (method: string, path: string) =>
      fetch(`${stage.server.url}/api/${path}`, {
        method,
        headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
        ...(method === 'POST' && { body: '{"title":"No"}' }),
      }).then((it) => it.status);
    expect([await by('GET', 'threads'), await by('POST', 'threads')]).toEqual([200, 403]);
    await shoot(page, 'settings-token-wide-light');
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('button', { name: 'Delete Laptop' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete token' }).click();
    await page.getByText('No tokens yet').waitFor();
    await expect.poll(() => by('GET', 'threads')).toBe(401);

    await page.keyboard.press('?');
    await page
      .getByRole('dialog', { name: 'Keyboard shortcuts' })
      .getByText('Clip the last 10 s')
      .waitFor();
    await page.keyboard.press('Escape');
    expect(problems).toEqual([]);
  });

  it('works on a phone in dark mode', async () => {
    const phone = await stage.open('/library?sort=oldest', {
      viewport: { ...PHONE, width: 360 },
      scheme: 'dark',
    });
    const { page: small } = phone;
    await small.getByRole('checkbox', { name: 'Select Hill 2 of the county', exact: true }).click();
    await shoot(small, 'library-selected-phone-dark');
    expect(
      await small.evaluate(() => document.documentElement.scrollWidth - innerWidth),
    ).toBeLessThanOrEqual(0);
    expect(await serious(small)).toEqual([]);
    await small.getByRole('link', { name: 'Hill 2 of the county', exact: true }).click();
    await small.getByRole('tab', { name: 'About' }).click();
    await small
      .getByRole('tabpanel', { name: 'About' })
      .getByText('Every 2 weeks')
      .first()
      .waitFor({ state: 'attached' });
    await shoot(small, 'source-about-phone-dark');
    expect(
      await small.evaluate(() => document.documentElement.scrollWidth - innerWidth),
    ).toBeLessThanOrEqual(0);
    expect(await serious(small)).toEqual([]);
    await small.goto(`${stage.server.url}/settings`);
    await shoot(small, 'settings-phone-dark');
    await small.getByRole('link', { name: /^This server/ }).click();
    await small.getByText('All required components work.').waitFor();
    await shoot(small, 'settings-server-phone-dark');
    expect(await serious(small)).toEqual([]);
    expect(
      await small.evaluate(() => document.documentElement.scrollWidth - innerWidth),
    ).toBeLessThanOrEqual(0);
    expect(phone.problems).toEqual([]);
    await phone.context.close();
  });
});

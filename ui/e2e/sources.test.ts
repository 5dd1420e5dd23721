import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { AxeBuilder } from '@axe-core/playwright';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { goOffline, intercept } from './testing/network.ts';
import { openStage, PHONE, shoot, shootAll, type Stage, WIDE } from './testing/stage.ts';

const MANY = 300;

/**
 * A site whose pages respond immediately, on command (`/held-…`), or only after they are fixed
 * (`/broken`).
 */
function openSite() {
  const held = new Set<ServerResponse>();
  const state = { broken: true, captions: false };
  const page = (res: ServerResponse, title: string) =>
    res
      .writeHead(200, { 'Content-Type': 'text/html' })
      .end(`<html lang="en"><head><title>${title}</title></head><body><article><h1>${title}</h1>
    ${['grows by the river', 'was planted by the miller', 'is older than the bridge'].map((told) => `<p>${title} ${told}, as everybody in the village has known for as long as there were people to ask about it.</p>`).join('')}</article></body></html>`);
  const server: Server = createServer((req, res) => {
    const name = (req.url ?? '').slice(1);
    if (name === 'vast.pdf') {
      res
        .writeHead(200, { 'Content-Type': 'application/pdf', 'Content-Length': 2 * 2 ** 20 })
        .end(Buffer.alloc(2 * 2 ** 20));
      return;
    }
    if (name.startsWith('held')) {
      held.add(res);
      return;
    }
    if (name === 'talk.vtt') {
      res
        .writeHead(200, { 'Content-Type': 'text/vtt' })
        .end('WEBVTT\n\n00:00.000 --> 00:04.000\nThe willow was planted by the miller.\n');
      return;
    }
    if (name === 'talk') {
      res
        .writeHead(200, { 'Content-Type': 'text/html' })
        .end(
          `<html lang="en"><head><title>A talk</title></head><body><video src="talk.mp4">${state.captions ? '<track kind="captions" srclang="en" src="talk.vtt">' : ''}</video></body></html>`,
        );
      return;
    }
    if (name === 'broken' && state.broken) {
      res.writeHead(404).end();
      return;
    }
    page(res, `The ${name}`);
  }).listen(0, '127.0.0.1');
  return {
    server,
    state,
    letGo: () => {
      for (const res of held) page(res, 'The held one');
      held.clear();
    },
  };
}

describe('sources of a thread', () => {
  let stage: Stage;
  let page: Page;
  let other: Page;
  let problems: string[];
  let thread: { _id: string; url: string };
  let full: typeof thread;
  const site = openSite();
  const origin = () => `http://127.0.0.1:${(site.server.address() as AddressInfo).port}`;
  beforeAll(async () => {
    stage = await openStage({
      env: { GLOSS_FETCH_ALLOW: origin().slice('http://'.length), GLOSS_MAX_PDF_MB: '1' },
    });
    thread = (await stage.call('POST', 'threads', { title: 'Trees' })) as typeof thread;
    ({ page, problems } = await stage.open(`/t/${thread.url}`));
    ({ page: other } = await stage.open(`/t/${thread.url}`));
    await other
      .getByRole('dialog', { name: 'Add source' })
      .getByRole('button', { name: 'Close' })
      .click();
  });
  afterAll(async () => {
    await stage.close();
    site.server.close();
    site.server.closeAllConnections();
  });

  const cards = (it: Page) =>
    it
      .getByRole('main')
      .getByRole('list', { name: 'Sources' })
      .filter({ has: it.locator('[data-card]') });
  const card = (it: Page, title: string) => cards(it).getByRole('button', { name: title });
  const dialog = () => page.getByRole('dialog', { name: 'Add source' });
  const field = () => dialog().getByRole('textbox', { name: 'Paste links or search your sources' });
  const add = () => dialog().getByRole('button', { name: 'Add', exact: true });
  const panel = (it: Page) => it.getByRole('region', { name: 'Sources' });
  const openPanel = (it: Page) => it.getByRole('button', { name: 'Thread sources' }).click();
  const current = (it: Page) => cards(it).locator('[aria-current="true"]');
  const serious = async (it: Page): Promise<string[]> =>
    (await new AxeBuilder({ page: it }).exclude('iframe').analyze()).violations
      .filter((found) => found.impact === 'serious' || found.impact === 'critical')
      .map((found) => `${found.id}: ${found.nodes[0]?.html}`);

  it("opens the dialog for an empty thread, and says which of many links can't be added", async () => {
    await field().fill(
      `${origin()}/oak\n${origin()}/ash\n${origin()}/broken\nhttp://10.0.0.1/elm\nhello world`,
    );
    await dialog().getByText("Not a link, so it won't be added").waitFor();
    await add().click();
    await dialog().getByText('This address is in a private network').waitFor();
    expect(problems.splice(0)).toEqual([expect.stringContaining('400')]);
    // Valid sources are added; the rest stays, each with its reason.
    expect(await field().inputValue()).toBe('http://10.0.0.1/elm\nhello world');
    await dialog().getByRole('button', { name: 'Remove 10.0.0.1/elm' }).click();
    const files = (...named: [string, string][]) =>
      dialog()
        .locator('input[type=file]')
        .setInputFiles(
          named.map(([name, text]) => ({
            name,
            mimeType: 'application/pdf',
            buffer: Buffer.from(text),
          })),
        );
    await files(['beech.pdf', '%PDF-1.4 and no more %%EOF'], ['larch.pdf', 'A larch.']);
    await dialog().getByText('2 sources').waitFor();
    await shoot(page, 'sources-add-wide-light');
    expect(await serious(page)).toEqual([]);
    await add().click();
    await dialog().getByText('This file is not a PDF.').waitFor();
    await dialog().getByRole('button', { name: 'Remove larch.pdf' }).click();
    await field().fill('');
    await dialog().getByRole('button', { name: 'Close' }).click();
    await expect.poll(() => current(page).textContent()).toContain('beech');
    await card(page, 'The oak').click();
    await expect.poll(() => current(page).textContent()).toContain('The oak');
    // The viewer of the broken PDF logs why it can't be shown.
    expect(problems.splice(0).filter((it) => /^\d/.test(it))).toEqual([
      expect.stringContaining('422'),
    ]);
  });

  it('returns the focus to what opened a dialog', async () => {
    for (const [button, name] of [
      ['Add a source to this thread', 'Add source'],
      ['Share', 'Share'],
    ] as const) {
      const opener = page.getByRole('button', { name: button, exact: true }).first();
      await opener.press('Enter');
      await page.getByRole('dialog', { name }).waitFor();
      await page.keyboard.press('Escape');
      await page.getByRole('dialog', { name }).waitFor({ state: 'detached' });
      await expect.poll(() => opener.evaluate((it) => it === document.activeElement)).toBe(true);
    }
  });

  it('shows sources added in another window, and their status', async () => {
    await card(other, 'The ash').waitFor();
    await card(other, "Couldn't load the website").waitFor();
    await expect
      .poll(() => card(other, 'beech').getAttribute('aria-description'))
      .toMatch(/^Unable to read PDF, AI features unavailable\n/);
    site.state.broken = false;
    await openPanel(page);
    await panel(page)
      .getByRole('button', { name: /^Retry .*broken/ })
      .click();
    await card(other, 'The broken').waitFor();
  });

  it('lists sources by kind with their date, and has a text for each empty kind', async () => {
    const rows = panel(page).getByRole('list', { name: 'Sources' }).getByRole('listitem');
    await expect
      .poll(() => panel(page).getByRole('tab').allTextContents())
      .toEqual(['All 4', 'YouTube 0', 'PDF 1', 'Web 3']);
    await expect
      .poll(() => rows.first().textContent())
      .toMatch(/^1The oakCurrent.*\w{3} \d{2}, \d{4}$/);
    await shoot(page, 'sources-panel-wide-light');
    expect(await serious(page)).toEqual([]);
    await panel(page).getByRole('tab', { name: 'YouTube' }).click();
    await panel(page).getByText('No YouTube videos added yet!').waitFor();
    await panel(page)
      .getByText('Tap + to add a new YouTube url or search existing sources.')
      .waitFor();
    await panel(page).getByRole('tab', { name: 'Web' }).click();
    await panel(page).getByRole('button', { name: 'Options for The ash' }).click();
    await page.getByRole('button', { name: 'View source' }).click();
    await expect.poll(() => current(page).textContent()).toContain('The ash');
    await panel(page).getByRole('button', { name: 'Close sources' }).click();
    await panel(page).waitFor({ state: 'detached' });
  });

  it('lists sources in a sheet if there is no room next to the panes', async () => {
    await page.setViewportSize({ width: 1100, height: 800 });
    const opener = page.getByRole('button', { name: 'Thread sources' });
    await opener.press('Enter');
    const sheet = page.getByRole('dialog', { name: 'Thread sources' });
    await sheet.getByRole('listitem').first().waitFor();
    await shoot(page, 'sources-sheet-narrow-light');
    expect(await serious(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await sheet.waitFor({ state: 'detached' });
    await expect.poll(() => opener.evaluate((it) => it === document.activeElement)).toBe(true);
    await page.setViewportSize(WIDE);
  });

  it('switches between sources with the list and the keyboard', async () => {
    await page.getByRole('button', { name: 'Switch source' }).click();
    const list = page.getByRole('list', { name: 'Switch between sources' });
    // Its keys need the focus, which it gets once it is rendered.
    await list
      .locator('[aria-current="true"]')
      .filter({ hasText: 'The ash' })
      .and(page.locator(':focus'))
      .waitFor();
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await expect.poll(() => current(page).textContent()).toContain('The oak');
    await page.getByRole('button', { name: 'Thread sources' }).focus();
    await page.keyboard.press(']');
    await expect.poll(() => current(page).textContent()).toContain('The ash');
    await page.keyboard.press('[');
    await expect.poll(() => current(page).textContent()).toContain('The oak');
  });

  it('lets AI use all, one, or the ticked sources', async () => {
    const selector = page.getByRole('button', { name: 'Select sources' });
    const chosen = () => selector.getAttribute('aria-description');
    await page.getByRole('textbox', { name: 'Ask a question' }).click();
    await selector.click();
    await page.getByText('Gloss AI gathers insights from all selected sources.').waitFor();
    await expect.poll(chosen).toBe('3 of 4 selected');
    await page.getByRole('button', { name: 'Use only The ash' }).click();
    await expect.poll(chosen).toBe('1 of 4 selected');
    await page.getByRole('checkbox', { name: 'Use The oak' }).click();
    await expect.poll(chosen).toBe('2 of 4 selected');
    await page.getByRole('button', { name: 'Select All', exact: true }).click();
    await page.getByRole('button', { name: 'Unselect All' }).click();
    await expect.poll(chosen).toBe('0 of 4 selected');
    await page.getByPlaceholder('Select at least one source').waitFor();
    await page.getByRole('button', { name: /^Use only beech/ }).hover();
    await page
      .getByRole('tooltip', { name: 'Unable to read PDF, AI features unavailable' })
      .waitFor();
    await shoot(page, 'sources-selector-wide-light');
    expect(await serious(page)).toEqual([]);
    await page.getByRole('button', { name: 'Select All', exact: true }).click();
    await page.keyboard.press('Escape');
  });

  it('keeps what was typed while the server is unreachable', async () => {
    await intercept(page, '**/api/thread/addSource', (route) => route.abort());
    await page.getByRole('button', { name: 'Add a source to this thread' }).click();
    await field().fill(`${origin()}/held-yew`);
    await add().click();
    await dialog()
      .getByText("Couldn't reach the server. Nothing was lost; press Add to try again.")
      .waitFor();
    expect(await field().inputValue()).toBe(`${origin()}/held-yew`);
    await page.unroute('**/api/thread/addSource');
    await goOffline(page);
    await add().click();
    await page.getByText("Will be added when you're online").waitFor();
    await shoot(page, 'sources-offline-wide-light');
    await page.context().setOffline(false);
    await expect.poll(() => current(page).textContent()).toContain('Fetching');
    await card(other, 'Fetching').waitFor();
    site.letGo();
    await card(other, 'The held one').waitFor();
    await card(page, 'The held one').waitFor();
  });

  it('removes a source in every window, and tells people who are viewing it', async () => {
    await card(other, 'The held one').click();
    await openPanel(page);
    await panel(page).getByRole('button', { name: 'Options for The held one' }).click();
    await page.getByRole('button', { name: 'Remove source' }).click();
    const ask = page.getByRole('alertdialog', {
      name: 'Are you sure you want to delete the source?',
    });
    await shoot(page, 'sources-remove-wide-light');
    await ask.getByRole('button', { name: 'Delete' }).click();
    await page.getByText('deleted successfully').waitFor();
    await openPanel(page);
    await expect.poll(() => current(page).count()).toBe(1);
    const viewer = other.getByRole('region', { name: 'Source viewer' });
    await viewer
      .getByText(
        "This source isn't currently available. It might have been moved or deleted from this thread.",
      )
      .waitFor();
    await card(other, 'The held one').waitFor({ state: 'detached' });
    await shoot(other, 'sources-missing-wide-light');
    await viewer.getByRole('button', { name: 'Dismiss' }).click();
    await expect.poll(() => current(other).textContent()).toContain('The oak');
    // PDF.js's own short name for the error of the damaged file.
    expect(
      problems.filter(
        (it) => !/ERR_INTERNET_DISCONNECTED|ERR_NETWORK|ERR_FAILED|^\w{1,3}$/.test(it),
      ),
    ).toEqual([]);
  });

  it('shows an error for a PDF that was too large', async () => {
    const vast = (await stage.call('POST', 'threads', { title: 'Vast' })) as typeof thread;
    await stage.call('POST', 'thread/addSource', {
      threadId: vast._id,
      url: `${origin()}/vast.pdf`,
    });
    const { page: opened, context } = await stage.open(`/t/${vast.url}`);
    const viewer = opened.getByRole('region', { name: 'Source viewer' });
    await viewer.getByText('This is larger than the limit.').waitFor({ timeout: 60_000 });
    await viewer.getByText("Couldn't load the PDF").waitFor();
    expect(await viewer.getByRole('link', { name: 'Open original' }).getAttribute('href')).toBe(
      `${origin()}/vast.pdf`,
    );
    await shoot(opened, 'pdf-absent-wide-light');
    await context.close();
  });

  it('works on a phone in dark mode', async () => {
    const { page: small, context } = await stage.open(`/t/${thread.url}`, {
      viewport: { ...PHONE, width: 360 },
      scheme: 'dark',
    });
    await openPanel(small);
    await panel(small).getByText('The ash').waitFor();
    await shoot(small, 'sources-panel-phone-dark');
    expect(await serious(small)).toEqual([]);
    expect(
      await small.evaluate(() => document.documentElement.scrollWidth - innerWidth),
    ).toBeLessThanOrEqual(0);
    await small.getByRole('button', { name: 'Add sources' }).click();
    await small.getByRole('dialog', { name: 'Add source' }).getByRole('textbox').waitFor();
    await shoot(small, 'sources-add-phone-dark');
    expect(await serious(small)).toEqual([]);
    await context.close();
  });

  it('rotates the hints about sources, except behind the dialog', async () => {
    const empty = (await stage.call('POST', 'threads', { title: 'Nothing' })) as typeof thread;
    await other.emulateMedia({ reducedMotion: 'no-preference' });
    await other.clock.install();
    await other.goto(`${stage.server.url}/t/${empty.url}`);
    await other
      .getByRole('dialog', { name: 'Add source' })
      .getByRole('button', { name: 'Close' })
      .click();
    // From here on the test controls time: a moment until the text stops, and then a rotation.
    await other.clock.pauseAt((await other.evaluate(() => Date.now())) + 60_000);
    await openPanel(other);
    await expect
      .poll(async () => {
        await other.clock.runFor(20);
        return panel(other).getByText('No YouTube videos added yet!').isVisible();
      })
      .toBe(true);
    await other.clock.runFor(3000);
    await panel(other).getByText('No PDF documents uploaded').waitFor();
    await other.mouse.move(900, 500);
    await panel(other).getByRole('button', { name: 'Add a PDF source' }).click();
    await other.clock.runFor(9500);
    expect(await other.getByText('No PDF documents uploaded').count()).toBe(1);
  });

  it('retries a video without a transcript', async () => {
    const talks = (await stage.call('POST', 'threads', { title: 'Talks' })) as typeof thread;
    await stage.call('POST', 'thread/addSource', {
      threadId: talks._id,
      sourceType: 'youtube',
      url: `${origin()}/talk`,
    });
    await page.goto(`${stage.server.url}/t/${talks.url}`);
    const transcript = page.getByRole('region', { name: 'Transcript' });
    await transcript.getByText('No transcript available, AI features unavailable').waitFor();
    await shoot(page, 'no-transcript-wide-light');
    expect(await serious(page)).toEqual([]);
    site.state.captions = true;
    await transcript.getByRole('button', { name: 'Retry' }).click();
    await transcript.getByText('The willow was planted by the miller.').waitFor();
  });

  it('renders only the visible ones of many sources', async () => {
    full = (await stage.call('POST', 'threads', { title: 'A wood' })) as typeof thread;
    await stage.call('POST', 'thread/addSource', {
      threadId: full._id,
      sources: Array.from({ length: MANY }, (_, n) => ({ url: `${origin()}/held-${n}` })),
    });
    await page.goto(`${stage.server.url}/t/${full.url}`);
    await cards(page).getByRole('button').first().focus();
    await page.keyboard.press('End');
    await expect
      .poll(() =>
        page.evaluate(() => document.activeElement?.closest('li')?.getAttribute('aria-posinset')),
      )
      .toBe(String(MANY));
    expect(await cards(page).getByRole('listitem').count()).toBeLessThan(40);
    await page.getByRole('button', { name: 'Switch source' }).click();
    await page.getByRole('searchbox', { name: 'Find a source in this thread' }).fill('held-177');
    await page.keyboard.press('Enter');
    await expect.poll(() => current(page).textContent()).toContain('held-177');
    await shoot(page, 'sources-many-wide-light');
    const height = async (list: Locator) => Math.round((await list.boundingBox())?.height ?? NaN);
    await page.getByRole('region', { name: 'Ask' }).click();
    await page.getByRole('button', { name: 'Select sources' }).click();
    await expect
      .poll(() => height(page.getByRole('dialog', { name: 'Sources for the assistant' })))
      .toBe(400);
    for (let n = 0; n < 12; n += 1) await stage.call('POST', 'threads', { title: `Grove ${n}` });
    const held = new URL(page.url()).searchParams.get('source');
    await page.goto(`${stage.server.url}/library/${held}`);
    await page.getByRole('button', { name: 'Add to thread' }).click();
    await page.getByRole('menuitem', { name: 'Grove 11' }).waitFor();
    expect(await height(page.getByRole('menu'))).toBe(400);
  });

  it('opens any source with three keystrokes', async () => {
    await page.goto(`${stage.server.url}/t/${full.url}`);
    const find = page.getByRole('searchbox', { name: 'Find a source in this thread' });
    // The toasts come with the keys, after the first load.
    const keysAreHeard = () =>
      page.getByRole('region', { name: /^Notifications/ }).waitFor({ state: 'attached' });
    await keysAreHeard();
    for (const [typed, opened] of [
      ['held-299', 'held-299'],
      ['HELD 42', 'held-42'],
      // its number in the list
      ['138', 'held-137'],
    ] as const) {
      await page.keyboard.press('Control+.');
      await find.and(page.locator(':focus')).waitFor();
      await page.keyboard.insertText(typed);
      await page.keyboard.press('Enter');
      await expect.poll(() => current(page).textContent()).toContain(opened);
      await page.locator('#source:focus').waitFor();
    }
    await page.keyboard.press('Control+.');
    await page.keyboard.type('held-20');
    await expect.poll(() => panel(page).getByRole('listitem').count()).toBe(11);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect.poll(() => current(page).textContent()).toContain('held-200');
    await shootAll(page, 'sources-docked-many', 'Source');
    expect(await serious(page)).toEqual([]);
    await page.reload();
    await panel(page)
      .getByRole('tab', { name: `All ${MANY}` })
      .waitFor();
    await keysAreHeard();
    await page.keyboard.press('Control+.');
    await find.and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Control+.');
    await panel(page).waitFor({ state: 'detached' });
  });
});

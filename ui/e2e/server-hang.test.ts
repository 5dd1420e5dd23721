import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openStage, shootAll, type Stage } from './testing/stage.ts';

const HANGING = fileURLToPath(new URL('../../cli/testing/hanging-gloss.ts', import.meta.url));
const SET_ASIDE = 'Reading this source stopped the server. It is set aside until you retry it.';
const TOLD = ['is an article', 'has a second paragraph', 'ends with a third one'];

/** One page that is hostile until it is fixed. */
function openSite() {
  const state = { isHostile: true };
  const paragraphs = TOLD.map(
    (told) => `<p>This page ${told}, which is long enough to be read and to be found again.</p>`,
  );
  const server = createServer((_req, res) => {
    const text = `${state.isHostile ? '<!-- HANG -->' : ''}<title>Hostile page</title><article>${paragraphs.join('')}</article>`;
    res
      .writeHead(200, { 'Content-Type': 'text/html' })
      .end(`<!doctype html><html lang="en">${text}</html>`);
  }).listen(0, '127.0.0.1');
  return { server, state };
}

describe('a hanging server', () => {
  const site = openSite();
  const origin = () => `127.0.0.1:${(site.server.address() as AddressInfo).port}`;
  let stage: Stage;
  let thread: { _id: string; url: string };
  let page: Page;
  beforeAll(async () => {
    stage = await openStage({
      env: { GLOSS_FETCH_ALLOW: origin() },
      start: { main: HANGING, isSupervised: true },
    });
    thread = (await stage.call('POST', 'threads', { title: 'Hostile input' })) as typeof thread;
    ({ page } = await stage.open(`/t/${thread.url}`));
    await page
      .getByRole('dialog', { name: 'Add source' })
      .getByRole('button', { name: 'Close' })
      .click();
  });
  afterAll(async () => {
    await stage.close();
    site.server.close();
    site.server.closeAllConnections();
  });
  const notes = () => page.getByRole('region', { name: 'Notes' });
  const says = (text: string) => notes().getByText(text, { exact: true }).waitFor();
  const cards = () => page.getByRole('main').getByRole('list', { name: 'Sources' });

  it('restarts by itself and the page reconnects, without losing edits', async () => {
    await page.getByRole('textbox', { name: 'Notes text' }).click();
    await page.keyboard.insertText('Written before.');
    await says('Synced');
    await stage.call('POST', 'thread/addSource', {
      threadId: thread._id,
      url: `http://${origin()}/page`,
    });
    await notes()
      .getByText(/^Offline/)
      .waitFor();
    await page.keyboard.insertText(' Written meanwhile.');
    await says('Synced');
    await page.reload();
    await page
      .getByRole('textbox', { name: 'Notes text' })
      .getByText('Written before. Written meanwhile.')
      .waitFor();
  });

  it('says why the source was set aside, and processes it on retry', async () => {
    await cards().locator(`[aria-description*="${SET_ASIDE}"]`).waitFor();
    await shootAll(page, 'source-set-aside');
    await cards().getByRole('button').first().click();
    const viewer = page.getByRole('region', { name: 'Source viewer' });
    await viewer.getByText(SET_ASIDE).waitFor();
    site.state.isHostile = false;
    await viewer.getByRole('button', { name: 'Retry' }).click();
    await cards().getByRole('button', { name: 'Hostile page' }).waitFor();
    await cards().locator(`[aria-description*="${SET_ASIDE}"]`).waitFor({ state: 'detached' });
    expect(await viewer.getByText(SET_ASIDE).count()).toBe(0);
  });
});

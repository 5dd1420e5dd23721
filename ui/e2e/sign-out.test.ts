import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openStage, shoot, type Stage } from './testing/stage.ts';

/** Which data stays in a browser after signing out. */
describe('signing out', () => {
  let stage: Stage;
  let thread: { _id: string; url: string };
  beforeAll(async () => {
    stage = await openStage();
    thread = (await stage.call('POST', 'threads', { title: 'Otters' })) as typeof thread;
    await stage.call('POST', 'thread/addSource', {
      threadId: thread._id,
      url: `${stage.site}/forgetting-curve.html`,
    });
  });
  afterAll(() => stage.close());

  const text = (page: Page) => page.getByRole('textbox', { name: 'Notes text' });
  const notes = (page: Page) => page.getByRole('region', { name: 'Notes' });
  const says = (page: Page, words: string) =>
    notes(page).getByText(words, { exact: true }).waitFor();
  async function writing(words: string) {
    const opened = await stage.open(`/t/${thread.url}`);
    await text(opened.page).click();
    await opened.page.keyboard.press('Control+End');
    await opened.page.keyboard.insertText(words);
    // The status shows the last key only after it has been painted.
    await expect
      .poll(async () =>
        JSON.stringify(
          ((await stage.call('GET', `threads/${thread._id}`)) as { thread_nodes: unknown })
            .thread_nodes,
        ),
      )
      .toContain(words.trim());
    await says(opened.page, 'Synced');
    // Both load before the server goes down: the menu, and what it preloads.
    await opened.page.getByRole('button', { name: 'Account', exact: true }).click();
    await opened.page.getByRole('menuitem', { name: 'Sign out' }).waitFor();
    await opened.page.keyboard.press('Escape');
    return opened;
  }
  const leave = async (page: Page) => {
    await page.getByRole('button', { name: 'Account', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
  };
  /** Names of stored items except those of the device. */
  const kept = (page: Page) =>
    page.evaluate(async () =>
      [
        ...(await indexedDB.databases()).map(({ name }) => name),
        ...Object.keys(localStorage),
        ...Object.keys(sessionStorage),
        ...(await caches.keys()),
      ]
        .filter((name) => name !== 'gloss-theme' && name !== 'gloss-welcomed')
        .sort(),
    );
  const session = async (page: Page) =>
    (await page.context().cookies()).filter(({ name }) => name.includes('session')).length;

  it("removes the person's data from the browser", async () => {
    const { page, problems, context } = await writing('Otters sleep hand in hand. ');
    expect(await kept(page)).toContain(`gloss-notes-${thread._id}`);
    const answer = page.waitForResponse((it) => it.url().endsWith('/api/auth/logout'));
    await leave(page);
    expect((await (await answer).allHeaders())['clear-site-data']).toBe('"cache"');
    await page.waitForURL('**/login*');
    await expect.poll(() => kept(page)).toEqual([]);
    expect(await session(page)).toBe(0);
    expect(problems.filter((it) => !/^40[13] .*\/auth\/refresh$|^401 /.test(it))).toEqual([]);
    await context.close();
  });

  it('shows unsynced changes, waits for them, and deletes nothing before', async () => {
    const { page, context } = await writing('They eat urchins. ');
    await stage.server.kill();
    await says(page, 'Offline');
    await page.keyboard.insertText('And clams. ');
    await notes(page).getByText('Offline · 1 unsynced change, saved in this browser').waitFor();
    await leave(page);
    const asks = page.getByRole('dialog', { name: 'Some of your work is only in this browser' });
    await asks.getByRole('link', { name: '1 unsynced change in your notes' }).waitFor();
    await shoot(page, 'sign-out-unsent-wide-light');
    await asks.getByRole('button', { name: 'Stay signed in' }).click();
    expect(await kept(page)).toContain(`gloss-notes-${thread._id}`);
    await leave(page);
    await asks.waitFor();
    await stage.crash();
    // Everything has been sent, so this signs out.
    await page.waitForURL('**/login*');
    await expect.poll(() => kept(page)).toEqual([]);
    const other = await stage.open(`/t/${thread.url}`);
    await text(other.page).getByText('And clams.').waitFor();
    await context.close();
    await other.context.close();
  });

  it('removes the data while the server is down, and tells it later', async () => {
    const { page, context } = await writing('They float. ');
    await stage.server.kill();
    await says(page, 'Offline');
    await leave(page);
    await page.getByRole('heading', { name: 'You’re signed out of this browser' }).waitFor();
    expect(await page.getByText('They float.').count()).toBe(0);
    await expect.poll(() => kept(page)).toEqual(['gloss-leave-due']);
    await stage.crash();
    const told = page.waitForResponse((it) => it.url().endsWith('/api/auth/logout'));
    await page.goto(`${stage.server.url}/`);
    expect((await told).status()).toBe(200);
    await page.waitForURL('**/login*');
    expect(await session(page)).toBe(0);
    await expect.poll(() => kept(page)).toEqual([]);
    await context.close();
  });
});

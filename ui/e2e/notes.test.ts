import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { crc32 } from 'node:zlib';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { applyUpdate, Doc, encodeStateAsUpdate, encodeStateVector, XmlElement } from 'yjs';
import { openClient } from '#api/collab/testing/client.ts';
import { intercept } from './testing/network.ts';
import { openStage, PHONE, shoot, type Stage } from './testing/stage.ts';

/** Two windows on the same notes. */
describe('collaborative notes', () => {
  let stage: Stage;
  let thread: { _id: string; url: string };
  let ada: Page;
  let ben: Page;
  let problems: string[];
  beforeAll(async () => {
    stage = await openStage();
    thread = (await stage.call('POST', 'threads', { title: 'Otters' })) as typeof thread;
    await stage.call('POST', 'thread/addSource', {
      threadId: thread._id,
      url: `${stage.site}/forgetting-curve.html`,
    });
    const [one, two] = await Promise.all([
      stage.open(`/t/${thread.url}`),
      stage.open(`/t/${thread.url}`, { scheme: 'dark' }),
    ]);
    [ada, ben, problems] = [one.page, two.page, one.problems];
    for (const page of [ada, ben]) {
      await page.getByRole('textbox', { name: 'Notes text' }).waitFor();
    }
  });
  afterAll(() => stage.close());

  const notes = (page: Page) => page.getByRole('region', { name: 'Notes' });
  const text = (page: Page) => page.getByRole('textbox', { name: 'Notes text' });
  const line = (page: Page, words: string) => text(page).locator('p', { hasText: words });
  const says = (page: Page, words: string) =>
    notes(page).getByText(words, { exact: true }).waitFor();
  /** Ada types at the end of a line while the server is down. */
  const writeAlone = async (at: string, words: string) => {
    await stage.server.kill();
    await says(ada, 'Offline');
    await line(ada, at).click();
    await ada.keyboard.press('End');
    await ada.keyboard.insertText(words);
    await notes(ada).getByText('Offline · 1 unsynced change, saved in this browser').waitFor();
  };
  const history = (page: Page) => page.getByRole('complementary', { name: 'History' });

  it("show each person's edits, name and cursor, and undo only one's own edits", async () => {
    await text(ada).click();
    // Both lines at once: undo groups changes within half a second.
    await text(ada).evaluate((editor) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', 'Otters sleep hand in hand.\n\nAlso: ');
      editor.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
      );
    });
    await line(ben, 'Otters sleep hand in hand.').waitFor();
    await ben.locator('.note-caret').waitFor();
    await ben.getByRole('list', { name: 'Also here' }).getByRole('img').waitFor();
    await text(ben).click();
    await ben.keyboard.press('Control+End');
    await ben.keyboard.insertText('They eat urchins.');
    await ada.locator('.note-caret').waitFor();
    await line(ada, 'They eat urchins.').waitFor();
    await ada.keyboard.press('Control+z');
    await line(ben, 'Otters sleep').waitFor({ state: 'detached' });
    await line(ada, 'They eat urchins.').waitFor();
    await ada.keyboard.press('Control+Shift+z');
    await line(ben, 'Otters sleep hand in hand.').waitFor();
    await says(ada, 'Synced');
    await shoot(ada, 'notes-together-wide-light');
    await shoot(ben, 'notes-together-wide-dark');
  });

  it('save a named version, show the changes since, restore it and undo that', async () => {
    await ada.getByRole('button', { name: 'Version history' }).click();
    await history(ada).getByRole('textbox', { name: 'Name this version' }).fill('First draft');
    await ada.keyboard.press('Enter');
    await history(ada)
      .getByRole('button', { name: /^First draft/ })
      .waitFor();
    await line(ben, 'They eat urchins.').click();
    await ben.keyboard.press('End');
    for (let letter = 0; letter < 'urchins.'.length; letter += 1)
      await ben.keyboard.press('Backspace');
    await ben.keyboard.insertText('clams and mussels.');
    await line(ada, 'They eat clams and mussels.').waitFor();
    await history(ada)
      .getByRole('button', { name: /^First draft/ })
      .click();
    const version = ada.getByRole('region', { name: 'First draft' });
    expect(await version.getByRole('deletion').innerText()).toContain('urchins');
    expect(await version.getByRole('insertion').innerText()).toContain('clams and mussels');
    await shoot(ada, 'notes-history-wide-light');
    await version.getByRole('button', { name: 'Restore this version' }).click();
    // A hovered toast stays.
    await ada.getByRole('button', { name: 'Undo' }).hover();
    await line(ben, 'They eat urchins.').waitFor();
    await line(ada, 'They eat urchins.').waitFor();
    await ada.getByRole('button', { name: 'Undo' }).click();
    await line(ben, 'They eat clams and mussels.').waitFor();
    await history(ada)
      .getByRole('button', { name: /Auto-saved/ })
      .waitFor();
  });

  it('count unsent changes while the server is down, and send them afterwards', async () => {
    await writeAlone('Otters sleep', ' In rafts.');
    await ada.getByRole('banner').getByText('1 unsynced change').waitFor();
    await stage.crash();
    await says(ada, 'Synced');
    await line(ben, 'hand in hand. In rafts.').waitFor();
  });

  it('send changes made while the server was down, also after a reload', async () => {
    await writeAlone('In rafts.', ' All night.');
    await ada.goto(`${stage.site}/forgetting-curve.html`);
    await stage.crash();
    await says(ben, 'Synced');
    expect(await line(ben, 'All night.').count()).toBe(0);
    await ada.goto(`${stage.server.url}/t/${thread.url}`);
    await line(ada, 'In rafts. All night.').waitFor();
    await line(ben, 'In rafts. All night.').waitFor();
    await says(ada, 'Synced');
  });

  it("say that the server can't save, also after a reload, until it can", async () => {
    const database = new DatabaseSync(join(stage.dataDir, 'gloss.sqlite'), { timeout: 10_000 });
    try {
      database.exec(
        "CREATE TRIGGER disk_is_full BEFORE INSERT ON collab_updates BEGIN SELECT RAISE(ABORT, 'database or disk is full'); END",
      );
      await line(ada, 'All night.').click();
      await ada.keyboard.press('End');
      await ada.keyboard.insertText(' Till morning.');
      await says(ada, 'Sync failed · 1 unsynced change, saved in this browser');
      await ada.getByRole('banner').getByText('1 unsynced change').waitFor();
      await line(ben, 'Till morning.').waitFor();
      await shoot(ada, 'notes-sync-failed-wide-light');
      await shoot(ben, 'notes-sync-failed-wide-dark');
      await ada.reload();
      await line(ada, 'Till morning.').waitFor();
      await says(ada, 'Sync failed · 1 unsynced change, saved in this browser');
      database.exec('DROP TRIGGER disk_is_full');
    } finally {
      database.close();
    }
    await says(ada, 'Synced');
    await says(ben, 'Synced');
    await stage.crash();
    await ada.reload();
    await line(ada, 'Till morning.').waitFor();
    await says(ada, 'Synced');
  });

  it('neither send nor fetch content that this browser has already stored', async () => {
    const frames: string[] = [];
    const hear = ({ payload }: { payload: string | Buffer }) => {
      frames.push(payload.toString());
    };
    ben.on('websocket', (socket) => {
      socket.on('framesent', hear);
      socket.on('framereceived', hear);
    });
    await ben.goto(`${stage.server.url}/`);
    await ben.getByRole('link', { name: 'Otters' }).click();
    await line(ben, 'hand in hand. In rafts.').waitFor();
    await expect.poll(() => frames.some((it) => it.endsWith('synced'))).toBe(true);
    expect(frames.filter((it) => it.includes('hand in hand'))).toEqual([]);
  });

  it('are complete in a new browser before it connects, and send what was typed by then', async () => {
    const { context, page } = await stage.open();
    const { promise: connected, resolve: connect } = Promise.withResolvers<undefined>();
    let received = '';
    await page.routeWebSocket(/\/collab$/, async (socket) => {
      await connected;
      const server = socket.connectToServer();
      server.onMessage((message) => {
        received += message.toString();
        socket.send(message);
      });
    });
    await page.goto(`${stage.server.url}/`);
    await page.getByRole('link', { name: 'Otters' }).click();
    await says(page, 'Opening…');
    await line(page, 'All night.').click();
    await page.keyboard.press('End');
    await page.keyboard.insertText(' Afloat.');
    await notes(page).getByText('Offline · 1 unsynced change, saved in this browser').waitFor();
    connect(undefined);
    await line(ben, 'Till morning. Afloat.').waitFor();
    await says(page, 'Synced');
    expect(received).toContain('synced');
    expect(received).not.toContain('hand in hand');
    await context.close();
  });

  it('say within two seconds that the network drops everything, and when it recovers', async () => {
    const { context, page } = await stage.open();
    let isSwallowing = false;
    await page.routeWebSocket(/\/collab$/, (socket) => {
      const server = socket.connectToServer();
      socket.onMessage((message) => {
        if (!isSwallowing) server.send(message);
      });
      server.onMessage((message) => {
        if (!isSwallowing) socket.send(message);
      });
    });
    await page.goto(`${stage.server.url}/t/${thread.url}`);
    await says(page, 'Synced');
    isSwallowing = true;
    await notes(page)
      .getByText(/^Offline/)
      .waitFor({ timeout: 2000 });
    isSwallowing = false;
    await says(page, 'Synced');
    await context.close();
  });

  it("say within two seconds that the network is cut, and merge both people's edits", async () => {
    await text(ada).click();
    await ada.keyboard.press('Control+End');
    await ada.keyboard.press('Enter');
    await ada.keyboard.insertText('Start.');
    await line(ben, 'Start.').waitFor();
    for (const page of [ada, ben]) {
      await page.context().setOffline(true);
      await notes(page)
        .getByText(/^Offline/)
        .waitFor({ timeout: 2000 });
      await line(page, 'Start.').click();
      await page.keyboard.press('End');
    }
    const sentences = (name: string) => [1, 2, 3].map((n) => ` ${name} ${n}.`);
    for (const [page, name] of [
      [ada, 'Ada'],
      [ben, 'Ben'],
    ] as const)
      for (const sentence of sentences(name)) await page.keyboard.type(sentence);
    await notes(ada)
      .getByText(/^Offline · \d+ unsynced changes, saved in this browser$/)
      .waitFor();
    for (const page of [ada, ben]) await page.context().setOffline(false);
    for (const page of [ada, ben]) await says(page, 'Synced');
    const [mine, yours] = [sentences('Ada').join(''), sentences('Ben').join('')];
    // Without the other's cursor.
    const words = (page: Page) =>
      line(page, 'Start.').evaluate((paragraph) => {
        const copy = paragraph.cloneNode(true) as Element;
        for (const caret of copy.querySelectorAll('.note-caret')) caret.remove();
        return copy.textContent.replaceAll('\u2060', '');
      });
    await expect
      .poll(() => words(ada))
      .toSatisfy((it) => [`Start.${mine}${yours}`, `Start.${yours}${mine}`].includes(String(it)));
    expect(await words(ben)).toBe(await words(ada));
  });

  it('load with the connection if they could not be loaded before', async () => {
    const { context, page } = await stage.open();
    await intercept(page, /\/notes$/, (route) => route.fulfill({ status: 503 }));
    await page.getByRole('link', { name: 'Otters' }).click();
    await line(page, 'Afloat.').waitFor();
    await says(page, 'Synced');
    await context.close();
  });

  it("are read-only in an outdated page, which removes nothing that it doesn't know", async () => {
    const { token } = (await stage.call('POST', 'me/tokens', { name: 'later build' })) as {
      token: string;
    };
    const later = openClient({
      url: `${stage.server.url.replace('http', 'ws')}/collab`,
      threadId: thread._id,
      accessToken: token,
    });
    const blocks = () =>
      later.document
        .getXmlFragment('default')
        .toArray()
        .map((it) => (it as XmlElement).nodeName);
    await expect.poll(() => later.isSaved()).toBe(true);
    // A process of a later build confirms it; this one only accepts what it knows.
    const copy = new Doc();
    applyUpdate(copy, encodeStateAsUpdate(later.document));
    copy.getXmlFragment('default').insert(0, [new XmlElement('of-a-later-build')]);
    const update = encodeStateAsUpdate(copy, encodeStateVector(later.document));
    await stage.server.kill();
    const database = new DatabaseSync(join(stage.dataDir, 'gloss.sqlite'));
    database
      .prepare('INSERT INTO collab_updates (doc, "update", crc, created_at) VALUES (?, ?, ?, ?)')
      .run(`thread:${thread._id}`, update, crc32(update), '2026-01-01 00:00:00.000 +00:00');
    database.close();
    await stage.crash();
    await notes(ada).getByRole('button', { name: 'Reload to edit' }).waitFor();
    await expect.poll(() => text(ada).getAttribute('contenteditable')).toBe('false');
    await line(ada, 'Otters sleep hand in hand.').waitFor();
    await ada.setViewportSize(PHONE);
    await ada.getByRole('button', { name: 'Notes', exact: true }).click();
    await shoot(ada, 'notes-stale-phone-light');
    await notes(ada).getByRole('button', { name: 'Reload to edit' }).click();
    await ada.getByRole('button', { name: 'Notes', exact: true }).click();
    await line(ada, 'Otters sleep hand in hand.').waitFor();
    await expect.poll(() => later.isSaved()).toBe(true);
    expect(blocks()).toContain('of-a-later-build');
    later.close();
    // It says so while it restarts.
    expect(problems.filter((it) => !it.startsWith('503 '))).toEqual([]);
  });
});

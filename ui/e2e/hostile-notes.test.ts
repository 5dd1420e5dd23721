import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { crc32 } from 'node:zlib';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { applyUpdate, Doc, encodeStateAsUpdate, encodeStateVector, XmlElement, XmlText } from 'yjs';
import { openClient } from '#api/collab/testing/client.ts';
import { eventually } from '#pipeline/testing/eventually.ts';
import { hostileUpdates } from '#api/collab/testing/hostile-updates.ts';
import { sendUpdates } from '#api/collab/testing/raw-socket.ts';
import { openStage, shootAll, type Stage } from './testing/stage.ts';

const element = (
  name: string,
  attributes: Record<string, unknown> = {},
  children: (XmlElement | XmlText)[] = [],
): XmlElement => {
  const made = new XmlElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value as string);
  made.insert(0, children);
  return made;
};
const paragraph = (words: string): XmlElement => element('paragraph', {}, [new XmlText(words)]);
const widest = (): XmlElement =>
  element('table', {}, [
    element('tableRow', {}, [
      element('tableCell', { colspan: 1e9, rowspan: 1e9, colwidth: [Number.NaN] }, [
        paragraph('cell'),
      ]),
    ]),
  ]);

/** Invalid content from before the server validated changes, and copies of it in browsers. */
describe('notes with invalid content', () => {
  let stage: Stage;
  let thread: { _id: string; url: string };
  let document: Doc;
  beforeAll(async () => {
    stage = await openStage();
    thread = (await stage.call('POST', 'threads', { title: 'Otters' })) as typeof thread;
    await stage.call('POST', 'thread/addSource', {
      threadId: thread._id,
      url: `${stage.site}/forgetting-curve.html`,
    });
    const { token } = (await stage.call('POST', 'me/tokens', { name: 'writer' })) as {
      token: string;
    };
    const writer = openClient({
      url: `${stage.server.url.replace('http', 'ws')}/collab`,
      threadId: thread._id,
      accessToken: token,
    });
    await eventually(() => expect(writer.isSaved()).toBe(true));
    document = writer.document;
    document.getXmlFragment('default').push([paragraph('Otters sleep hand in hand.')]);
    await eventually(() => expect(writer.isSaved()).toBe(true));
    await stage.call('POST', `threads/${thread._id}/versions`, { name: 'Before' });
    writer.close();
  });
  afterAll(() => stage.close());

  const notes = (page: Page) => page.getByRole('region', { name: 'Notes' });
  const text = (page: Page) => page.getByRole('textbox', { name: 'Notes text' });
  const line = (page: Page, words: string) => text(page).locator('p', { hasText: words });
  const says = (page: Page, words: string) =>
    notes(page).getByText(words, { exact: true }).waitFor();
  const hostile = (): Uint8Array => {
    const copy = new Doc();
    applyUpdate(copy, encodeStateAsUpdate(document));
    const before = encodeStateVector(copy);
    copy
      .getXmlFragment('default')
      .push([
        widest(),
        element('heading', { level: 1e9, indent: 1e9 }, [new XmlText('Heading')]),
        element('orderedList', { start: 1e308 }, [element('listItem', {}, [paragraph('item')])]),
      ]);
    return encodeStateAsUpdate(copy, before);
  };

  it('opens repaired notes and restores an earlier version', async () => {
    await stage.server.kill();
    const database = new DatabaseSync(join(stage.dataDir, 'gloss.sqlite'));
    const update = hostile();
    database
      .prepare('INSERT INTO collab_updates (doc, "update", crc, created_at) VALUES (?, ?, ?, ?)')
      .run(`thread:${thread._id}`, update, crc32(update), '2026-01-01 00:00:00.000 +00:00');
    database.close();
    await stage.crash();
    const { context, page, problems } = await stage.open(`/t/${thread.url}`);
    await line(page, 'Otters sleep hand in hand.').waitFor();
    await text(page).locator('td', { hasText: 'cell' }).waitFor();
    await says(page, 'Synced');
    await line(page, 'Otters sleep').click();
    await page.keyboard.press('End');
    await page.keyboard.insertText(' Always.');
    await says(page, 'Synced');
    await page.getByRole('button', { name: 'Version history' }).click();
    const history = page.getByRole('complementary', { name: 'History' });
    await history.getByRole('button', { name: /^Before/ }).click();
    await page.getByRole('button', { name: 'Restore this version' }).click();
    await text(page).locator('td').waitFor({ state: 'detached' });
    await line(page, 'Otters sleep hand in hand.').waitFor();
    expect(problems).toEqual([]);
    await context.close();
  });

  it('opens notes after any edit that a client sent', async () => {
    const other = (await stage.call('POST', 'threads', { title: 'Weasels' })) as typeof thread;
    await stage.call('POST', 'thread/addSource', {
      threadId: other._id,
      url: `${stage.site}/forgetting-curve.html`,
    });
    const { token } = (await stage.call('POST', 'me/tokens', { name: 'hostile' })) as {
      token: string;
    };
    const notesOfOther = new Doc();
    notesOfOther
      .getXmlFragment('default')
      .push([
        paragraph('Weasels dance.'),
        element('table', {}, [
          element('tableRow', {}, [
            element('tableCell', {}, [paragraph('cell')]),
            element('tableCell', {}, [paragraph('cell')]),
          ]),
        ]),
      ]);
    const base = encodeStateAsUpdate(notesOfOther);
    const small = hostileUpdates(base, 160, 5).filter(
      ({ name, update }) => update.length < 10_000 && !name.startsWith('all taken out'),
    );
    const to = {
      url: `${stage.server.url.replace('http', 'ws')}/collab`,
      threadId: other._id,
      accessToken: token,
    };
    const fates = await sendUpdates(to, [base, ...small.map(({ update }) => update)]);
    expect(fates.filter((fate) => fate === 'taken').length).toBeGreaterThan(30);
    const { context, page, problems } = await stage.open(`/t/${other.url}`);
    await text(page).waitFor();
    await says(page, 'Synced');
    await text(page).locator('p').last().click();
    await page.keyboard.insertText('Still here.');
    await text(page).getByText('Still here.').waitFor();
    await says(page, 'Synced');
    expect(problems).toEqual([]);
    await context.close();
  });

  it("reports a change that can't be saved, stops retrying it, and continues without it", async () => {
    const { context, page } = await stage.open(`/t/${thread.url}`);
    let sockets = 0;
    page.on('websocket', () => {
      sockets += 1;
    });
    await line(page, 'Otters sleep hand in hand.').waitFor();
    await says(page, 'Synced');
    // Stored by a build that could create it.
    await page.evaluate(
      async ([name, bytes]) => {
        const answerOf = <T>(request: IDBRequest<T>) =>
          new Promise<T>((resolve, reject) => {
            request.onsuccess = () => resolve(request.result);
            request.onerror = () => reject(request.error ?? new Error('refused'));
          });
        const database = await answerOf(indexedDB.open(name as string));
        await answerOf(
          database
            .transaction('updates', 'readwrite')
            .objectStore('updates')
            .add(Uint8Array.from(bytes as number[])),
        );
        database.close();
      },
      [`gloss-notes-${thread._id}`, [...hostile()]] as const,
    );
    await page.reload();
    const alert = notes(page).getByRole('alert');
    await alert.getByText("so it couldn't be saved").waitFor();
    await line(page, 'Otters sleep hand in hand.').waitFor();
    await text(page).locator('td', { hasText: 'cell' }).waitFor();
    await expect.poll(() => text(page).getAttribute('contenteditable')).toBe('false');
    sockets = 0;
    const download = page.waitForEvent('download');
    await alert.getByRole('button', { name: 'Download a copy' }).click();
    expect((await download).suggestedFilename()).toBe('notes.md');
    expect(sockets).toBe(0);
    await shootAll(page, 'notes-rejected');
    await alert.getByRole('button', { name: 'Discard unsynced changes' }).click();
    await says(page, 'Synced');
    await line(page, 'Otters sleep hand in hand.').waitFor();
    expect(await text(page).locator('td').count()).toBe(0);
    await line(page, 'Otters sleep').click();
    await page.keyboard.press('End');
    await page.keyboard.insertText(' Again.');
    await says(page, 'Synced');
    await context.close();
  });
});

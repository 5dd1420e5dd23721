import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { XmlElement, XmlText } from 'yjs';
import { openClient } from '#api/collab/testing/client.ts';
import { PATCHED_LIBRARIES } from '#ui/editor/performance/patched-libraries.ts';
import { openStage, type Stage } from './testing/stage.ts';

/** More blocks than a note without groups has. */
const LINES = 150;
const WAIT = { timeout: 30_000 };
const DIST = fileURLToPath(new URL('../dist/', import.meta.url));
const NOTES_CHUNK = /\/assets\/notes-[^/]+\.js$/;

type Thread = { _id: string; url: string };
const text = (page: Page) => page.getByRole('textbox', { name: 'Notes text' });
const line = (page: Page, words: string) => text(page).locator('p', { hasText: words });

async function openLongNote(stage: Stage): Promise<Thread> {
  const thread = (await stage.call('POST', 'threads', { title: 'Otters' })) as Thread;
  // A thread without sources opens the Add source dialog.
  await stage.call('POST', 'thread/addSource', {
    threadId: thread._id,
    url: `${stage.site}/forgetting-curve.html`,
  });
  const { token } = (await stage.call('POST', 'me/tokens', { name: 'writer' })) as {
    token: string;
  };
  const client = openClient({
    url: `${stage.server.url.replace('http', 'ws')}/collab`,
    threadId: thread._id,
    accessToken: token,
  });
  await vi.waitFor(() => expect(client.isSaved()).toBe(true), WAIT);
  client.document.getXmlFragment('default').insert(
    0,
    Array.from({ length: LINES }, (_, n) => {
      const paragraph = new XmlElement('paragraph');
      paragraph.insert(0, [new XmlText(`Line ${n}.`)]);
      return paragraph;
    }),
  );
  await vi.waitFor(() => expect(client.isSaved()).toBe(true), WAIT);
  client.close();
  return thread;
}

/** Loads the note, types, reloads it, and waits until another window shows the text. */
async function expectNotesToWork(page: Page, other: Page, words: string): Promise<void> {
  await line(page, 'Line 0.').click();
  await page.keyboard.press('End');
  await page.keyboard.type(` ${words}`);
  await line(page, `Line 0.`).and(line(page, words)).waitFor();
  await line(other, words).waitFor();
  await page.getByRole('region', { name: 'Notes' }).getByText('Synced', { exact: true }).waitFor();
  await page.reload();
  await line(page, words).waitFor();
  await line(other, 'Line 1.').click();
  await other.keyboard.press('End');
  await other.keyboard.type(` Answer to ${words}`);
  await line(page, `Answer to ${words}`).waitFor();
}

const groups = (page: Page) => text(page).locator('.note-group').count();

/** Collects console messages about the editor. */
function linesOf(page: Page): string[] {
  const lines: string[] = [];
  page.on('console', (message) => {
    if (/editor/i.test(message.text())) lines.push(message.text());
  });
  return lines;
}

/** By name: an edit of the built page that makes one check fail, and the console message. */
const FAILURES: Readonly<Record<string, [edit: (code: string) => string, says: RegExp]>> = {
  ...Object.fromEntries(
    Object.entries(PATCHED_LIBRARIES).map(([name, version]) => [
      `another version of ${name}`,
      [
        (code: string) =>
          code.replace(
            new RegExp(`(["'\`]?${name}["'\`]?:["'\`])${version}`),
            (_, before) => `${before}99.0.0`,
          ),
        new RegExp(`: ${name} is .*99\\.0\\.0`),
      ],
    ]),
  ),
  ...Object.fromEntries(
    [
      'view.docView.updateChildren',
      'view.docView.children.0.mark',
      'view.domObserver.pendingRecords',
      'decorations.local',
      'node.content.content',
      'transaction.meta',
      'sync.spec.state.init',
      'undo.spec.state.apply',
      'cursors.spec.view',
      'binding.mapping',
      'fragment._first',
      'block._item.deleted',
    ].map((path) => [
      `no ${path}`,
      // The path in the table of checks; the libraries contain the same words.
      [
        (code: string) => code.replace(new RegExp(`(["'\`])${path}\\1`), `$1${path}OfBefore$1`),
        new RegExp(`${path}OfBefore is`),
      ],
    ]),
  ),
  'ProseMirror renamed a method': [
    (code) => code.replaceAll('flushSoon(', 'flushLater('),
    /view\.domObserver\.flushSoon is undefined/,
  ],
  'the binding renamed a method': [
    (code) => code.replaceAll('_prosemirrorChanged(', '_documentChanged('),
    /binding\._prosemirrorChanged is undefined/,
  ],
  'a check throws': [
    (code) => code.replaceAll('.state?.init.call(', '.gone.init.call('),
    /TypeError/,
  ],
};

describe('notes without patches', () => {
  let stage: Stage;
  let thread: Thread;
  let other: Page;
  beforeAll(async () => {
    stage = await openStage();
    thread = await openLongNote(stage);
    other = (await stage.open(`/t/${thread.url}`)).page;
  });
  afterAll(() => stage.close());

  it('use the patches if every check passes', async () => {
    const { page, context, problems } = await stage.open();
    const said = linesOf(page);
    await page.goto(`${stage.server.url}/t/${thread.url}`);
    await expectNotesToWork(page, other, 'patched');
    expect(await groups(page)).toBeGreaterThan(0);
    expect([said, problems]).toEqual([[], []]);
    await context.close();
  });

  for (const [name, [edit, says]] of Object.entries(FAILURES))
    it(`work, and the console names the reason once: ${name}`, async () => {
      const { page, context, problems } = await stage.open();
      let edits = 0;
      await page.route(NOTES_CHUNK, async (route) => {
        const code = readFileSync(join(DIST, new URL(route.request().url()).pathname), 'utf8');
        const body = edit(code);
        if (body !== code) edits += 1;
        await route.fulfill({ contentType: 'text/javascript', body });
      });
      const said = linesOf(page);
      await page.goto(`${stage.server.url}/t/${thread.url}`);
      await line(page, 'Line 0.').waitFor();
      expect([edits, said]).toEqual([1, [expect.stringMatching(says)]]);
      await expectNotesToWork(page, other, name);
      expect(await groups(page)).toBe(0);
      // Once per page load.
      expect(said).toHaveLength(2);
      expect(problems).toEqual([]);
      await context.close();
    });

  it('work without a console message with ?plain=1 in the address', async () => {
    const { page, context, problems } = await stage.open();
    const said = linesOf(page);
    await page.goto(`${stage.server.url}/t/${thread.url}?plain=1`);
    await expectNotesToWork(page, other, 'by address');
    expect(await groups(page)).toBe(0);
    expect([said, problems]).toEqual([[], []]);
    await context.close();
  });
});

describe('notes with patches disabled by the server', () => {
  it('work without a console message', async () => {
    const stage = await openStage({ env: { GLOSS_NOTES_PERFORMANCE: 'off' } });
    try {
      const thread = await openLongNote(stage);
      const { page: other } = await stage.open(`/t/${thread.url}`);
      const { page, problems } = await stage.open();
      const said = linesOf(page);
      await page.goto(`${stage.server.url}/t/${thread.url}`);
      await expectNotesToWork(page, other, 'switched off');
      expect([await groups(page), await groups(other)]).toEqual([0, 0]);
      expect([said, problems]).toEqual([[], []]);
    } finally {
      await stage.close();
    }
  });
});

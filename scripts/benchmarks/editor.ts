/**
 * The notes in headless Chromium: typing into a long note and opening it, next to Tiptap's
 * StarterKit, and next to the same with Hocuspocus over SQLite. `--opening` skips the typing.
 */
import { join } from 'node:path';
import { getSchema, type JSONContent } from '@tiptap/core';
import StarterKit from '@tiptap/starter-kit';
import { prosemirrorJSONToYXmlFragment } from '@tiptap/y-tiptap';
import type { Page } from 'playwright-core';
import { v7 as uuid } from 'uuid';
import { MOST_NOTES } from '#api/collab/unload-grace.ts';
import { openClient, type TestClient } from '#api/collab/testing/client.ts';
import { notesSchema } from '#core/editor/schema.ts';
import { longNote, plainNote } from './editor/long-note.ts';
import { tiptapPage } from './editor/tiptap-page.ts';
import { type Typed, typeInto, watchKeys, workedMs } from './editor/typing.ts';
import { openHost } from './lib/collab-hosts.ts';
import { withDataDir } from './lib/gloss-process.ts';
import { percentile, report, type Row } from './lib/table.ts';
import { type UiStage, type Window, withUiStage } from './ui/stage.ts';

const BLOCKS = 2000;
const KEYS = 100;
const OPENINGS = 5;
/** groups far outside the viewport, which are rendered when idle */
const NOT_DRAWN = '.note-group:empty';
const PARAGRAPHS = '.note-editor[contenteditable="true"] .note-group > p';
const SITE = {
  '/page.html': {
    type: 'text/html',
    bytes: `<!doctype html><html lang="en"><title>On margins</title><article><h1>On margins</h1>${'<p>A gloss is a note in the margin, and it explains a hard word beside the passage that has it.</p>'.repeat(20)}</article></html>`,
  },
};
/**
 * Keys are measured without a frame rate limit: at 60 frames per second half the time would be
 * waiting for the next frame. Opening is measured with it, because animations would otherwise use
 * both cores.
 */
const FREE_FRAMES = ['--disable-frame-rate-limit', '--disable-gpu-vsync'];

export async function run(): Promise<void> {
  const rows: Row[] = [];
  const note = longNote(BLOCKS);
  const types = !process.argv.includes('--opening');
  const site = { ...(await tiptapPage()), ...SITE };
  const measured = async (types: boolean): Promise<Measured[]> => {
    const all: Measured[] = [];
    await withUiStage(
      site,
      async (stage) => {
        for (const one of [
          () => theNotes(stage, note, types),
          () => measureTiptap(stage, plainNote(note), types),
          () => measureSharedTiptap(stage, plainNote(note), types),
        ])
          all.push(await one());
      },
      types ? FREE_FRAMES : [],
    );
    return all;
  };
  const opened = await measured(false);
  const typed = types ? await measured(true) : [];
  const [ours = {}, alone = {}, over = {}] = opened.map(
    (it, at): Measured => ({ ...it, typed: typed[at]?.typed }),
  );
  for (const [what, unit, of] of [
    ['opening', 'ms', (it) => it.open?.ms],
    ['opening, main thread', 'ms of CPU', (it) => it.open?.cpuMs],
    ['until every block is drawn', 'ms', (it) => it.open?.wholeMs],
    ['until every block is drawn, main thread', 'ms of CPU', (it) => it.open?.wholeCpuMs],
    ['opening where nothing is kept', 'ms', (it) => it.bare?.ms],
    ['opening where nothing is kept, main thread', 'ms of CPU', (it) => it.bare?.cpuMs],
    ['the same, its server having had it open a moment ago', 'ms', (it) => it.left?.ms],
    ...(types ? (['top', 'middle', 'end'] as const) : []).flatMap((place, at): Measure[] => [
      [`a key at the ${place}, main thread`, 'ms of CPU', (it) => it.typed?.[at]?.cpuMs],
      ...untilPainted(`a key at the ${place}`, (it) => it.typed?.[at]?.times),
    ]),
    ...(types
      ? untilPainted('a key at any of the three', (it) => it.typed?.flatMap(({ times }) => times))
      : []),
  ] satisfies Measure[] as Measure[]) {
    const [own, tiptap, shared] = [of(ours), of(alone), of(over)];
    rows.push({
      what,
      unit,
      Gloss: own,
      'Tiptap StarterKit': tiptap,
      ratio: own !== undefined && tiptap !== undefined ? own / tiptap : undefined,
      'StarterKit over Hocuspocus': shared,
      'ratio to that': own !== undefined && shared !== undefined ? own / shared : undefined,
    });
  }
  report(
    'editor',
    `A note of ${BLOCKS} blocks, of every kind, in the whole workspace. StarterKit has the same words and nothing else: alone they are given to a page that is there already; over Hocuspocus with its database extension (SQLite) they come from the server to a page that is gone to`,
    rows,
  );
}

type Measure = [what: string, unit: string, of: (it: Measured) => number | undefined];
/** medians */
interface Opened {
  ms: number;
  cpuMs: number;
  /** ms until every block is drawn */
  wholeMs: number;
  wholeCpuMs: number;
}
interface Measured {
  open?: Opened;
  /** loaded from the server's disk by a browser without a cache */
  bare?: Opened;
  /** loaded from the server's memory */
  left?: Opened;
  typed?: Typed[] | undefined;
}
const AT = [0.001, 0.5, 0.98];

function untilPainted(
  what: string,
  timesOf: (it: Measured) => readonly number[] | undefined,
): Measure[] {
  return (
    [
      ['p50', 0.5],
      ['p95', 0.95],
    ] as const
  ).map(([name, share]) => [
    `${what}, ${name}`,
    'ms',
    (it) => {
      const times = timesOf(it);
      return times && percentile(times, share);
    },
  ]);
}

async function typedIn(window: Window, paragraphs: string): Promise<Measured> {
  const typed: Typed[] = [];
  const all = window.page.locator(paragraphs);
  for (const share of AT)
    typed.push(await typeInto(window, all.nth(Math.floor(share * (await all.count()))), KEYS));
  await window.close();
  return { typed };
}

/** `drawn`: ms from the result of `open` until everything is drawn. */
async function openings(
  window: Window,
  open: () => Promise<number>,
  before: () => Promise<unknown>,
  drawn: () => Promise<number> = () => Promise.resolve(0),
): Promise<Opened> {
  const times: Opened[] = [];
  for (let n = 0; n < OPENINGS; n += 1) {
    await before();
    const worked = await workedMs(window);
    const ms = await open();
    const cpuMs = (await workedMs(window)) - worked;
    times.push({
      ms,
      cpuMs,
      wholeMs: ms + (await drawn()),
      wholeCpuMs: (await workedMs(window)) - worked,
    });
  }
  const median = (of: keyof Opened) =>
    percentile(
      times.map((it) => it[of]),
      0.5,
    );
  return {
    ms: median('ms'),
    cpuMs: median('cpuMs'),
    wholeMs: median('wholeMs'),
    wholeCpuMs: median('wholeCpuMs'),
  };
}

/** Writes it over a connection, like any client. */
async function write(
  client: TestClient,
  schema: ReturnType<typeof notesSchema>,
  note: JSONContent,
  saved: Promise<void>,
): Promise<void> {
  client.provider.on('synced', () => {
    client.document.transact(() =>
      prosemirrorJSONToYXmlFragment(schema, note, client.document.getXmlFragment('default')),
    );
  });
  await saved;
  client.close();
}

async function theNotes(stage: UiStage, note: JSONContent, types: boolean): Promise<Measured> {
  const { id, url } = await stage.thread(['/page.html']);
  const connect = (threadId: string) =>
    openClient({ url: stage.collab.url, threadId, accessToken: stage.collab.token });
  const client = connect(id);
  await write(
    client,
    notesSchema(),
    note,
    new Promise((saved) => {
      client.onSaved(saved);
    }),
  );
  const window = await stage.open(`/t/${url}`, watchKeys);
  const { page } = window;
  await page.locator(PARAGRAPHS).first().waitFor();
  if (types) {
    await page.locator(NOT_DRAWN).first().waitFor({ state: 'detached' });
    return typedIn(window, PARAGRAPHS);
  }
  const home = page.url().replace(/\/t\/.*/, '/');
  const toHome = async () => {
    await page.goto(home);
    await page.getByRole('link', { name: 'Measured' }).first().waitFor();
  };
  const click = () =>
    page.evaluate(
      () =>
        new Promise<number>((done) => {
          const from = performance.now();
          const seen = new MutationObserver(() => {
            if (!document.querySelector('.note-editor[contenteditable="true"] p')) return;
            seen.disconnect();
            requestAnimationFrame(() => {
              const { port1, port2 } = new MessageChannel();
              port1.onmessage = () => done(performance.now() - from);
              port2.postMessage(null);
            });
          });
          seen.observe(document.body, { childList: true, subtree: true });
          [...document.querySelectorAll('a')]
            .find((it) => it.textContent.includes('Measured'))
            ?.click();
        }),
    );
  const drawn = () =>
    page.evaluate(
      (late) =>
        new Promise<number>((done) => {
          const from = performance.now();
          const look = () => {
            if (document.querySelector(late)) requestAnimationFrame(look);
            else done(performance.now() - from);
          };
          look();
        }),
      NOT_DRAWN,
    );
  const open = await openings(window, click, toHome, drawn);
  const toHomeWithNothing = async () => {
    await toHome();
    await forgetNotes(page);
  };
  const left = await openings(window, click, toHomeWithNothing, drawn);
  // The server unloads a note once this many others were closed after it.
  const others: string[] = [];
  for (let n = 0; n <= MOST_NOTES; n += 1) others.push((await stage.thread([], 'Another')).id);
  const bare = await openings(
    window,
    click,
    async () => {
      await toHomeWithNothing();
      for (const other of others) {
        const visitor = connect(other);
        await new Promise((synced) => {
          visitor.provider.on('synced', synced);
        });
        visitor.close();
      }
    },
    drawn,
  );
  await window.close();
  return { open, left, bare };
}

const forgetNotes = (page: Page) =>
  page.evaluate(async () => {
    for (const { name } of await indexedDB.databases())
      if (name?.startsWith('gloss-notes-'))
        await new Promise((done) => {
          Object.assign(indexedDB.deleteDatabase(name), {
            onsuccess: done,
            onerror: done,
            onblocked: done,
          });
        });
  });

async function measureTiptap(stage: UiStage, note: JSONContent, types: boolean): Promise<Measured> {
  const window = await stage.openSite('/tiptap.html', watchKeys);
  const { page } = window;
  const open = await openings(
    window,
    () =>
      page.evaluate(
        (content) =>
          new Promise<number>((done) => {
            const from = performance.now();
            openTiptap(content);
            requestAnimationFrame(() => {
              const { port1, port2 } = new MessageChannel();
              port1.onmessage = () => done(performance.now() - from);
              port2.postMessage(null);
            });
          }),
        note,
      ),
    () => page.reload(),
  );
  if (types) return typedIn(window, '.ProseMirror > p');
  await window.close();
  return { open };
}

/** Navigates by a link, like from a card to the notes. */
async function measureSharedTiptap(
  stage: UiStage,
  note: JSONContent,
  types: boolean,
): Promise<Measured> {
  return withDataDir(async (folder) => {
    const host = await openHost('hocuspocus', join(folder, 'notes.sqlite'));
    try {
      const id = uuid();
      await write(
        openClient({ url: host.url, threadId: id }),
        getSchema([StarterKit]),
        note,
        host.stored(),
      );
      const window = await stage.openSite('/page.html', watchKeys);
      const { page } = window;
      const home = page.url();
      const open = await openings(
        window,
        async () => {
          await page.evaluate(
            (address) => {
              const link = document.createElement('a');
              link.href = address;
              document.body.append(link);
              link.click();
            },
            `/tiptap.html#${new URLSearchParams({ url: host.url, name: `thread:${id}` }).toString()}`,
          );
          await page.waitForFunction(() => globalThis.tiptapOpenMs !== undefined);
          return page.evaluate(() => globalThis.tiptapOpenMs ?? 0);
        },
        () => page.goto(home),
      );
      if (types) return await typedIn(window, '.ProseMirror > p');
      await window.close();
      return { open, bare: open };
    } finally {
      await host.stop();
    }
  });
}

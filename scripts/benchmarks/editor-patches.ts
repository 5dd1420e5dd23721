/**
 * Gain of each patch to the notes editor: one long note, alternating between a window with all
 * patches and one without the patch.
 */
import { prosemirrorJSONToYXmlFragment } from '@tiptap/y-tiptap';
import { XmlElement, XmlText } from 'yjs';
import { openClient, type TestClient } from '#api/collab/testing/client.ts';
import { notesSchema } from '#core/editor/schema.ts';
import { PATCHES } from '#ui/editor/performance/patch-names.ts';
import { longNote } from './editor/long-note.ts';
import { typeInto, watchKeys, workedMs } from './editor/typing.ts';
import { percentile, report, type Row } from './lib/table.ts';
import { type UiStage, withUiStage } from './ui/stage.ts';

const BLOCKS = 2000;
const KEYS = 60;
const REMOTE_EDITS = 20;
const ROUNDS = 9;
const PARAGRAPHS = '.note-editor[contenteditable="true"] p';
const NOT_DRAWN = '.note-group:empty';
const FREE_FRAMES = ['--disable-frame-rate-limit', '--disable-gpu-vsync'];
const PARAGRAPH =
  '<p>A gloss is a note in the margin, and it explains a hard word beside the passage that has it.</p>';
const SITE = {
  '/page.html': {
    type: 'text/html',
    bytes: [
      '<!doctype html><html lang="en"><title>On margins</title><article><h1>On margins</h1>',
      PARAGRAPH.repeat(20),
      '</article></html>',
    ].join(''),
  },
};

/** ms, of one window */
interface Measured {
  opening: number;
  'opening, CPU': number;
  'key, p50': number;
  'key, p95': number;
  'key, CPU': number;
  'remote edit, CPU': number;
}
type Quantity = keyof Measured;

interface Variant {
  name: string;
  /** query of the page's address */
  query: string;
  /** measurements with all patches, and with this variant right before or after */
  rounds: { all: Measured; own: Measured }[];
}

async function writtenNote(stage: UiStage): Promise<{ client: TestClient; slug: string }> {
  const { id, url } = await stage.thread(['/page.html']);
  const client = openClient({
    url: stage.collab.url,
    threadId: id,
    accessToken: stage.collab.token,
  });
  const saved = new Promise<void>((done) => {
    client.onSaved(done);
  });
  client.provider.on('synced', () => {
    client.document.transact(() =>
      prosemirrorJSONToYXmlFragment(
        notesSchema(),
        longNote(BLOCKS),
        client.document.getXmlFragment('default'),
      ),
    );
  });
  await saved;
  return { client, slug: url };
}

/** Another person types in a paragraph near the end. */
async function remoteEdits(client: TestClient): Promise<void> {
  const text = client.document
    .getXmlFragment('default')
    .toArray()
    .findLast((it): it is XmlElement => it instanceof XmlElement && it.nodeName === 'paragraph')
    ?.get(0);
  for (let n = 0; n < REMOTE_EDITS; n += 1) {
    if (text instanceof XmlText) text.insert(0, 'a');
    await new Promise((resolve) => {
      setTimeout(resolve, 100);
    });
  }
}

async function measure(
  stage: UiStage,
  { client, slug }: { client: TestClient; slug: string },
  query: string,
): Promise<Measured> {
  const window = await stage.open(`/?${query}`, watchKeys);
  const { page } = window;
  const card = page.getByRole('link', { name: 'Measured' }).first();
  await card.waitFor();
  const worked = await workedMs(window);
  const opening = await page.evaluate(
    (address) =>
      new Promise<number>((done) => {
        const from = performance.now();
        const seen = new MutationObserver(() => {
          if (!document.querySelector('.note-editor[contenteditable="true"] p')) return;
          seen.disconnect();
          requestAnimationFrame(() => {
            setTimeout(() => done(performance.now() - from));
          });
        });
        seen.observe(document.body, { childList: true, subtree: true });
        document.querySelector<HTMLElement>(`a[href*="${address}"]`)?.click();
      }),
    slug,
  );
  const openingCpu = (await workedMs(window)) - worked;
  await page.locator(NOT_DRAWN).first().waitFor({ state: 'detached' });
  const paragraphs = page.locator(PARAGRAPHS);
  const middle = paragraphs.nth(Math.floor((await paragraphs.count()) / 2));
  const { times, cpuMs } = await typeInto(window, middle, KEYS);
  const before = await workedMs(window);
  await remoteEdits(client);
  const remote = ((await workedMs(window)) - before) / REMOTE_EDITS;
  await window.close();
  return {
    opening,
    'opening, CPU': openingCpu,
    'key, p50': percentile(times, 0.5),
    'key, p95': percentile(times, 0.95),
    'key, CPU': cpuMs,
    'remote edit, CPU': remote,
  };
}

/** Medians, and the median ratio to the window with all patches. */
function rowOf({ name, rounds }: Variant): Row {
  const row: Row = { patches: name, rounds: rounds.length };
  for (const quantity of Object.keys(rounds[0]?.all ?? {}) as Quantity[]) {
    const median = (of: (it: Variant['rounds'][number]) => number) =>
      percentile(rounds.map(of), 0.5);
    row[`${quantity}, all (ms)`] = median(({ all }) => all[quantity]);
    row[`${quantity} (ms)`] = median(({ own }) => own[quantity]);
    row[`${quantity}, ratio`] = median(({ all, own }) => own[quantity] / all[quantity]);
  }
  return row;
}

export async function run(names: readonly string[] = []): Promise<void> {
  const variants: Variant[] = [
    ...PATCHES.map((name) => ({ name: `without ${name}`, query: `plain=${name}`, rounds: [] })),
    { name: 'none', query: 'plain=1', rounds: [] },
  ].filter(({ name }) => names.length === 0 || names.some((it) => name.endsWith(it)));
  await withUiStage(
    SITE,
    async (stage) => {
      const note = await writtenNote(stage);
      await measure(stage, note, '');
      for (let round = 0; round < ROUNDS; round += 1) {
        for (const { query, rounds } of variants) {
          const queries = round % 2 === 0 ? ['', query] : [query, ''];
          const pair: Measured[] = [];
          for (const it of queries) pair.push(await measure(stage, note, it));
          const [all, own] = round % 2 === 0 ? pair : pair.toReversed();
          if (all && own) rounds.push({ all, own });
        }
        report(
          'editor-patches',
          `A note of ${BLOCKS} blocks, without each patch of the editor, by turns`,
          variants.map(rowOf),
        );
      }
      note.client.close();
    },
    FREE_FRAMES,
  );
}

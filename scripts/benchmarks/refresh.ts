/**
 * The cost of refreshing an unchanged source, and how clips are found again after changes, next to
 * a plain text search.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import {
  htmlPage,
  openChangingSite,
  type ChangingSite,
} from '#api/features/refresh/testing/changing-site.ts';
import { alignTexts } from '#core/text/align-texts.ts';
import { reanchor } from '#core/text/anchor.ts';
import { findQuote } from '#core/text/find-quote.ts';
import { casesOf, judge, type Case } from '#core/text/testing/edit-script.ts';
import { startGloss, untilReady, withDataDir, type GlossProcess } from './lib/gloss-process.ts';
import { watchTree } from './lib/process-tree.ts';
import { report, type Row } from './lib/table.ts';

const SOURCES = 100;
const DOCUMENTS = 200;
const AROUND = 32;
const LOOK_MS = 100;
const Docs = z.object({
  docs: z.array(z.object({ version: z.int(), refreshing: z.boolean().optional() })),
});

const page = (n: number, edition: number): string =>
  htmlPage(
    `Sheet ${n}`,
    Array.from(
      { length: 24 },
      (_, k) =>
        `Paragraph ${k} of sheet ${n} says what is to be seen at its place ${n * 31 + k}, which roads lead there, and how long one walks on each of them${k === 7 ? `, in edition ${edition}` : ''}.`,
    ),
  );

async function untilStill(gloss: GlossProcess, version: number): Promise<void> {
  for (;;) {
    const { docs } = Docs.parse(await gloss.data('GET', `sources?limit=${SOURCES}`));
    if (docs.every((it) => !it.refreshing && it.version === version)) return;
    await wait(LOOK_MS);
  }
}

async function measure(
  how: string,
  gloss: GlossProcess,
  site: ChangingSite,
  work: () => Promise<void>,
): Promise<Row> {
  const watch = watchTree(gloss.pid);
  const asked = site.asked.length;
  const startedAt = performance.now();
  await work();
  const seconds = (performance.now() - startedAt) / 1000;
  const { cpuS } = watch.end();
  const answers = site.asked.slice(asked);
  return {
    how,
    sources: SOURCES,
    requests: answers.length,
    'of them 304': answers.filter((it) => it.status === 304).length,
    seconds,
    'CPU ms a source': (1000 * cpuS) / SOURCES,
  };
}

async function costs(): Promise<Row[]> {
  const site = await openChangingSite();
  const put = (edition: number) => {
    for (let n = 0; n < SOURCES; n += 1)
      site.pages.set(`sheet-${n}.html`, { html: page(n, edition), etag: true });
  };
  put(1);
  try {
    return await withDataDir(async (folder) => {
      const gloss = await startGloss(folder, {
        GLOSS_FETCH_ALLOW: new URL(site.origin).host,
        GLOSS_LOG_LEVEL: 'warn',
      });
      try {
        const refresh = async (version: number) => {
          await gloss.data('POST', 'sources/refresh', { which: 'all' });
          await untilStill(gloss, version);
        };
        const { _id: threadId } = z
          .object({ _id: z.string() })
          .parse(await gloss.data('POST', 'threads', { title: 'Benchmark' }));
        const first = await measure('read for the first time', gloss, site, async () => {
          await gloss.data('POST', 'thread/addSource', {
            threadId,
            sources: Array.from({ length: SOURCES }, (_, n) => ({
              url: `${site.origin}/sheet-${n}.html`,
            })),
          });
          await untilReady(gloss);
        });
        const unchanged = await measure('refreshed, unchanged', gloss, site, () => refresh(1));
        put(2);
        const changed = await measure('refreshed, a paragraph of 24 edited', gloss, site, () =>
          refresh(2),
        );
        return [first, unchanged, changed];
      } finally {
        await gloss.stop();
      }
    });
  } finally {
    await site.close();
  }
}

type Find = (it: Case) => { start: number; end: number } | undefined;
const quoteOf = ({ before, start, end }: Case): string => before.text.slice(start, end);
const byText: Find = (it) => {
  const at = it.after.text.indexOf(quoteOf(it));
  return at < 0 ? undefined : { start: at, end: at + it.end - it.start };
};
const byContext: Find = (it) =>
  findQuote(it.after.text, quoteOf(it), {
    prefix: it.before.text.slice(Math.max(0, it.start - AROUND), it.start),
    suffix: it.before.text.slice(it.end, it.end + AROUND),
  });
let aligned: { after: string; alignment: ReturnType<typeof alignTexts> } | undefined;
const byVersions: Find = ({ before, after, start, end }) => {
  if (aligned?.after !== after.text)
    aligned = { after: after.text, alignment: alignTexts(before.text, after.text) };
  return reanchor(aligned.alignment, start, end);
};

function accuracy(how: string, find: Find): Row {
  const count = { right: 0, wrong: 0, missed: 0, gone: 0 };
  let ms = 0;
  for (let seed = 1; seed <= DOCUMENTS; seed += 1) {
    for (const it of casesOf(seed)) {
      const startedAt = performance.now();
      const found = find(it);
      ms += performance.now() - startedAt;
      count[judge(it, found)] += 1;
    }
  }
  const all = count.right + count.wrong + count.missed + count.gone;
  return {
    how,
    marked: all,
    right: count.right,
    wrong: count.wrong,
    missed: count.missed,
    'rightly lost': count.gone,
    'wrong in 10,000': (10_000 * count.wrong) / all,
    'found of what is there': count.right / (count.right + count.missed),
    'µs each': (1000 * ms) / all,
  };
}

export async function run(): Promise<void> {
  const cost = await costs();
  const anchors = [
    accuracy('Gloss: both versions aligned', byVersions),
    accuracy('quote with context, fuzzy', byContext),
    accuracy('first place of the words', byText),
  ];
  report('refresh', `${SOURCES} pages of 24 paragraphs, looked at again`, cost, { anchors });
  report(
    'refresh-anchors',
    `${DOCUMENTS} documents after 1 to 14 edits with a known truth: where stretches marked before stand now`,
    anchors,
  );
}

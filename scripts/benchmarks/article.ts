/**
 * Article extraction from real pages: Gloss in its parsing children, next to Readability on jsdom
 * and on linkedom, alternating.
 */
import { Readability } from '@mozilla/readability';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { JSDOM, VirtualConsole } from 'jsdom';
import { parseHTML } from 'linkedom';
import { createParser } from '#pipeline/run/child.ts';
import { eachTextBlock, wrapInParagraph } from '#pipeline/sources/text-blocks.ts';
import {
  meanScore,
  measuredPages,
  METADATA_FIELDS,
  scoreText,
  type MeasuredPage,
  type Metadata,
} from './lib/articles.ts';
import { evalData } from './lib/retrieval.ts';
import { treeUse } from './lib/process-tree.ts';
import { percentile, report, skipped, type Row } from './lib/table.ts';
import { countSnippets, snippetScore, WEB_KINDS, webPages } from './lib/web-pages.ts';

/** The result of one extractor; `text` is undefined if it found nothing. */
interface Reading {
  text: string | undefined;
  metadata: Metadata;
  ms: number;
}
type RawPage = Pick<MeasuredPage, 'url' | 'html'>;
interface Reader {
  name: string;
  read(pages: readonly RawPage[]): Promise<{ readings: Reading[]; wallMs: number }>;
}

const PROCESSES = 2;
const WARM_UP = 6;
const tidy = (text: string | null | undefined): string | null =>
  text ? text.replace(/\s+/gu, ' ').trim() : null;

/** Two parsing children, as in the server; includes IPC and validation of the snapshot. */
const gloss: Reader = {
  name: `Gloss, ${PROCESSES} processes`,
  async read(pages) {
    const folder = mkdtempSync(join(tmpdir(), 'gloss-bench-articles-'));
    const parser = createParser({ size: PROCESSES });
    const readings: Reading[] = [];
    const readOne = async (page: RawPage, at: number) => {
      const from = performance.now();
      const input = {
        url: page.url,
        facts: { title: '' },
        notes: { read: 'plain' },
        parts: [{ name: 'page.html', path: join(folder, String(at)) }],
      };
      const snapshot = await parser
        .extract('web', input, { signal: new AbortController().signal, report: () => undefined })
        .then(
          (it) => it.snapshot,
          () => undefined,
        );
      readings[at] = {
        text: snapshot?.segments.map((segment) => segment.text).join('\n'),
        ms: performance.now() - from,
        metadata: {
          title: snapshot?.title,
          byline: snapshot?.author,
          lang: snapshot?.language === 'und' ? null : snapshot?.language,
          siteName: snapshot?.siteName,
          publishedTime: snapshot?.publishedAt,
          dir: /^<div dir="(\w+)"/.exec(snapshot?.readerHtml ?? '')?.[1],
        },
      };
    };
    try {
      for (const [at, { html }] of pages.entries()) writeFileSync(join(folder, String(at)), html);
      await Promise.all(pages.slice(0, WARM_UP).map(readOne));
      const from = performance.now();
      const waiting = pages.entries();
      await Promise.all(
        Array.from({ length: PROCESSES }, async () => {
          for (const [at, page] of waiting) await readOne(page, at);
        }),
      );
      return { readings, wallMs: performance.now() - from };
    } finally {
      await parser.close();
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

/** In this process, one page after another, as in common use. */
function readability(name: string, parse: (html: string, url: string) => Document): Reader {
  const readOne = ({ html, url }: RawPage): Reading => {
    const from = performance.now();
    const article = new Readability<string>(parse(html, url)).parse();
    const ms = performance.now() - from;
    const blocks: string[] = [];
    if (article?.content)
      eachTextBlock(
        parseHTML(`<html><body>${article.content}</body></html>`).document.body,
        (_, text) => {
          blocks.push(text);
        },
        wrapInParagraph,
      );
    return {
      text: article ? blocks.join('\n') : undefined,
      ms,
      metadata: {
        title: article?.title,
        byline: article?.byline,
        dir: article?.dir,
        lang: article?.lang,
        siteName: article?.siteName,
        publishedTime: article?.publishedTime,
      },
    };
  };
  return {
    name,
    read(pages) {
      pages.slice(0, WARM_UP).forEach(readOne);
      const readings = pages.map(readOne);
      return Promise.resolve({ readings, wallMs: readings.reduce((sum, { ms }) => sum + ms, 0) });
    },
  };
}
const silent = new VirtualConsole();
const onJsdom = readability(
  'Readability on jsdom',
  (html, url) => new JSDOM(html, { url, virtualConsole: silent }).window.document,
);
const onLinkedom = readability('Readability on linkedom', (html) => parseHTML(html).document);

const same = (
  field: (typeof METADATA_FIELDS)[number],
  wanted: string,
  got: string | null,
): boolean =>
  got !== null &&
  (field === 'publishedTime'
    ? Date.parse(wanted) === Date.parse(got)
    : field === 'lang'
      ? wanted.toLowerCase() === got.toLowerCase()
      : wanted === got);

/**
 * Of the fields that the reference has, how many are equal, ignoring white space; of those it
 * lacks, how many were found anyway.
 */
function metadataRows(
  name: string,
  pages: readonly MeasuredPage[],
  readings: readonly Reading[],
): Row[] {
  return METADATA_FIELDS.map((field) => {
    const asked = pages.flatMap((page, at) =>
      page.metadata && field in page.metadata
        ? [{ wanted: tidy(page.metadata[field]), got: tidy(readings[at]?.metadata[field]) }]
        : [],
    );
    const known = asked.filter(({ wanted }) => wanted !== null);
    return {
      reader: name,
      field,
      known: known.length,
      hits: known.filter(({ wanted, got }) => wanted !== null && same(field, wanted, got)).length,
      'unknown to the oracle': asked.length - known.length,
      'found there': asked.filter(({ wanted, got }) => wanted === null && got !== null).length,
    };
  });
}

/** A page counts as ready only with at least this much of the text that Readability finds. */
const LEAST_OF_READABILITY = 1 / 3;

/** Readability runs on linkedom here: its text is nearly the same, and jsdom takes minutes. */
async function measureWeb(): Promise<void> {
  const pages = webPages();
  if (pages.length === 0) {
    skipped('article', `no pages of all kinds in ${evalData()} (set GLOSS_EVAL_DATA)`);
    return;
  }
  const texts = new Map<string, string[]>();
  for (const reader of [gloss, onLinkedom])
    texts.set(
      reader.name,
      (await reader.read(pages)).readings.map(({ text }) => text ?? ''),
    );
  const ours = texts.get(gloss.name) ?? [];
  const theirs = texts.get(onLinkedom.name) ?? [];
  const isSmall = (at: number): boolean =>
    ours[at] !== '' && (ours[at]?.length ?? 0) < (theirs[at]?.length ?? 0) * LEAST_OF_READABILITY;
  const rows = [...texts].flatMap(([reader, read]): Row[] =>
    ['all', ...WEB_KINDS].map((kind) => {
      const indexes = [...pages.keys()].filter((at) => kind === 'all' || pages[at]?.kind === kind);
      const textOf = new Map(pages.map(({ name }, at) => [name, read[at] ?? '']));
      const counts = countSnippets(
        indexes.flatMap((at) => pages[at] ?? []),
        ({ name }) => textOf.get(name) ?? '',
      );
      return {
        reader,
        kind,
        ...snippetScore(counts),
        ...counts,
        'under a third': reader === gloss.name ? indexes.filter(isSmall).length : undefined,
      };
    }),
  );
  report('article-web', 'Article: pages of all kinds, by snippets of their text', rows);
}

export async function run(): Promise<void> {
  await measureWeb();
  const pages = measuredPages();
  if (pages.length === 0) {
    skipped('article', `no articles in ${evalData()} (set GLOSS_EVAL_DATA)`);
    return;
  }
  const rows: Row[] = [];
  const metadata: Row[] = [];
  for (const reader of [gloss, onJsdom, onLinkedom]) {
    const cpuBeforeS = treeUse(process.pid).cpuS;
    const { readings, wallMs } = await reader.read(pages);
    const cpuS = treeUse(process.pid).cpuS - cpuBeforeS;
    const scored = pages.flatMap(({ text, half }, at) =>
      text === undefined ? [] : [{ half, score: scoreText(text, readings[at]?.text ?? '') }],
    );
    const of = (half?: MeasuredPage['half']) =>
      meanScore(
        scored.filter((it) => half === undefined || it.half === half).map((it) => it.score),
      );
    const { f1, precision, recall } = of();
    const times = readings.map(({ ms }) => ms);
    rows.push({
      reader: reader.name,
      precision,
      recall,
      F1: f1,
      'F1 looked at': of('looked at').f1,
      'F1 held out': of('held out').f1,
      unread: readings.filter(({ text }) => text === undefined || text === '').length,
      'pages/s': (pages.length / wallMs) * 1000,
      'p50 ms': percentile(times, 0.5),
      'p95 ms': percentile(times, 0.95),
      'CPU ms/page': (cpuS * 1000) / (pages.length + WARM_UP),
    });
    metadata.push(...metadataRows(reader.name, pages, readings));
  }
  const [ours, jsdom] = rows;
  if (ours && jsdom)
    rows.push({
      reader: 'ratio, Gloss to Readability on jsdom',
      ...Object.fromEntries(
        [
          'precision',
          'recall',
          'F1',
          'F1 looked at',
          'F1 held out',
          'pages/s',
          'p50 ms',
          'p95 ms',
          'CPU ms/page',
        ].map((it) => [it, Number(ours[it]) / Number(jsdom[it])]),
      ),
    });
  report(
    'article',
    `Article: ${pages.filter(({ text }) => text !== undefined).length} news pages scored by 4-grams of words, ${pages.length} pages for speed`,
    rows,
    { metadata },
  );
  report(
    'article-metadata',
    'Article: what the page says of itself, against the oracle of its regression set',
    metadata,
  );
}

/**
 * Reading PDFs with Gloss (two children, concurrent batches of one file), next to pdfjs-dist in one
 * thread and pdftotext: similarity to the known text, speed, memory.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { getDocument, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { z } from 'zod';
import { readSettings } from '#config/settings.ts';
import { findExecutable } from '#pipeline/net/find-executable.ts';
import { createParser, type Parser } from '#pipeline/run/child.ts';
import type { PagePiece } from '#pipeline/sources/contract.ts';
import { pdf } from '#pipeline/sources/pdf/pdf.ts';
import { batchesOf } from '#pipeline/stages/extract-pages.ts';
import { longPdf } from '#pipeline/testing/plain-pdf.ts';
import { treeUse } from './lib/process-tree.ts';
import { evalData } from './lib/retrieval.ts';
import { similarity, wordF1 } from './lib/similarity.ts';
import { percentile, report, skipped, type Row } from './lib/table.ts';

const WARM_UPS = 3;
const ROUNDS = 9;
const MANY = 3_000;
const CHILDREN = 2;

interface Sheet {
  name: string;
  group: string;
  file: string;
  truth: string;
}
const Columns = z.array(z.object({ name: z.string(), layout: z.string() }));
const Blocks = z.array(z.object({ t: z.string() }));
const GROUPS: Record<string, string> = {
  single: 'single column',
  two: 'two columns',
  'two-hf': 'two columns, running heads',
};

const HEADLESS = 'GeoTopo-headless';

function sheets(folder: string): Sheet[] {
  const columns = join(folder, 'columns');
  const layouts = new Map(
    Columns.parse(JSON.parse(readFileSync(join(columns, 'index.json'), 'utf8'))).map((it) => [
      it.name,
      it.layout,
    ]),
  );
  const printed = readdirSync(columns)
    .filter((name) => name.endsWith('.truth.json'))
    .sort()
    .map((file): Sheet => {
      const name = file.replace('.truth.json', '');
      const truth = Blocks.parse(JSON.parse(readFileSync(join(columns, file), 'utf8')))
        .map((block) => block.t)
        .join('\n');
      const long = name.includes('400p');
      return {
        name,
        group: long ? '104 pages of two columns' : (GROUPS[layouts.get(name) ?? ''] ?? 'other'),
        file: join(columns, `${name}.pdf`),
        truth,
      };
    });
  const book = join(folder, 'samples/009-pdflatex-geotopo/GeoTopo-komprimiert.pdf');
  const text = join(folder, 'samples-truth/read/extraction-ground-truth/GeoTopo-book.txt');
  if (!existsSync(book) || !existsSync(text)) return printed;
  const truth = readFileSync(text, 'utf8');
  return [
    ...printed,
    { name: 'GeoTopo', group: 'GeoTopo (LaTeX, 117 pages)', file: book, truth },
    {
      name: HEADLESS,
      group: 'GeoTopo, running heads out of its truth as in the others',
      file: book,
      truth: truth.replace(GEOTOPO_HEADS, ''),
    },
  ];
}
/** Running heads such as `5 1.1. TOPOLOGISCHE RÄUME` and `2 Inhaltsverzeichnis`. */
const GEOTOPO_HEADS =
  /^\d{1,3} (?:\d\.\d\.? [A-ZÄÖÜ ß-]+|Übungsaufgaben|Inhaltsverzeichnis|Bildquellen|Abkürzungsverzeichnis|Symbolverzeichnis|Anhang.*|Ergänzende.*|Stichwortverzeichnis|Lösungen.*|Index)$/gm;

async function byGloss(parser: Parser, path: string): Promise<{ text: string; pages: number }> {
  const input = {
    url: 'upload:bench',
    facts: { title: 'bench' },
    notes: {},
    parts: [{ name: 'document.pdf', path }],
  };
  const { signal } = new AbortController();
  const plan = await parser.planPages('pdf', input, { signal });
  const batches = batchesOf(plan.total);
  const pieces: PagePiece[] = [];
  let next = 0;
  await Promise.all(
    Array.from({ length: CHILDREN }, async () => {
      for (let batch = batches[next]; batch; batch = batches[next]) {
        const at = next;
        next += 1;
        pieces[at] = await parser.readPages('pdf', input, batch, {
          signal,
          report: () => undefined,
        });
      }
    }),
  );
  const snapshot = pdf.joinPages?.(plan, pieces, {
    facts: input.facts,
    notes: {},
    canRecognise: false,
  });
  return {
    text: snapshot?.segments.map((segment) => segment.text).join('\n') ?? '',
    pages: plan.total,
  };
}

const assets = `${dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'))}/`;
async function byPdfjs(path: string): Promise<{ text: string; pages: number }> {
  const task = getDocument({
    data: new Uint8Array(readFileSync(path)),
    verbosity: VerbosityLevel.ERRORS,
    cMapUrl: `${assets}cmaps/`,
    standardFontDataUrl: `${assets}standard_fonts/`,
  });
  const document = await task.promise;
  let text = '';
  for (let number = 1; number <= document.numPages; number += 1) {
    const page = await document.getPage(number);
    for (const item of (await page.getTextContent()).items)
      if ('str' in item) text += item.str + (item.hasEOL ? '\n' : '');
    text += '\n';
    page.cleanup();
  }
  const pages = document.numPages;
  await task.destroy();
  return { text, pages };
}

const mean = (values: readonly number[]) =>
  values.reduce((sum, value) => sum + value, 0) / values.length;
const most = 1 << 29;

/** Copies files to the system's temporary folder, because children can read nothing else. */
class Bench {
  readonly folder = mkdtempSync(join(tmpdir(), 'gloss-bench-pdf-'));
  readonly parser = createParser({ size: CHILDREN });
  readonly pdftotext = findExecutable({
    configured: undefined,
    names: ['pdftotext'],
    path: readSettings().path,
  });
  readonly qpdf = findExecutable({
    configured: undefined,
    names: ['qpdf'],
    path: readSettings().path,
  });

  copy(name: string, bytes: Uint8Array): string {
    const path = join(this.folder, `${name}.bin`);
    writeFileSync(path, bytes);
    return path;
  }

  async likeness(all: readonly Sheet[]): Promise<{ rows: Row[]; each: Row[] }> {
    const each: Row[] = [];
    for (const { name, group, file, truth } of all) {
      const ours = (await byGloss(this.parser, this.copy(name, readFileSync(file)))).text;
      const theirs = (await byPdfjs(file)).text;
      const plain =
        this.pdftotext === undefined
          ? undefined
          : execFileSync(this.pdftotext, [file, '-'], { maxBuffer: most }).toString();
      each.push({
        file: name,
        group,
        Gloss: similarity(ours, truth),
        'pdfjs-dist': similarity(theirs, truth),
        pdftotext: plain === undefined ? undefined : similarity(plain, truth),
        'Gloss, words F1': wordF1(ours, truth),
        'pdfjs-dist, words F1': wordF1(theirs, truth),
      });
    }
    const summed = (group: string, files: readonly Row[]): Row => ({
      group,
      files: files.length,
      ...Object.fromEntries(
        ['Gloss', 'pdfjs-dist', 'pdftotext', 'Gloss, words F1', 'pdfjs-dist, words F1'].map(
          (column) => [
            column,
            files[0]?.[column] === undefined
              ? undefined
              : mean(files.map((row) => Number(row[column]))),
          ],
        ),
      ),
    });
    const rows = [...Map.groupBy(each, (row) => row['group'])].map(([group, files]) =>
      summed(String(group), files),
    );
    // GeoTopo counts once, with its original truth.
    rows.push(
      summed(
        'all files',
        each.filter((row) => row['file'] !== HEADLESS),
      ),
    );
    return { rows, each };
  }

  /** Alternates, so that other load affects both. */
  async speed({ name, file }: Sheet): Promise<Row[]> {
    const times: { ours: number[]; theirs: number[] } = { ours: [], theirs: [] };
    const cpu = { ours: 0, theirs: 0 };
    const children = () => this.parser.pids().reduce((sum, pid) => sum + treeUse(pid).cpuS, 0);
    let pages = 0;
    for (let round = 0; round < WARM_UPS + ROUNDS; round += 1) {
      // Uses a new file each time, so that no child has it open already.
      const copy = this.copy(`${name}-${round}`, readFileSync(file));
      const [childrenS, from] = [children(), performance.now()];
      pages = (await byGloss(this.parser, copy)).pages;
      const [usedS, own, between] = [children() - childrenS, process.cpuUsage(), performance.now()];
      await byPdfjs(file);
      if (round < WARM_UPS) continue;
      const { user, system } = process.cpuUsage(own);
      cpu.ours += usedS / ROUNDS;
      cpu.theirs += (user + system) / 1e6 / ROUNDS;
      times.ours.push(between - from);
      times.theirs.push(performance.now() - between);
    }
    const rows = (['ours', 'theirs'] as const).map(
      (who): Row => ({
        file: name,
        how: who === 'ours' ? `Gloss, ${CHILDREN} children` : 'pdfjs-dist, one thread',
        pages,
        'pages/s, median': (pages / percentile(times[who], 0.5)) * 1000,
        'pages/s, best': (pages / Math.min(...times[who])) * 1000,
        'CPU s, mean': cpu[who],
      }),
    );
    const ratio = (column: string) => Number(rows[0]?.[column]) / Number(rows[1]?.[column]);
    return [
      ...rows,
      {
        file: name,
        how: 'ratio',
        'pages/s, median': ratio('pages/s, median'),
        'pages/s, best': ratio('pages/s, best'),
        'CPU s, mean': ratio('CPU s, mean'),
      },
    ];
  }

  async memory(name: string, path: string): Promise<Row> {
    const parser = createParser({ size: CHILDREN });
    let peak = 0;
    const look = setInterval(() => {
      for (const pid of parser.pids()) peak = Math.max(peak, treeUse(pid).rssMb);
    }, 50);
    try {
      const from = performance.now();
      const { pages, text } = await byGloss(parser, path);
      const seconds = (performance.now() - from) / 1000;
      return {
        file: name,
        pages,
        'MB of text': text.length / 1e6,
        seconds,
        'pages/s': pages / seconds,
        'peak RSS of a child, MB': peak,
      };
    } finally {
      clearInterval(look);
      await parser.close();
    }
  }

  async close(): Promise<void> {
    await this.parser.close();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

export async function run(): Promise<void> {
  const folder = join(evalData(), 'pdf');
  const bench = new Bench();
  try {
    const large = [await bench.memory('written for this', bench.copy('many', longPdf(MANY, 38)))];
    if (!existsSync(folder)) {
      skipped('pdf: likeness and speed', `no PDFs in ${evalData()} (set GLOSS_EVAL_DATA)`);
      report('pdf', `PDF: ${MANY} pages`, large);
      return;
    }
    const all = sheets(folder);
    const long = all.find((sheet) => sheet.name.includes('400p'));
    if (long && bench.qpdf !== undefined) {
      const { pages } = await byGloss(bench.parser, bench.copy(long.name, readFileSync(long.file)));
      const path = join(bench.folder, 'again.bin');
      execFileSync(bench.qpdf, [
        '--empty',
        '--pages',
        ...Array.from({ length: Math.ceil(MANY / pages) }, () => long.file),
        '--',
        path,
      ]);
      large.push(await bench.memory(`${long.name}, again and again`, path));
    }
    const speed: Row[] = [];
    for (const sheet of all.filter((it) => it.name === 'GeoTopo' || it === long))
      speed.push(...(await bench.speed(sheet)));
    const { rows, each } = await bench.likeness(all);
    report(
      'pdf',
      'PDF: likeness to the known text, 2·LCS/(n+m), mean over the files of a group',
      rows,
      { each, speed, large },
    );
    report('pdf-speed', 'PDF: speed, both warm, in turns', speed);
    report('pdf-memory', `PDF: ${MANY} pages and more`, large);
  } finally {
    await bench.close();
  }
}

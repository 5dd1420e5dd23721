/**
 * Effect of each patch to pdf.js: the same PDFs are read alternately in children that apply all
 * patches, all but one, or none; compares CPU time and text.
 */
import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { createParser, type Parser } from '#pipeline/run/child.ts';
import { PATCH_NAMES } from '#pipeline/sources/pdf/extract/pdfjs-patches.ts';
import { batchesOf } from '#pipeline/stages/extract-pages.ts';
import { treeUse } from './lib/process-tree.ts';
import { evalData } from './lib/retrieval.ts';
import { percentile, report, skipped, type Row } from './lib/table.ts';

const WARM_UPS = 3;
const ROUNDS = 9;

/** Ordinary PDFs by producer, in the folder `pdf` of the evaluation data. */
const GROUPS: Record<string, readonly string[]> = {
  'printed by Chromium': ['en-single', 'de-twohf', 'ru-two', 'zh-twohf', 'hi-single'].map(
    (name) => `columns/${name}.pdf`,
  ),
  '104 pages of two columns': ['columns/squad-en-400p-two.pdf'],
  'LaTeX, 117 pages': ['samples/009-pdflatex-geotopo/GeoTopo-komprimiert.pdf'],
  'LaTeX papers': [
    'latex/publications/Proseminar-Netzwerkanalyse/Ausarbeitung-Thoma.pdf',
    'latex/publications/facharbeit-rsa/facharbeit-rsa.pdf',
    'latex/publications/hasy/main.pdf',
    'samples/026-latex-multicolumn/multicolumn.pdf',
  ],
  'office programs': [
    'samples/011-google-doc-document/google-doc-document.pdf',
    'samples/014-outlines/mistitled_outlines_example.pdf',
    'samples/012-libreoffice-form/libreoffice-form.pdf',
  ],
};

interface Variant {
  name: string;
  parser: Parser;
  /** CPU seconds of each round, by group */
  cpuS: Map<string, number[]>;
  /** last text, by file */
  read: Map<string, string>;
}

const variantOf = (name: string, pdfPatches: readonly string[]): Variant => ({
  name,
  parser: createParser({ size: 1, pdfPatches }),
  cpuS: new Map(),
  read: new Map(),
});

async function readAll(parser: Parser, path: string): Promise<string> {
  const input = {
    url: 'upload:bench',
    facts: { title: 'bench' },
    notes: {},
    parts: [{ name: 'document.pdf', path }],
  };
  const { signal } = new AbortController();
  const hooks = { signal, report: () => undefined };
  const plan = await parser.planPages('pdf', input, { signal });
  const pieces = [];
  for (const range of batchesOf(plan.total))
    pieces.push(await parser.readPages('pdf', input, range, hooks));
  return JSON.stringify({ plan, pieces });
}

const cpuSeconds = (parser: Parser) =>
  parser.pids().reduce((sum, pid) => sum + treeUse(pid).cpuS, 0);

async function measure(variant: Variant, group: string, files: readonly string[]): Promise<void> {
  const before = cpuSeconds(variant.parser);
  for (const file of files) variant.read.set(file, await readAll(variant.parser, file));
  const times = variant.cpuS.get(group) ?? [];
  variant.cpuS.set(group, [...times, cpuSeconds(variant.parser) - before]);
}

/** Compares one variant with the first, over the rounds after the warm-up. */
function rowOf(variant: Variant, first: Variant, group: string, files: readonly string[]): Row {
  const measured = (it: Variant) => (it.cpuS.get(group) ?? []).slice(WARM_UPS);
  const reference = measured(first);
  const ratios = measured(variant).map((time, at) => time / (reference[at] ?? NaN));
  return {
    group,
    patches: variant.name,
    'CPU s, median': percentile(measured(variant), 0.5),
    'next to the first, median': percentile(ratios, 0.5),
    'files read differently': files.filter(
      (file) => variant.read.get(file) !== first.read.get(file),
    ).length,
  };
}

export async function run(): Promise<void> {
  const folder = join(evalData(), 'pdf');
  if (!existsSync(folder)) {
    skipped('pdf-patches', `no PDFs in ${evalData()} (set GLOSS_EVAL_DATA)`);
    return;
  }
  const copies = mkdtempSync(join(tmpdir(), 'gloss-bench-pdf-patches-'));
  const first = variantOf('all', PATCH_NAMES);
  const variants = [
    first,
    ...PATCH_NAMES.map((name) =>
      variantOf(
        `without ${name}`,
        PATCH_NAMES.filter((it) => it !== name),
      ),
    ),
    variantOf('none', []),
  ];
  try {
    const groups = Object.entries(GROUPS).map(([group, files]) => ({
      group,
      files: files.map((file) => {
        const copy = join(copies, basename(file));
        copyFileSync(join(folder, file), copy);
        return copy;
      }),
    }));
    for (let round = 0; round < WARM_UPS + ROUNDS; round += 1)
      for (const { group, files } of groups)
        for (const variant of variants) await measure(variant, group, files);
    const rows = groups.flatMap(({ group, files }) =>
      variants.map((variant) => rowOf(variant, first, group, files)),
    );
    report('pdf-patches', 'PDF: patches to pdf.js, by turns', rows);
  } finally {
    await Promise.all(variants.map(({ parser }) => parser.close()));
    rmSync(copies, { recursive: true, force: true });
  }
}

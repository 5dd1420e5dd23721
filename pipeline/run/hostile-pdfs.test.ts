import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Fault } from '#core/contract/faults.ts';
import { damagedPdfs, hostilePdfTricks } from '#pipeline/sources/pdf/testing/hostile-pdfs.ts';
import { createParser, type Parser } from './child.ts';

/** The fast ones; `scripts/bench security pdfs` runs the others, including large ones. */
const QUICK = [
  'page tree that holds itself',
  'page tree of two that hold each other',
  'a hundred million pages, said',
  'two thousand million pages, said',
  'fewer than no pages',
  'one page a hundred thousand times',
  'no pages at all',
  'no catalog',
  'table that names itself as the one before',
  'table of two thousand million lines, said',
  'table stream with widths of 2^31',
  'startxref beyond the end',
  'header alone',
  'page of 2^31 points',
  'picture that is its own mask',
  'Type 3 glyph that draws itself',
  'Type 0 font that descends from itself',
  'form that draws itself',
  'outline that goes round',
  'labels of letters for page 2^31',
  'names that go round',
  'structure tree that goes round',
  'encrypted with garbage',
  'encrypted by a dictionary that is itself',
];
let folder: string;
let parser: Parser;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'gloss-hostile-pdfs-'));
  parser = createParser({ size: 1, pageDeadlineMs: 10_000 });
});
afterAll(async () => {
  await parser.close();
  rmSync(folder, { recursive: true, force: true });
});

/** The outcome: `read`, or the code of the fault that its owner sees. */
async function outcome(bytes: Uint8Array): Promise<string> {
  const file = path.join(folder, `${crypto.randomUUID()}.bin`);
  writeFileSync(file, bytes);
  const input = {
    url: 'upload:x',
    facts: { title: 'x' },
    notes: {},
    parts: [{ name: 'document.pdf', path: file }],
  };
  const { signal } = new AbortController();
  try {
    const { total } = await parser.planPages('pdf', input, { signal });
    await parser.readPages(
      'pdf',
      input,
      { from: 1, to: Math.min(total, 2) },
      { signal, report: () => undefined },
    );
    return 'read';
  } catch (error) {
    return error instanceof Fault ? error.code : String(error);
  }
}
const CLEAR = expect.stringMatching(/^(read|corrupt_file|password_protected|too_large)$/) as string;

it('reads hostile PDFs, or says what is wrong with them', async () => {
  const tricks = new Map(hostilePdfTricks().map(({ name, make }) => [name, make]));
  for (const name of QUICK)
    expect([name, await outcome(tricks.get(name)?.() ?? new Uint8Array())]).toEqual([name, CLEAR]);
});
it('reads damaged PDFs, or says what is wrong with them', async () => {
  for (const { name, bytes } of damagedPdfs({ cut: 8, mutated: 12 }))
    expect([name, await outcome(bytes)]).toEqual([name, CLEAR]);
});
it('refuses a PDF with too many pages before reading any', async () => {
  const pages = hostilePdfTricks().find(({ name }) => name === 'one page a hundred thousand times');
  expect(await outcome(pages?.make() ?? new Uint8Array())).toBe('too_large');
});

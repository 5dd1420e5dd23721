import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Fault } from '#core/contract/faults.ts';
import { hostileDocuments } from '#pipeline/testing/hostile-documents.ts';
import { createParser, type Parser } from './child.ts';

/** Documents for which the parser would take quadratic time or never end. */
const SLOW: Record<string, string> = {
  'markers of lists in a line': '- '.repeat(50_000),
  'rules that are none': `${'- - '.repeat(50_000)}a`,
  'unclosed emphasis': '*a '.repeat(60_000),
  'unclosed emphasis of two kinds': `${'_*a'.repeat(30_000)}${'b*_'.repeat(30_000)}`,
  'unclosed emphasis in many paragraphs': `${`${'a_b_ '.repeat(300)}\n\n`.repeat(100)}`,
  'unclosed strikes': '~~a '.repeat(50_000),
  'unclosed links': '[a](<b'.repeat(30_000),
  'quotes in quotes': `${'>'.repeat(100)}a\nb\n`.repeat(2_000),
  'lists in quotes': `${'> - '.repeat(20_000)}a`,
  stars: `${'*'.repeat(50_000)}a${'*'.repeat(50_000)}`,
  'cells of a wide table': `${'|a'.repeat(3_000)}|\n${'|-'.repeat(3_000)}|\n${'|\n'.repeat(3_000)}`,
  tables: '|a|b|\n|-|-|\n|c|d|\n\n'.repeat(5_000),
};
/** A few times what the slowest takes, and a third of a child's deadline. */
const DEADLINE_MS = 20_000;
let folder: string;
let parser: Parser;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'gloss-hostile-markdown-'));
  parser = createParser({ size: 1, deadlineMs: DEADLINE_MS });
});
afterAll(async () => {
  await parser.close();
  rmSync(folder, { recursive: true, force: true });
});

const known = hostileDocuments().filter(({ kind }) => kind === 'markdown');
it.each([
  ...Object.entries(SLOW),
  ...known.map(({ name, bytes }) => [name, Buffer.from(bytes).toString('utf8')] as const),
])('%s is read, or refused with a reason', async (name, text) => {
  const file = path.join(folder, `${name}.bin`);
  writeFileSync(file, text);
  const input = {
    url: 'upload:notes',
    facts: { title: 'notes' },
    notes: { named: 'file', type: 'text/markdown' },
    parts: [{ name: 'text.txt', path: file }],
  };
  const hooks = { signal: new AbortController().signal, report: () => undefined };
  const outcome = await parser.extract('textfile', input, hooks).then(
    () => 'read',
    (error: unknown) => (error instanceof Fault ? error.code : String(error)),
  );
  expect(outcome).toMatch(/^(read|no_text|too_large)$/);
});

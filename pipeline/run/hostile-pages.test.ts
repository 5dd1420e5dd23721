import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Fault } from '#core/contract/faults.ts';
import { hostileDocuments } from '#pipeline/testing/hostile-documents.ts';
import { createParser, type Parser } from './child.ts';

/** Documents for which article extraction takes longest. */
const SLOW = [
  'page-images-in-list',
  'page-nested-list-text',
  'page-nested-article',
  'page-fields',
  'page-nested-table',
  'page-many-links',
];
/** A few times what the slowest takes, and a third of a child's deadline. */
const DEADLINE_MS = 20_000;
let folder: string;
let parser: Parser;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'gloss-hostile-pages-'));
  parser = createParser({ size: 1, deadlineMs: DEADLINE_MS });
});
afterAll(async () => {
  await parser.close();
  rmSync(folder, { recursive: true, force: true });
});

it.each(SLOW)('%s is read, or reported as a page without text', async (name) => {
  const file = path.join(folder, `${name}.bin`);
  writeFileSync(file, hostileDocuments().find((document) => document.name === name)?.bytes ?? '');
  const input = {
    url: 'https://example.org/bees',
    facts: { title: '' },
    notes: { read: 'plain' },
    parts: [{ name: 'page.html', path: file }],
  };
  const hooks = { signal: new AbortController().signal, report: () => undefined };
  const outcome = await parser.extract('web', input, hooks).then(
    () => 'read',
    (error: unknown) => (error instanceof Fault ? error.code : String(error)),
  );
  expect(outcome).toMatch(/^(read|no_text)$/);
});

import { mkdtempSync, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sha256 } from '#config/sha256.ts';
import { hostileZips, rawZip } from '../../archive/testing/hostile-zips.ts';
import { readLines } from './read-lines.ts';
import { openBackup } from './read-backup.ts';

const HEADER = '{"table":"users","columns":[{"name":"id","kind":"text"}]}';
let path: string;
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'gloss-hostile-backup-'));
  path = join(folder, 'it.backup');
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** A backup with valid hashes and this text as the rows of `users`. */
async function backupOf(rows: string, more: Readonly<Record<string, unknown>> = {}): Promise<void> {
  const bytes = Buffer.from(rows);
  const manifest = {
    gloss: 'backup',
    form: 1,
    version: '0',
    createdAt: '2026-01-01T00:00:00.000Z',
    dialect: 'sqlite',
    migrations: [],
    sequences: {},
    gone: [],
    tables: [{ name: 'users', rows: 1, hash: '0'.repeat(64) }],
    entries: [
      {
        name: 'rows/users.ndjson',
        size: bytes.length,
        sha256: sha256(bytes),
      },
    ],
    ...more,
  };
  await writeFile(
    path,
    rawZip([
      { name: 'rows/users.ndjson', bytes },
      { name: 'manifest.json', bytes: Buffer.from(JSON.stringify(manifest)) },
    ]),
  );
}
async function checked(): Promise<void> {
  const backup = await openBackup(path);
  try {
    await backup.check();
  } finally {
    backup.close();
  }
}

describe('a hostile backup', () => {
  it.each([
    ['a header that is not JSON', '{{{\n'],
    ['a header of another table', `${HEADER.replace('users', 'posts')}\n`],
    ['a row that is not JSON', `${HEADER}\n[[[\n`],
    ['a row with more than its columns', `${HEADER}\n["a","b"]\n`],
    ['a row that is not a list', `${HEADER}\n{"id":"a"}\n`],
    ['no rows at all', ''],
    ['fewer rows than the manifest counts', `${HEADER}\n["a"]\n`],
  ])('is refused as damaged for %s', async (_what, rows) => {
    await backupOf(rows);
    await expect(checked()).rejects.toMatchObject({
      code: 'corrupt_file',
      message: expect.stringContaining('This backup is damaged') as string,
    });
  });
  it.each([
    ['a manifest that is not JSON', '{'],
    ['a manifest with other fields', '{"gloss":"backup"}'],
    ['a manifest that is a list', '[]'],
  ])('is refused as damaged for %s', async (_what, text) => {
    await writeFile(path, rawZip([{ name: 'manifest.json', bytes: Buffer.from(text) }]));
    await expect(checked()).rejects.toMatchObject({ code: 'corrupt_file' });
  });
  it('is refused for each hostile zip', async () => {
    for (const { name, bytes } of hostileZips()) {
      await writeFile(path, bytes);
      expect([
        name,
        await checked().then(
          () => 'read',
          (error: { code?: string }) => error.code,
        ),
      ]).toEqual([name, expect.stringMatching(/^(corrupt_file|too_large)$/) as string]);
    }
  });
});

it('reads lines up to a maximum length, and never a longer one into memory', async () => {
  const chunks = (...texts: string[]) => Array.fromAsync(texts, (text) => Buffer.from(text));
  const read = async (texts: string[], most: number) =>
    Array.fromAsync(
      readLines(
        (async function* () {
          yield* await chunks(...texts);
        })(),
        most,
      ),
    );
  expect(await read(['ab', 'c\nd', '\n\nef'], 3)).toEqual(['abc', 'd', '', 'ef']);
  await expect(read(['ab', 'cd'], 3)).rejects.toMatchObject({
    code: 'corrupt_file',
    message: expect.stringContaining('longer than') as string,
  });
});

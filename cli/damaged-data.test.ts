import { randomBytes } from 'node:crypto';
import { closeSync, mkdirSync, openSync, readdirSync, statSync, writeSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startServerProcess } from '#api/testing/server-process.ts';
import { articlePage } from '#api/testing/test-server.ts';
import { openTestFolder, runGloss, type Ran, type TestFolder } from './testing/run-gloss.ts';

let folder: TestFolder;
let site: Server;
let env: Record<string, string>;
let data: string;
const gloss = (...args: string[]): Promise<Ran> => runGloss(args, env);

beforeAll(async () => {
  folder = openTestFolder();
  const page = articlePage('Sea otters', [
    'Sea otters hold hands while they sleep, so that the current does not carry them apart. A group of them is a raft.',
    'They wrap themselves in kelp before they rest, and their fur is the thickest of any animal that lives on this earth.',
  ]);
  site = createServer((_, response) => {
    response.setHeader('content-type', page.contentType).end(page.bytes);
  });
  await new Promise<void>((resolve) => {
    site.listen(0, '127.0.0.1', resolve);
  });
  const host = `127.0.0.1:${(site.address() as AddressInfo).port}`;
  data = join(folder.path, 'data');
  env = { GLOSS_DATA_DIR: data, GLOSS_FETCH_ALLOW: host };
  expect(await gloss('add', `http://${host}/otters.html`, '--thread', 'Otters')).toMatchObject({
    code: 0,
  });
});
afterAll(async () => {
  await new Promise((resolve) => {
    site.close(resolve);
  });
  folder.remove();
});

function damagePages(path: string, from = 4096): void {
  const descriptor = openSync(path, 'r+');
  const noise = randomBytes(statSync(path).size - from);
  writeSync(descriptor, noise, 0, noise.byteLength, from);
  closeSync(descriptor);
}

/**
 * No answer may silently say "Nothing found": it has the passage, or says that indexing continues.
 */
async function searchUntilFound(): Promise<void> {
  await expect
    .poll(
      async () => {
        const { code, stdout, stderr } = await gloss('search', 'kelp');
        expect(code).toBe(0);
        const isFound = stdout.includes('Sea otters');
        if (!isFound) expect(stderr).toContain('The search index is being rebuilt: 0 of 1 source.');
        return isFound;
      },
      { timeout: 30_000 },
    )
    .toBe(true);
}

it('doctor names a damaged index, and the next command rebuilds it', async () => {
  const index = join(data, 'index.sqlite');
  damagePages(index);
  expect(await gloss('doctor')).toMatchObject({
    code: 1,
    stdout: expect.stringContaining('gloss reindex'),
  });
  damagePages(index);
  await searchUntilFound();
  expect(await gloss('doctor')).toMatchObject({ code: 0 });
});

it('rebuilds an index that is damaged while the server runs, without a restart', async () => {
  const server = await startServerProcess({ ...env, GLOSS_PORT: '0' }, ['--no-sample']);
  await searchUntilFound();
  const index = join(data, 'index.sqlite');
  const checkpoint = new DatabaseSync(index);
  checkpoint.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  checkpoint.close();
  damagePages(index, 0);
  await searchUntilFound();
  expect(await server.stop()).toBe(0);
  expect(await gloss('doctor')).toMatchObject({ code: 0 });
});

it('names the backup to restore when the database is damaged, and restores it', async () => {
  const database = join(data, 'gloss.sqlite');
  mkdirSync(join(data, 'backups'));
  const copy = join(data, 'backups', 'gloss-2026-01-31-before-030-x.sqlite');
  const source = new DatabaseSync(database, { readOnly: true });
  await backup(source, copy);
  source.close();
  expect((await gloss('doctor')).stdout).toContain('gloss-2026-01-31-before-030-x.sqlite');
  damagePages(database);

  const asked = await gloss('doctor', '--json');
  expect(asked.code).toBe(1);
  expect(JSON.parse(asked.stdout)).toMatchObject({
    status: 'failed',
    damaged: [
      { name: 'database', mend: expect.stringContaining(`gloss restore ${copy} --replace`) },
    ],
    copies: [copy],
  });
  const listed = await gloss('list');
  expect(listed).toMatchObject({ code: 3, stdout: '' });
  expect(listed.stderr).toContain('damaged');
  expect(listed.stderr).not.toContain('    at ');

  expect(await gloss('restore', copy)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('--replace'),
  });
  const restored = await gloss('restore', copy, '--replace');
  expect(restored).toMatchObject({ code: 0, stderr: expect.stringContaining('before-restore-') });
  const aside = readdirSync(data).find((name) => name.startsWith('before-restore-')) ?? '';
  expect(readdirSync(join(data, aside))).toContain('gloss.sqlite');
  expect((await gloss('list')).stdout).toContain('Sea otters');
  expect(await gloss('doctor')).toMatchObject({ code: 0 });
});

it('rejects a damaged backup and changes nothing', async () => {
  const copy = join(data, 'backups', 'gloss-2026-01-31-before-030-x.sqlite');
  damagePages(copy);
  expect(await gloss('restore', copy, '--replace')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('is damaged'),
  });
  expect((await gloss('list')).stdout).toContain('Sea otters');
});

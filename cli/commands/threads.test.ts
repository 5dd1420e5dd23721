import { spawnSync } from 'node:child_process';
import { openSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { articlePage } from '#api/testing/test-server.ts';
import { startServerProcess, type ServerProcess } from '#api/testing/server-process.ts';
import { hasTerminal, runOnTerminal } from '../testing/run-on-terminal.ts';
import { openTestFolder, runGloss, type Ran, type TestFolder } from '../testing/run-gloss.ts';

const MAIN = fileURLToPath(new URL('../main.js', import.meta.url));

let folder: TestFolder;
let site: Server;
let server: ServerProcess;
let origin: string;
let env: Record<string, string>;
const gloss = (...args: string[]): Promise<Ran> => runGloss(args, env);
const records = ({ lines }: Ran) =>
  lines.map((line) => JSON.parse(line) as Record<string, unknown>);
const sourcesOf = async (title: string): Promise<unknown> =>
  records(await gloss('threads', '--json')).find((it) => it['title'] === title)?.['sources'];

async function addPage(path: string, thread: string): Promise<string> {
  const added = await gloss('add', `${origin}/${path}`, '--thread', thread);
  expect(added.code).toBe(0);
  return added.lines[0]?.split('\t')[0] ?? '';
}

beforeAll(async () => {
  folder = openTestFolder();
  site = createServer((request, response) => {
    const path = request.url ?? '';
    const page = articlePage(
      `Page ${path}`,
      [1, 2, 3].map(
        (n) =>
          `Otters of bay ${path} hold hands while they sleep; raft ${n} rests in the kelp ${path} at noon, and nothing carries it apart.`,
      ),
    );
    response.setHeader('content-type', page.contentType).end(page.bytes);
  });
  await new Promise<void>((resolve) => {
    site.listen(0, '127.0.0.1', resolve);
  });
  origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
  env = { GLOSS_DATA_DIR: join(folder.path, 'data'), GLOSS_FETCH_ALLOW: new URL(origin).host };
  server = await startServerProcess({ ...env, GLOSS_PORT: '0' }, ['--no-sample']);
});
afterAll(async () => {
  await server.kill();
  site.closeAllConnections();
  await new Promise((resolve) => {
    site.close(resolve);
  });
  folder.remove();
});

describe('gloss thread', () => {
  it('creates, fills, renames and deletes a thread, and lists ids instead of sources', async () => {
    const first = await addPage('first.html', 'Inbox');
    const [made] = records(await gloss('thread', 'new', 'Rafts', 'and bays', '--json'));
    expect(made).toMatchObject({ title: 'Rafts and bays', sources: [] });
    expect(Object.keys(made ?? {}).toSorted()).toEqual(
      ['_id', 'createdAt', 'sources', 'title', 'updatedAt', 'url', 'visibility'].toSorted(),
    );
    const added = await gloss('thread', 'add', 'rafts and bays', first, `${origin}/second.html`);
    expect(added).toMatchObject({ code: 0 });
    const second = added.lines.find((line) => line.includes('second'))?.split('\t')[0];
    expect(await sourcesOf('Rafts and bays')).toEqual([first, second]);
    expect(await gloss('thread', 'rename', 'Rafts and bays', 'Bays')).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^Bays {2}http/),
    });
    expect(await gloss('thread', 'rm', 'Bays')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('add --yes'),
    });
    expect(await sourcesOf('Bays')).toHaveLength(2);
    expect(await gloss('thread', 'rm', 'Bays', '--yes', '--json')).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('"deleted":true'),
    });
    expect(await sourcesOf('Bays')).toBeUndefined();
    expect((await gloss('list')).stdout).toContain(String(second));
  });

  it.each([
    [['thread'], 2, 'Usage: gloss thread'],
    [['thread', 'nwe', 'x'], 2, 'has: new, add, rename, rm'],
    [['thread', 'add', 'Inbox'], 2, 'id, url or file'],
    [['thread', 'rename', 'Nowhere', 'x'], 1, 'No thread matches Nowhere'],
    [['imports', 'shwo'], 2, 'has: show, watch'],
  ])('rejects %j', async (args, code, text) => {
    expect(await gloss(...args)).toMatchObject({
      code,
      stdout: '',
      stderr: expect.stringContaining(text),
    });
  });
});

describe.skipIf(!hasTerminal)('deleting on a terminal', () => {
  it('names the threads that hold a source, and deletes it only after a yes', async () => {
    const id = await addPage('held.html', 'Biology');
    await gloss('thread', 'new', 'Second');
    await gloss('thread', 'add', 'Second', id);
    const first = runOnTerminal(['rm', id], env);
    await first.shows(/“Page \/held\.html” · in “Biology” and “Second”[^]*\[y\/N\] $/);
    first.press('\r');
    expect(await first.done).toBe(0);
    expect((await gloss('list')).stdout).toContain(id);
    const second = runOnTerminal(['rm', id], env);
    await second.shows(/\[y\/N\] $/);
    second.press('y\r');
    expect(await second.done).toBe(0);
    expect(second.text).toContain(`deleted ${id}`);
    expect((await gloss('list')).stdout).not.toContain(id);
  });

  it('asks before it deletes a thread', async () => {
    await gloss('thread', 'new', 'Short');
    const shown = runOnTerminal(['thread', 'rm', 'Short'], env);
    await shown.shows(/Delete the thread “Short” with its notes and answers\? \[y\/N\] $/);
    shown.press('y\r');
    expect(await shown.done).toBe(0);
    expect(await sourcesOf('Short')).toBeUndefined();
  });
});

describe('output', () => {
  it('prints only errors with -q, and also results with --json', async () => {
    const silent = { code: 0, stdout: '', stderr: '' };
    expect(await gloss('-q', 'list')).toMatchObject(silent);
    expect(await gloss('refresh', '--due', '-q')).toMatchObject(silent);
    expect(await gloss('show', 'nothing', '-q')).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(/^✗ Source nothing not found/),
    });
    expect(await gloss('threads', '--json', '-q')).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('"title"'),
      stderr: '',
    });
  });

  it('prints usage errors in the form of all other errors', async () => {
    expect(await gloss('serch')).toMatchObject({
      code: 2,
      stderr: "✗ Unknown command 'serch'.\n  Did you mean search?\n  Help: gloss --help\n",
    });
    expect(await gloss('list', '--thred', 'x', '--json')).toMatchObject({
      code: 2,
      stdout: `${JSON.stringify({ error: { code: 'bad_request', message: "Unknown option '--thred'.\nDid you mean --thread?" } })}\n`,
      stderr: expect.stringContaining('Help: gloss list --help'),
    });
  });

  it.runIf(process.platform === 'linux')(
    'ends with one line and exit code 1 when the disk is full',
    () => {
      const full = openSync('/dev/full', 'w');
      for (const args of [['threads'], ['list', '--json'], ['list', '--help']])
        expect(
          spawnSync(process.execPath, [MAIN, ...args], {
            env: { PATH: process.env['PATH'], GLOSS_LOG_LEVEL: 'error', ...env },
            stdio: ['ignore', full, 'pipe'],
            encoding: 'utf8',
          }),
        ).toMatchObject({
          status: 1,
          stderr: "✗ The output can't be written: no space left on device.\n",
        });
    },
  );
});

import { readFileSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { ImportItem } from '#core/contract/import.ts';
import { articlePage } from '#api/testing/test-server.ts';
import { startServerProcess, type ServerProcess } from '#api/testing/server-process.ts';
import {
  openTestFolder,
  runGloss,
  startGloss,
  type Ran,
  type TestFolder,
} from '../testing/run-gloss.ts';

let folder: TestFolder;
let site: Server;
let origin: string;
/** Requests for `/held…` wait until this is called. */
let release: () => void = () => undefined;
let held: Promise<void>;
let asked: string[];

beforeAll(async () => {
  folder = openTestFolder();
  site = createServer((request, response) => {
    const path = request.url ?? '';
    asked.push(path);
    const n = [...path].reduce((sum, c) => sum * 31 + c.charCodeAt(0), 7) % 9973;
    const page = articlePage(
      `Page ${path}`,
      ['one', 'two', 'three', 'four'].map(
        (word) =>
          `Raft ${n} tells in part ${word} of the sea otters of bay ${n * 37}, who hold hands while they sleep, so that the current does not carry them apart. Stone ${n * 11} opens clams.`,
      ),
    );
    const answer = () => {
      response.setHeader('content-type', page.contentType).end(page.bytes);
    };
    if (path.startsWith('/held')) void held.then(answer);
    else answer();
  });
  await new Promise<void>((resolve) => {
    site.listen(0, '127.0.0.1', resolve);
  });
  origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
});
beforeEach(() => {
  asked = [];
  held = new Promise<void>((resolve) => {
    release = resolve;
  });
});
afterAll(async () => {
  release();
  site.closeAllConnections();
  await new Promise((resolve) => {
    site.close(resolve);
  });
  folder.remove();
});
const environment = (name: string): Record<string, string> => ({
  GLOSS_DATA_DIR: join(folder.path, name),
  GLOSS_FETCH_ALLOW: new URL(origin).host,
  GLOSS_LOG_LEVEL: 'error',
  GLOSS_PORT: '0',
});
const listOf = (name: string, paths: string[]): string => {
  writeFileSync(join(folder.path, name), paths.map((path) => `${origin}/${path}`).join('\n'));
  return join(folder.path, name);
};
const states = (ran: Ran): string[] =>
  ran.lines.map((line) => line.split('\t').slice(0, 2).join(' '));

describe('an interrupted import', () => {
  it('continues where it stopped when it is run again, with a server hosted by the command', async () => {
    const env = environment('hosted');
    const list = listOf('links.txt', ['a.html', 'held-1.html', 'b.html', 'held-2.html', 'c.html']);
    const receipt = join(folder.path, 'receipt.jsonl');
    const first = startGloss(['import', list, '--thread', 'Rafts', '--receipt', receipt], env);
    for (const name of ['a', 'b', 'c'])
      await first.says(new RegExp(`\\tadded\\t.*/${name}\\.html`));
    first.kill('SIGINT');
    const stopped = await first.done;
    expect(stopped).toMatchObject({
      code: 130,
      stderr: expect.stringMatching(/nothing is lost\.\nContinue: gloss imports watch \S{36}\n/),
    });
    const known = readFileSync(receipt, 'utf8')
      .trim()
      .split('\n')
      .map((line) => ImportItem.parse(JSON.parse(line)).state);
    expect(known.map((state) => (state === 'added' ? state : 'not yet'))).toEqual([
      'added',
      'not yet',
      'added',
      'not yet',
      'added',
    ]);
    const [open] = (await runGloss(['imports'], env)).lines;
    expect(open).toMatch(/\trunning\t3\t5\t.*links\.txt$/);

    release();
    asked = [];
    const again = await runGloss(['import', list, '--thread', 'Rafts', '--receipt', receipt], env);
    expect(again).toMatchObject({
      code: 0,
      stderr: expect.stringContaining('Continuing the import of links.txt, 3 of 5 done.'),
    });
    expect(states(again).sort()).toEqual(['2 added', '4 added']);
    expect(asked.filter((path) => /\/[abc]\.html/.test(path))).toEqual([]);
    expect(readFileSync(receipt, 'utf8').match(/"state":"added"/g)).toHaveLength(5);
    expect((await runGloss(['imports'], env)).lines).toEqual([
      expect.stringMatching(/\tdone\t5\t5\t5\t0\t0\t0\t/),
    ]);
    expect((await runGloss(['list', '--thread', 'Rafts'], env)).lines).toHaveLength(5);
  });

  it('continues by its id, or as the last one', async () => {
    const env = environment('by-id');
    const first = startGloss(['import', listOf('two.txt', ['d.html', 'held-3.html'])], env);
    await first.says(/\tadded\t/);
    first.kill('SIGTERM');
    expect((await first.done).code).toBe(130);
    release();
    const resumed = await runGloss(['import', '--resume'], env);
    expect(resumed.code).toBe(0);
    expect(states(resumed)).toEqual(['2 added']);
    expect(await runGloss(['import', '--resume'], env)).toMatchObject({
      code: 0,
      stdout: '',
      stderr: expect.stringContaining('No import is running'),
    });
    expect(await runGloss(['imports', 'watch', 'last'], env)).toMatchObject({
      code: 0,
      stderr: expect.stringContaining('2 added'),
    });
  });
});

describe('with a server', () => {
  let server: ServerProcess;
  let env: Record<string, string>;
  beforeAll(async () => {
    env = environment('served');
    server = await startServerProcess(env, ['--no-sample']);
  });
  afterAll(async () => {
    await server.kill();
  });

  it('continues in the server after Ctrl-C', async () => {
    const watching = startGloss(['import', listOf('three.txt', ['e.html', 'held-4.html'])], env);
    await watching.says(/\tadded\t/);
    watching.kill('SIGINT');
    expect(await watching.done).toMatchObject({
      code: 130,
      stderr: expect.stringContaining(
        'It continues on the server. Follow it:\ngloss imports watch',
      ),
    });
    release();
    await vi.waitFor(
      async () => {
        expect((await runGloss(['imports'], env)).lines[0]).toMatch(/\tdone\t2\t2\t2\t/);
      },
      { timeout: 60_000, interval: 500 },
    );
  });

  it('keeps following after the server was killed and restarted', async () => {
    const watching = startGloss(
      ['import', listOf('four.txt', ['f.html', 'held-5.html', 'g.html'])],
      env,
    );
    for (const name of ['f', 'g']) await watching.says(new RegExp(`\\tadded\\t.*/${name}\\.html`));
    await server.kill();
    release();
    server = await startServerProcess({ ...env, GLOSS_PORT: new URL(server.url).port }, [
      '--no-sample',
    ]);
    const watched = await watching.done;
    expect(watched).toMatchObject({ code: 0, stderr: expect.stringContaining('3 added') });
    expect(states(watched).sort()).toEqual(['1 added', '2 added', '3 added']);
  });

  it('pauses, resumes and cancels by command, and finishes entries in progress', async () => {
    const many = listOf(
      'many.txt',
      Array.from({ length: 200 }, (_, n) => `held-${100 + n}.html`),
    );
    const begun = await runGloss(['import', many, '--no-wait'], env);
    const id = begun.lines[0] ?? '';
    expect(states(await runGloss(['imports', 'pause', id], env))).toEqual([`${id} paused`]);
    expect(await runGloss(['imports', 'pause', 'last'], env)).toMatchObject({
      code: 0,
      stdout: '',
      stderr: expect.stringContaining('already paused'),
    });
    expect(states(await runGloss(['imports', 'resume', id.slice(0, 20)], env))).toEqual([
      `${id} running`,
    ]);
    expect(states(await runGloss(['imports', 'pause', id], env))).toEqual([`${id} paused`]);
    const watching = startGloss(['imports', 'watch', id, '--json'], env);
    await watching.says(/paused/);
    expect(states(await runGloss(['imports', 'cancel', id], env))).toEqual([`${id} cancelled`]);
    release();
    const watched = await watching.done;
    expect(watched).toMatchObject({ code: 1, stderr: expect.stringContaining('Cancelled') });
    const end = JSON.parse(watched.lines.at(-1) ?? '') as Record<string, number>;
    expect(end).toMatchObject({ state: 'cancelled', queued: 0, running: 0, failed: 0 });
    expect((end['ready'] ?? 0) + (end['skipped'] ?? 0)).toBe(200);
    expect(end['skipped']).toBeGreaterThan(0);
    expect(await runGloss(['imports', 'resume', id], env)).toMatchObject({
      code: 0,
      stderr: expect.stringContaining('already cancelled'),
    });
  });
});

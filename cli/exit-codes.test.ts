import { copyFile, mkdir, readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { articlePage } from '#api/testing/test-server.ts';
import { startServerProcess } from '#api/testing/server-process.ts';
import {
  openTestFolder,
  runGloss,
  startGloss,
  type Ran,
  type TestFolder,
} from './testing/run-gloss.ts';

let folder: TestFolder;
let site: Server;
let origin: string;
let env: Record<string, string>;
/** Requests for `/held.html` wait until this is called. */
let release: () => void = () => undefined;
let heldAsked = 0;
/** `/endless.html` never gets a response. */
let onEndless: () => void = () => undefined;
const gloss = (...args: string[]): Promise<Ran> => runGloss(args, env);

beforeAll(async () => {
  folder = openTestFolder();
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  site = createServer((request, response) => {
    const page = articlePage('Sea otters', [
      'Sea otters hold hands while they sleep, so that the current does not carry them apart. A group of them is a raft.',
      'They wrap themselves in kelp before they rest, and their fur is the thickest of any animal that lives on this earth.',
    ]);
    if (request.url === '/endless.html') return onEndless();
    const answer = () => {
      response.setHeader('content-type', page.contentType).end(page.bytes);
    };
    if (!request.url?.startsWith('/held')) return answer();
    heldAsked += 1;
    void held.then(answer);
  });
  await new Promise<void>((resolve) => {
    site.listen(0, '127.0.0.1', resolve);
  });
  origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
  env = { GLOSS_DATA_DIR: join(folder.path, 'data'), GLOSS_FETCH_ALLOW: new URL(origin).host };
});
afterAll(async () => {
  release();
  site.closeAllConnections();
  await new Promise((resolve) => {
    site.close(resolve);
  });
  folder.remove();
});

const LIBRARY_SOURCE = '01890a5d-ac96-774b-bcce-b302099a8057';
describe('exit code 2: wrong usage', () => {
  it.each([
    ['no command', [], 'Usage: gloss'],
    ['an unknown command', ['serch'], 'Did you mean search?'],
    ['an unknown type', ['list', '--type', 'book'], 'youtube, pdf, web'],
    ['an invalid limit', ['search', 'x', '-n', '0'], '1 to 100'],
    ['an unknown model', ['ask', 'x', '--model', 'gpt'], '0 to 8'],
    ['an empty question', ['ask'], 'Ask something'],
    [
      'a missing source of the library',
      ['ask', 'x', '--library', '--source', LIBRARY_SOURCE],
      '--source narrows',
    ],
    ['two actions at once', ['show', 'x', '--text', '--reader'], '--reader'],
    ['retry without a source', ['retry'], '--failed'],
    ['an invalid server address', ['list', '--server', 'foo'], 'must be an address'],
  ])('%s', async (_name, args, said) => {
    expect(await gloss(...args)).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringContaining(said),
    });
  });
});

describe("exit code 3: the server can't be used", () => {
  it('names a server that is unreachable', async () => {
    expect(await gloss('list', '--server', 'http://127.0.0.1:1')).toMatchObject({
      code: 3,
      stderr: expect.stringContaining("Couldn't reach the server at http://127.0.0.1:1"),
    });
  });
  it("names a server that isn't Gloss", async () => {
    expect(await gloss('list', '--json', '--server', origin)).toMatchObject({
      code: 3,
      lines: [expect.stringMatching(/^\{"error":\{"code":"unreachable"/)],
      stderr: expect.stringContaining('which is not Gloss'),
    });
  });
  it('names a data folder that is a file, as doctor does', async () => {
    const unusable = { ...env, GLOSS_DATA_DIR: join(import.meta.filename, 'data') };
    expect(await runGloss(['list'], unusable)).toMatchObject({
      code: 3,
      stderr: expect.stringContaining('Set GLOSS_DATA_DIR'),
    });
    expect(await runGloss(['doctor'], unusable)).toMatchObject({
      code: 3,
      stdout: expect.stringMatching(/^✗ start/),
    });
  });
  describe.each([
    ["can't be created", '/proc/nope'],
    ['is below a file', join(import.meta.filename, 'data')],
  ])('a data folder that %s is reported in one line by every command', (_what, path) => {
    it.each([
      ['serve'],
      ['serve', '--no-supervise'],
      ['worker'],
      ['schedule'],
      ['list'],
      ['status'],
      ['search', 'otters'],
      ['add', 'http://127.0.0.1:1/'],
      ['refresh', '--due'],
      ['threads'],
      ['imports'],
      ['reindex'],
    ])('%s', { timeout: 60_000 }, async (...args) => {
      const ran = await runGloss(args, { ...env, GLOSS_DATA_DIR: path });
      expect(ran).toMatchObject({ code: 3, stdout: '' });
      expect(ran.stderr.trim().split('\n')).toEqual([
        expect.stringContaining(`Couldn't use the data folder ${path}. Set GLOSS_DATA_DIR`),
      ]);
    });
  });
  it('refuses to start on the data folder of a running server', async () => {
    const own = { GLOSS_DATA_DIR: join(folder.path, 'twice'), GLOSS_PORT: '0' };
    const first = await startServerProcess(own);
    expect(await runGloss(['serve'], own)).toMatchObject({
      code: 3,
      stderr: expect.stringContaining(`at ${first.url} (process `),
    });
    expect(await runGloss(['doctor'], own)).toMatchObject({
      stdout: expect.stringContaining(first.url),
    });
    // The crashed server of another folder: the first one here took its port.
    const other = join(folder.path, 'crashed');
    await mkdir(other);
    await copyFile(join(own.GLOSS_DATA_DIR, 'server.json'), join(other, 'server.json'));
    const beside = await startServerProcess({ ...own, GLOSS_DATA_DIR: other });
    expect(await beside.stop()).toBe(0);
    expect(await first.stop()).toBe(0);
    const second = await startServerProcess(own);
    expect(await second.stop()).toBe(0);
  });
  it('lets only one of two servers start that are started at the same time', async () => {
    const own = { GLOSS_DATA_DIR: join(folder.path, 'at-once') };
    const both = [startGloss(['serve', '--no-sample'], own), startGloss(['serve'], own)];
    const refused = await Promise.race(both.map(({ done }) => done));
    expect(refused).toMatchObject({
      code: 3,
      stderr: expect.stringMatching(/Gloss already runs on the data folder .+ at http/),
    });
    expect(await runGloss(['list'], own)).toMatchObject({ code: 0 });
    for (const server of both) server.kill('SIGTERM');
    expect(
      (await Promise.all(both.map(({ done }) => done))).map(({ code }) => code).sort(),
    ).toEqual([0, 3]);
  });
  it('refuses to start while a supervisor restarts the server of the folder', async () => {
    const own = { GLOSS_DATA_DIR: join(folder.path, 'restarted') };
    const first = startGloss(['serve', '--no-sample'], own);
    onTestFinished(() => first.kill('SIGTERM'));
    await first.says(/Open this once/);
    const note = await readFile(join(own.GLOSS_DATA_DIR, 'server.json'), 'utf8');
    process.kill((JSON.parse(note) as { pid: number }).pid, 'SIGKILL');
    await first.says(/Gloss is at \S+ again/);
    // The lock also keeps away a server that starts before this one responds or finds no
    // server.json.
    const lock = new DatabaseSync(join(own.GLOSS_DATA_DIR, 'server.lock'));
    expect(() => lock.exec('BEGIN EXCLUSIVE')).toThrow(/locked/);
    lock.close();
    expect(await runGloss(['serve'], own)).toMatchObject({
      code: 3,
      stderr: expect.stringMatching(/Gloss already runs on the data folder .+ at http/),
    });
    first.kill('SIGTERM');
    expect((await first.done).code).toBe(0);
    const next = await startServerProcess({ ...own, GLOSS_PORT: '0' });
    expect(await next.stop()).toBe(0);
  });
  it.runIf(process.platform === 'linux')("names a data folder that can't be created", async () => {
    expect(await runGloss(['list'], { ...env, GLOSS_DATA_DIR: '/proc/nope' })).toMatchObject({
      code: 3,
      stderr: expect.stringContaining('Set GLOSS_DATA_DIR'),
    });
  });
});

describe('without a running server', () => {
  it('hosts a server while the command runs, and keeps what was added', async () => {
    const added = await gloss('add', `${origin}/otters.html`, '--thread', 'Alone');
    expect(added).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/\tready\tweb\tSea otters\t/),
      stderr: expect.stringContaining('In “Alone”'),
    });
    expect((await gloss('list')).stdout).toBe(added.stdout);
    expect(await gloss('ask', 'what is a raft', '--thread', 'Alone')).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('[1]'),
    });
    expect(await gloss('doctor')).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('no server runs'),
    });
    expect(await gloss('open')).toMatchObject({
      code: 3,
      stderr: expect.stringContaining('gloss start'),
    });
  });

  it('names a missing source and exits with 1', async () => {
    const id = '0198a000-0000-7000-8000-000000000000';
    expect(await gloss('show', id)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(`Source ${id} not found`),
    });
    expect(await gloss('rm', id)).toMatchObject({ code: 1, stderr: expect.stringContaining(id) });
    expect(await gloss('search', 'x', '--thread', 'Nowhere')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('gloss threads'),
    });
  });

  it('processes sources only while it watches, and exits with 130 on Ctrl-C without losing any', async () => {
    const queued = await gloss('add', `${origin}/held.html`, '--no-wait');
    expect(queued).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('\twaiting\t'),
      stderr: expect.stringContaining('gloss status --watch'),
    });
    expect(heldAsked).toBe(0);
    const running = startGloss(['add', `${origin}/otters.html?2`, `${origin}/held.html?2`], env);
    await running.says(/\tready\t/);
    running.kill('SIGINT');
    const interrupted = await running.done;
    expect(interrupted).toMatchObject({
      code: 130,
      stderr: expect.stringContaining('1 queued source stays queued'),
    });
    expect((await gloss('status')).lines.map((line) => line.split('\t')[1])).toEqual([
      expect.stringMatching(/^(waiting|fetching)$/),
      expect.stringMatching(/^(waiting|fetching)$/),
    ]);
    release();
    const watched = await gloss('status', '--watch');
    expect(watched).toMatchObject({
      code: 0,
      stderr: expect.stringContaining('2 ready · 0 working · 0 failed'),
    });
    expect(await gloss('status')).toMatchObject({ code: 0, stdout: '' });
  });
});

describe('gloss serve', () => {
  it('exits with 3 when its port is taken, keeps its token secret, and exits with 0 on SIGTERM', async () => {
    const asked: (string | undefined)[] = [];
    site.on('request', (request: { headers: { authorization?: string } }) => {
      asked.push(request.headers.authorization);
    });
    const server = await startServerProcess({
      ...env,
      GLOSS_DATA_DIR: join(folder.path, 'served'),
      GLOSS_PORT: '0',
    });
    const here = { ...env, GLOSS_DATA_DIR: join(folder.path, 'served') };
    expect(await runGloss(['list', '--server', server.url], here)).toMatchObject({ code: 0 });
    await runGloss(['list', '--server', origin], here);
    expect(asked).toEqual([undefined]);
    const second = await runGloss(['serve'], {
      ...env,
      GLOSS_DATA_DIR: join(folder.path, 'second'),
      GLOSS_PORT: new URL(server.url).port,
    });
    expect(second).toMatchObject({
      code: 3,
      stdout: '',
      stderr: expect.stringContaining('is taken'),
    });
    expect(await server.stop()).toBe(0);
  });

  it('exits with 130 at once on a second SIGTERM, and continues its work when it is restarted', async () => {
    const here = { ...env, GLOSS_DATA_DIR: join(folder.path, 'twice') };
    const asked = () =>
      new Promise<void>((resolve) => {
        onEndless = resolve;
      });
    const [server, first] = [startGloss(['serve', '--no-sample'], here), asked()];
    await server.says(/Ctrl-C stops it/);
    expect((await runGloss(['add', `${origin}/endless.html`, '--no-wait'], here)).code).toBe(0);
    await first;
    server.kill('SIGTERM');
    // It would wait seven seconds for running jobs.
    await server.says(/Stopping/);
    server.kill('SIGTERM');
    expect((await server.done).code).toBe(130);
    const again = asked();
    const next = startGloss(['serve', '--no-sample'], here);
    await again;
    next.kill('SIGKILL');
    await next.done;
  });
});

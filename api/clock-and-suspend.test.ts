/** The clock jumps by a day, and processes are stopped for a while, during work. */
import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, expect, it } from 'vitest';
import { openChangingSite, htmlPage } from './features/refresh/testing/changing-site.ts';
import { ARTICLE } from './features/refresh/testing/site-pages.ts';
import { callsOfOwner, spawnGloss, startServerProcess } from './testing/server-process.ts';

const PAGES = 40;
const DAY_MS = 86_400_000;

const undo: (() => unknown)[] = [];
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step();
});

interface Progress {
  total: number;
  ready: number;
  failed: number;
}

/** A server, a worker process and an import in progress, with one shared clock. */
async function opened() {
  const folder = mkdtempSync(join(tmpdir(), 'gloss-clock-'));
  undo.push(() => rmSync(folder, { recursive: true, force: true }));
  const site = await openChangingSite();
  undo.push(() => site.close());
  const put = (edition: string) => {
    for (let n = 0; n < PAGES; n += 1)
      site.pages.set(`p${n}`, {
        html: htmlPage(`Page ${n}`, [
          ...ARTICLE,
          `This is page number ${n}, token${n}, ${edition}.`,
        ]),
      });
  };
  put('first edition');
  const clock = join(folder, 'clock');
  const setClock = (aheadMs: number) => {
    writeFileSync(`${clock}.new`, String(aheadMs));
    renameSync(`${clock}.new`, clock);
  };
  setClock(0);
  const env = {
    GLOSS_DATA_DIR: join(folder, 'data'),
    GLOSS_PORT: '0',
    GLOSS_FETCH_ALLOW: new URL(site.origin).host,
    GLOSS_TEST_CLOCK: clock,
    NODE_OPTIONS: `--import=${new URL('./testing/shifted-clock.ts', import.meta.url).href}`,
  };
  const server = await startServerProcess(env, ['--no-sample']);
  undo.push(() => server.kill());
  const worker = spawnGloss(env, ['worker']);
  worker.stdout.resume();
  worker.stderr.resume();
  undo.push(() => worker.kill('SIGKILL'));
  const call = await callsOfOwner(env.GLOSS_DATA_DIR, () => server.url);
  const database = new DatabaseSync(join(env.GLOSS_DATA_DIR, 'gloss.sqlite'), { readOnly: true });
  undo.push(() => database.close());
  const count = (condition: string): number =>
    Number(database.prepare(`SELECT count(*) AS n FROM ${condition}`).get()?.['n']);
  const { _id } = (await call('POST', 'imports', {
    name: 'Atlas',
    items: Array.from({ length: PAGES }, (_, n) => ({ url: `${site.origin}/p${n}` })),
  })) as { _id: string };
  return {
    site,
    put,
    setClock,
    server,
    worker,
    dataDir: env.GLOSS_DATA_DIR,
    call,
    count,
    progress: async () => (await call('GET', `imports/${_id}`)) as Progress,
    ready: () => count('sources WHERE embedding_status = 1'),
    refreshed: () => count('sources WHERE version = 2 AND stage IS NULL'),
  };
}
const long = { timeout: 90_000, interval: 50 };

/**
 * Stops a process while it holds no lock on the database or the index. A process that is stopped
 * during a write would block the writes of all others.
 */
async function stopBetweenWrites(child: ChildProcess, dataDir: string): Promise<void> {
  const files = ['gloss.sqlite', 'index.sqlite'].map(
    (name) => new DatabaseSync(join(dataDir, name), { timeout: 2_000 }),
  );
  try {
    await expect
      .poll(() => {
        child.kill('SIGSTOP');
        try {
          for (const file of files) file.exec('BEGIN IMMEDIATE; ROLLBACK');
          return 'stopped';
        } catch (error) {
          child.kill('SIGCONT');
          return error;
        }
      }, long)
      .toBe('stopped');
  } finally {
    for (const file of files) file.close();
  }
}

it('loses nothing when the clock jumps a day ahead and back during an import and a refresh', {
  timeout: 240_000,
}, async () => {
  const { site, put, setClock, call, count, progress, ready, refreshed } = await opened();
  await expect.poll(ready, long).toBeGreaterThan(2);
  setClock(DAY_MS);
  const soon = ready();
  await expect.poll(ready, long).toBeGreaterThan(Math.min(soon + 5, PAGES - 1));
  setClock(0);
  await expect.poll(ready, long).toBe(PAGES);
  await expect.poll(progress, long).toMatchObject({ total: PAGES, ready: PAGES, failed: 0 });
  expect(site.asked.length).toBe(PAGES);

  put('second edition');
  await call('POST', 'sources/refresh', { which: 'all' });
  await expect.poll(refreshed, long).toBeGreaterThan(2);
  setClock(-DAY_MS);
  await expect.poll(refreshed, long).toBe(PAGES);
  expect(site.asked.length).toBe(2 * PAGES);
  expect(count('sources WHERE refresh_error IS NOT NULL')).toBe(0);
});

it('loses nothing when processes are stopped for longer than their leases', {
  timeout: 240_000,
}, async () => {
  const { site, put, server, worker, dataDir, call, count, progress, ready, refreshed } =
    await opened();
  const asked = () => new Set(site.asked.map(({ path }) => path)).size;
  await expect.poll(ready, long).toBeGreaterThan(2);
  await stopBetweenWrites(worker, dataDir);
  // The server takes over the jobs of the worker.
  await expect.poll(ready, long).toBe(PAGES);
  worker.kill('SIGCONT');
  await expect.poll(progress, long).toMatchObject({ total: PAGES, ready: PAGES, failed: 0 });
  expect(asked()).toBe(PAGES);

  put('second edition');
  await call('POST', 'sources/refresh', { which: 'all' });
  await expect.poll(refreshed, long).toBeGreaterThan(2);
  await stopBetweenWrites(server.child, dataDir);
  await expect.poll(refreshed, long).toBe(PAGES);
  server.child.kill('SIGCONT');
  expect(await progress()).toMatchObject({ total: PAGES, ready: PAGES });
  expect(count('sources WHERE refresh_error IS NOT NULL')).toBe(0);
  await expect.poll(() => count("jobs WHERE stage <> 'assets'"), long).toBe(0);
  expect(worker.exitCode).toBeNull();
  expect(await server.stop()).toBe(0);
});

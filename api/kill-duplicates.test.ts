import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, it } from 'vitest';
import { Source } from '#core/contract/source.ts';
import { serveLoopback } from '#pipeline/testing/loopback-net.ts';
import { callsOfOwner, startServerProcess, type ServerProcess } from './testing/server-process.ts';
import { articlePage } from './testing/test-server.ts';

const KILLS = 4;
const PAGES = 12;
const PDFS = 4;
const PDF = new Uint8Array(
  readFileSync(
    fileURLToPath(new URL('./features/samples/files/learning-that-lasts.pdf', import.meta.url)),
  ),
);
const undo: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const step of undo.reverse()) await step();
});

it('makes one source of what is one, when the server is killed while it finds out', {
  timeout: 240_000,
}, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'gloss-kill-twins-'));
  undo.push(() => rm(folder, { recursive: true, force: true }));
  const page = articlePage('One page', [
    'This is one page that stands at a dozen addresses, none of which tells of any other, and long enough to be known again by its text alone.',
    'A second paragraph follows so that there is more than one passage to keep, cut, index and find again after each of the crashes.',
  ]);
  const site = await serveLoopback((path) =>
    path.startsWith('paper') ? { bytes: PDF, contentType: 'application/pdf' } : page,
  );
  undo.push(() => site.close());
  const env = {
    GLOSS_DATA_DIR: folder,
    GLOSS_PORT: '0',
    GLOSS_FETCH_ALLOW: new URL(site.origin).host,
  };
  let server: ServerProcess = await startServerProcess(env, ['--no-sample']);
  undo.push(() => server.kill());
  const call = await callsOfOwner(folder, () => server.url);
  const thread = (await call('POST', 'threads', { title: 'Twins' })) as { _id: string };
  const urls = [
    ...Array.from({ length: PAGES }, (_, n) => `${site.origin}/page-${n}`),
    ...Array.from({ length: PDFS }, (_, n) => `${site.origin}/paper-${n}`),
  ];
  const { added } = (await call('POST', 'thread/addSource', {
    threadId: thread._id,
    sources: urls.map((url) => ({ url })),
  })) as { added: string[] };
  for (let kill = 0; kill < KILLS; kill += 1) {
    const asked = site.asked.length;
    // Until there is something more under way, or nothing is left to do.
    await expect
      .poll(
        async () =>
          site.asked.length > asked ||
          ((await call('GET', 'sources?status=processing')) as { docs: unknown[] }).docs.length ===
            0,
        { interval: 20 },
      )
      .toBe(true);
    await server.kill();
    server = await startServerProcess(env, ['--no-sample']);
  }
  const became = async () =>
    Promise.all(added.map(async (id) => Source.parse(await call('GET', `sources/${id}`))));
  await expect
    .poll(async () => (await became()).filter((source) => source.status.embedding === 0).length, {
      timeout: 120_000,
      interval: 500,
    })
    .toBe(0);
  const sources = await became();
  expect(sources.map((source) => source.status.embedding)).toEqual(sources.map(() => 1));
  expect(new Set(sources.slice(0, PAGES).map((source) => source._id)).size).toBe(1);
  expect(new Set(sources.slice(PAGES).map((source) => source._id)).size).toBe(1);
  const { thread_sources } = (await call('GET', `threads/${thread._id}`)) as {
    thread_sources: unknown[];
  };
  expect(thread_sources).toHaveLength(2);

  expect(await server.stop()).toBe(0);
  const database = new DatabaseSync(join(folder, 'gloss.sqlite'), { readOnly: true });
  undo.push(async () => database.close());
  const live = `SELECT id FROM sources WHERE canonical_url LIKE '${site.origin}%' AND deleted_at IS NULL`;
  expect(database.prepare(`SELECT count(*) AS n FROM (${live})`).get()).toEqual({ n: 2 });
  expect(
    database
      .prepare(
        `SELECT count(*) AS n FROM source_addresses WHERE address LIKE '${site.origin}%' AND source_id IN (${live})`,
      )
      .get(),
  ).toEqual({ n: PAGES + PDFS - 2 });
  expect(
    database
      .prepare(
        'SELECT count(*) AS n FROM chunks WHERE source_id IN (SELECT id FROM sources WHERE deleted_at IS NOT NULL)',
      )
      .get(),
  ).toEqual({ n: 0 });
  expect(database.prepare('SELECT count(*) AS n FROM jobs').get()).toEqual({ n: 0 });
});

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, expect, it } from 'vitest';
import type { SearchResult } from '#core/contract/search.ts';
import { Source } from '#core/contract/source.ts';
import { seeded } from '#core/text/testing/edit-script.ts';
import {
  callsOfOwner,
  startServerProcess,
  type ServerProcess,
} from '../../testing/server-process.ts';
import { htmlPage, openChangingSite } from './testing/changing-site.ts';

const SOURCES = 10;
const KILLS = 4;
const SEED = 20_261_121;

const undo: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const step of undo.reverse()) await step();
});

const page = (n: number, edition: number): string =>
  htmlPage(`Page ${n}`, [
    `This is page ${n} of the atlas, with enough words to be read as an article and found again by its own name, token${n}.`,
    `Edition${edition} of it has a second paragraph that tells of the rivers and the roads of sheet number ${n}, and how long they are.`,
    'A third paragraph follows so that there is more than one passage to keep, cut, index and find again after each of the crashes.',
  ]);

it(`keeps the good version searchable and ends right when the server is killed in the middle of refreshes (seed ${SEED})`, {
  timeout: 240_000,
}, async () => {
  const random = seeded(SEED);
  const folder = await mkdtemp(join(tmpdir(), 'gloss-refresh-kill-'));
  undo.push(() => rm(folder, { recursive: true, force: true }));
  const site = await openChangingSite();
  undo.push(() => site.close());
  const put = (edition: number) => {
    for (let n = 0; n < SOURCES; n += 1) site.pages.set(`p${n}`, { html: page(n, edition) });
  };
  put(1);
  const env = {
    GLOSS_DATA_DIR: folder,
    GLOSS_PORT: '0',
    GLOSS_FETCH_ALLOW: new URL(site.origin).host,
  };
  let server: ServerProcess = await startServerProcess(env, ['--no-sample']);
  undo.push(() => server.kill());
  const call = await callsOfOwner(folder, () => server.url);
  const thread = (await call('POST', 'threads', { title: 'Atlas' })) as { _id: string };
  const { added } = (await call('POST', 'thread/addSource', {
    threadId: thread._id,
    sources: Array.from({ length: SOURCES }, (_, n) => ({ url: `${site.origin}/p${n}` })),
  })) as { added: string[] };
  const all = () =>
    Promise.all(added.map(async (id) => Source.parse(await call('GET', `sources/${id}`))));
  const settle = () =>
    expect
      .poll(
        async () =>
          (await all()).filter((source) => source.refreshing || source.status.embedding !== 1)
            .length,
        { timeout: 90_000, interval: 200 },
      )
      .toBe(0);
  const titlesOf = async (query: string) =>
    new Set(
      ((await call('GET', `search?q=${query}&limit=100`)) as SearchResult).hits.map(
        (hit) => hit.title,
      ),
    );
  await settle();

  for (let round = 1; round <= KILLS; round += 1) {
    put(round + 1);
    const before = site.asked.length;
    await call('POST', 'sources/refresh', { which: 'all' });
    // The moment is part of what is tested: from the first fetch to the last place found again.
    const wanted = before + Math.floor(random() * SOURCES);
    await expect.poll(() => site.asked.length).toBeGreaterThanOrEqual(wanted);
    if (random() < 0.5)
      await expect
        .poll(async () => (await all()).some((source) => source.version > round), { interval: 20 })
        .toBe(true);
    await server.kill();
    server = await startServerProcess(env, ['--no-sample']);
    // Whatever edition each has, all of them are there to be found.
    expect((await titlesOf('atlas')).size).toBe(SOURCES);
    await settle();
    expect((await all()).map((source) => [source.version, source.refreshError])).toEqual(
      added.map(() => [round + 1, undefined]),
    );
    expect((await titlesOf(`Edition${round + 1}`)).size).toBe(SOURCES);
    expect((await titlesOf(`Edition${round}`)).size).toBe(0);
  }

  expect(await server.stop()).toBe(0);
  const database = new DatabaseSync(join(folder, 'gloss.sqlite'), { readOnly: true });
  undo.push(async () => database.close());
  const one = (sql: string) => database.prepare(sql).get() as Record<string, number>;
  expect(one('SELECT count(*) AS n FROM source_versions')).toEqual({ n: SOURCES * (KILLS + 1) });
  expect(one('SELECT count(DISTINCT source_id || version) AS n FROM chunks')).toEqual({
    n: SOURCES,
  });
  expect(one("SELECT count(*) AS n FROM artifacts WHERE stage = 'refresh'")).toEqual({
    n: SOURCES * KILLS,
  });
  expect(one('SELECT count(*) AS n FROM jobs')).toEqual({ n: 0 });
  expect(
    one('SELECT count(*) AS n FROM sources WHERE pending_version IS NOT NULL OR stage IS NOT NULL'),
  ).toEqual({ n: 0 });
});

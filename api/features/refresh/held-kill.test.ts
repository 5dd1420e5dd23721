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
import { ARTICLE, loginPage, parkedDomain, softNotFound } from './testing/site-pages.ts';

const SOURCES = 6;
const SEED = 20_261_126;

const undo: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const step of undo.reverse()) await step();
});

it(`keeps the old version through kills while a new one is held, looked at again and accepted (seed ${SEED})`, {
  timeout: 240_000,
}, async () => {
  const random = seeded(SEED);
  const folder = await mkdtemp(join(tmpdir(), 'gloss-held-kill-'));
  undo.push(() => rm(folder, { recursive: true, force: true }));
  const site = await openChangingSite();
  undo.push(() => site.close());
  const put = (html: (n: number) => string) => {
    for (let n = 0; n < SOURCES; n += 1) site.pages.set(`p${n}`, { html: html(n) });
  };
  put((n) => htmlPage(`Island ${n}`, [...ARTICLE, `The name of this island is token${n}.`]));
  const env = {
    GLOSS_DATA_DIR: folder,
    GLOSS_PORT: '0',
    GLOSS_FETCH_ALLOW: new URL(site.origin).host,
  };
  let server: ServerProcess = await startServerProcess(env, ['--no-sample']);
  undo.push(() => server.kill());
  const call = await callsOfOwner(folder, () => server.url);
  const thread = (await call('POST', 'threads', { title: 'Islands' })) as { _id: string };
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
        { timeout: 90_000, interval: 100 },
      )
      .toBe(0);
  const found = async () =>
    new Set(
      ((await call('GET', 'search?q=granite&limit=100')) as SearchResult).hits.map(
        (hit) => hit.source_id,
      ),
    ).size;
  const killWhen = async (isDone: () => Promise<boolean> | boolean) => {
    await expect.poll(isDone, { interval: 10, timeout: 60_000 }).toBe(true);
    await server.kill();
    server = await startServerProcess(env, ['--no-sample']);
  };
  await settle();

  for (const [round, page] of [parkedDomain, softNotFound, loginPage].entries()) {
    put((n) => page().replace('<h1>', `<h1>Number ${n}: `));
    const asked = site.asked.length;
    await call('POST', 'sources/refresh', { which: 'all' });
    // The moment is part of what is tested: from the first fetch to the last version held.
    const wanted = asked + Math.floor(random() * SOURCES);
    await killWhen(async () =>
      round % 2 === 0
        ? site.asked.length >= wanted
        : (await all()).some(({ held }) => held !== undefined),
    );
    expect(await found()).toBe(SOURCES);
    await settle();
    expect((await all()).map(({ version, held }) => [version, held?.version])).toEqual(
      added.map(() => [1, 2]),
    );
    expect(await found()).toBe(SOURCES);
  }

  const [first = '', ...others] = added;
  await call('POST', `sources/${first}/held`, { accept: false });
  for (const id of others) await call('POST', `sources/${id}/held`, { accept: true });
  await killWhen(async () => (await all()).some(({ version }) => version === 2));
  await settle();
  expect((await all()).map(({ version, held }) => [version, held])).toEqual(
    added.map((id) => [id === first ? 1 : 2, undefined]),
  );
  expect(await found()).toBe(1);

  expect(await server.stop()).toBe(0);
  const database = new DatabaseSync(join(folder, 'gloss.sqlite'), { readOnly: true });
  undo.push(async () => database.close());
  const one = (sql: string) => database.prepare(sql).get() as Record<string, number>;
  expect(one("SELECT count(*) AS n FROM artifacts WHERE stage = 'held'")).toEqual({ n: 0 });
  expect(one('SELECT count(*) AS n FROM jobs')).toEqual({ n: 0 });
  expect(
    one('SELECT count(*) AS n FROM sources WHERE pending_version IS NOT NULL OR stage IS NOT NULL'),
  ).toEqual({ n: 0 });
});

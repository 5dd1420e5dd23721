import { expect, it, onTestFinished } from 'vitest';
import type { SearchResult } from '#core/contract/search.ts';
import { seeded } from '#core/text/testing/edit-script.ts';
import { startKillableServer } from '../../testing/killable-server.ts';
import { htmlPage, openChangingSite } from './testing/changing-site.ts';
import { ARTICLE, loginPage, parkedDomain, softNotFound } from './testing/site-pages.ts';

const SOURCES = 6;
const SEED = 20_261_126;

it(`keeps the old version when the server is killed while a new one is held, refreshed or accepted (seed ${SEED})`, {
  timeout: 240_000,
}, async () => {
  const random = seeded(SEED);
  const site = await openChangingSite();
  onTestFinished(() => site.close());
  const publish = (html: (n: number) => string) => {
    for (let n = 0; n < SOURCES; n += 1) site.pages.set(`p${n}`, { html: html(n) });
  };
  publish((n) => htmlPage(`Island ${n}`, [...ARTICLE, `The name of this island is token${n}.`]));
  const server = await startKillableServer(site.origin);
  const added = await server.add(Array.from({ length: SOURCES }, (_, n) => `${site.origin}/p${n}`));
  const all = () => server.sources(added);
  // Counts ids, because the new versions of several sources have the same title.
  const found = async () =>
    new Set(
      ((await server.call('GET', 'search?q=granite&limit=100')) as SearchResult).hits.map(
        (hit) => hit.source_id,
      ),
    ).size;
  const killWhen = async (isDone: () => Promise<boolean> | boolean) => {
    await expect.poll(isDone, { interval: 10, timeout: 60_000 }).toBe(true);
    await server.killAndRestart();
  };
  await server.untilReady(added);

  for (const [round, page] of [parkedDomain, softNotFound, loginPage].entries()) {
    publish((n) => page().replace('<h1>', `<h1>Number ${n}: `));
    const asked = site.asked.length;
    await server.call('POST', 'sources/refresh', { which: 'all' });
    // Kills at a random moment: after one of the requests, or once a version is held.
    const wanted = asked + Math.floor(random() * SOURCES);
    await killWhen(async () =>
      round % 2 === 0
        ? site.asked.length >= wanted
        : (await all()).some(({ held }) => held !== undefined),
    );
    expect(await found()).toBe(SOURCES);
    await server.untilReady(added);
    expect((await all()).map(({ version, held }) => [version, held?.version])).toEqual(
      added.map(() => [1, 2]),
    );
    expect(await found()).toBe(SOURCES);
  }

  const [first = '', ...others] = added;
  await server.call('POST', `sources/${first}/held`, { accept: false });
  for (const id of others) await server.call('POST', `sources/${id}/held`, { accept: true });
  await killWhen(async () => (await all()).some(({ version }) => version === 2));
  await server.untilReady(added);
  expect((await all()).map(({ version, held }) => [version, held])).toEqual(
    added.map((id) => [id === first ? 1 : 2, undefined]),
  );
  expect(await found()).toBe(1);

  const count = await server.stop();
  expect(count("artifacts WHERE stage = 'held'")).toBe(0);
});

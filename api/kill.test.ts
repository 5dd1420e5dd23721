import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, expect, it } from 'vitest';
import type { SearchResult } from '#core/contract/search.ts';
import { Source } from '#core/contract/source.ts';
import { serveLoopback } from '#pipeline/testing/loopback-net.ts';
import { callsOfOwner, startServerProcess, type ServerProcess } from './testing/server-process.ts';
import { articlePage } from './testing/test-server.ts';

const SOURCES = 24;
const KILLS = 6;
/** A small generator, so that a run can be repeated: the seed is in the test's name. */
const seeded = (seed: number) => () => {
  seed = (seed * 1_664_525 + 1_013_904_223) % 2 ** 32;
  return seed / 2 ** 32;
};
const SEED = 20_261_121;

const undo: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const step of undo.reverse()) await step();
});

it(`loses nothing accepted and doubles nothing when the server is killed in the middle of an import (seed ${SEED})`, {
  timeout: 240_000,
}, async () => {
  const random = seeded(SEED);
  const folder = await mkdtemp(join(tmpdir(), 'gloss-kill-'));
  undo.push(() => rm(folder, { recursive: true, force: true }));
  const site = await serveLoopback((path) =>
    articlePage(`Page ${path}`, [
      `This is page ${path} of the import, with enough words to be read as an article and found again by its own name, token${path.replace(/\D/g, '')}.`,
      'A second paragraph follows so that there is more than one passage to keep, cut, index and find again after each of the crashes.',
    ]),
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
  const thread = (await call('POST', 'threads', { title: 'Import' })) as { _id: string };
  const accepted = new Set<string>();
  const perRound = SOURCES / KILLS;
  for (let round = 0; round < KILLS; round += 1) {
    const sources = Array.from({ length: perRound }, (_, n) => ({
      url: `${site.origin}/p${round * perRound + n}`,
    }));
    const { added } = (await call('POST', 'thread/addSource', {
      threadId: thread._id,
      sources,
    })) as { added: string[] };
    for (const id of added) accepted.add(id);
    // The moment is part of what is tested: somewhere between the first fetch and the last index.
    const asked = site.asked.length + Math.floor(random() * perRound);
    await expect.poll(() => site.asked.length).toBeGreaterThanOrEqual(Math.min(asked, SOURCES));
    await server.kill();
    server = await startServerProcess(env, ['--no-sample']);
  }
  const list = async () =>
    ((await call('GET', 'sources?query=%2Fp&limit=100')) as { docs: unknown[] }).docs.map((doc) =>
      Source.parse(doc),
    );
  await expect
    .poll(async () => (await list()).filter((source) => source.status.embedding === 0).length, {
      timeout: 120_000,
      interval: 500,
    })
    .toBe(0);
  const sources = (await list()).filter((source) => source.canonicalUrl.startsWith(site.origin));
  expect(new Set(sources.map((source) => source._id as string))).toEqual(accepted);
  expect(sources.map((source) => [source.status.embedding, source.error?.code])).toEqual(
    sources.map(() => [1, undefined]),
  );
  // The last claim is settled a moment after its source is ready.
  await expect
    .poll(
      async () =>
        ((await call('GET', 'health')) as { components: { queue: { detail: string } } }).components
          .queue.detail,
    )
    .toContain('0 waiting, 0 running, 0 delayed');
  const { hits } = (await call('GET', 'search?q=token7')) as SearchResult;
  expect(hits.map((hit) => hit.title)).toEqual(['Page p7']);

  expect(await server.stop()).toBe(0);
  const database = new DatabaseSync(join(folder, 'gloss.sqlite'), { readOnly: true });
  undo.push(async () => database.close());
  const one = (sql: string) => database.prepare(sql).get() as Record<string, number>;
  expect(
    one(
      "SELECT count(*) AS n FROM sources WHERE canonical_url LIKE '%/p%' AND title LIKE 'Page p%'",
    ),
  ).toEqual({ n: SOURCES });
  expect(
    one(
      'SELECT count(*) AS n FROM (SELECT source_id, ordinal FROM chunks GROUP BY 1, 2 HAVING count(*) > 1)',
    ),
  ).toEqual({ n: 0 });
  expect(one('SELECT count(*) AS n FROM jobs')).toEqual({ n: 0 });
  expect(database.prepare('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' });
});

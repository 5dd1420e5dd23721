import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import type { SearchResult } from '#core/contract/search.ts';
import { Source } from '#core/contract/source.ts';
import { embeddingProvider } from '#pipeline/search/embeddings/testing/embedding-provider.ts';
import { serveLoopback } from '#pipeline/testing/loopback-net.ts';
import { callsOfOwner, startServerProcess } from './testing/server-process.ts';
import { articlePage } from './testing/test-server.ts';

const undo: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const step of undo.reverse()) await step();
});

it('a server that is killed while it embeds has lost one batch, pays for nothing twice, and its words were found meanwhile', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'gloss-killed-embedding-'));
  undo.push(() => rm(folder, { recursive: true, force: true }));
  const paragraphs = Array.from(
    { length: 150 },
    (_, at) =>
      `Paragraph ${at} speaks of token${at}. ${'It has enough words to be a passage of its own, as paragraphs of long pages have. '.repeat(9)}`,
  );
  const site = await serveLoopback(() => articlePage('A long page', paragraphs));
  undo.push(() => site.close());
  const provider = await embeddingProvider();
  undo.push(() => provider.close());
  const third = Promise.withResolvers<void>();
  provider.script((res, call, n) => {
    if (n < 3) return provider.well(res, call, n);
    third.resolve();
    return undefined;
  });
  const env = {
    GLOSS_DATA_DIR: folder,
    GLOSS_PORT: '0',
    GLOSS_FETCH_ALLOW: new URL(site.origin).host,
    GLOSS_EMBEDDING_MODEL: 'small',
    GLOSS_EMBEDDING_BASE_URL: provider.baseUrl,
    OPENAI_API_KEY: 'key',
  };
  let server = await startServerProcess(env, ['--no-sample']);
  undo.push(() => server.kill());
  const call = await callsOfOwner(folder, () => server.url);
  const thread = (await call('POST', 'threads', { title: 'Long' })) as { _id: string };
  const {
    added: [id],
  } = (await call('POST', 'thread/addSource', {
    threadId: thread._id,
    sources: [{ url: `${site.origin}/long` }],
  })) as { added: string[] };
  const source = async () => Source.parse(await call('GET', `sources/${id}`));

  await third.promise;
  expect((await source()).status.embedding).toBe(0);
  expect(
    ((await call('GET', 'search?q=token140')) as SearchResult).hits.map((hit) => hit.title),
  ).toEqual(['A long page']);
  await server.kill();
  const before = provider.paid.length;
  provider.script();
  server = await startServerProcess(env, ['--no-sample']);
  await expect.poll(async () => (await source()).status.embedding, { timeout: 45_000 }).toBe(1);
  expect(before).toBe(128);
  expect(provider.paid.length).toBeGreaterThanOrEqual(150);
  expect(new Set(provider.paid).size).toBe(provider.paid.length);
  expect(await server.stop()).toBe(0);
});

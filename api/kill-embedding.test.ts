import { expect, it, onTestFinished } from 'vitest';
import { embeddingProvider } from '#pipeline/search/embeddings/testing/embedding-provider.ts';
import { serveLoopback } from '#pipeline/testing/loopback-net.ts';
import { startKillableServer } from './testing/killable-server.ts';
import { articlePage } from './testing/test-server.ts';

it('keeps embeddings that are stored when the server is killed, and finds the source by its words meanwhile', async () => {
  const paragraphs = Array.from(
    { length: 150 },
    (_, at) =>
      `Paragraph ${at} speaks of token${at}. ${'It has enough words to be a passage of its own, as paragraphs of long pages have. '.repeat(9)}`,
  );
  const site = await serveLoopback(() => articlePage('A long page', paragraphs));
  onTestFinished(() => site.close());
  const provider = await embeddingProvider();
  onTestFinished(() => provider.close());
  const third = Promise.withResolvers<void>();
  provider.script((res, call, n) => {
    if (n < 3) return provider.well(res, call, n);
    third.resolve();
    return undefined;
  });
  const server = await startKillableServer(site.origin, {
    GLOSS_EMBEDDING_MODEL: 'small',
    GLOSS_EMBEDDING_BASE_URL: provider.baseUrl,
    OPENAI_API_KEY: 'key',
  });
  const added = await server.add([`${site.origin}/long`]);

  await third.promise;
  expect((await server.sources(added)).map(({ status }) => status.embedding)).toEqual([0]);
  expect(await server.search('token140')).toEqual(['A long page']);
  const before = provider.paid.length;
  provider.script();
  await server.killAndRestart();
  await server.untilReady(added);
  expect(before).toBe(128);
  expect(provider.paid.length).toBeGreaterThanOrEqual(150);
  expect(new Set(provider.paid).size).toBe(provider.paid.length);
  await server.stop();
});

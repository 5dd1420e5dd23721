import { afterAll, beforeAll, expect, it } from 'vitest';
import type { UserId } from '#core/contract/id.ts';
import { SearchResult } from '#core/contract/search.ts';
import { EmbeddingStatus } from '#core/contract/source.ts';
import {
  answerJson,
  embeddingProvider,
  type EmbeddingProvider,
} from '#pipeline/search/embeddings/testing/embedding-provider.ts';
import {
  describeOnDatabases,
  type OpenedTestDatabase,
  type OpenTestDatabase,
} from './db/testing/test-database.ts';
import { stream, textOf } from './features/ask/testing/stream.ts';
import { withinOneDay } from './testing/within-one-day.ts';
import { dataOf, openTestServer, type TestServer } from './testing/test-server.ts';

describeOnDatabases('embeddings', (open) => {
  let provider: EmbeddingProvider;
  beforeAll(async () => {
    provider = await embeddingProvider();
  });
  afterAll(() => provider.close());
  const env = (model = 'small') => ({
    GLOSS_EMBEDDING_MODEL: model,
    GLOSS_EMBEDDING_BASE_URL: provider.baseUrl,
    OPENAI_API_KEY: 'key',
  });
  const ownerOf = async (test: TestServer) =>
    (dataOf(await test.owner.get('me')) as { user: { _id: UserId } }).user._id;
  /** Letters of a page without its words, so that only the vector matches. */
  const RUN_TOGETHER = 'seaotterssleephands';
  const found = async (test: TestServer, text: string) =>
    await test.server.parts.retriever.search({ text, ownerId: await ownerOf(test), limit: 3 });
  const again =
    (opened: OpenedTestDatabase): OpenTestDatabase =>
    async () =>
      opened;

  it('find passages without a common word once the source is ready, and embed no text twice', async () => {
    await withinOneDay();
    const test = await openTestServer(open, { env: env() });
    await test.read(await test.thread(), 'otters.html', 'bees.html');
    const { hits, reduced } = await found(test, RUN_TOGETHER);
    expect(hits[0]).toMatchObject({ title: 'Sea otters' });
    expect(reduced).toBeUndefined();
    expect(provider.calls[0]).toMatchObject({
      path: '/v1/embeddings',
      authorization: 'Bearer key',
      model: 'small',
    });
    expect(provider.paid).toContainEqual(
      expect.stringMatching(/^Sea otters\nSea otters hold hands/),
    );
    expect(dataOf(await test.owner.get('me'))).toMatchObject({
      capabilities: { embeddings: true },
    });
    await expect
      .poll(async () => dataOf(await test.owner.get('health')))
      .toMatchObject({
        components: { embeddings: { status: 'ok', detail: 'small; today 130 tokens of 4 texts' } },
      });
    provider.script();
    expect(await test.server.parts.runner.reindex()).toMatchObject({ sources: 2 });
    expect((await found(test, 'waggledancedecoded')).hits[0]).toMatchObject({
      title: 'Honey bees',
    });
    expect(provider.calls.map((call) => call.input)).toEqual([['waggledancedecoded']]);
    await test.close();
  });

  it('are reported as unavailable in search results and answers while the provider is down', async () => {
    provider.script();
    const { OPENAI_API_KEY: _, ...withoutKey } = env('gone');
    const test = await openTestServer(open, { env: withoutKey });
    const thread = await test.thread();
    const [otters] = await test.read(thread, 'otters.html');
    provider.script((res) => {
      answerJson(res, 503, {});
    });
    expect(
      SearchResult.parse(dataOf(await test.owner.get('search?q=favourite+stone'))),
    ).toMatchObject({
      hits: [{ source_id: otters?._id }],
      reduced: expect.stringContaining('keywords only'),
    });
    const { events } = await stream(test, 'ai/v2/chat/thread', {
      thread_id: thread._id,
      model: 5,
      sources: [otters?._id],
      user_query: 'What do otters keep under their arm?',
      feature_type: 1,
    });
    expect(textOf(events)).toContain('favourite stone');
    expect(textOf(events)).toContain('keywords only');
    await test.close();
  });

  it('do not delay a source, which is found by its words while the provider fails and by meaning afterwards', async () => {
    provider.script((res) => {
      answerJson(res, 401, { error: { message: 'no' } });
    });
    const opened = await open();
    const first = await openTestServer(again(opened), { env: env('late') });
    const [otters] = await first.read(await first.thread(), 'otters.html');
    expect(otters?.status.embedding).toBe(EmbeddingStatus.ready);
    expect((await found(first, 'favourite stone')).hits[0]?.title).toBe('Sea otters');
    expect((await found(first, RUN_TOGETHER)).hits).toEqual([]);
    expect(dataOf(await first.owner.get('health'))).toMatchObject({
      status: 'ok',
      components: {
        embeddings: {
          status: 'failed',
          detail: expect.stringMatching(/1 sources wait.*refused the key/),
        },
      },
    });
    await first.close();
    provider.script();
    const second = await openTestServer(again(opened), { env: env('late'), stranger: false });
    await expect.poll(async () => (await found(second, RUN_TOGETHER)).hits.length).toBe(1);
    await second.close();
  });
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { embeddingProvider, type EmbeddingProvider } from '#pipeline/search/embeddings/testing/embedding-provider.ts';
import type { UserId } from '#core/contract/id.ts';
import { describeOnDatabases, type OpenedTestDatabase, type OpenTestDatabase } from './db/testing/test-database.ts';
import { answerJson } from '#pipeline/search/embeddings/testing/embedding-provider.ts';
import { dataOf, openTestServer, type TestServer } from './testing/test-server.ts';

describeOnDatabases('embeddings', (open) => {
  let provider: EmbeddingProvider;
  beforeAll(async () => { provider = await embeddingProvider(); });
  afterAll(() => provider.close());
  const env = (model = 'small') => ({ GLOSS_EMBEDDING_MODEL: model, GLOSS_EMBEDDING_BASE_URL: provider.baseUrl, OPENAI_API_KEY: 'key' });
  const ownerOf = async (test: TestServer) => (dataOf(await test.owner.get('me')) as { user: { _id: UserId } }).user._id;
  /** No word of it stands in any page; its letters nearly do. */
  const MISSPELT = 'ottterz slleping handz';
  const found = async (test: TestServer, text: string) => (await test.server.parts.retriever.search({ text, ownerId: await ownerOf(test), limit: 3 }));
  const again = (place: OpenedTestDatabase): OpenTestDatabase => async () => place;

  it('finds what shares no word with the question, as soon as a source is ready', async () => {
    const test = await openTestServer(open, { env: env() });
    await test.read(await test.thread(), 'otters.html', 'bees.html');
    const { hits, reduced } = await found(test, MISSPELT);
    expect(hits[0]).toMatchObject({ title: 'Sea otters' });
    expect(reduced).toBeUndefined();
    expect(provider.calls[0]).toMatchObject({ path: '/v1/embeddings', authorization: 'Bearer key', model: 'small' });
    expect(provider.calls[0]?.input[0]).toMatch(/^Sea otters\nSea otters hold hands/);
    expect(dataOf(await test.owner.get('me'))).toMatchObject({ capabilities: { embeddings: true } });
    expect(dataOf(await test.owner.get('health'))).toMatchObject({ components: { embeddings: { status: 'ok', detail: expect.stringMatching(/^small; today \d+ tokens of 2 texts$/) } } });
    await test.close();
  });

  it('are not paid for twice when the index is lost', async () => {
    const place = await open();
    const test = await openTestServer(again(place), { env: env() });
    await test.read(await test.thread(), 'otters.html');
    provider.script();
    expect(await test.server.parts.runner.reindex()).toMatchObject({ sources: 1 });
    expect((await found(test, MISSPELT)).hits).toHaveLength(1);
    expect(provider.calls.map((call) => call.input)).toEqual([[MISSPELT]]);
    await test.close();
  });

  it('hold nothing up: a source is found by its words while the provider fails, and by meaning once it does not', async () => {
    provider.script((res) => { answerJson(res, 401, { error: { message: 'no' } }); });
    const place = await open();
    const test = await openTestServer(again(place), { env: env('late') });
    const [otters] = await test.read(await test.thread(), 'otters.html');
    expect(otters?.status.embedding).toBe(1);
    expect((await found(test, 'favourite stone')).hits[0]?.title).toBe('Sea otters');
    expect((await found(test, MISSPELT)).hits).toEqual([]);
    expect(dataOf(await test.owner.get('health'))).toMatchObject({ components: { embeddings: { status: 'failed', detail: expect.stringMatching(/1 sources wait.*refused the key/) } } });
    await test.close();
    provider.script();
    const second = await openTestServer(again(place), { env: env('late'), stranger: false });
    await expect.poll(async () => (await found(second, MISSPELT)).hits.length, { timeout: 10_000 }).toBe(1);
    await second.close();
  });

  describe('when another model is set', () => {
    it('serve by the old one until the new ones are whole, without a word of it to the source', async () => {
      const place = await open();
      const first = await openTestServer(again(place), { env: env('old') });
      const [otters] = await first.read(await first.thread(), 'otters.html');
      await first.close();
      let let_ = () => undefined as void;
      const gate = new Promise<void>((resolve) => { let_ = resolve; });
      provider.script(async (res, call, n) => { if (call.model === 'new' && call.input[0] !== MISSPELT) await gate; await provider.well(res, call, n); });
      const second = await openTestServer(again(place), { env: env('new'), stranger: false });
      const { index, library } = second.server.parts;
      const ownerId = await ownerOf(second);
      await expect.poll(() => provider.calls.some((call) => call.model === 'new')).toBe(true);
      expect((await found(second, MISSPELT)).hits).toHaveLength(1);
      expect(await index.models({ ownerId })).toEqual(['old']);
      expect(dataOf(await second.owner.get(`sources/${otters?._id}`))).toMatchObject({ status: { embedding: 1 } });
      let_();
      await expect.poll(() => index.models({ ownerId }), { timeout: 10_000 }).toEqual(['new']);
      expect((await found(second, MISSPELT)).hits).toHaveLength(1);
      await expect.poll(async () => (await library.embeddings.costs('2000-01-01')).map((it) => it.model).sort()).toEqual(['new', 'old']);
      await second.close();
      const third = await openTestServer(again(place), { stranger: false });
      expect((await found(third, MISSPELT)).hits).toEqual([]);
      expect((await found(third, 'favourite stone')).hits).toHaveLength(1);
      await third.close();
    });
  });
});

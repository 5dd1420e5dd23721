import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Health } from '#core/contract/health.ts';
import { SearchResult } from '#core/contract/search.ts';
import { EmbeddingStatus, Source, WebpageStatus } from '#core/contract/source.ts';
import {
  embeddingProvider,
  type EmbeddingProvider,
} from '#pipeline/search/embeddings/testing/embedding-provider.ts';
import {
  startQdrantStandIn,
  type QdrantStandIn,
} from '#pipeline/search/qdrant/testing/stand-in.ts';
import { openOnSqlite } from './db/testing/test-database.ts';
import { dataOf, openTestServer, type TestServer } from './testing/test-server.ts';

describe('a server with Qdrant', () => {
  const open = openOnSqlite();
  let qdrant: QdrantStandIn;
  let provider: EmbeddingProvider;
  let test: TestServer;
  const search = async (q: string) =>
    SearchResult.parse(dataOf(await test.owner.get(`search?q=${q}`)));
  const sourcesOf = async (q: string) => (await search(q)).hits.map((hit) => hit.source_id);
  const health = async () => Health.parse(dataOf(await test.owner.get('health')));
  const noDrift = { missing: 0, outdated: 0, incomplete: 0, unembedded: 0, strays: 0 };

  beforeAll(async () => {
    qdrant = await startQdrantStandIn();
    await qdrant.stop();
    provider = await embeddingProvider();
    test = await openTestServer(open, {
      env: {
        GLOSS_QDRANT_URL: qdrant.url,
        GLOSS_EMBEDDING_MODEL: 'small',
        GLOSS_EMBEDDING_BASE_URL: provider.baseUrl,
        OPENAI_API_KEY: 'key',
      },
    });
  });
  afterAll(async () => {
    await test.close();
    await qdrant.stop();
    await provider.close();
    expect(qdrant.refused).toEqual([]);
  });

  it('starts without it and reports it; new sources wait for it, and are readable and searchable by words meanwhile', async () => {
    const { status, components } = await health();
    expect(status).toBe('ok');
    expect(components.index).toMatchObject({
      status: 'failed',
      mend: expect.stringContaining('GLOSS_QDRANT_URL'),
    });
    const {
      added: [id],
    } = dataOf(
      await test.owner.post('thread/addSource', {
        threadId: (await test.thread())._id,
        sources: [{ url: `${test.site.origin}/otters.html` }],
      }),
    ) as { added: string[] };
    const look = async () => Source.parse(dataOf(await test.owner.get(`sources/${id}`)));
    await expect.poll(async () => (await look()).error?.code).toBe('unavailable');
    expect((await look()).status).toMatchObject({
      embedding: EmbeddingStatus.processing,
      webpage_processing: WebpageStatus.done,
    });
    expect(await search('favourite+stone')).toMatchObject({
      hits: [{ source_id: id }],
      reduced: expect.stringContaining('keywords only'),
    });

    await qdrant.start();
    await expect.poll(async () => (await look()).status.embedding).toBe(1);
    expect((await look()).error ?? null).toBeNull();
    await expect.poll(async () => (await search('favourite+stone')).reduced).toBeUndefined();
    expect(await sourcesOf('ottterz+slleping')).toEqual([id]);
    expect((await health()).components.index).toMatchObject({
      status: 'ok',
      detail: expect.stringContaining('of 1 sources in Qdrant'),
    });
  });

  it('searches by words when it disconnects, and says so', async () => {
    const [bees] = await test.read(await test.thread(), 'bees.html');
    qdrant.disturb(() => 'stall');
    const { hits, reduced } = await search('waggle+dance');
    expect(hits.map((hit) => hit.source_id)).toContain(bees?._id);
    expect(reduced).toContain('keywords only');
    qdrant.disturb(() => undefined);
  });

  it('deletes vectors of sources that were deleted while it was gone', async () => {
    const [bees] = await sourcesOf('waggle+dance');
    await qdrant.stop();
    await test.owner.delete(`sources/${bees}`);
    await qdrant.start();
    await expect.poll(async () => (await search('queen')).reduced).toBeUndefined();
    await expect
      .poll(async () => (await test.server.parts.index.indexedSources()).map((it) => it.sourceId))
      .not.toContain(bees);
  });

  it('repairs an index that lost points or was restored from a backup, and reports the numbers', async () => {
    const { runner, index } = test.server.parts;
    const [otters] = await sourcesOf('favourite+stone');
    const [bees] = await test.read(await test.thread(), 'bees.html');
    const older = qdrant.backUp();
    await test.owner.delete(`sources/${bees?._id}`);
    const [again] = await test.read(await test.thread(), 'bees.html');
    older();
    expect(qdrant.lose(({ source, ordinal }) => source === otters && ordinal === 0)).toBe(1);

    const [inQdrant, embedded] = await runner.reconcile();
    expect(inQdrant).toMatchObject({
      engine: 'qdrant',
      sources: 2,
      drift: { ...noDrift, missing: 1, incomplete: 1, strays: 1 },
    });
    expect(embedded).toMatchObject({ engine: 'sqlite', sources: 2, drift: noDrift });
    expect(await runner.reconcile()).toMatchObject([{ drift: noDrift }, { drift: noDrift }]);
    expect((await index.indexedSources()).map((it) => it.sourceId).sort()).toEqual(
      [otters, again?._id].sort(),
    );
    expect(await sourcesOf('ottterz+slleping')).toContain(otters);
  });

  it('fills an empty index again', async () => {
    const { runner } = test.server.parts;
    qdrant.dropCollections();
    expect(await runner.reconcile()).toMatchObject([
      { engine: 'qdrant', drift: { ...noDrift, missing: 2 } },
      { drift: noDrift },
    ]);
    expect((await search('waggle+dance')).hits[0]?.title).toBe('Honey bees');
  });
});

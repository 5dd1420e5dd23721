import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createLog } from '#config/log.ts';
import { chunksOf, indexedSource } from '../conformance.ts';
import type { SearchIndex } from '../contract.ts';
import { createQdrantIndex } from './qdrant-index.ts';
import { startQdrantStandIn, type QdrantStandIn } from './testing/stand-in.ts';

const log = createLog('silent');
const passages = (word: string) => Array.from({ length: 250 }, (_, at) => `${word} passage ${at}`);
const source = indexedSource({ title: 'Stones' });
const next = { ...source, version: 2 };
const question = { text: 'passage', ownerId: source.ownerId, limit: 200 };

describe('Qdrant failures', () => {
  let server: QdrantStandIn;
  let index: SearchIndex;
  beforeEach(async () => {
    server = await startQdrantStandIn();
    index = createQdrantIndex({ url: server.url, apiKey: undefined, log });
  });
  afterEach(async () => {
    await index.close();
    await server.stop();
    expect(server.refused).toEqual([]);
  });
  const words = async () => [
    ...new Set((await index.search(question)).map(({ text }) => text.split(' ')[0])),
  ];

  it('every call is `unavailable` while Qdrant is down, and works once it is back', async () => {
    await index.replace(source, chunksOf(source, passages('amber')));
    await server.stop();
    for (const call of [
      () => index.search(question),
      () => index.counts(),
      () => index.indexedSources(),
      () => index.models(source),
      () => index.replace(next, []),
      () => index.append(source, []),
      () => index.remove(source.sourceId),
      () => index.clear(),
    ]) {
      await expect(call()).rejects.toMatchObject({ code: 'unavailable' });
    }
    await server.start();
    expect(await words()).toEqual(['amber']);
  });

  it('an index can be created while Qdrant is down, and works once it is up', async () => {
    await server.stop();
    await expect(index.search(question)).rejects.toMatchObject({ code: 'unavailable' });
    await server.start();
    expect(await index.search(question)).toEqual([]);
  });

  it("a Qdrant that doesn't respond is `unavailable` after a timeout", async () => {
    await index.replace(source, chunksOf(source, passages('amber')));
    server.disturb((asked) => (asked === 'get_points' ? 'stall' : undefined));
    await expect(index.search(question)).rejects.toMatchObject({ code: 'unavailable' });
    server.disturb(() => undefined);
    expect(await words()).toEqual(['amber']);
  });

  it('without the vocabulary, correctly spelt words are still found', async () => {
    await index.replace(source, chunksOf(source, ['amber', 'beryl']));
    server.disturb((operation, _, body) =>
      operation === 'facet' && JSON.stringify(body).includes('"key":"words"') ? 500 : undefined,
    );
    expect(
      (await index.search({ ...question, text: 'amber berrl' })).map(({ text }) => text),
    ).toEqual(['amber']);
    server.disturb(() => undefined);
    expect(
      (await index.search({ ...question, text: 'amber berrl' })).map(({ text }) => text).sort(),
    ).toEqual(['amber', 'beryl']);
  });

  it.each([500, 502, 503, 429])('status %d is `unavailable`', async (status) => {
    server.disturb(() => status);
    await expect(index.counts()).rejects.toMatchObject({ code: 'unavailable' });
  });
  it('a request that Qdrant refuses is an internal error', async () => {
    await index.counts();
    server.disturb(() => 400);
    await expect(index.counts()).rejects.toMatchObject({
      code: 'internal',
      cause: { message: expect.stringContaining('400') },
    });
  });
  it("an invalid passage isn't blamed on Qdrant", async () => {
    const broken = chunksOf(source, ['amber']).map((chunk) => ({
      ...chunk,
      text: undefined as unknown as string,
    }));
    await expect(index.replace(source, broken)).rejects.toMatchObject({ code: 'internal' });
  });
  it('a full disk is reported', async () => {
    server.disturb((operation) => (operation === 'upsert_points' ? 507 : undefined));
    await expect(index.replace(source, chunksOf(source, ['amber']))).rejects.toMatchObject({
      code: 'storage_full',
    });
  });

  it('a failure at any step of a replacement shows all old or all new passages, and a retry completes it', async () => {
    for (let step = 1; ; step += 1) {
      await index.replace(source, chunksOf(source, passages('amber')));
      server.disturb((operation, count) =>
        ['upsert_points', 'delete_points'].includes(operation) && count >= step ? 500 : undefined,
      );
      const failed = await index.replace(next, chunksOf(next, passages('beryl'))).then(
        () => false,
        () => true,
      );
      server.disturb(() => undefined);
      const seen = await words();
      expect(seen).toHaveLength(1);
      expect(await index.search(question)).toHaveLength(200);
      if (!failed) {
        expect(seen).toEqual(['beryl']);
        break;
      }
      await index.replace(next, chunksOf(next, passages('beryl')));
      expect(await words()).toEqual(['beryl']);
      expect(await index.indexedSources()).toEqual([
        { sourceId: source.sourceId, version: 2, chunks: 250 },
      ]);
    }
  });

  it('an open index can refill a Qdrant that lost its collections', async () => {
    const vectors = chunksOf(source, ['amber', 'beryl']).map((chunk) => ({
      ...chunk,
      vector: Float32Array.of(1, 0),
    }));
    const embedded = { ...source, embedding: { model: 'plain', dimensions: 2 } };
    await index.replace(embedded, vectors);
    server.dropCollections();
    expect(
      await index.search({
        ...question,
        vectors: [{ model: 'plain', vector: Float32Array.of(1, 0) }],
      }),
    ).toEqual([]);
    expect(await index.indexedSources()).toEqual([]);
    await index.replace(embedded, vectors);
    expect(
      await index.search({
        ...question,
        text: 'none',
        vectors: [{ model: 'plain', vector: Float32Array.of(1, 0) }],
      }),
    ).toHaveLength(2);
  });

  it('vectors can be written again after another process emptied Qdrant', async () => {
    const embedded = { ...source, embedding: { model: 'plain', dimensions: 2 } };
    const chunks = chunksOf(source, ['amber']).map((chunk) => ({
      ...chunk,
      vector: Float32Array.of(1, 0),
    }));
    const near = {
      ...question,
      text: 'none',
      vectors: [{ model: 'plain', vector: Float32Array.of(1, 0) }],
    };
    await index.replace(embedded, chunks);
    const other = createQdrantIndex({ url: server.url, apiKey: undefined, log });
    await other.clear();
    await other.counts();
    expect(await index.search(near)).toEqual([]);
    await index.replace(embedded, chunks);
    expect(await index.search(near)).toHaveLength(1);
    await other.close();
  });

  it('a reorganisation is waited for before a model is added', async () => {
    await index.counts();
    server.reorganise(3);
    const embedded = { ...source, embedding: { model: 'plain', dimensions: 2 } };
    await index.replace(
      embedded,
      chunksOf(source, ['amber']).map((chunk) => ({ ...chunk, vector: Float32Array.of(1, 0) })),
    );
    const asked = server.requests.map(({ operation }) => operation);
    expect(
      asked.slice(0, asked.indexOf('create_vector_name')).filter((it) => it === 'get_collection')
        .length,
    ).toBeGreaterThanOrEqual(5);
    server.disturb((operation, _, body) =>
      operation === 'query_points' && JSON.stringify(body).includes('dense_') ? 400 : undefined,
    );
    const hits = await index.search({
      ...question,
      text: 'amber',
      vectors: [{ model: 'plain', vector: Float32Array.of(1, 0) }],
    });
    expect(hits.map(({ text }) => text)).toEqual(['amber']);
  });

  it('`indexedSources` shows lost passages, and passages without a source', async () => {
    const other = indexedSource({ ownerId: source.ownerId });
    await index.replace(source, chunksOf(source, passages('amber')));
    await index.replace(other, chunksOf(other, ['one', 'two']));
    server.lose(({ source: of, ordinal }) => of === source.sourceId && Number(ordinal) >= 210);
    server.lose(({ source: of, kind }) => of === other.sourceId && kind === 'source');
    expect(await index.indexedSources()).toEqual([
      { sourceId: source.sourceId, version: 1, chunks: 210 },
      { sourceId: other.sourceId, version: 0, chunks: 2 },
    ]);
    expect(await index.search({ ...question, text: 'two' })).toEqual([]);
  });
});

describe('an import during which Qdrant is killed 20 times', () => {
  it('ends with exactly the imported passages, and never shows half of a source', async () => {
    const server = await startQdrantStandIn();
    const index = createQdrantIndex({ url: server.url, apiKey: undefined, log });
    const { random, below } = seeded(20);
    const { ownerId } = source;
    const sources = Array.from({ length: 8 }, () => indexedSource({ ownerId }));
    const wanted = new Map<string, { version: number; chunks: number }>();
    let kills = 20;
    server.disturb(() =>
      kills > 0 && random() < 0.12
        ? ((kills -= 1), random() < 0.5 ? 'break before' : 'break after')
        : undefined,
    );
    const untilDone = async (work: () => Promise<unknown>): Promise<void> => {
      for (;;)
        if (
          await work().then(
            () => true,
            () => false,
          )
        )
          return;
    };
    const look = async () => {
      const hits = await index.search({ text: 'passage', ownerId, limit: 200 }).catch(() => []);
      const versions = new Map(
        sources.map(({ sourceId }) => [
          sourceId,
          new Set(
            hits.filter((hit) => hit.sourceId === sourceId).map(({ text }) => text.split(' ')[0]),
          ),
        ]),
      );
      expect([...versions.values()].filter((it) => it.size > 1)).toEqual([]);
    };
    for (let version = 1; kills > 0; version += 1) {
      for (const one of sources) {
        const now = { ...one, version };
        const chunks = chunksOf(
          now,
          Array.from({ length: 1 + below(230) }, (_, at) => `v${version} passage ${at}`),
        );
        if (random() < 0.15 && wanted.has(one.sourceId)) {
          await Promise.all([untilDone(() => index.remove(one.sourceId)), look()]);
          wanted.delete(one.sourceId);
        } else {
          const half = Math.ceil(chunks.length / 2);
          await Promise.all([untilDone(() => index.replace(now, chunks.slice(0, half))), look()]);
          await untilDone(() => index.append(now, chunks.slice(half)));
          wanted.set(one.sourceId, { version, chunks: chunks.length });
        }
        await look();
      }
    }
    expect(
      (await index.indexedSources()).map(({ sourceId, ...it }) => [sourceId, it]).sort(),
    ).toEqual([...wanted].sort());
    expect(server.refused).toEqual([]);
    await server.stop();
  });
});

/** Pseudorandom numbers from a seed (mulberry32). */
function seeded(seed: number): { random(): number; below(end: number): number } {
  let state = seed;
  const random = () => {
    state = (state + 0x6d2b79f5) | 0;
    let it = Math.imul(state ^ (state >>> 15), 1 | state);
    it = (it + Math.imul(it ^ (it >>> 7), 61 | it)) ^ it;
    return ((it ^ (it >>> 14)) >>> 0) / 2 ** 32;
  };
  return { random, below: (end) => Math.floor(random() * end) };
}

describe('the Qdrant URL', () => {
  it('a Qdrant that is too old is reported', async () => {
    const server = await startQdrantStandIn({ version: '1.18.2' });
    const index = createQdrantIndex({ url: server.url, apiKey: undefined, log });
    await expect(index.counts()).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('1.18.2'),
    });
    await server.stop();
  });
  it('may have a path before it, and another port', async () => {
    const server = await startQdrantStandIn();
    const asked = createQdrantIndex({
      url: `${server.url}/behind/a/proxy`,
      apiKey: undefined,
      log,
    }).counts();
    await expect(asked).rejects.toMatchObject({ code: 'internal' });
    expect(server.refused).toEqual(['GET /behind/a/proxy/ is not described']);
    await server.stop();
  });

  it('a key causes no console output', async () => {
    const server = await startQdrantStandIn({ apiKey: 'a key' });
    const console_ = vi.spyOn(console, 'warn');
    const [right, wrong] = ['a key', 'another'].map((apiKey) =>
      createQdrantIndex({ url: server.url, apiKey, log }),
    );
    expect(await right?.counts()).toEqual({ sources: 0, chunks: 0 });
    await expect(wrong?.counts()).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('GLOSS_QDRANT_API_KEY'),
    });
    expect(console_).not.toHaveBeenCalled();
    await server.stop();
  });
});

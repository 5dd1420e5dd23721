import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createLog } from '#config/log.ts';
import { chunksOf, indexedSource } from '../conformance.ts';
import type { SearchIndex } from '../contract.ts';
import { createQdrantIndex } from './qdrant-index.ts';
import { startQdrantStandIn, type QdrantStandIn } from './testing/stand-in.ts';

const log = createLog('silent');
const passages = (word: string) => Array.from({ length: 450 }, (_, at) => `${word} passage ${at}`);
const source = indexedSource({ title: 'Stones' });
const next = { ...source, version: 2 };
const question = { text: 'passage', ownerId: source.ownerId, limit: 200 };

describe('a Qdrant that fails', () => {
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
  const words = async () => [...new Set((await index.search(question)).map(({ text }) => text.split(' ')[0]))];

  it('and is not there is `unavailable` for every call, and serves again once it is', async () => {
    await index.replace(source, chunksOf(source, passages('amber')));
    await server.stop();
    for (const call of [() => index.search(question), () => index.counts(), () => index.held(), () => index.models(source), () => index.replace(next, []), () => index.append(source, []), () => index.remove(source.sourceId), () => index.clear()]) {
      await expect(call()).rejects.toMatchObject({ code: 'unavailable' });
    }
    await server.start();
    expect(await words()).toEqual(['amber']);
  });

  it('and was never there lets an index be made, that serves once it is there', async () => {
    await server.stop();
    await expect(index.search(question)).rejects.toMatchObject({ code: 'unavailable' });
    await server.start();
    expect(await index.search(question)).toEqual([]);
  });

  it.each(['query_points', 'get_points'])('and does not answer %s is `unavailable`, not waited for', async (operation) => {
    await index.replace(source, chunksOf(source, passages('amber')));
    server.disturb((asked) => (asked === operation ? 'stall' : undefined));
    await expect(index.search(question)).rejects.toMatchObject({ code: 'unavailable' });
    server.disturb(() => undefined);
    expect(await words()).toEqual(['amber']);
  });

  it.each([500, 502, 503, 429])('and answers %d is `unavailable`', async (status) => {
    server.disturb(() => status);
    await expect(index.counts()).rejects.toMatchObject({ code: 'unavailable' });
  });
  it('and refuses what Gloss says is a fault of Gloss', async () => {
    await index.counts();
    server.disturb(() => 400);
    await expect(index.counts()).rejects.toMatchObject({ code: 'internal', cause: { message: expect.stringContaining('400') } });
  });
  it('and has no space left says so', async () => {
    server.disturb((operation) => (operation === 'upsert_points' ? 507 : undefined));
    await expect(index.replace(source, chunksOf(source, ['amber']))).rejects.toMatchObject({ code: 'storage_full' });
  });

  it('at any step of a replacement shows the old passages whole or the new ones, and the next try ends it', async () => {
    for (let step = 1; ; step += 1) {
      await index.replace(source, chunksOf(source, passages('amber')));
      server.disturb((operation, count) => (['upsert_points', 'delete_points'].includes(operation) && count >= step ? 500 : undefined));
      const failed = await index.replace(next, chunksOf(next, passages('beryl'))).then(() => false, () => true);
      server.disturb(() => undefined);
      const seen = await words();
      expect(seen).toHaveLength(1);
      expect(await index.search(question)).toHaveLength(200);
      if (!failed) { expect(seen).toEqual(['beryl']); break; }
      await index.replace(next, chunksOf(next, passages('beryl')));
      expect(await words()).toEqual(['beryl']);
      expect(await index.held()).toEqual([{ sourceId: source.sourceId, version: 2, chunks: 450 }]);
    }
  });

  it('that lost its collections is empty, and can be filled again by an index that stood open', async () => {
    const vectors = chunksOf(source, ['amber', 'beryl']).map((chunk) => ({ ...chunk, vector: Float32Array.of(1, 0) }));
    const embedded = { ...source, embedding: { model: 'plain', dimensions: 2 } };
    await index.replace(embedded, vectors);
    server.dropCollections();
    expect(await index.search({ ...question, vectors: [{ model: 'plain', vector: Float32Array.of(1, 0) }] })).toEqual([]);
    expect(await index.held()).toEqual([]);
    await index.replace(embedded, vectors);
    expect(await index.search({ ...question, text: 'none', vectors: [{ model: 'plain', vector: Float32Array.of(1, 0) }] })).toHaveLength(2);
  });

  it('says by `held` what it lost, and what no source names', async () => {
    const other = indexedSource({ ownerId: source.ownerId });
    await index.replace(source, chunksOf(source, passages('amber')));
    await index.replace(other, chunksOf(other, ['one', 'two']));
    server.lose(({ source: of, ordinal }) => of === source.sourceId && Number(ordinal) >= 400);
    server.lose(({ source: of, kind }) => of === other.sourceId && kind === 'source');
    expect(await index.held()).toEqual([{ sourceId: source.sourceId, version: 1, chunks: 400 }, { sourceId: other.sourceId, version: 0, chunks: 2 }]);
    expect(await index.search({ ...question, text: 'two' })).toEqual([]);
  });
});

describe('the place of a Qdrant', () => {
  it('takes a key, without a word on the console', async () => {
    const server = await startQdrantStandIn({ apiKey: 'a key' });
    const console_ = vi.spyOn(console, 'warn');
    const [right, wrong] = ['a key', 'another'].map((apiKey) => createQdrantIndex({ url: server.url, apiKey, log }));
    expect(await right?.counts()).toEqual({ sources: 0, chunks: 0 });
    await expect(wrong?.counts()).rejects.toMatchObject({ code: 'unavailable', message: expect.stringContaining('GLOSS_QDRANT_API_KEY') });
    expect(console_).not.toHaveBeenCalled();
    await server.stop();
  });
});

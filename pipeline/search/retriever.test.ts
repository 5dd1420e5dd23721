import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createLog } from '#config/log.ts';
import { chunksOf, indexedSource } from './conformance.ts';
import type { SearchIndex } from './contract.ts';
import { createOpenAiEmbedder } from './embeddings/openai-embedder.ts';
import {
  answerJson,
  embeddingProvider,
  type EmbeddingProvider,
} from './embeddings/testing/embedding-provider.ts';
import { createRetriever } from './retriever.ts';
import { createSqliteIndex } from './engine/index.ts';

const folder = mkdtempSync(join(tmpdir(), 'gloss-retriever-'));
const log = createLog('silent');
let provider: EmbeddingProvider;
let index: SearchIndex;
beforeAll(async () => {
  provider = await embeddingProvider();
  index = createSqliteIndex({ file: join(folder, 'index.sqlite'), log });
});
afterAll(async () => {
  await index.close();
  await provider.close();
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(() => {
  provider.script();
});

const embedderOf = (model: string) =>
  createOpenAiEmbedder({
    settings: { model, baseUrl: provider.baseUrl, dimensions: undefined, apiKey: 'key' },
    fetch,
    log,
    times: { backoff: [] },
  });
async function fill(model: string, passages: string[], more = {}) {
  const { vectors } = await embedderOf(model).embed(passages, new AbortController().signal);
  const source = indexedSource({ embedding: { model, dimensions: 256 }, ...more });
  await index.replace(
    source,
    chunksOf(source, passages).map((chunk, at) => ({
      ...chunk,
      ...(vectors[at] && { vector: vectors[at] }),
    })),
  );
  provider.script();
  return source;
}
const retriever = (model = 'small', patienceMs = 2_000) =>
  createRetriever({ index, embedder: embedderOf(model), log, patienceMs });
const RUN_TOGETHER = 'seaotterssleep';
const OTTERS = ['Sea otters sleep on their backs.', 'The stock market fell again.'];
const SENTENCE = expect.stringContaining('used keywords only');

describe('a question', () => {
  it('finds by meaning and by words, with one provider call per question and one per model', async () => {
    const { ownerId } = await fill('small', OTTERS);
    const it_ = retriever();
    for (let n = 0; n < 3; n += 1) {
      const { hits, reduced } = await it_.search({ text: RUN_TOGETHER, ownerId, limit: 1 });
      expect(hits[0]?.text).toMatch(/^Sea otters sleep/);
      expect(reduced).toBeUndefined();
    }
    expect(provider.calls.map((call) => call.input)).toEqual([
      [RUN_TOGETHER],
      expect.not.arrayContaining([RUN_TOGETHER]),
    ]);
    expect(
      (await it_.search({ text: RUN_TOGETHER, ownerId, limit: 1 }, { dense: false })).hits,
    ).toEqual([]);
  });

  it('without meaning finds nothing, although some passage is always the nearest', async () => {
    const { ownerId } = await fill('small', OTTERS);
    const it_ = retriever();
    for (const text of ['bvvg 00417', 'kkpd fffh'])
      expect(await it_.search({ text, ownerId, limit: 3 })).toEqual({ hits: [] });
    expect(
      (await it_.search({ text: RUN_TOGETHER, ownerId, limit: 3 })).hits.map((hit) => hit.text),
    ).toEqual([OTTERS[0]]);
  });

  it('finds passages even if the model fails for unrelated texts', async () => {
    const { ownerId } = await fill('small', OTTERS);
    provider.script((res, call, n) =>
      call.input.length > 1 ? answerJson(res, 500, {}) : provider.well(res, call, n),
    );
    const { hits, reduced } = await retriever().search({ text: RUN_TOGETHER, ownerId, limit: 1 });
    expect(hits[0]?.text).toMatch(/^Sea otters sleep/);
    expect(reduced).toBeUndefined();
  });

  it("isn't embedded if no vectors exist, or for a quoted phrase", async () => {
    const bare = indexedSource();
    await index.replace(bare, chunksOf(bare, ['Plain words.']));
    expect(
      (await retriever().search({ text: 'plain', ownerId: bare.ownerId, limit: 3 })).hits,
    ).toHaveLength(1);
    const { ownerId } = await fill('small', OTTERS);
    expect(
      (
        await retriever().search({ text: '"sea market"', ownerId, limit: 3, match: 'all' })
      ).hits.every((hit) => !hit.text.includes('sea market')),
    ).toBe(true);
    expect(provider.calls).toEqual([]);
  });

  it('is embedded by each model in use', async () => {
    const old = await fill('old', OTTERS);
    await fill('small', ['Honey bees dance.'], { ownerId: old.ownerId });
    const { hits } = await retriever().search({
      text: RUN_TOGETHER,
      ownerId: old.ownerId,
      limit: 3,
    });
    expect(hits.map((it) => it.sourceId)).toContain(old.sourceId);
    expect(
      provider.calls
        .filter((call) => call.input.includes(RUN_TOGETHER))
        .map((call) => call.model)
        .sort(),
    ).toEqual(['old', 'small']);
  });
});

describe('when the provider fails', () => {
  it('searches only by words, says so, and skips the provider for a while', async () => {
    const { ownerId } = await fill('small', OTTERS);
    provider.script((res) => {
      answerJson(res, 500, {});
    });
    const it_ = retriever();
    expect(await it_.search({ text: 'otters', ownerId, limit: 1 })).toMatchObject({
      hits: [{ text: expect.stringContaining('otters') }],
      reduced: SENTENCE,
    });
    expect(await it_.search({ text: 'market', ownerId, limit: 1 })).toMatchObject({
      hits: [{ text: expect.stringContaining('market') }],
      reduced: SENTENCE,
    });
    expect(provider.calls).toHaveLength(1);
  });

  it('by never responding, is waited for only until the timeout', async () => {
    const { ownerId } = await fill('small', OTTERS);
    provider.script(() => undefined);
    expect(
      await retriever('small', 50).search({ text: 'otters', ownerId, limit: 1 }),
    ).toMatchObject({ hits: [{ text: expect.stringContaining('otters') }], reduced: SENTENCE });
    await provider.calls[0]?.closed;
  });

  it('for the old model only, still finds by the new one', async () => {
    const old = await fill('old', ['Otters rest.']);
    await fill('small', OTTERS, { ownerId: old.ownerId });
    provider.script((res, call, n) =>
      call.model === 'old' ? answerJson(res, 404, {}) : provider.well(res, call, n),
    );
    const { hits, reduced } = await retriever().search({
      text: RUN_TOGETHER,
      ownerId: old.ownerId,
      limit: 1,
    });
    expect(hits[0]?.text).toMatch(/^Sea otters sleep/);
    expect(reduced).toEqual(SENTENCE);
  });

  it("because the caller aborted, isn't counted as a failure", async () => {
    const { ownerId } = await fill('small', OTTERS);
    const abort = new AbortController();
    provider.script(() => {
      abort.abort(new Error('gone'));
    });
    const it_ = retriever();
    await expect(
      it_.search({ text: 'first', ownerId, limit: 1 }, { signal: abort.signal }),
    ).rejects.toThrow('gone');
    provider.script();
    expect((await it_.search({ text: RUN_TOGETHER, ownerId, limit: 1 })).reduced).toBeUndefined();
  });
});

it('searches only by words without sqlite-vec, and the index says why', async () => {
  const file = join(folder, 'bare.sqlite');
  const bare = createSqliteIndex({ file, log, extension: join(folder, 'none') });
  try {
    const source = indexedSource({ embedding: { model: 'small', dimensions: 2 } });
    await bare.replace(
      source,
      chunksOf(source, ['Sea otters sleep.']).map((chunk) => ({
        ...chunk,
        vector: new Float32Array([1, 0]),
      })),
    );
    expect(await bare.unavailableReason?.()).toContain('none');
    const found = await createRetriever({ index: bare, embedder: embedderOf('small'), log }).search(
      { text: 'otters', ownerId: source.ownerId, limit: 1 },
    );
    expect(found.hits).toHaveLength(1);
    expect(provider.calls).toEqual([]);
    expect(await bare.indexedSources()).toMatchObject([{ model: 'small' }]);
  } finally {
    await bare.close();
  }
  // Passages written meanwhile are found once the vectors are available.
  const whole = createSqliteIndex({ file, log });
  try {
    const [held] = await whole.indexedSources();
    expect(held?.model).toBe('small');
    expect(await whole.unavailableReason?.()).toBeUndefined();
  } finally {
    await whole.close();
  }
});

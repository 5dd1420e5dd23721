import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { createLog } from '#config/log.ts';
import type { SourceId, UserId } from '#core/contract/id.ts';
import { EmbeddingStatus } from '#core/contract/source.ts';
import { Library, type Database } from '#pipeline/library/index.ts';
import {
  createEmbeddingBackfill,
  type EmbeddingBackfill,
} from '#pipeline/run/embedding-backfill.ts';
import { chunksOf, indexedSource } from '#pipeline/search/conformance.ts';
import {
  answerJson,
  embeddingProvider,
  type EmbeddingProvider,
  type EmbeddingScript,
} from '#pipeline/search/embeddings/testing/embedding-provider.ts';
import {
  createOpenAiEmbedder,
  createSqliteIndex,
  type SearchIndex,
} from '#pipeline/search/index.ts';
import { reindexSource } from '#pipeline/stages/index-stage.ts';
import { embedTexts, textsOf } from '#pipeline/stages/passage-vectors.ts';
import { describeOnDatabases } from './db/testing/test-database.ts';
import { Accounts } from './features/accounts/index.ts';
import { withinOneDay } from './testing/within-one-day.ts';

const log = createLog('silent');
/** Longer than any delay after a first failure. */
const LATER_MS = 60_000;

describeOnDatabases('sources without vectors', (open) => {
  let provider: EmbeddingProvider;
  let database: Database;
  let library: Library;
  let index: SearchIndex;
  let ownerId: UserId;
  let made = 0;
  const keepers: EmbeddingBackfill[] = [];
  beforeAll(async () => {
    provider = await embeddingProvider();
    const opened = await open();
    database = opened.database;
    library = new Library(database);
    index = createSqliteIndex({ file: join(opened.folder, 'index.sqlite'), log });
    ownerId = (await new Accounts(database).owner())._id;
  });
  afterAll(async () => {
    await index.close();
    await provider.close();
  });
  beforeEach(() => {
    provider.script();
    provider.paid.length = 0;
  });
  afterEach(async () => {
    await Promise.all(keepers.splice(0).map((it) => it.stop()));
    const sources = await library.list({ ownerId, limit: 100 });
    await database.write(async (transaction) => {
      for (const { id } of sources) await library.remove(id, transaction);
    });
    await index.clear();
  });

  const embedderOf = (model: string) =>
    createOpenAiEmbedder({
      settings: { model, baseUrl: provider.baseUrl, dimensions: undefined, apiKey: 'key' },
      fetch,
      log,
      times: { backoff: [] },
    });
  const keeperOf = (model: string) => {
    const keeper = createEmbeddingBackfill({
      ports: { library, index, embedder: embedderOf(model) },
      log,
    });
    keepers.push(keeper);
    return keeper;
  };
  /** A source that is ready, and found by its words. */
  async function ready(passages: readonly string[]): Promise<SourceId> {
    const url = `https://example.org/${(made += 1)}`;
    const id = await database.write(async (transaction) => {
      const { source } = await library.add(
        {
          ownerId,
          kind: 'web',
          medium: 'flow',
          kindCertain: true,
          url,
          canonicalUrl: url,
          title: `Source ${made}`,
        },
        transaction,
      );
      await library.chunks.replace(
        source.id,
        1,
        chunksOf(indexedSource({ sourceId: source.id }), passages, ''),
        transaction,
      );
      await library.patch(
        source.id,
        {
          embeddingStatus: EmbeddingStatus.ready,
          stage: null,
          dueAt: null,
          refreshedAt: new Date(),
        },
        transaction,
      );
      return source.id;
    });
    await index.replace(
      indexedSource({ sourceId: id, ownerId }),
      chunksOf(indexedSource({ sourceId: id }), passages),
    );
    return id;
  }
  const many = (word: string, count: number) =>
    Array.from({ length: count }, (_, at) => `${word} passage number ${at}`);
  const models = () => index.models({ ownerId });

  it('get them, each text embedded once, and stay ready', async () => {
    await withinOneDay();
    const ids = [
      await ready(['Otters sleep.', 'Shared words.']),
      await ready(['Bees dance.', 'Shared words.', 'Shared words.']),
    ];
    expect(await keeperOf('small').tick()).toBe(2);
    expect(provider.paid.sort()).toEqual(['Bees dance.', 'Otters sleep.', 'Shared words.']);
    expect((await index.indexedSources()).map((it) => it.model)).toEqual(['small', 'small']);
    for (const id of ids)
      expect(await library.find(id)).toMatchObject({
        embeddingStatus: EmbeddingStatus.ready,
        stage: null,
        embeddedBy: 'small',
      });
    expect(await keeperOf('small').tick()).toBe(0);
    expect(await library.embeddings.costs(new Date().toISOString().slice(0, 10))).toMatchObject([
      { model: 'small', texts: 3, tokens: 30 },
    ]);
  });

  it('are served by the old model until the vectors of the new one are complete, then the old ones are deleted', async () => {
    const id = await ready(many('otter', 70));
    await keeperOf('old').tick();
    const isAsked = Promise.withResolvers<void>();
    const mayAnswer = Promise.withResolvers<void>();
    provider.script(async (res, call, n) => {
      isAsked.resolve();
      await mayAnswer.promise;
      await provider.well(res, call, n);
    });
    const changing = keeperOf('new').tick();
    await isAsked.promise;
    expect(await models()).toEqual(['old']);
    expect(await library.find(id)).toMatchObject({
      embeddingStatus: EmbeddingStatus.ready,
      embeddedBy: 'old',
    });
    mayAnswer.resolve();
    expect(await changing).toBe(1);
    expect(await models()).toEqual(['new']);
    provider.paid.length = 0;
    await keeperOf('old').tick();
    expect(provider.paid).toHaveLength(70);
  });

  it('wait while the provider fails, and embed nothing twice afterwards', async () => {
    await ready(many('bee', 150));
    const failing: EmbeddingScript = (res, call, n) =>
      n === 3 ? answerJson(res, 401, {}) : provider.well(res, call, n);
    provider.script(failing);
    const keeper = keeperOf('small');
    expect(await keeper.tick()).toBe(0);
    expect(provider.paid).toHaveLength(128);
    expect(await models()).toEqual([]);
    expect(await keeper.tick()).toBe(0);
    expect(provider.calls).toHaveLength(3);
    expect(await keeper.tick(Date.now() + LATER_MS)).toBe(1);
    expect(new Set(provider.paid).size).toBe(150);
    expect(provider.paid).toHaveLength(150);
    expect(await models()).toEqual(['small']);
  });

  it('are left to the worker that holds them; of a dead worker, all but one batch is kept', async () => {
    const id = await ready(many('crane', 150));
    const second = Promise.withResolvers<void>();
    provider.script((res, call, n) => {
      if (n < 2) return provider.well(res, call, n);
      second.resolve();
      return undefined;
    });
    const dying = keeperOf('small');
    const tick = dying.tick();
    await second.promise;
    provider.script();
    const other = keeperOf('small');
    expect(await other.tick()).toBe(0);
    expect(provider.calls).toEqual([]);
    await library.embeddings.hold(id, new Date(0), true);
    expect(await other.tick()).toBe(1);
    expect(provider.paid).toHaveLength(150);
    await dying.stop();
    expect(await tick).toBe(0);
  });

  it('are processed by one of two workers that check at the same time', async () => {
    await ready(many('eagle', 10));
    const done = await Promise.all([keeperOf('small').tick(), keeperOf('small').tick()]);
    expect(done.sort()).toEqual([0, 1]);
    expect(provider.paid).toHaveLength(10);
  });

  it('keep the vectors of the previous model when the index is rebuilt meanwhile', async () => {
    const id = await ready(many('falcon', 3));
    await keeperOf('before').tick();
    await index.clear();
    expect(await reindexSource(id, { library, index, embedder: embedderOf('after') })).toEqual({
      chunks: 3,
      embeddedBy: 'before',
    });
    expect(await models()).toEqual(['before']);
    expect(await reindexSource(id, { library, index })).toEqual({ chunks: 3, embeddedBy: null });
    expect(await models()).toEqual([]);
  });

  it('lose their vectors when they are deleted, except for texts of other sources', async () => {
    const id = await ready(['Shared gannet.', 'Only here.']);
    await ready(['Shared gannet.', 'Only there.']);
    await keeperOf('small').tick();
    await database.write((transaction) => library.remove(id, transaction));
    await index.remove(id);
    provider.paid.length = 0;
    await ready(['Shared gannet.', 'Only here.', 'Only there.']);
    await keeperOf('small').tick();
    expect(provider.paid).toEqual(['Only here.']);
  });

  it("don't keep others waiting when the provider refuses one of their texts", async () => {
    await ready(['Good words.']);
    const bad = await ready(['Refused words.']);
    provider.script((res, call, n) =>
      call.input.some((it) => it.startsWith('Refused'))
        ? answerJson(res, 400, {})
        : provider.well(res, call, n),
    );
    const keeper = keeperOf('small');
    expect(await keeper.tick()).toBe(1);
    expect(await keeper.tick()).toBe(0);
    expect(provider.calls).toHaveLength(2);
    expect((await library.find(bad))?.embeddedBy).toBeNull();
  });

  it('are processed for as long as a stage may take, and continue in the next run', async () => {
    const id = await ready(many('deer', 100));
    const embedder = embedderOf('turns');
    const input = {
      library,
      embedder,
      texts: await textsOf(library, embedder.model, await library.chunks.of(id, 1)),
      signal: new AbortController().signal,
    };
    expect(await embedTexts({ ...input, until: performance.now() })).toMatchObject({
      embedded: 0,
      remaining: 100,
    });
    const progress: number[] = [];
    expect(
      await embedTexts({
        ...input,
        onBatch: (done) => {
          progress.push(done);
        },
      }),
    ).toEqual({ texts: 100, embedded: 100, tokens: 1_000, remaining: 0 });
    expect(progress).toEqual([64, 100]);
  });
});

/**
 * Search by vectors: retrieval sets by words, by vectors and by both fused, with the deterministic
 * embedder, which knows spelling but no meaning, or with `--provider` and the model of
 * GLOSS_EMBEDDING_MODEL. Also 100,000 vectors of 768 dimensions, next to an exhaustive scan.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { v7 as uuid } from 'uuid';
import { createLog } from '#config/log.ts';
import { readSettings, type Settings } from '#config/settings.ts';
import { SourceId, UserId } from '#core/contract/id.ts';
import { createProviderFetch } from '#pipeline/net/index.ts';
import type { Chunk, IndexedSource, QueryVector } from '#pipeline/search/contract.ts';
import { batchesOf, textOf } from '#pipeline/search/embeddings/batches.ts';
import { hashedEmbedding } from '#pipeline/search/embeddings/testing/hashed-embeddings.ts';
import {
  createOpenAiEmbedder,
  createSqliteIndex,
  type Embedder,
  type SearchIndex,
} from '#pipeline/search/index.ts';
import { rank } from '#pipeline/search/rank.ts';
import { evalData, retrievalSets, scoreRanking, type RetrievalSet } from './lib/retrieval.ts';
import { percentile, report, skipped, type Row } from './lib/table.ts';

const never = new AbortController().signal;
const CANDIDATES = 40;
/** Most questions per set with the deterministic embedder, which are enough for a functional check. */
const MAX_ASKED = 500;

const unit = (vector: Float32Array): Float32Array => {
  const length = Math.hypot(...vector) || 1;
  return vector.map((value) => value / length);
};
const hashed: Embedder = {
  model: 'hashed n-grams',
  withModel: () => hashed,
  embed: async (texts) => ({
    vectors: texts.map((text) => unit(hashedEmbedding(text))),
    tokens: 0,
  }),
};

function ofSettings({ embedding, provider }: Settings): Embedder | undefined {
  if (!embedding) return undefined;
  const url = new URL(embedding.baseUrl);
  const { fetch } = createProviderFetch(
    `${url.hostname}:${url.port || (url.protocol === 'https:' ? 443 : 80)}`,
  );
  return createOpenAiEmbedder({
    settings: { ...embedding, apiKey: provider.apiKey },
    fetch,
    log: createLog('warn'),
  });
}

async function embedAll(
  embedder: Embedder,
  texts: readonly string[],
): Promise<{ vectors: Float32Array[]; tokens: number }> {
  const vectors: Float32Array[] = [];
  let tokens = 0;
  for (const batch of batchesOf(texts, (text) => text)) {
    const made = await embedder.embed(batch, never);
    vectors.push(...made.vectors);
    tokens += made.tokens;
  }
  return { vectors, tokens };
}

const passage = (
  source: IndexedSource,
  { id, text }: { id: string; text: string },
  ordinal: number,
  vector: Float32Array,
): Chunk => ({
  id,
  sourceId: source.sourceId,
  version: 1,
  ordinal,
  heading: source.title,
  text,
  vector,
  pieces: [],
  locator: { medium: 'flow', paragraph: ordinal + 1, quote: '', prefix: '', suffix: '' },
});

async function withIndex<T>(use: (index: SearchIndex) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'gloss-bench-'));
  const index = createSqliteIndex({ file: join(folder, 'index.sqlite'), log: createLog('error') });
  try {
    return await use(index);
  } finally {
    await index.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** One source per title, as in a library. */
async function measureSet(set: RetrievalSet, embedder: Embedder, most: number): Promise<Row[]> {
  return withIndex(async (index) => {
    const ownerId = UserId.parse(uuid());
    const { vectors, tokens } = await embedAll(
      embedder,
      set.documents.map((it) => textOf({ heading: it.title, text: it.text })),
    );
    const byDocument = new Map(
      set.documents.map((it, at) => [it.id, vectors[at] ?? new Float32Array(0)]),
    );
    const dimensions = vectors[0]?.length ?? 0;
    for (const [title, documents] of Map.groupBy(set.documents, (it) => it.title)) {
      const source: IndexedSource = {
        sourceId: SourceId.parse(uuid()),
        ownerId,
        version: 1,
        sourceType: 'web',
        title,
        language: set.language,
        embedding: { model: embedder.model, dimensions },
      };
      await index.replace(
        source,
        documents.map((it, at) =>
          passage(source, it, at, byDocument.get(it.id) ?? new Float32Array(dimensions)),
        ),
      );
    }
    const queries = set.queries.slice(0, most);
    const asked = await embedAll(
      embedder,
      queries.map((it) => it.text),
    );
    const rows: Row[] = [];
    const engines: {
      name: string;
      text(text: string): string;
      vectors(at: number): QueryVector[];
      ranked: boolean;
    }[] = [
      { name: 'words', text: (text) => text, vectors: () => [], ranked: false },
      {
        name: 'vectors',
        text: () => '',
        vectors: (at) => [
          { model: embedder.model, vector: asked.vectors[at] ?? new Float32Array(dimensions) },
        ],
        ranked: false,
      },
      {
        name: 'fused',
        text: (text) => text,
        vectors: (at) => [
          { model: embedder.model, vector: asked.vectors[at] ?? new Float32Array(dimensions) },
        ],
        ranked: false,
      },
      {
        name: 'fused, ranked',
        text: (text) => text,
        vectors: (at) => [
          { model: embedder.model, vector: asked.vectors[at] ?? new Float32Array(dimensions) },
        ],
        ranked: true,
      },
    ];
    for (const engine of engines) {
      const sums = { ndcg: 0, recall: 0 };
      const times: number[] = [];
      for (const [at, { id, text }] of queries.entries()) {
        const before = performance.now();
        const hits = await index.search({
          text: engine.text(text),
          ownerId,
          limit: CANDIDATES,
          match: 'any',
          vectors: engine.vectors(at),
        });
        const best = (engine.ranked ? rank(hits, text, Date.now()) : hits)
          .slice(0, 10)
          .map((it) => it.chunkId);
        times.push(performance.now() - before);
        const score = scoreRanking(best, set.grades.get(id) ?? new Map());
        sums.ndcg += score.ndcg;
        sums.recall += score.recall;
      }
      rows.push({
        set: set.name,
        engine: engine.name,
        model: embedder.model,
        passages: set.documents.length,
        queries: queries.length,
        'nDCG@10': sums.ndcg / queries.length,
        'recall@10': sums.recall / queries.length,
        'p50 ms': percentile(times, 0.5),
        'p99 ms': percentile(times, 0.99),
        ...(tokens > 0 ? { 'tokens embedded': tokens + asked.tokens } : {}),
      });
    }
    return rows;
  });
}

const MANY = { vectors: 100_000, dimensions: 768, sources: 200, subjects: 2_000, asked: 40 };
/**
 * Vectors clustered around subjects, like texts: the nearest are much nearer than the rest.
 * Deterministic.
 */
function manyVectors() {
  let state = 42;
  const next = (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 31 - 1;
  };
  const drawn = (around?: Float32Array) =>
    unit(
      Float32Array.from(
        { length: MANY.dimensions },
        (_, at) => (around?.[at] ?? 0) + (next() + next()) * (around ? 0.02 : 1),
      ),
    );
  const subjects = Array.from({ length: MANY.subjects }, () => drawn());
  return () => drawn(subjects[Math.floor(((next() + 1) / 2) * MANY.subjects)]);
}

async function measureMany(): Promise<Row[]> {
  return withIndex(async (index) => {
    const ownerId = UserId.parse(uuid());
    const draw = manyVectors();
    const whole = new Float32Array(MANY.vectors * MANY.dimensions);
    const ids: string[] = [];
    const each = MANY.vectors / MANY.sources;
    let writing = 0;
    for (let at = 0; at < MANY.sources; at += 1) {
      const source: IndexedSource = {
        sourceId: SourceId.parse(uuid()),
        ownerId,
        version: 1,
        sourceType: 'web',
        title: `Source ${at}`,
        language: 'en',
        embedding: { model: 'drawn', dimensions: MANY.dimensions },
      };
      const chunks = Array.from({ length: each }, (_, ordinal) =>
        passage(source, { id: `${at}-${ordinal}`, text: `Passage ${ordinal}` }, ordinal, draw()),
      );
      for (const chunk of chunks) {
        whole.set(chunk.vector ?? [], ids.length * MANY.dimensions);
        ids.push(chunk.id);
      }
      const before = performance.now();
      await index.replace(source, chunks);
      writing += performance.now() - before;
    }
    const times: number[] = [];
    const plainly: number[] = [];
    let found = 0;
    for (let at = 0; at < MANY.asked; at += 1) {
      const vector = draw();
      const before = performance.now();
      const hits = await index.search({
        text: '',
        ownerId,
        limit: 10,
        vectors: [{ model: 'drawn', vector }],
      });
      times.push(performance.now() - before);
      const from = performance.now();
      const truth = new Set(nearest(whole, vector, 10).map((place) => ids[place]));
      plainly.push(performance.now() - from);
      found += hits.filter((it) => truth.has(it.chunkId)).length / 10;
    }
    const row = (engine: string, ms: number[], more: Row): Row => ({
      engine,
      vectors: MANY.vectors,
      dimensions: MANY.dimensions,
      'p50 ms': percentile(ms, 0.5),
      'p99 ms': percentile(ms, 0.99),
      ...more,
    });
    const ours = row('Gloss (bits, then whole vectors; sqlite-vec)', times, {
      'recall@10': found / MANY.asked,
      'passages/s indexed': Math.round((MANY.vectors / writing) * 1000),
    });
    const theirs = row('all of them in memory', plainly, { 'recall@10': 1 });
    return [
      ours,
      theirs,
      {
        engine: 'ratio',
        'p50 ms': Number(ours['p50 ms']) / Number(theirs['p50 ms']),
        'p99 ms': Number(ours['p99 ms']) / Number(theirs['p99 ms']),
        'recall@10': Number(ours['recall@10']),
      },
    ];
  });
}

/** Indexes of the nearest vectors, by brute force. */
function nearest(whole: Float32Array, vector: Float32Array, count: number): number[] {
  const best: { place: number; score: number }[] = [];
  for (let place = 0; place * vector.length < whole.length; place += 1) {
    let score = 0;
    const from = place * vector.length;
    for (let at = 0; at < vector.length; at += 1)
      score += (whole[from + at] ?? 0) * (vector[at] ?? 0);
    if (best.length === count && score <= (best.at(-1)?.score ?? 0)) continue;
    best.push({ place, score });
    best.sort((a, b) => b.score - a.score);
    if (best.length > count) best.pop();
  }
  return best.map((it) => it.place);
}

export async function run(): Promise<void> {
  const isReal = process.argv.includes('--provider');
  const embedder = isReal ? ofSettings(readSettings()) : hashed;
  if (!embedder) {
    skipped(
      'search-dense',
      'GLOSS_EMBEDDING_MODEL is not set (and OPENAI_API_KEY or GLOSS_EMBEDDING_BASE_URL)',
    );
    return;
  }
  const sets = retrievalSets();
  if (sets.length === 0)
    skipped('search-dense', `no retrieval sets in ${evalData()} (set GLOSS_EVAL_DATA)`);
  const rows: Row[] = [];
  for (const set of sets)
    rows.push(...(await measureSet(set, embedder, isReal ? Infinity : MAX_ASKED)));
  if (rows.length > 0)
    report(
      isReal ? 'search-provider' : 'search-dense',
      `Search by words, by vectors (${embedder.model}) and by both`,
      rows,
    );
  if (!isReal)
    report(
      'search-vectors',
      'The nearest of many vectors, beside measuring all of them',
      await measureMany(),
    );
}

import type { Log } from '#config/log.ts';
import { toFault } from '#core/contract/faults.ts';
import type { IndexHit, IndexQuery, QueryVector, SearchIndex } from './contract.ts';
import { textOf } from './embeddings/batches.ts';
import { TextRefused, type Embedder } from './embeddings/contract.ts';
import { leastLikeness, strangersBy } from './embeddings/likeness.ts';
import { choose, rank } from './rank.ts';

export interface Retrieved {
  /**
   * best first; neighbouring passages of a source are joined to one, whose pieces still lead to
   * each place
   */
  hits: IndexHit[];
  /** a sentence for a person, when a part of the search could not be reached */
  reduced?: string;
}
export interface RetrieveOptions {
  signal?: AbortSignal;
  /** `false`: by words alone, at no cost: while somebody types */
  dense?: boolean;
}
/**
 * The way to search for everybody: by words, and by meaning where a model is set. Never fails
 * because of the model, nor because of an index that has one to fall back to.
 */
export interface Retriever {
  search(query: Omit<IndexQuery, 'vectors'>, options?: RetrieveOptions): Promise<Retrieved>;
}
export interface RetrieverPorts {
  index: SearchIndex;
  log: Log;
  /** none: words alone */
  embedder?: Embedder | undefined;
  /** told what a question cost */
  onSpent?(model: string, tokens: number): void;
  /** default 2,000 ms for the question's vectors */
  patienceMs?: number;
}

const REDUCED =
  'Passages were found by their words alone, for the model that finds them by meaning could not be reached.';
const INDEX_GONE =
  'Passages were found by their words alone, for the search index could not be reached.';
const PATIENCE_MS = 2_000;
/** After it failed, a model is left alone for so long. */
const REST_MS = 15_000;
/** So is an index that has another beside it: whoever asks meanwhile waits for nothing. */
const INDEX_REST_MS = 3_000;
const MAX_KNOWN = 500;
const MAX_LIMIT = 200;
const QUOTED = /["“”„«»]/;

export function createRetriever({
  index,
  embedder,
  log,
  onSpent,
  patienceMs = PATIENCE_MS,
}: RetrieverPorts): Retriever {
  const known = new Map<string, Float32Array>();
  const resting = new Map<string, number>();
  const strangers = new Map<string, readonly Float32Array[]>();
  let indexRestsUntil = 0;

  /** The question by one model; undefined when that one cannot be had now. */
  async function vectorOf(
    by: Embedder,
    text: string,
    signal: AbortSignal,
  ): Promise<QueryVector | undefined> {
    const { model } = by;
    const key = `${model}\n${text}`;
    const there = known.get(key);
    if (there) return { model, vector: there };
    if ((resting.get(model) ?? 0) > Date.now()) return undefined;
    try {
      const {
        vectors: [vector],
        tokens,
      } = await by.embed(
        [textOf({ heading: '', text })],
        AbortSignal.any([signal, AbortSignal.timeout(patienceMs)]),
      );
      onSpent?.(model, tokens);
      if (!vector) return undefined;
      if (known.size >= MAX_KNOWN) known.delete(known.keys().next().value ?? '');
      known.set(key, vector);
      return { model, vector };
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof TextRefused)) resting.set(model, Date.now() + REST_MS);
      log.warn({ model, err: error }, 'question not embedded');
      return undefined;
    }
  }

  const embedderOf = (model: string): Embedder | undefined =>
    model === embedder?.model ? embedder : embedder?.withModel(model);

  /** With how near is near; as they are where the model cannot be had for telling. */
  const withLeast = (
    vectors: readonly QueryVector[],
    passages: number,
    signal: AbortSignal,
  ): Promise<QueryVector[]> =>
    Promise.all(
      vectors.map(async (it) => {
        const by = embedderOf(it.model);
        if (!by) return it;
        try {
          let others = strangers.get(it.model);
          if (!others) {
            const { vectors: made, tokens } = await strangersBy(
              by,
              AbortSignal.any([signal, AbortSignal.timeout(patienceMs)]),
            );
            onSpent?.(it.model, tokens);
            strangers.set(it.model, (others = made));
          }
          return { ...it, minSimilarity: leastLikeness(it.vector, others, passages) };
        } catch (error) {
          signal.throwIfAborted();
          log.warn({ model: it.model, err: error }, 'not known how near is near by this model');
          return it;
        }
      }),
    );

  /** Where the words find nothing, the nearest passages are shown only when they are near. */
  async function foundBy(
    query: Omit<IndexQuery, 'vectors'>,
    vectors: readonly QueryVector[],
    signal: AbortSignal,
  ): Promise<IndexHit[]> {
    const hits = await index.search({ ...query, vectors });
    if (hits.length === 0 || hits.some((hit) => hit.highlights.length > 0)) return hits;
    return index.search({
      ...query,
      vectors: await withLeast(vectors, (await index.counts()).chunks, signal),
    });
  }

  async function vectorsOf(
    query: Omit<IndexQuery, 'vectors'>,
    signal: AbortSignal,
  ): Promise<{ vectors: QueryVector[]; reduced: boolean }> {
    // A phrase in quotation marks is looked for as it is written.
    if (!embedder || query.text.trim() === '' || (query.match === 'all' && QUOTED.test(query.text)))
      return { vectors: [], reduced: false };
    const models = await index.models({
      ownerId: query.ownerId,
      ...(query.sourceIds ? { sourceIds: query.sourceIds } : {}),
    });
    const vectors = await Promise.all(
      models.map((model) => vectorOf(embedderOf(model) ?? embedder, query.text, signal)),
    );
    const had = vectors.filter((it) => it !== undefined);
    return { vectors: had, reduced: had.length < models.length };
  }

  /** By the index, else by the words of the one beside it. */
  async function found(
    query: Omit<IndexQuery, 'vectors'>,
    dense: boolean,
    signal: AbortSignal,
  ): Promise<Retrieved> {
    const { fallback } = index;
    if (!fallback || indexRestsUntil < Date.now()) {
      try {
        const { vectors, reduced } = dense
          ? await vectorsOf(query, signal)
          : { vectors: [], reduced: false };
        if (vectors.length === 0)
          return { hits: await index.search(query), ...(reduced ? { reduced: REDUCED } : {}) };
        try {
          return {
            hits: await foundBy(query, vectors, signal),
            ...(reduced ? { reduced: REDUCED } : {}),
          };
        } catch (error) {
          if (fallback) throw error;
          signal.throwIfAborted();
          log.warn({ err: error }, 'passages could not be found by vectors');
          return { hits: await index.search(query), reduced: REDUCED };
        }
      } catch (error) {
        if (!fallback || toFault(error).code !== 'unavailable') throw error;
        indexRestsUntil = Date.now() + INDEX_REST_MS;
        log.warn(
          { err: error },
          'the index cannot be reached; passages are looked for by their words in the one beside it',
        );
      }
    }
    return { hits: await fallback.search(query), reduced: INDEX_GONE };
  }

  return {
    async search(query, { signal = new AbortController().signal, dense = true } = {}) {
      const wanted = { ...query, limit: Math.min(MAX_LIMIT, query.limit * 2 + 20) };
      const { hits, reduced } = await found(wanted, dense, signal);
      return {
        hits: choose(rank(hits, query.text, Date.now()), query.limit),
        ...(reduced === undefined ? {} : { reduced }),
      };
    },
  };
}

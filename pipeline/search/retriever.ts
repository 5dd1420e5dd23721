import type { Log } from '#config/log.ts';
import { toFault } from '#core/contract/faults.ts';
import type { UserId } from '#core/contract/id.ts';
import type { IndexHit, IndexQuery, QueryVector, SearchIndex } from './contract.ts';
import type { Embedder } from './embeddings/contract.ts';
import { QuestionVectors } from './embeddings/question-vectors.ts';
import { choose, rank } from './rank.ts';

export interface Retrieved {
  /** best first; neighbouring passages of a source are merged, with pieces for each position */
  hits: IndexHit[];
  /** a message for people, if part of the search was unavailable */
  reduced?: string;
}
export interface RetrieveOptions {
  signal?: AbortSignal;
  /** `false` searches by words only, at no cost, while the user types */
  dense?: boolean;
}
/**
 * Searches by words, and by meaning if a model is set. Doesn't fail if the model fails, or if an
 * index with a fallback is unavailable.
 */
export interface Retriever {
  search(query: Omit<IndexQuery, 'vectors'>, options?: RetrieveOptions): Promise<Retrieved>;
}
export interface RetrieverPorts {
  index: SearchIndex;
  log: Log;
  /** read for each search; if undefined, searches by words only */
  readonly embedder?: Embedder | undefined;
  /** how many sources of the owner are ready, to report the progress of a rebuild */
  readySources?(ownerId: UserId): Promise<number>;
  /** called with the cost of a question */
  onSpent?(model: string, tokens: number): void;
  /** default 2,000 ms for the question's vectors */
  patienceMs?: number;
}

const REDUCED = "Search used keywords only, because the embedding model couldn't be reached.";
const INDEX_GONE = "Search used keywords only, because the search index couldn't be reached.";
const rebuilding = (done: number, total: number): string =>
  `The search index is being rebuilt: ${done} of ${total} ${total === 1 ? 'source' : 'sources'}.`;
const PATIENCE_MS = 2_000;
/** How long an index with a fallback is skipped after a failure. */
const INDEX_RETRY_MS = 3_000;
const MAX_LIMIT = 200;
const QUOTED = /["“”„«»]/;

function questionVectorsOf(ports: RetrieverPorts): QuestionVectors {
  const { log, onSpent, patienceMs = PATIENCE_MS } = ports;
  return new QuestionVectors({
    get embedder() {
      return ports.embedder;
    },
    log,
    onSpent,
    patienceMs,
  });
}

async function vectorsOf(
  ports: RetrieverPorts,
  questions: QuestionVectors,
  query: Omit<IndexQuery, 'vectors'>,
  signal: AbortSignal,
): Promise<{ vectors: QueryVector[]; reduced: boolean }> {
  // A quoted phrase is searched for literally.
  if (
    !ports.embedder ||
    query.text.trim() === '' ||
    (query.match === 'all' && QUOTED.test(query.text))
  )
    return { vectors: [], reduced: false };
  const models = await ports.index.models({
    ownerId: query.ownerId,
    ...(query.sourceIds ? { sourceIds: query.sourceIds } : {}),
  });
  const vectors = await questions.vectors(models, query.text, signal);
  return { vectors, reduced: vectors.length < models.length };
}

/** A message if the index doesn't contain all sources of the owner yet. */
async function progressOf(
  by: SearchIndex,
  ownerId: UserId,
  { readySources }: RetrieverPorts,
): Promise<string | undefined> {
  const done = await by.filledSources?.(ownerId);
  const total = done === undefined ? undefined : await readySources?.(ownerId);
  return done === undefined || total === undefined || done >= total
    ? undefined
    : rebuilding(done, total);
}

export function createRetriever(ports: RetrieverPorts): Retriever {
  const { index, log } = ports;
  const questions = questionVectorsOf(ports);
  let retryIndexAfter = 0;

  /** When no word is found, vectors return only passages that are similar enough. */
  async function foundBy(
    query: Omit<IndexQuery, 'vectors'>,
    vectors: readonly QueryVector[],
    signal: AbortSignal,
  ): Promise<IndexHit[]> {
    const hits = await index.search({ ...query, vectors });
    if (hits.length === 0 || hits.some((hit) => hit.highlights.length > 0)) return hits;
    return index.search({
      ...query,
      vectors: await questions.withMinSimilarity(vectors, (await index.counts()).chunks, signal),
    });
  }

  /** Searches the index, or its fallback by words while the index is unavailable. */
  async function found(
    query: Omit<IndexQuery, 'vectors'>,
    dense: boolean,
    signal: AbortSignal,
  ): Promise<Retrieved & { by: SearchIndex }> {
    const { fallback } = index;
    if (!fallback || retryIndexAfter < Date.now()) {
      try {
        const { vectors, reduced } = dense
          ? await vectorsOf(ports, questions, query, signal)
          : { vectors: [], reduced: false };
        if (vectors.length === 0)
          return {
            by: index,
            hits: await index.search(query),
            ...(reduced ? { reduced: REDUCED } : {}),
          };
        try {
          return {
            by: index,
            hits: await foundBy(query, vectors, signal),
            ...(reduced ? { reduced: REDUCED } : {}),
          };
        } catch (error) {
          if (fallback) throw error;
          signal.throwIfAborted();
          log.warn({ err: error }, 'passages could not be found by vectors');
          return { by: index, hits: await index.search(query), reduced: REDUCED };
        }
      } catch (error) {
        if (!fallback || toFault(error).code !== 'unavailable') throw error;
        retryIndexAfter = Date.now() + INDEX_RETRY_MS;
        log.warn(
          { err: error },
          'the index cannot be reached; passages are looked for by their words in the one beside it',
        );
      }
    }
    return { by: fallback, hits: await fallback.search(query), reduced: INDEX_GONE };
  }

  return {
    async search(query, { signal = new AbortController().signal, dense = true } = {}) {
      const widerQuery = { ...query, limit: Math.min(MAX_LIMIT, query.limit * 2 + 20) };
      const { by, hits, reduced } = await found(widerQuery, dense, signal);
      const sentences = [await progressOf(by, query.ownerId, ports), reduced].filter(Boolean);
      return {
        hits: choose(rank(hits, query.text, Date.now()), query.limit),
        ...(sentences.length === 0 ? {} : { reduced: sentences.join(' ') }),
      };
    },
  };
}

import type { Log } from '#config/log.ts';
import type { QueryVector } from '../contract.ts';
import { textOf } from './batches.ts';
import { TextRefused, type Embedder } from './contract.ts';
import { embedUnrelatedTexts, minSimilarityFor } from './similarity-threshold.ts';

/** How long a model is skipped after a failure. */
const RETRY_MS = 15_000;
const MAX_CACHED = 500;

export interface QuestionVectorsPorts {
  /** if undefined, questions have no vectors */
  readonly embedder: Embedder | undefined;
  log: Log;
  /** called with the cost of each call */
  onSpent: ((model: string, tokens: number) => void) | undefined;
  /** ms per call to the provider */
  patienceMs: number;
}

/**
 * Embeds questions, with a cache. Never throws when a model fails; the vectors of that model are
 * missing then.
 */
export class QuestionVectors {
  readonly #ports: QuestionVectorsPorts;
  /** by model and text */
  readonly #cache = new Map<string, Float32Array>();
  readonly #retryAfter = new Map<string, number>();
  /** vectors of texts unrelated to any question, by model */
  readonly #unrelated = new Map<string, readonly Float32Array[]>();

  constructor(ports: QuestionVectorsPorts) {
    this.#ports = ports;
  }

  /** One vector per model that can be reached. */
  async vectors(
    models: readonly string[],
    text: string,
    signal: AbortSignal,
  ): Promise<QueryVector[]> {
    const vectors = await Promise.all(
      models.map((model) =>
        this.#vectorOf(this.#embedderOf(model) ?? this.#ports.embedder, text, signal),
      ),
    );
    return vectors.filter((it) => it !== undefined);
  }

  /** Adds the similarity that a hit needs; leaves out the bound where the model is unavailable. */
  withMinSimilarity(
    vectors: readonly QueryVector[],
    passages: number,
    signal: AbortSignal,
  ): Promise<QueryVector[]> {
    const { log, onSpent } = this.#ports;
    return Promise.all(
      vectors.map(async (it) => {
        const by = this.#embedderOf(it.model);
        if (!by) return it;
        try {
          let unrelated = this.#unrelated.get(it.model);
          if (!unrelated) {
            const made = await embedUnrelatedTexts(by, this.#withTimeout(signal));
            onSpent?.(it.model, made.tokens);
            this.#unrelated.set(it.model, (unrelated = made.vectors));
          }
          return { ...it, minSimilarity: minSimilarityFor(it.vector, unrelated, passages) };
        } catch (error) {
          signal.throwIfAborted();
          log.warn({ model: it.model, err: error }, 'similarity threshold unknown for this model');
          return it;
        }
      }),
    );
  }

  async #vectorOf(
    by: Embedder | undefined,
    text: string,
    signal: AbortSignal,
  ): Promise<QueryVector | undefined> {
    if (!by) return undefined;
    const { log, onSpent } = this.#ports;
    const { model } = by;
    const key = `${model}\n${text}`;
    const cached = this.#cache.get(key);
    if (cached) return { model, vector: cached };
    if ((this.#retryAfter.get(model) ?? 0) > Date.now()) return undefined;
    try {
      const {
        vectors: [vector],
        tokens,
      } = await by.embed([textOf({ heading: '', text })], this.#withTimeout(signal));
      onSpent?.(model, tokens);
      if (!vector) return undefined;
      if (this.#cache.size >= MAX_CACHED) this.#cache.delete(this.#cache.keys().next().value ?? '');
      this.#cache.set(key, vector);
      return { model, vector };
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof TextRefused)) this.#retryAfter.set(model, Date.now() + RETRY_MS);
      log.warn({ model, err: error }, 'question not embedded');
      return undefined;
    }
  }

  #embedderOf(model: string): Embedder | undefined {
    const { embedder } = this.#ports;
    return model === embedder?.model ? embedder : embedder?.withModel(model);
  }

  #withTimeout(signal: AbortSignal): AbortSignal {
    return AbortSignal.any([signal, AbortSignal.timeout(this.#ports.patienceMs)]);
  }
}

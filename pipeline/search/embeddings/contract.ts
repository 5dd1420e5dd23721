/** The port to a model that turns text into vectors. */
import { Fault } from '#core/contract/faults.ts';

export interface Embedded {
  /** in the order of the texts, each of length 1 */
  vectors: Float32Array[];
  /** as counted by the provider, otherwise estimated */
  tokens: number;
}

/**
 * `model` names a vector space; only vectors of the same space can be compared. It is the
 * provider's model name, or `name@dimensions` if fewer dimensions than its default were requested.
 * Faults: `provider_failed` after retries, with a message that says what to do. An abort rejects
 * with the signal's reason.
 */
export interface Embedder {
  readonly model: string;
  /** One call to the provider: texts of one batch (see `batchesOf`). */
  embed(texts: readonly string[], signal: AbortSignal): Promise<Embedded>;
  /**
   * The same provider with another model, for questions while vectors of an earlier model are in
   * use.
   */
  withModel(model: string): Embedder;
}

/** The provider refuses these texts, but may accept others. */
export class TextRefused extends Fault {
  constructor(cause: unknown) {
    super('provider_failed', {
      message:
        'The embedding provider rejected some text of this source, so search finds it by keywords only.',
      cause,
    });
  }
}

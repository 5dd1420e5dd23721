/** The port to a model that turns text into vectors. */
import { Fault } from '#core/contract/faults.ts';

export interface Embedded {
  /** in the order of the texts, each of length 1 */
  vectors: Float32Array[];
  /** what the provider counted; where it says nothing, an estimate */
  tokens: number;
}

/**
 * `model` names a space of vectors: only those of one space can be compared. It is the provider's
 * name of the model, and `name@dimensions` where fewer dimensions than its own were asked for.
 * Faults: `provider_failed`, whose message says what to do, after tries of its own; an abort
 * rejects with the signal's reason.
 */
export interface Embedder {
  readonly model: string;
  /** One call to the provider: texts of one batch (see `batchesOf`). */
  embed(texts: readonly string[], signal: AbortSignal): Promise<Embedded>;
  /**
   * The same provider by another model: for questions, while vectors of an earlier one still serve.
   */
  withModel(model: string): Embedder;
}

/** The provider will not take these texts; others it may. */
export class TextRefused extends Fault {
  constructor(cause: unknown) {
    super('provider_failed', {
      message:
        'The embedding provider did not accept a text of this source, so it is found by its words alone.',
      cause,
    });
  }
}

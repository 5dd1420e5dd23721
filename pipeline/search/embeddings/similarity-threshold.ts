/**
 * Computes the minimum similarity of a hit, because some passage is always the nearest. The level
 * differs by model and is estimated from the similarities of the question to unrelated texts.
 */
import { textOf } from './batches.ts';
import type { Embedded, Embedder } from './contract.ts';

const UNRELATED_TEXTS = [
  'The liver stores glycogen and turns it back into glucose between meals.',
  'Add the flour a little at a time and stir until the dough no longer sticks.',
  'Under the contract the tenant must give three months of notice in writing.',
  'The lake froze early that winter, and the ferries were laid up until April.',
  'A hash table finds a key in constant time, as long as it is not too full.',
  'The goalkeeper was sent off in the second half after a foul outside the box.',
  'Im Frühjahr kehren die Störche aus Afrika zurück und bauen an ihren alten Nestern.',
  'Les impôts locaux ont augmenté de quatre pour cent depuis l’année dernière.',
  'Volcanic ash drifted over the town and settled on the roofs for two days.',
  'She tuned the second violin a quarter tone lower than the first.',
];
/**
 * Standard deviations above the mean of the unrelated texts: the expected maximum of as many samples
 * of a normal distribution as there are passages, within these bounds.
 */
const DEVIATIONS = { least: 2, most: 3.5 };

/** One call to the provider; the result can be cached per model. */
export const embedUnrelatedTexts = (embedder: Embedder, signal: AbortSignal): Promise<Embedded> =>
  embedder.embed(
    UNRELATED_TEXTS.map((text) => textOf({ heading: '', text })),
    signal,
  );

/** The cosine above which the nearest of so many passages is related to the question. */
export function minSimilarityFor(
  question: Float32Array,
  unrelated: readonly Float32Array[],
  passages: number,
): number {
  const similarities = unrelated.map((text) =>
    question.reduce((sum, value, at) => sum + value * (text[at] ?? 0), 0),
  );
  const mean = similarities.reduce((sum, it) => sum + it, 0) / similarities.length;
  const deviation = Math.sqrt(
    similarities.reduce((sum, it) => sum + (it - mean) ** 2, 0) / similarities.length,
  );
  return (
    mean +
    deviation *
      Math.min(
        DEVIATIONS.most,
        Math.max(DEVIATIONS.least, Math.sqrt(2 * Math.log(Math.max(1, passages)))),
      )
  );
}

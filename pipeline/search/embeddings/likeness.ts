/**
 * Something is always the nearest. Whether it is near is told by how near passages are that surely
 * have nothing to say to the question: each model has a level of its own.
 */
import { textOf } from './batches.ts';
import type { Embedded, Embedder } from './contract.ts';

const STRANGERS = [
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
 * Deviations above the middle of the strangers: the nearest of so many strangers is expected to be
 * so far out, the most of a normal distribution.
 */
const APART = { least: 2, most: 3.5 };

/** One call to the provider, to be kept for as long as the model is. */
export const strangersBy = (embedder: Embedder, signal: AbortSignal): Promise<Embedded> =>
  embedder.embed(
    STRANGERS.map((text) => textOf({ heading: '', text })),
    signal,
  );

/**
 * The cosine that a passage has to have at least to be no stranger to the question, when it is the
 * nearest of so many.
 */
export function leastLikeness(
  question: Float32Array,
  strangers: readonly Float32Array[],
  passages: number,
): number {
  const likeness = strangers.map((stranger) =>
    question.reduce((sum, value, at) => sum + value * (stranger[at] ?? 0), 0),
  );
  const mean = likeness.reduce((sum, it) => sum + it, 0) / likeness.length;
  const deviation = Math.sqrt(
    likeness.reduce((sum, it) => sum + (it - mean) ** 2, 0) / likeness.length,
  );
  return (
    mean +
    deviation *
      Math.min(APART.most, Math.max(APART.least, Math.sqrt(2 * Math.log(Math.max(1, passages)))))
  );
}

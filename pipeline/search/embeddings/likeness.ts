import { textOf } from './batches.ts';
import type { Embedder } from './contract.ts';

/** Questions, and strings that mean nothing, none of which the passages below have anything to say to. */
const QUESTIONS = ['How is a bicycle tyre mended?', 'Wer erfand den Buchdruck?', 'qwrtz plkjh xvbnm', 'What did the king say to his daughters?', '¿Cuánto cuesta el billete?', 'zzz 00417 gfdsa'];
const PASSAGES = [
  'The liver stores glycogen and turns it back into glucose between meals.', 'Add the flour a little at a time and stir until the dough no longer sticks.',
  'Under the contract the tenant must give three months of notice in writing.', 'The lake froze early that winter, and the ferries were laid up until April.',
  'A hash table finds a key in constant time, as long as it is not too full.', 'The goalkeeper was sent off in the second half after a foul outside the box.',
  'Im Frühjahr kehren die Störche aus Afrika zurück und bauen an ihren alten Nestern.', 'Les impôts locaux ont augmenté de quatre pour cent depuis l’année dernière.',
  'Volcanic ash drifted over the town and settled on the roofs for two days.', 'She tuned the second violin a quarter tone lower than the first.',
];
/** So many deviations above what strangers have in common, something is no stranger. */
const APART = 2;

/** How alike (cosine) what has nothing to do with one another mostly is at most, by this model: each has a level of its own. One call to the provider. */
export async function likenessOfStrangers(embedder: Embedder, signal: AbortSignal): Promise<{ most: number; tokens: number }> {
  const { vectors, tokens } = await embedder.embed([...QUESTIONS, ...PASSAGES].map((text) => textOf({ heading: '', text })), signal);
  const passages = vectors.slice(QUESTIONS.length);
  const likeness = vectors.slice(0, QUESTIONS.length).flatMap((question) => passages.map((passage) => question.reduce((sum, value, at) => sum + value * (passage[at] ?? 0), 0)));
  const mean = likeness.reduce((sum, it) => sum + it, 0) / likeness.length;
  const deviation = Math.sqrt(likeness.reduce((sum, it) => sum + (it - mean) ** 2, 0) / likeness.length);
  return { most: mean + APART * deviation, tokens };
}

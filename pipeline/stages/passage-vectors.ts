/** The vectors of a source's passages: those that are there, and those that have yet to be paid for. */
import { createHash } from 'node:crypto';
import type { Library } from '#pipeline/library/index.ts';
import { batchesOf, textOf } from '#pipeline/search/embeddings/batches.ts';
import type { Chunk } from '#pipeline/search/contract.ts';
import type { Embedder } from '#pipeline/search/index.ts';

type Passage = Pick<Chunk, 'heading' | 'text'>;
const hashOf = (passage: Passage): string => createHash('sha256').update(textOf(passage)).digest('hex');

/** In the order of the passages; undefined unless all of them are there. */
export async function vectorsThere({ embeddings }: Library, model: string, passages: readonly Passage[]): Promise<Float32Array[] | undefined> {
  const hashes = passages.map(hashOf);
  const there = await embeddings.of(model, [...new Set(hashes)]);
  const vectors = hashes.flatMap((hash) => there.get(hash) ?? []);
  return vectors.length === passages.length ? vectors : undefined;
}

export interface EmbedInput {
  library: Library; embedder: Embedder; passages: readonly Passage[]; signal: AbortSignal;
  /** after each call to the provider, whose vectors are kept by then */ onBatch?(done: number, total: number): Promise<void> | void;
  /** ms of `performance.now()`: after that no call is begun */ until?: number;
}
/** How many texts there were, how many had to be paid for, and whether some are left since the time was up. */
export interface EmbedOutput { texts: number; made: number; tokens: number; left: number }

/** Each text once, a batch at a time, kept before the next is asked for: whatever dies here has lost one batch. Faults: of the embedder. */
export async function embedPassages({ library, embedder, passages, signal, onBatch, until = Infinity }: EmbedInput): Promise<EmbedOutput> {
  const texts = new Map(passages.map((passage) => [hashOf(passage), textOf(passage)]));
  const there = await library.embeddings.of(embedder.model, [...texts.keys()]);
  const missing = [...texts].filter(([hash]) => !there.has(hash));
  const output: EmbedOutput = { texts: texts.size, made: 0, tokens: 0, left: missing.length };
  for (const batch of batchesOf(missing, ([, text]) => text)) {
    signal.throwIfAborted();
    if (performance.now() > until) return output;
    const { vectors, tokens } = await embedder.embed(batch.map(([, text]) => text), signal);
    const made = new Map(batch.flatMap(([hash], at) => { const vector = vectors[at]; return vector ? [[hash, vector] as const] : []; }));
    await library.embeddings.keep(embedder.model, made, tokens);
    output.made += batch.length;
    output.tokens += tokens;
    output.left -= batch.length;
    await onBatch?.(texts.size - output.left, texts.size);
  }
  return output;
}

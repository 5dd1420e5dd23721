/**
 * The vectors of a source's passages: existing ones, and those that a provider has yet to compute.
 */
import { sha256 } from '#config/sha256.ts';
import type { Library } from '#pipeline/library/index.ts';
import { batchesOf, textOf } from '#pipeline/search/embeddings/batches.ts';
import type { Chunk } from '#pipeline/search/contract.ts';
import type { Embedder } from '#pipeline/search/index.ts';

type Passage = Pick<Chunk, 'heading' | 'text'>;
export const hashOf = (passage: Passage): string => sha256(textOf(passage));

/** Returns vectors in the order of the hashes; undefined unless all exist. */
export async function vectorsThere(
  { embeddings }: Library,
  model: string,
  hashes: readonly string[],
): Promise<Float32Array[] | undefined> {
  const stored = await embeddings.of(model, [...new Set(hashes)]);
  const vectors = hashes.flatMap((hash) => stored.get(hash) ?? []);
  return vectors.length === hashes.length ? vectors : undefined;
}

/** The distinct texts of passages: their number, and the texts without vectors, by hash. */
export interface Texts {
  total: number;
  missing: [hash: string, text: string][];
}
export async function textsOf(
  { embeddings }: Library,
  model: string,
  passages: readonly Passage[],
): Promise<Texts> {
  const texts = new Map(passages.map((passage) => [hashOf(passage), textOf(passage)]));
  const stored = await embeddings.of(model, [...texts.keys()]);
  return { total: texts.size, missing: [...texts].filter(([hash]) => !stored.has(hash)) };
}

export interface EmbedInput {
  library: Library;
  embedder: Embedder;
  texts: Texts;
  signal: AbortSignal;
  /** called after each call to the provider, once its vectors are saved */
  onBatch?(done: number, total: number): Promise<void> | void;
  /** `performance.now()` after which no further call starts */
  until?: number;
}
/** How many texts were embedded, and how many remain because time was up. */
export interface EmbedOutput {
  texts: number;
  embedded: number;
  tokens: number;
  remaining: number;
}

/**
 * Embeds one batch at a time and saves it before the next, so that a crash loses at most one batch.
 * Faults: of the embedder.
 */
export async function embedTexts({
  library,
  embedder,
  texts: { total, missing },
  signal,
  onBatch,
  until = Infinity,
}: EmbedInput): Promise<EmbedOutput> {
  const output: EmbedOutput = { texts: total, embedded: 0, tokens: 0, remaining: missing.length };
  for (const batch of batchesOf(missing, ([, text]) => text)) {
    signal.throwIfAborted();
    if (performance.now() > until) return output;
    const { vectors, tokens } = await embedder.embed(
      batch.map(([, text]) => text),
      signal,
    );
    const made = new Map(
      batch.flatMap(([hash], at) => {
        const vector = vectors[at];
        return vector ? [[hash, vector] as const] : [];
      }),
    );
    await library.embeddings.keep(embedder.model, made, tokens);
    output.embedded += batch.length;
    output.tokens += tokens;
    output.remaining -= batch.length;
    await onBatch?.(total - output.remaining, total);
  }
  return output;
}

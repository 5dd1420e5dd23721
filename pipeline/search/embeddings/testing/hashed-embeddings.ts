/**
 * Deterministic vectors: hashes the n-grams of each word into a few dimensions. Similar spellings
 * give similar vectors; meaning plays no part.
 */
export const HASHED_DIMENSIONS = 256;

function hash(text: string): number {
  let value = 2_166_136_261;
  for (let at = 0; at < text.length; at += 1)
    value = Math.imul(value ^ text.charCodeAt(at), 16_777_619);
  return value >>> 0;
}

/** Not normalised, because the embedder does that. Each `salt` acts as a different model. */
export function hashedEmbedding(
  text: string,
  salt = '',
  dimensions = HASHED_DIMENSIONS,
): Float32Array {
  const vector = new Float32Array(dimensions);
  for (const [word] of text
    .normalize('NFKC')
    .toLowerCase()
    .matchAll(/[\p{L}\p{N}\p{M}]+/gu)) {
    const padded = `^${word}$`;
    for (let at = 0; at + 3 <= padded.length; at += 1) {
      const value = hash(salt + padded.slice(at, at + 3));
      vector[value % dimensions] =
        (vector[value % dimensions] ?? 0) + ((value & 0x4000_0000) === 0 ? 1 : -1);
    }
  }
  if (vector.every((value) => value === 0)) vector[0] = 1;
  return vector;
}

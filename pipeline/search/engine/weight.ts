/**
 * How much of a word a passage has and how long the passage is, in one byte: four bits each. Which
 * score that makes is settled when it is read.
 */

/** Times said, each field's by its weight. */
const COUNTS = [1, 1.5, 2, 2.5, 3, 3.5, 4, 5, 6, 7, 8, 10, 12, 16, 20, 28];
/** Words of the passage. */
const LENGTHS = Array.from({ length: 16 }, (_, at) => 6 * 1.42 ** at);

/** The level whose value is nearest; `from` ascends. */
function levelOf(value: number, from: readonly number[]): number {
  let level = 0;
  while (level + 1 < from.length && (from[level] ?? 0) + (from[level + 1] ?? 0) <= 2 * value)
    level += 1;
  return level;
}
export const lengthLevel = (words: number): number => levelOf(words, LENGTHS);
export const packed = (count: number, level: number): number =>
  (levelOf(count, COUNTS) << 4) | level;

/**
 * BM25 of each byte, to be multiplied by a word's rarity. `mean`: words of a passage of middling
 * length.
 */
export function scoresOf({ k1, b, mean }: { k1: number; b: number; mean: number }): Float32Array {
  return Float32Array.from({ length: 256 }, (_, byte) => {
    const count = (COUNTS[byte >> 4] ?? 0) / (1 - b + (b * (LENGTHS[byte & 15] ?? 0)) / mean);
    return (count * (k1 + 1)) / (count + k1);
  });
}

/**
 * The weight byte of a posting: the term's weighted frequency in the passage (upper four bits) and
 * the passage's length (lower four), each rounded to one of 16 levels. BM25 turns it into a score
 * when it is read, so that the mean length may change.
 */

/** Occurrences, each weighted by its field. */
const COUNT_LEVELS = [1, 1.5, 2, 2.5, 3, 3.5, 4, 5, 6, 7, 8, 10, 12, 16, 20, 28];
/** Words of the passage's text. */
const LENGTH_LEVELS = Array.from({ length: 16 }, (_, at) => 6 * 1.42 ** at);

/** Index of the nearest level; `levels` ascends. */
function nearestLevel(value: number, levels: readonly number[]): number {
  let level = 0;
  while (level + 1 < levels.length && (levels[level] ?? 0) + (levels[level + 1] ?? 0) <= 2 * value)
    level += 1;
  return level;
}
export const lengthLevel = (words: number): number => nearestLevel(words, LENGTH_LEVELS);
export const packWeight = (count: number, level: number): number =>
  (nearestLevel(count, COUNT_LEVELS) << 4) | level;

/** BM25 score of each weight byte, without idf. `mean`: mean length of a passage in words. */
export function bm25ByWeight({
  k1,
  b,
  mean,
}: {
  k1: number;
  b: number;
  mean: number;
}): Float32Array {
  return Float32Array.from({ length: 256 }, (_, byte) => {
    const count =
      (COUNT_LEVELS[byte >> 4] ?? 0) / (1 - b + (b * (LENGTH_LEVELS[byte & 15] ?? 0)) / mean);
    return (count * (k1 + 1)) / (count + k1);
  });
}

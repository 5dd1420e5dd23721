/** How far apart first and second of a list are: the k of reciprocal rank fusion, as published. */
const K = 60;

/** One list's keys, best first. */
export interface RankedList {
  keys: readonly string[];
  weight: number;
}

/** Reciprocal rank fusion: a key's share of each list it is on, by its place there. */
export function reciprocalRankFusion(lists: readonly RankedList[]): Map<string, number> {
  const scores = new Map<string, number>();
  for (const { keys, weight } of lists) {
    for (const [at, key] of keys.entries())
      scores.set(key, (scores.get(key) ?? 0) + weight / (K + at + 1));
  }
  return scores;
}

/** The constant k of the paper (Cormack, Clarke and Büttcher, SIGIR 2009). */
const K = 60;

/** Keys, best first. */
export interface RankedList {
  keys: readonly string[];
  weight: number;
}

/** Score of each key: the sum of weight / (k + rank) over the lists it is on; ranks from 1. */
export function reciprocalRankFusion(lists: readonly RankedList[]): Map<string, number> {
  const scores = new Map<string, number>();
  for (const { keys, weight } of lists) {
    for (const [at, key] of keys.entries())
      scores.set(key, (scores.get(key) ?? 0) + weight / (K + at + 1));
  }
  return scores;
}

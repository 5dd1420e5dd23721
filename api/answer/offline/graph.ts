/**
 * Ranks sentences by centrality (LexRank): a random walk over a graph of sentences that share rare
 * words. The same sentences give the same ranks.
 */
import type { ReadSentence } from './read-sentences.ts';

/** More sentences than this are thinned evenly. */
const MAX_SENTENCES = 1_500;
const DAMPING = 0.85;
const ROUNDS = 40;
const SETTLED = 1e-6;
/** A word in more sentences than this links none of them. */
const MAX_HOLDERS = 200;
/** Minimum cosine similarity of two linked sentences. */
const LEAST = 0.08;

export interface Prominent {
  sentence: ReadSentence;
  /** 1 is the mean */
  weight: number;
}

/**
 * Returns the weight of each sentence, in the given order; samples evenly if there are very many.
 */
export function prominence(sentences: readonly ReadSentence[]): Prominent[] {
  const sampled = sampleSentences(sentences);
  const holders = new Map<string, number[]>();
  sampled.forEach(({ terms }, at) => {
    for (const term of terms) {
      const list = holders.get(term);
      if (list) list.push(at);
      else holders.set(term, [at]);
    }
  });
  const weight = (term: string): number =>
    Math.log(1 + sampled.length / (holders.get(term)?.length ?? 1));
  const norms = sampled.map(
    ({ terms }) => Math.sqrt([...terms].reduce((sum, term) => sum + weight(term) ** 2, 0)) || 1,
  );
  const edges = sampled.map((): [to: number, strength: number][] => []);
  const dots = new Float64Array(sampled.length);
  sampled.forEach(({ terms }, one) => {
    const touched = new Set<number>();
    for (const term of terms) {
      const list = holders.get(term) ?? [];
      if (list.length < 2 || list.length > MAX_HOLDERS) continue;
      const heavy = weight(term) ** 2;
      for (const other of list)
        if (other > one) {
          dots[other] = (dots[other] ?? 0) + heavy;
          touched.add(other);
        }
    }
    for (const other of touched) {
      const strength = (dots[other] ?? 0) / ((norms[one] ?? 1) * (norms[other] ?? 1));
      dots[other] = 0;
      if (strength < LEAST) continue;
      edges[one]?.push([other, strength]);
      edges[other]?.push([one, strength]);
    }
  });
  const ranks = walk(edges);
  return sampled.map((sentence, at) => ({ sentence, weight: (ranks[at] ?? 0) * sampled.length }));
}

function walk(edges: readonly (readonly [number, number][])[]): Float64Array {
  const count = edges.length;
  const sums = edges.map((own) => own.reduce((sum, [, strength]) => sum + strength, 0));
  let ranks = new Float64Array(count).fill(1 / Math.max(1, count));
  for (let round = 0; round < ROUNDS; round += 1) {
    const next = new Float64Array(count);
    let loose = 0;
    edges.forEach((own, one) => {
      const rank = ranks[one] ?? 0;
      const total = sums[one] ?? 0;
      if (total === 0) {
        loose += rank;
        return;
      }
      for (const [other, strength] of own)
        next[other] = (next[other] ?? 0) + (rank * strength) / total;
    });
    let moved = 0;
    for (let at = 0; at < count; at += 1) {
      next[at] = (1 - DAMPING) / count + DAMPING * ((next[at] ?? 0) + loose / count);
      moved += Math.abs((next[at] ?? 0) - (ranks[at] ?? 0));
    }
    ranks = next;
    if (moved < SETTLED) break;
  }
  return ranks;
}

export function sampleSentences<T>(items: readonly T[], most = MAX_SENTENCES): T[] {
  if (items.length <= most) return [...items];
  return Array.from(
    { length: most },
    (_, at) => items[Math.floor((at * items.length) / most)],
  ).filter((it): it is T => it !== undefined);
}

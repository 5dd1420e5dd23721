/**
 * BM25 as a dot product. The passage's vector contains its term frequencies, saturated (k1) and
 * normalised by its length (b); the question's contains the count of each word; Qdrant multiplies
 * by the idf of each term (`modifier: idf`). A term's index is its hash. If two terms collide, a
 * passage ranks too high, but its text is checked for the words anyway.
 */
import { analyse, type Token } from '../text/analysis.ts';
import type { ParsedQuery } from '../text/query.ts';

export interface SparseVector {
  indices: number[];
  values: number[];
}

/** Swept on the retrieval sets of `scripts/benchmarks/lib/retrieval.ts`. */
const K1 = 1.8;
const B = 0.6;
/**
 * Words of an average passage including title and headings. A constant, because the actual mean
 * changes after passages are weighted.
 */
const MEAN_WORDS = 150;
const WEIGHTS = { title: 2, heading: 1.5, text: 1 };
const MAX_COUNT = 3;

/** FNV-1a over UTF-16 units, then mixed, since short words differ in few bits. */
function place(term: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < term.length; at += 1)
    hash = Math.imul(hash ^ term.charCodeAt(at), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
/** Single characters of scripts without spaces are searched too; each pair starts with one. */
const alone = (character: string): string => `\u0001${character}`;
const firstOf = (pair: string): string => /^.\p{M}*/su.exec(pair)?.[0] ?? pair;

function vector(weights: ReadonlyMap<number, number>): SparseVector {
  const sorted = [...weights].sort(([a], [b]) => a - b);
  return { indices: sorted.map(([index]) => index), values: sorted.map(([, value]) => value) };
}

/** Returns the sparse vector of a passage, and its terms and forms for filters. */
export function passageWords({
  title,
  heading,
  text,
  language,
}: {
  title: string;
  heading: string;
  text: string;
  language: string;
}): { vector: SparseVector; words: string[] } {
  const frequencies = new Map<number, number>();
  const words = new Set<string>();
  const add = (term: string, weight: number) => {
    const at = place(term);
    frequencies.set(at, (frequencies.get(at) ?? 0) + weight);
  };
  let length = 0;
  const take = (tokens: readonly Token[], weight: number) => {
    length += tokens.length;
    for (const { term, form, bigram: pair } of tokens) {
      words.add(term).add(form);
      add(term, weight);
      if (pair) add(alone(firstOf(term)), weight);
    }
  };
  take(analyse(title, language), WEIGHTS.title);
  take(
    analyse(heading.startsWith(title) ? heading.slice(title.length) : heading, language),
    WEIGHTS.heading,
  );
  take(analyse(text, language), WEIGHTS.text);
  const norm = K1 * (1 - B + (B * length) / MEAN_WORDS);
  return {
    vector: vector(
      new Map([...frequencies].map(([at, count]) => [at, (count * (K1 + 1)) / (count + norm)])),
    ),
    words: [...words],
  };
}

/** Undefined for a question without words. */
export function questionVector({ words, phrases }: ParsedQuery): SparseVector | undefined {
  const weights = new Map<number, number>();
  const add = (term: string, weight: number) => {
    const at = place(term);
    weights.set(at, Math.max(weights.get(at) ?? 0, weight));
  };
  for (const word of words) {
    const count = Math.min(word.count, MAX_COUNT);
    for (const term of word.terms) add(term, count);
    if (word.bigram && word.prefix) add(alone(word.form), count);
  }
  for (const term of phrases.flatMap(({ variants }) => variants.flat())) add(term, 1);
  return weights.size > 0 ? vector(weights) : undefined;
}

/**
 * Scores a passage from its terms in order: BM25 over its fields, stem variants, the best window,
 * adjacent words and phrases. FORMAT.md gives the formula. The constants were tuned on the
 * retrieval sets of `scripts/benchmarks/search.ts`.
 */
import type { PassageTerms } from './passage-terms.ts';
import { HEAD_MASK, type TermSlots } from './term-slots.ts';

export const BM25 = { k1: 1.2, b: 0.75 };
export const FIELDS = { title: 3.5, heading: 1.5 };
/** A stem variant counts by this, times the share of the word that it has in common. */
const VARIANT_WEIGHT = 0.5;
/** Size of the best window: in words, or in characters for scripts written without spaces. */
const WINDOW = { words: 12, characters: 30, weight: 0.5 };
/**
 * Bonuses for two adjacent words of the question that are in that order or near each other in the
 * passage.
 */
const ADJACENCY = { ordered: 0.2, near: 0.2, reach: 8 };
const PHRASE = 1;
/**
 * Words that few of the best candidates contain count more, since they tell the candidates apart;
 * words that all contain count less.
 */
const DISCRIMINATION = 0.4;

/** Stem variants of a word; `shares[i]` is the share of the word that `terms[i]` has in common. */
export interface StemVariants {
  terms: readonly number[];
  shares: readonly number[];
}
/** A word of the question. `terms`: all terms that count as the word itself. */
export interface ScoredWord {
  terms: readonly number[];
  variants: StemVariants;
  idf: number;
  weight: number;
  stopWord: boolean;
  bigram: boolean;
}

/** BM25's idf of a word that `docs` of `all` passages contain; never negative. */
export const inverseDocumentFrequency = (all: number, docs: number): number =>
  Math.log(1 + (Math.max(all, docs) - docs + 0.5) / (docs + 0.5));

export class Scorer {
  readonly #phrases: readonly (readonly number[])[];
  readonly #isQuoted: boolean;
  readonly #mean: number;
  readonly #window: number;
  /** query terms; per slot, the word and its share (1: the word itself) */
  readonly #queryTerms: TermSlots;
  readonly #slots: Int32Array;
  readonly #shares: Float64Array;
  // Per word: idf, weighted idf, idf of a single occurrence, discrimination.
  readonly #idf: Float64Array;
  readonly #weights: Float64Array;
  readonly #singleWeights: Float64Array;
  readonly #discrimination: Float64Array;
  /** per word, the next one in the question or −1, and the weight of the two together */
  readonly #nextWords: Int32Array;
  readonly #adjacentWeights: Float64Array;
  /** per word, how often the passage has it and the next one in order, and near */
  readonly #ordered: Float64Array;
  readonly #near: Float64Array;
  // State of the current passage: counts of each word and its variants, and position and word of
  // each occurrence.
  readonly #exactCounts: Float64Array;
  readonly #variantCounts: Float64Array;
  #positions = new Int32Array(1_024);
  #positionWords = new Int32Array(1_024);
  readonly #windowCounts: Int32Array;

  /**
   * `mean`: mean length of a passage in words. `phrases`: terms in a row. The caller must not use
   * `queryTerms` meanwhile.
   */
  constructor(
    words: readonly ScoredWord[],
    phrases: readonly (readonly number[])[],
    mean: number,
    queryTerms: TermSlots,
  ) {
    this.#mean = mean;
    this.#phrases = phrases;
    this.#isQuoted = phrases.length > 0;
    const most = words.reduce(
      (sum, { terms, variants: kin }) => sum + terms.length + kin.terms.length,
      0,
    );
    this.#queryTerms = queryTerms;
    queryTerms.clear();
    this.#slots = new Int32Array(most);
    this.#shares = new Float64Array(most);
    const addTerm = (term: number, slot: number, share: number) => {
      const place = queryTerms.add(term);
      if (this.#shares[place] !== 0) return;
      this.#slots[place] = slot;
      this.#shares[place] = share;
    };
    for (let slot = 0; slot < words.length; slot += 1)
      for (const term of words[slot]?.terms ?? []) addTerm(term, slot, 1);
    for (let slot = 0; slot < words.length; slot += 1) {
      const { terms = [], shares = [] } = words[slot]?.variants ?? {};
      for (let at = 0; at < terms.length; at += 1)
        addTerm(terms[at] ?? 0, slot, Math.min(shares[at] ?? 0, 0.99));
    }
    this.#idf = new Float64Array(words.length);
    this.#weights = new Float64Array(words.length);
    this.#singleWeights = new Float64Array(words.length);
    this.#discrimination = new Float64Array(words.length).fill(1);
    this.#exactCounts = new Float64Array(words.length);
    this.#variantCounts = new Float64Array(words.length);
    this.#windowCounts = new Int32Array(words.length);
    this.#window =
      words.filter((it) => it.bigram).length > words.length / 2 ? WINDOW.characters : WINDOW.words;
    this.#nextWords = new Int32Array(words.length).fill(-1);
    this.#adjacentWeights = new Float64Array(words.length);
    this.#ordered = new Float64Array(words.length);
    this.#near = new Float64Array(words.length);
    let before = -1;
    for (let slot = 0; slot < words.length; slot += 1) {
      const word = words[slot];
      if (!word) continue;
      this.#idf[slot] = word.idf;
      this.#weights[slot] = word.idf * word.weight;
      this.#singleWeights[slot] = word.idf * Math.min(1, word.weight);
      if (word.stopWord) continue;
      const first = before === -1 ? undefined : words[before];
      // Consecutive bigrams overlap, so their adjacency adds no information.
      if (first && !(first.bigram && word.bigram)) {
        this.#nextWords[before] = slot;
        this.#adjacentWeights[before] = (first.idf + word.idf) / 2;
      }
      before = slot;
    }
  }

  /** Measures each word on the best candidates; to be called before `score`. */
  weighDiscrimination(passages: Iterable<PassageTerms>): void {
    const having = new Float64Array(this.#idf.length);
    const seenIn = new Int32Array(this.#idf.length);
    let all = 0;
    for (const { terms, length } of passages) {
      all += 1;
      for (let at = 0; at < length; at += 1) {
        const term = terms[at] ?? 0;
        if (this.#queryTerms.heads[term & HEAD_MASK] === 0) continue;
        const place = this.#queryTerms.slotOf(term);
        if (place === -1 || this.#shares[place] !== 1) continue;
        const slot = this.#slots[place] ?? 0;
        if (seenIn[slot] === all) continue;
        seenIn[slot] = all;
        having[slot] = (having[slot] ?? 0) + 1;
      }
    }
    for (const slot of having.keys())
      this.#discrimination[slot] =
        1 + DISCRIMINATION * (0.5 - (having[slot] ?? 0) / Math.max(1, all));
  }

  score(passage: PassageTerms): number {
    const { title, heading, terms, length } = passage;
    const own = this.#exactCounts.fill(0);
    const variantCounts = this.#variantCounts.fill(0);
    const above = title + heading;
    const norm = 1 - BM25.b + (BM25.b * (length - above)) / this.#mean;
    if (above > 0) {
      this.#countField(terms, 0, title, FIELDS.title);
      this.#countField(terms, title, above, FIELDS.heading);
    }
    const hits = this.#countField(terms, above, length, 1 / norm);
    let score = 0;
    for (let slot = 0; slot < own.length; slot += 1) {
      const count = (own[slot] ?? 0) + VARIANT_WEIGHT * (variantCounts[slot] ?? 0);
      if (count > 0)
        score +=
          ((this.#discrimination[slot] ?? 1) * (this.#weights[slot] ?? 0) * count * (BM25.k1 + 1)) /
          (count + BM25.k1);
    }
    if (hits > 0) score += WINDOW.weight * this.#bestWindow(hits) + this.#adjacency(hits, norm);
    return this.#isQuoted ? score + this.#phraseBonus(passage, above) : score;
  }

  /** Counts the words of a field and stores their positions; returns the number of occurrences. */
  #countField(terms: Int32Array, from: number, to: number, weight: number): number {
    const { heads } = this.#queryTerms;
    const own = this.#exactCounts;
    if (this.#positions.length < to - from) {
      this.#positions = new Int32Array(2 * (to - from));
      this.#positionWords = new Int32Array(2 * (to - from));
    }
    let hits = 0;
    for (let at = from; at < to; at += 1) {
      const term = terms[at] ?? 0;
      if (heads[term & HEAD_MASK] === 0) continue;
      const place = this.#queryTerms.slotOf(term);
      if (place === -1) continue;
      const slot = this.#slots[place] ?? 0;
      const share = this.#shares[place] ?? 0;
      if (share < 1) {
        this.#variantCounts[slot] = (this.#variantCounts[slot] ?? 0) + share * weight;
        continue;
      }
      own[slot] = (own[slot] ?? 0) + weight;
      this.#positions[hits] = at;
      this.#positionWords[hits] = slot;
      hits += 1;
    }
    return hits;
  }

  /** Highest sum of idf of the distinct words in one window. */
  #bestWindow(hits: number): number {
    const inside = this.#windowCounts.fill(0);
    const weights = this.#singleWeights;
    const places = this.#positions;
    const which = this.#positionWords;
    let best = 0;
    let sum = 0;
    let from = 0;
    for (let hit = 0; hit < hits; hit += 1) {
      const slot = which[hit] ?? 0;
      if (inside[slot] === 0) sum += weights[slot] ?? 0;
      inside[slot] = (inside[slot] ?? 0) + 1;
      const out = (places[hit] ?? 0) - this.#window;
      while ((places[from] ?? 0) <= out) {
        const gone = which[from] ?? 0;
        inside[gone] = (inside[gone] ?? 0) - 1;
        if (inside[gone] === 0) sum -= weights[gone] ?? 0;
        from += 1;
      }
      if (sum > best) best = sum;
    }
    return best;
  }

  #adjacency(hits: number, norm: number): number {
    const next = this.#nextWords;
    const places = this.#positions;
    const which = this.#positionWords;
    const ordered = this.#ordered.fill(0);
    const near = this.#near.fill(0);
    for (let hit = 0; hit < hits; hit += 1) {
      const slot = which[hit] ?? 0;
      const end = (places[hit] ?? 0) + ADJACENCY.reach;
      for (let later = hit + 1; later < hits && (places[later] ?? 0) <= end; later += 1) {
        const other = which[later] ?? 0;
        const apart = (places[later] ?? 0) - (places[hit] ?? 0);
        if (next[slot] === other) {
          near[slot] = (near[slot] ?? 0) + 1 / apart;
          if (apart <= 2) ordered[slot] = (ordered[slot] ?? 0) + 1 / apart;
        } else if (next[other] === slot) near[other] = (near[other] ?? 0) + 1 / apart;
      }
    }
    let score = 0;
    for (let slot = 0; slot < near.length; slot += 1) {
      if ((near[slot] ?? 0) > 0)
        score +=
          (this.#adjacentWeights[slot] ?? 0) *
          (ADJACENCY.ordered * saturate(ordered[slot] ?? 0, norm) +
            ADJACENCY.near * saturate(near[slot] ?? 0, norm));
    }
    return score;
  }

  #phraseBonus({ terms, length }: PassageTerms, above: number): number {
    let score = 0;
    for (const phrase of this.#phrases) {
      const [first = -1] = phrase;
      const last = length - phrase.length;
      for (
        let at = terms.indexOf(first, above);
        at !== -1 && at <= last;
        at = terms.indexOf(first, at + 1)
      ) {
        let same = 1;
        while (same < phrase.length && terms[at + same] === phrase[same]) same += 1;
        if (same < phrase.length) continue;
        for (const term of phrase)
          score += PHRASE * (this.#idf[this.#slots[this.#queryTerms.slotOf(term)] ?? -1] ?? 0);
        break;
      }
    }
    return score;
  }
}

const saturate = (count: number, norm: number): number =>
  ((count / norm) * (BM25.k1 + 1)) / (count / norm + BM25.k1);

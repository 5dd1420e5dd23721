/**
 * Pseudo-relevance feedback: takes the terms that the best passages share, and adds them to the
 * question. Applied only when the best sources score nearly alike: the question is then about a
 * topic. A question for one fact has one best passage, and expansion would hurt it.
 */
import { descendingOrder } from './sort-by-score.ts';
import type { PassageTerms } from './passage-terms.ts';
import { BM25, FIELDS, inverseDocumentFrequency } from './scoring.ts';
import { HEAD_MASK, type TermSlots } from './term-slots.ts';
import { TopK } from './top-k.ts';

/** Sources whose best passage is used. */
export const FEEDBACK_SOURCES = 15;
const MAX_TERMS = 40;
/** Shared terms whose document frequency is looked up, at most. */
const MAX_LOOKED_UP = 250;
const EXPANSION_WEIGHT = 0.8;
/** A passage counts by its share of the best score, raised to this power. */
const TRUST_EXPONENT = 3;
/**
 * Score of the source at `rank` (from 0) as a share of the best score: expansion starts at `none`
 * and has its full weight from `full` on, linear between.
 */
const EVENNESS = { rank: 4, none: 0.45, full: 0.65 };
const MAX_DOC_SHARE = 0.1;

export interface ExpansionTerm {
  term: number;
  weight: number;
  idf: number;
}

/** Weight of the expansion, 0..1, from the scores of the best sources in descending order. */
export function feedbackStrength(scores: readonly number[]): number {
  const [first] = scores;
  const fifth = scores[Math.min(EVENNESS.rank, scores.length - 1)];
  if (first === undefined || fifth === undefined || scores.length <= EVENNESS.rank) return 0;
  return Math.max(
    0,
    Math.min(1, (fifth / first - EVENNESS.none) / (EVENNESS.full - EVENNESS.none)),
  );
}

/**
 * Collects terms of passages, best first. `share`: of the best score; `mean`: mean length of a
 * passage in words. The caller must not use `slots` meanwhile.
 */
export class PseudoRelevanceFeedback {
  readonly #slots: TermSlots;
  readonly #sums: Float64Array;
  readonly #passages: Uint8Array;

  constructor(
    passages: readonly { passage: PassageTerms; share: number }[],
    mean: number,
    slots: TermSlots,
  ) {
    const feedback = passages.slice(0, FEEDBACK_SOURCES);
    const most = feedback.reduce((sum, { passage }) => sum + passage.length, 0);
    this.#slots = slots;
    slots.clear();
    this.#sums = new Float64Array(most);
    this.#passages = new Uint8Array(most);
    const counts = new Int32Array(most);
    const there = new Int32Array(most);
    for (const { passage, share } of feedback)
      this.#addPassage(passage, share ** TRUST_EXPONENT, mean, counts, there);
  }

  /** `counts` must be all zero, and is again afterwards. */
  #addPassage(
    { title, heading, terms, length }: PassageTerms,
    trust: number,
    mean: number,
    counts: Int32Array,
    there: Int32Array,
  ): void {
    let different = 0;
    for (let at = title + heading; at < length; at += 1) {
      const slot = this.#slots.add(terms[at] ?? 0);
      const count = counts[slot] ?? 0;
      if (count === 0) {
        there[different] = slot;
        different += 1;
      }
      counts[slot] = count + 1;
    }
    const norm = 1 - BM25.b + (BM25.b * (length - title - heading)) / mean;
    for (let at = 0; at < different; at += 1) {
      const slot = there[at] ?? 0;
      const count = (counts[slot] ?? 0) / norm;
      this.#sums[slot] = (this.#sums[slot] ?? 0) + (trust * count) / (count + BM25.k1);
      this.#passages[slot] = (this.#passages[slot] ?? 0) + 1;
      counts[slot] = 0;
    }
  }

  /**
   * The best terms. `all`: number of passages; `docsOf`: document frequency of a term; `strength`:
   * 0..1; `asked`: summed weight of the question's words.
   */
  expansionTerms(
    all: number,
    docsOf: (term: number) => number,
    strength: number,
    asked: number,
  ): ExpansionTerm[] {
    const shared: number[] = [];
    for (let slot = 0; slot < this.#slots.size; slot += 1)
      if ((this.#passages[slot] ?? 0) > 1) shared.push(slot);
    const sums = this.#sums;
    const worths = new Float64Array(shared.length);
    for (let at = 0; at < shared.length; at += 1) worths[at] = sums[shared[at] ?? 0] ?? 0;
    const most = inverseDocumentFrequency(all, 2);
    const best = new TopK(MAX_TERMS);
    const order = descendingOrder(worths);
    for (let at = 0; at < Math.min(order.length, MAX_LOOKED_UP); at += 1) {
      const slot = shared[order[at] ?? 0] ?? 0;
      const sum = sums[slot] ?? 0;
      // Sums descend, so no later term can score higher, however rare it is.
      if (sum * most <= best.threshold) break;
      const term = this.#slots.term(slot);
      const docs = docsOf(term);
      if (docs >= 2 && docs <= all * MAX_DOC_SHARE)
        best.offer(term, sum * inverseDocumentFrequency(all, docs));
    }
    const rated = best.ranked();
    const totalScore = rated.reduce((sum, it) => sum + it.score, 0);
    return rated.map(({ doc: term, score }) => ({
      term,
      idf: inverseDocumentFrequency(all, docsOf(term)),
      weight: (score / totalScore) * asked * EXPANSION_WEIGHT * strength,
    }));
  }
}

/** Scores passages by the expansion terms (BM25). The caller must not use `slots` meanwhile. */
export class ExpandedQuery {
  readonly #slots: TermSlots;
  readonly #counts: Float64Array;
  readonly #worth: Float64Array;
  readonly #mean: number;

  constructor(expansion: readonly ExpansionTerm[], mean: number, slots: TermSlots) {
    this.#slots = slots;
    slots.clear();
    this.#counts = new Float64Array(expansion.length);
    this.#worth = new Float64Array(expansion.length);
    for (const [at, { term, idf, weight }] of expansion.entries()) {
      slots.add(term);
      this.#worth[at] = idf * weight;
    }
    this.#mean = mean;
  }

  score({ title, terms, length }: PassageTerms): number {
    const { heads } = this.#slots;
    const counts = this.#counts.fill(0);
    for (let at = 0; at < length; at += 1) {
      const term = terms[at] ?? 0;
      if (heads[term & HEAD_MASK] === 0) continue;
      const slot = this.#slots.slotOf(term);
      if (slot !== -1) counts[slot] = (counts[slot] ?? 0) + (at < title ? FIELDS.title : 1);
    }
    const norm = 1 - BM25.b + (BM25.b * length) / this.#mean;
    let score = 0;
    for (let slot = 0; slot < counts.length; slot += 1) {
      const count = (counts[slot] ?? 0) / norm;
      if (count > 0)
        score += ((this.#worth[slot] ?? 0) * count * (BM25.k1 + 1)) / (count + BM25.k1);
    }
    return score;
  }
}

/**
 * Learns from the best passages which other words speak of the question's subject, and asks for
 * these as well. Only when the best sources are nearly as good as one another: the question is for
 * a subject then, and not for one fact that one passage tells.
 */
import { Best } from './candidates.ts';
import { descending } from './order.ts';
import { BM25, FIELDS, rarity, type PassageTerms } from './scoring.ts';
import { HEAD, type TermSlots } from './term-slots.ts';

/** Sources that are learned from. */
export const FEEDBACK_SOURCES = 15;
const TERMS = 40;
/** Terms that are looked up, of those the passages share. */
const MAX_LOOKED_UP = 250;
const WEIGHT = 0.8;
/** How much more is learned from the best than from those that are nearly as good. */
const TRUST = 3;
/**
 * How good the fifth source has to be beside the first for the least, and for all that is learned
 * to count.
 */
const ALIKE = { at: 4, least: 0.45, all: 0.65 };
const MAX_SHARE = 0.1;

export interface ExpansionTerm {
  term: number;
  weight: number;
  idf: number;
}

/** 0..1: how much the best source of each, best first, are alike. */
export function likeness(scores: readonly number[]): number {
  const [first] = scores;
  const fifth = scores[Math.min(ALIKE.at, scores.length - 1)];
  if (first === undefined || fifth === undefined || scores.length <= ALIKE.at) return 0;
  return Math.max(0, Math.min(1, (fifth / first - ALIKE.least) / (ALIKE.all - ALIKE.least)));
}

/**
 * Learns from passages, best first; `share`: of the best one's score; `mean`: words of a passage of
 * middling length. `slots` are its own while it is in use.
 */
export class Feedback {
  readonly #slots: TermSlots;
  readonly #sums: Float64Array;
  readonly #passages: Uint8Array;

  constructor(
    passages: readonly { passage: PassageTerms; share: number }[],
    mean: number,
    slots: TermSlots,
  ) {
    const taken = passages.slice(0, FEEDBACK_SOURCES);
    const most = taken.reduce((sum, { passage }) => sum + passage.length, 0);
    this.#slots = slots;
    slots.clear();
    this.#sums = new Float64Array(most);
    this.#passages = new Uint8Array(most);
    const counts = new Int32Array(most);
    const there = new Int32Array(most);
    for (const { passage, share } of taken)
      this.#take(passage, share ** TRUST, mean, counts, there);
  }

  /** `counts` is empty before and after. */
  #take(
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
   * `docsOf`: how many passages of all have a term; `strength`: 0..1; `asked`: the weight of the
   * question's words.
   */
  learned(
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
    const most = rarity(all, 2);
    const best = new Best(TERMS);
    const order = descending(worths);
    for (let at = 0; at < Math.min(order.length, MAX_LOOKED_UP); at += 1) {
      const slot = shared[order[at] ?? 0] ?? 0;
      const sum = sums[slot] ?? 0;
      // None that comes after is worth more, however rare.
      if (sum * most <= best.least) break;
      const term = this.#slots.term(slot);
      const docs = docsOf(term);
      if (docs >= 2 && docs <= all * MAX_SHARE) best.offer(term, sum * rarity(all, docs));
    }
    const rated = best.ranked();
    const worth = rated.reduce((sum, it) => sum + it.score, 0);
    return rated.map(({ doc: term, score }) => ({
      term,
      idf: rarity(all, docsOf(term)),
      weight: (score / worth) * asked * WEIGHT * strength,
    }));
  }
}

/** What passages have of what was learned. `slots` are its own while it is in use. */
export class ExpandedQuery {
  readonly #slots: TermSlots;
  readonly #counts: Float64Array;
  readonly #worth: Float64Array;
  readonly #mean: number;

  constructor(learned: readonly ExpansionTerm[], mean: number, slots: TermSlots) {
    this.#slots = slots;
    slots.clear();
    this.#counts = new Float64Array(learned.length);
    this.#worth = new Float64Array(learned.length);
    for (const [at, { term, idf, weight }] of learned.entries()) {
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
      if (heads[term & HEAD] === 0) continue;
      const slot = this.#slots.of(term);
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

/**
 * Learns from the best passages which other words speak of the question's subject, and asks for these as well. Only when the best sources
 * are nearly as good as one another: the question is for a subject then, and not for one fact that one passage tells.
 */
import { BM25, type PassageTerms } from './scoring.ts';

const SOURCES = 15;
const TERMS = 40;
/** Terms that are looked up, of those the passages share. */
const MAX_LOOKED_UP = 250;
const WEIGHT = 0.8;
/** How much more is learned from the best than from those that are nearly as good. */
const TRUST = 3;
/** How good the fifth source has to be beside the first for the least, and for all that is learned to count. */
const ALIKE = { at: 4, least: 0.45, all: 0.65 };
const MAX_SHARE = 0.1;

export interface Learned { term: number; weight: number; idf: number }

/** 0..1: how much the best source of each, best first, are alike. */
export function likeness(scores: readonly number[]): number {
  const [first] = scores;
  const fifth = scores[Math.min(ALIKE.at, scores.length - 1)];
  if (first === undefined || fifth === undefined || scores.length <= ALIKE.at) return 0;
  return Math.max(0, Math.min(1, (fifth / first - ALIKE.least) / (ALIKE.all - ALIKE.least)));
}

export class Feedback {
  readonly #mean: number;
  /** Where each term stands in the lists below. */
  readonly #places = new Map<number, number>();
  readonly #terms: number[] = [];
  readonly #sums: number[] = [];
  readonly #passages: number[] = [];
  /** Of the passage that is being taken. */
  readonly #counts: number[] = [];
  #taken = 0;

  constructor(mean: number) { this.#mean = mean; }

  get full(): boolean { return this.#taken >= SOURCES; }

  /** `share`: of the best passage's score. */
  take({ title, heading, terms, length }: PassageTerms, share: number): void {
    this.#taken += 1;
    const there: number[] = [];
    for (let at = title + heading; at < length; at += 1) {
      const term = terms[at] ?? 0;
      let place = this.#places.get(term);
      if (place === undefined) {
        place = this.#terms.push(term) - 1;
        this.#places.set(term, place);
        this.#sums.push(0);
        this.#passages.push(0);
        this.#counts.push(0);
      }
      const count = this.#counts[place] ?? 0;
      if (count === 0) there.push(place);
      this.#counts[place] = count + 1;
    }
    const norm = 1 - BM25.b + BM25.b * (length - title - heading) / this.#mean;
    const trust = share ** TRUST;
    for (const place of there) {
      const count = (this.#counts[place] ?? 0) / norm;
      this.#sums[place] = (this.#sums[place] ?? 0) + trust * count / (count + BM25.k1);
      this.#passages[place] = (this.#passages[place] ?? 0) + 1;
      this.#counts[place] = 0;
    }
  }

  /** `docsOf`: how many passages of all have a term; `strength`: 0..1; `asked`: the weight of the question's words. */
  learned(all: number, docsOf: (term: number) => number, strength: number, asked: number): Learned[] {
    const shared: { term: number; sum: number }[] = [];
    for (const [place, term] of this.#terms.entries()) if ((this.#passages[place] ?? 0) > 1) shared.push({ term, sum: this.#sums[place] ?? 0 });
    shared.sort((a, b) => b.sum - a.sum);
    const rated = shared.slice(0, MAX_LOOKED_UP).flatMap(({ term, sum }) => {
      const docs = docsOf(term);
      if (docs < 2 || docs > all * MAX_SHARE) return [];
      const idf = Math.log(1 + (all - docs + 0.5) / (docs + 0.5));
      return [{ term, worth: sum * idf, idf }];
    }).sort((a, b) => b.worth - a.worth).slice(0, TERMS);
    const sum = rated.reduce((total, it) => total + it.worth, 0);
    return rated.map(({ term, worth, idf }) => ({ term, idf, weight: worth / sum * asked * WEIGHT * strength }));
  }
}

/**
 * What a passage is worth to a question, from the terms of the passage in their order: BM25 over its fields, related words,
 * how close together the words stand. The numbers were swept on the retrieval sets of `scripts/benchmarks/search.ts`.
 */
import { TermSlots } from './term-slots.ts';
import { ByteReader, type ByteWriter } from './varint.ts';

export const BM25 = { k1: 1.2, b: 0.75 };
export const FIELDS = { title: 3.5, heading: 1.5 };
/** A related word counts by how much of the word it shares. */
const KIN = 0.5;
/** The most that stands within so many words of each other, beside what the whole passage has; of a script without spaces, so many characters. */
const WINDOW = { words: 12, characters: 30, weight: 0.5 };
/** Words that follow one another in the question do so in the passage, or stand near. */
const PAIR = { ordered: 0.2, near: 0.2, reach: 8 };
const PHRASE = 1;
/** Words that few of the best candidates have tell these apart: they count more, and those that all have less. */
const STRESS = 0.4;

/** What was settled on, for benchmarks to tell. */
export const LEXICAL_SETTINGS = { ...BM25, fields: FIELDS, related: KIN, window: WINDOW, pairs: PAIR, phrase: PHRASE, stress: STRESS } as const;

/** A word of the question. `terms`: all it may stand as; `kin`: related terms, with the share they have of it. */
export interface AskedWord { terms: readonly number[]; kin: ReadonlyMap<number, number>; idf: number; weight: number; /** says little of a subject */ minor: boolean; pair: boolean }

/** The terms of a passage, field by field. */
export interface PassageTerms { title: number; heading: number; /** of all fields, in order */ terms: Int32Array; length: number }

export function packTerms(title: readonly number[], heading: readonly number[], text: readonly number[], into: ByteWriter): void {
  into.varint(title.length);
  into.varint(heading.length);
  for (const field of [title, heading, text]) for (const term of field) into.varint(term);
}

let scratch = new Int32Array(4_096);
export function unpackTerms(bytes: Uint8Array): PassageTerms {
  const reader = new ByteReader(bytes);
  const title = reader.varint();
  const heading = reader.varint();
  if (scratch.length < bytes.length) scratch = new Int32Array(bytes.length * 2);
  let length = 0;
  let { at } = reader;
  while (at < bytes.length) {
    let value = 0;
    let shift = 0;
    let byte: number;
    do {
      byte = bytes[at] ?? 0;
      at += 1;
      value |= (byte & 0x7f) << shift;
      shift += 7;
    } while (byte > 0x7f);
    scratch[length] = value;
    length += 1;
  }
  return { title, heading, terms: scratch.slice(0, length), length };
}

export class Scorer {
  readonly #words: readonly AskedWord[];
  readonly #mean: number;
  readonly #phrases: readonly (readonly number[])[];
  /** Terms that stand for a word: where they are in the two below, the word and how much of it. */
  readonly #standing: TermSlots;
  readonly #slots: Int32Array;
  readonly #shares: Float64Array;
  readonly #own: Float64Array;
  readonly #kin: Float64Array;
  readonly #places: number[][];
  readonly #hits: number[] = [];
  readonly #inside: Int32Array;
  readonly #stress: Float64Array;
  readonly #window: number;

  /** `mean`: words of a passage of middling length. `phrases`: terms in a row. */
  constructor(words: readonly AskedWord[], phrases: readonly (readonly number[])[], mean: number) {
    this.#words = words;
    this.#mean = mean;
    this.#phrases = phrases;
    const standing: number[] = [];
    const slots: number[] = [];
    const shares: number[] = [];
    for (const [slot, { terms }] of words.entries()) for (const term of terms) { standing.push(term); slots.push(slot); shares.push(1); }
    for (const [slot, { kin }] of words.entries()) for (const [term, share] of kin) { standing.push(term); slots.push(slot); shares.push(Math.min(share, 0.99)); }
    this.#standing = new TermSlots(standing);
    this.#slots = Int32Array.from(slots);
    this.#shares = Float64Array.from(shares);
    this.#own = new Float64Array(words.length);
    this.#kin = new Float64Array(words.length);
    this.#places = words.map(() => []);
    this.#inside = new Int32Array(words.length);
    this.#stress = new Float64Array(words.length).fill(1);
    this.#window = words.filter((it) => it.pair).length > words.length / 2 ? WINDOW.characters : WINDOW.words;
  }

  /** To be called with the likeliest passages before any is weighed. */
  compare(passages: Iterable<PassageTerms>): void {
    const having = new Float64Array(this.#words.length);
    const seenIn = new Int32Array(this.#words.length);
    let all = 0;
    for (const { terms, length } of passages) {
      all += 1;
      for (let at = 0; at < length; at += 1) {
        const place = this.#standing.of(terms[at] ?? 0);
        if (place === -1 || this.#shares[place] !== 1) continue;
        const slot = this.#slots[place] ?? 0;
        if (seenIn[slot] === all) continue;
        seenIn[slot] = all;
        having[slot] = (having[slot] ?? 0) + 1;
      }
    }
    for (const slot of having.keys()) this.#stress[slot] = 1 + STRESS * (0.5 - (having[slot] ?? 0) / Math.max(1, all));
  }

  score(passage: PassageTerms): number {
    const { title, heading, terms, length } = passage;
    const own = this.#own.fill(0);
    const kin = this.#kin.fill(0);
    for (const places of this.#places) places.length = 0;
    const above = title + heading;
    const norm = 1 - BM25.b + BM25.b * (length - above) / this.#mean;
    const hits = this.#hits;
    hits.length = 0;
    for (let at = 0; at < length; at += 1) {
      const place = this.#standing.of(terms[at] ?? 0);
      if (place === -1) continue;
      const slot = this.#slots[place] ?? 0;
      const share = this.#shares[place] ?? 0;
      const weight = at < title ? FIELDS.title : at < above ? FIELDS.heading : 1 / norm;
      if (share < 1) { kin[slot] = (kin[slot] ?? 0) + share * weight; continue; }
      own[slot] = (own[slot] ?? 0) + weight;
      if (at >= above) { hits.push(at, slot); this.#places[slot]?.push(at); }
    }
    let score = 0;
    for (const [slot, { idf, weight }] of this.#words.entries()) {
      const count = (own[slot] ?? 0) + KIN * (kin[slot] ?? 0);
      if (count > 0) score += (this.#stress[slot] ?? 1) * idf * weight * count * (BM25.k1 + 1) / (count + BM25.k1);
    }
    return score + WINDOW.weight * this.#densest(hits) + this.#pairs(norm) + this.#inRow(passage, above);
  }

  /** The sum of the different words within the best window. */
  #densest(hits: readonly number[]): number {
    const inside = this.#inside.fill(0);
    let best = 0;
    let sum = 0;
    let from = 0;
    for (let at = 0; at < hits.length; at += 2) {
      const slot = hits[at + 1] ?? 0;
      if (inside[slot] === 0) sum += this.#worth(slot);
      inside[slot] = (inside[slot] ?? 0) + 1;
      while ((hits[at] ?? 0) - (hits[from] ?? 0) >= this.#window) {
        const gone = hits[from + 1] ?? 0;
        inside[gone] = (inside[gone] ?? 0) - 1;
        if (inside[gone] === 0) sum -= this.#worth(gone);
        from += 2;
      }
      best = Math.max(best, sum);
    }
    return best;
  }

  #worth(slot: number): number {
    const word = this.#words[slot];
    return word ? word.idf * Math.min(1, word.weight) : 0;
  }

  #pairs(norm: number): number {
    let score = 0;
    let before = -1;
    for (const [slot, word] of this.#words.entries()) {
      if (word.minor) continue;
      const first = this.#words[before];
      // Pairs of characters overlap where they follow one another: that they stand side by side says nothing more.
      if (first && !(first.pair && word.pair)) {
        let ordered = 0;
        let near = 0;
        for (const a of this.#places[before] ?? []) {
          for (const b of this.#places[slot] ?? []) {
            const distance = b - a;
            if (distance === 1) ordered += 1; else if (distance === 2) ordered += 0.5;
            const apart = Math.abs(distance);
            if (apart > 0 && apart <= PAIR.reach) near += 1 / apart;
          }
        }
        const { k1 } = BM25;
        const saturated = (count: number) => (count / norm) * (k1 + 1) / (count / norm + k1);
        score += (first.idf + word.idf) / 2 * (PAIR.ordered * saturated(ordered) + PAIR.near * saturated(near));
      }
      before = slot;
    }
    return score;
  }

  #inRow({ terms, length }: PassageTerms, above: number): number {
    let score = 0;
    for (const phrase of this.#phrases) {
      for (let at = above; at + phrase.length <= length; at += 1) {
        if (!phrase.every((term, offset) => terms[at + offset] === term)) continue;
        for (const term of phrase) score += PHRASE * (this.#words[this.#slots[this.#standing.of(term)] ?? -1]?.idf ?? 0);
        break;
      }
    }
    return score;
  }
}

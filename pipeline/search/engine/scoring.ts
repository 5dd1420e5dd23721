/**
 * What a passage is worth to a question, from the terms of the passage in their order: BM25 over
 * its fields, related words, how close together the words stand. The numbers were swept on the
 * retrieval sets of `scripts/benchmarks/search.ts`.
 */
import { HEAD, type TermSlots } from './term-slots.ts';
import { ByteReader, type ByteWriter } from './varint.ts';

export const BM25 = { k1: 1.2, b: 0.75 };
export const FIELDS = { title: 3.5, heading: 1.5 };
/** A related word counts by how much of the word it shares. */
const KIN = 0.5;
/**
 * The most that stands within so many words of each other, beside what the whole passage has; of a
 * script without spaces, so many characters.
 */
const WINDOW = { words: 12, characters: 30, weight: 0.5 };
/** Words that follow one another in the question do so in the passage, or stand near. */
const PAIR = { ordered: 0.2, near: 0.2, reach: 8 };
const PHRASE = 1;
/**
 * Words that few of the best candidates have tell these apart: they count more, and those that all
 * have less.
 */
const STRESS = 0.4;

/** What was settled on, for benchmarks to tell. */
export const LEXICAL_SETTINGS = {
  ...BM25,
  fields: FIELDS,
  related: KIN,
  window: WINDOW,
  pairs: PAIR,
  phrase: PHRASE,
  stress: STRESS,
} as const;

/** Related terms, and in the same places the share they have of a word. */
export interface Kin {
  terms: readonly number[];
  shares: readonly number[];
}
/** A word of the question. `terms`: all it may stand as. */
export interface AskedWord {
  terms: readonly number[];
  kin: Kin;
  idf: number;
  weight: number;
  /** says little of a subject */
  minor: boolean;
  pair: boolean;
}

/** The terms of a passage, field by field. */
export interface PassageTerms {
  title: number;
  heading: number;
  /** of all fields, in order */
  terms: Int32Array;
  length: number;
}

/** What a word counts that so many of all passages have. */
export const rarity = (all: number, docs: number): number =>
  Math.log(1 + (Math.max(all, docs) - docs + 0.5) / (docs + 0.5));

export function packTerms(
  title: readonly number[],
  heading: readonly number[],
  text: readonly number[],
  into: ByteWriter,
): void {
  into.varint(title.length);
  into.varint(heading.length);
  for (const field of [title, heading, text]) for (const term of field) into.varint(term);
}

/**
 * Where unpacked terms lie, those of many passages side by side: memory of its own for each would
 * cost more than the unpacking. It goes when the last of them does.
 */
const BLOCK = 2 ** 16;
let block = new Int32Array(BLOCK);
let filled = 0;

export function unpackTerms(bytes: Uint8Array): PassageTerms {
  const reader = new ByteReader(bytes);
  const title = reader.varint();
  const heading = reader.varint();
  if (block.length - filled < bytes.length) {
    block = new Int32Array(Math.max(BLOCK, bytes.length));
    filled = 0;
  }
  const terms = block;
  const from = filled;
  let to = from;
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
    terms[to] = value;
    to += 1;
  }
  filled = to;
  return { title, heading, terms: terms.subarray(from, to), length: to - from };
}

export class Scorer {
  readonly #phrases: readonly (readonly number[])[];
  readonly #isQuoted: boolean;
  readonly #mean: number;
  readonly #window: number;
  /** Terms that stand for a word; of each, which word and how much of it. */
  readonly #standing: TermSlots;
  readonly #slots: Int32Array;
  readonly #shares: Float64Array;
  /** Of each word. */
  readonly #idf: Float64Array;
  readonly #worth: Float64Array;
  /** However often it was said. */
  readonly #single: Float64Array;
  readonly #stress: Float64Array;
  /**
   * Of each word, the one that follows it in the question, or −1; and what the two together are
   * worth.
   */
  readonly #next: Int32Array;
  readonly #pairs: Float64Array;
  /** Of each pair, how often the passage has it in order, and near. */
  readonly #ordered: Float64Array;
  readonly #near: Float64Array;
  /**
   * Of the passage at hand: how often it has each word, and related ones; place and word of each in
   * turn.
   */
  readonly #own: Float64Array;
  readonly #kin: Float64Array;
  #at = new Int32Array(1_024);
  #which = new Int32Array(1_024);
  readonly #inside: Int32Array;

  /**
   * `mean`: words of a passage of middling length. `phrases`: terms in a row. `standing` is the
   * scorer's while it is in use.
   */
  constructor(
    words: readonly AskedWord[],
    phrases: readonly (readonly number[])[],
    mean: number,
    standing: TermSlots,
  ) {
    this.#mean = mean;
    this.#phrases = phrases;
    this.#isQuoted = phrases.length > 0;
    const most = words.reduce((sum, { terms, kin }) => sum + terms.length + kin.terms.length, 0);
    this.#standing = standing;
    standing.clear();
    this.#slots = new Int32Array(most);
    this.#shares = new Float64Array(most);
    const stand = (term: number, slot: number, share: number) => {
      const place = standing.add(term);
      if (this.#shares[place] !== 0) return;
      this.#slots[place] = slot;
      this.#shares[place] = share;
    };
    for (let slot = 0; slot < words.length; slot += 1)
      for (const term of words[slot]?.terms ?? []) stand(term, slot, 1);
    for (let slot = 0; slot < words.length; slot += 1) {
      const { terms = [], shares = [] } = words[slot]?.kin ?? {};
      for (let at = 0; at < terms.length; at += 1)
        stand(terms[at] ?? 0, slot, Math.min(shares[at] ?? 0, 0.99));
    }
    this.#idf = new Float64Array(words.length);
    this.#worth = new Float64Array(words.length);
    this.#single = new Float64Array(words.length);
    this.#stress = new Float64Array(words.length).fill(1);
    this.#own = new Float64Array(words.length);
    this.#kin = new Float64Array(words.length);
    this.#inside = new Int32Array(words.length);
    this.#window =
      words.filter((it) => it.pair).length > words.length / 2 ? WINDOW.characters : WINDOW.words;
    this.#next = new Int32Array(words.length).fill(-1);
    this.#pairs = new Float64Array(words.length);
    this.#ordered = new Float64Array(words.length);
    this.#near = new Float64Array(words.length);
    let before = -1;
    for (let slot = 0; slot < words.length; slot += 1) {
      const word = words[slot];
      if (!word) continue;
      this.#idf[slot] = word.idf;
      this.#worth[slot] = word.idf * word.weight;
      this.#single[slot] = word.idf * Math.min(1, word.weight);
      if (word.minor) continue;
      const first = before === -1 ? undefined : words[before];
      // Pairs of characters overlap where they follow one another: that they stand side by side
      // says nothing more.
      if (first && !(first.pair && word.pair)) {
        this.#next[before] = slot;
        this.#pairs[before] = (first.idf + word.idf) / 2;
      }
      before = slot;
    }
  }

  /** To be called with the likeliest passages before any is weighed. */
  compare(passages: Iterable<PassageTerms>): void {
    const having = new Float64Array(this.#idf.length);
    const seenIn = new Int32Array(this.#idf.length);
    let all = 0;
    for (const { terms, length } of passages) {
      all += 1;
      for (let at = 0; at < length; at += 1) {
        const term = terms[at] ?? 0;
        if (this.#standing.heads[term & HEAD] === 0) continue;
        const place = this.#standing.of(term);
        if (place === -1 || this.#shares[place] !== 1) continue;
        const slot = this.#slots[place] ?? 0;
        if (seenIn[slot] === all) continue;
        seenIn[slot] = all;
        having[slot] = (having[slot] ?? 0) + 1;
      }
    }
    for (const slot of having.keys())
      this.#stress[slot] = 1 + STRESS * (0.5 - (having[slot] ?? 0) / Math.max(1, all));
  }

  score(passage: PassageTerms): number {
    const { title, heading, terms, length } = passage;
    const own = this.#own.fill(0);
    const kin = this.#kin.fill(0);
    const above = title + heading;
    const norm = 1 - BM25.b + (BM25.b * (length - above)) / this.#mean;
    if (above > 0) {
      this.#count(terms, 0, title, FIELDS.title);
      this.#count(terms, title, above, FIELDS.heading);
    }
    const hits = this.#count(terms, above, length, 1 / norm);
    let score = 0;
    for (let slot = 0; slot < own.length; slot += 1) {
      const count = (own[slot] ?? 0) + KIN * (kin[slot] ?? 0);
      if (count > 0)
        score +=
          ((this.#stress[slot] ?? 1) * (this.#worth[slot] ?? 0) * count * (BM25.k1 + 1)) /
          (count + BM25.k1);
    }
    if (hits > 0) score += WINDOW.weight * this.#densest(hits) + this.#together(hits, norm);
    return this.#isQuoted ? score + this.#inRow(passage, above) : score;
  }

  /**
   * Adds a field's words to what the passage has. How many stand for one themselves: place and word
   * of each are kept.
   */
  #count(terms: Int32Array, from: number, to: number, weight: number): number {
    const { heads } = this.#standing;
    const own = this.#own;
    if (this.#at.length < to - from) {
      this.#at = new Int32Array(2 * (to - from));
      this.#which = new Int32Array(2 * (to - from));
    }
    let hits = 0;
    for (let at = from; at < to; at += 1) {
      const term = terms[at] ?? 0;
      if (heads[term & HEAD] === 0) continue;
      const place = this.#standing.of(term);
      if (place === -1) continue;
      const slot = this.#slots[place] ?? 0;
      const share = this.#shares[place] ?? 0;
      if (share < 1) {
        this.#kin[slot] = (this.#kin[slot] ?? 0) + share * weight;
        continue;
      }
      own[slot] = (own[slot] ?? 0) + weight;
      this.#at[hits] = at;
      this.#which[hits] = slot;
      hits += 1;
    }
    return hits;
  }

  /** The sum of the different words within the best window. */
  #densest(hits: number): number {
    const inside = this.#inside.fill(0);
    const worth = this.#single;
    const places = this.#at;
    const which = this.#which;
    let best = 0;
    let sum = 0;
    let from = 0;
    for (let hit = 0; hit < hits; hit += 1) {
      const slot = which[hit] ?? 0;
      if (inside[slot] === 0) sum += worth[slot] ?? 0;
      inside[slot] = (inside[slot] ?? 0) + 1;
      const out = (places[hit] ?? 0) - this.#window;
      while ((places[from] ?? 0) <= out) {
        const gone = which[from] ?? 0;
        inside[gone] = (inside[gone] ?? 0) - 1;
        if (inside[gone] === 0) sum -= worth[gone] ?? 0;
        from += 1;
      }
      if (sum > best) best = sum;
    }
    return best;
  }

  #together(hits: number, norm: number): number {
    const next = this.#next;
    const places = this.#at;
    const which = this.#which;
    const ordered = this.#ordered.fill(0);
    const near = this.#near.fill(0);
    for (let hit = 0; hit < hits; hit += 1) {
      const slot = which[hit] ?? 0;
      const end = (places[hit] ?? 0) + PAIR.reach;
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
          (this.#pairs[slot] ?? 0) *
          (PAIR.ordered * saturated(ordered[slot] ?? 0, norm) +
            PAIR.near * saturated(near[slot] ?? 0, norm));
    }
    return score;
  }

  #inRow({ terms, length }: PassageTerms, above: number): number {
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
          score += PHRASE * (this.#idf[this.#slots[this.#standing.of(term)] ?? -1] ?? 0);
        break;
      }
    }
    return score;
  }
}

const saturated = (count: number, norm: number): number =>
  ((count / norm) * (BM25.k1 + 1)) / (count / norm + BM25.k1);

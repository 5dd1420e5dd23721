/** Selects candidates by the BM25 scores of their postings (term-at-a-time, in windows). */
import type { PostingList } from './posting-page.ts';
import type { TopK } from './top-k.ts';

/** A term's posting lists, with the weight (idf × factor) and the bit of its word. */
export interface WeightedTerm {
  lists: readonly PostingList[];
  weight: number;
  bit: number;
}
/** Passage numbers, both ends inclusive. */
export type DocRange = readonly [first: number, last: number];
/**
 * The passages to scan. `weightScores`: BM25 score of each weight byte (`posting-weight.ts`).
 * `within`: ascending ranges to which the scan is limited.
 */
export interface ScanScope {
  first: number;
  last: number;
  weightScores: Float32Array;
  within: readonly DocRange[] | undefined;
}

const WINDOW = 32_768;

interface Cursor {
  bytes: Uint8Array;
  termWeight: number;
  bit: number;
  at: number;
  doc: number;
}

/** Sums the scores of posting lists, one window of passages at a time. */
export class Accumulator {
  readonly #sums = new Float32Array(WINDOW);
  readonly #words = new Int32Array(WINDOW);
  /** reused for each list when one window holds all passages */
  readonly #cursor: Cursor = { bytes: new Uint8Array(), termWeight: 0.5, bit: 0, at: 0, doc: 0 };
  /** slots that may be non-zero */
  #used = 0;

  /** Offers to `best` each passage that has the bits of `required`. */
  scan(lists: readonly WeightedTerm[], scope: ScanScope, best: TopK, required = 0): void {
    this.#clear();
    if (isOneWindow(scope)) {
      this.#addAll(lists, scope);
      this.#collect(scope.first, scope.last + 1, best, required, scope.within, 0);
      return;
    }
    const cursors = cursorsOf(lists);
    const { within } = scope;
    let range = 0;
    for (let base = earliest(cursors); base <= scope.last; ) {
      if (within) {
        while (range < within.length && (within[range]?.[1] ?? 0) < base) range += 1;
        const next = within[range];
        if (!next) return;
        base = Math.max(base, next[0]);
      }
      const end = Math.min(base + WINDOW, scope.last + 1);
      this.#add(cursors, base, end, scope.weightScores);
      this.#collect(base, end, best, required, within, range);
      this.#clear();
      base = Math.max(end, earliest(cursors));
    }
  }

  /** Like `scan`, for the lists of the last scan and `more` lists. */
  scanMore(
    lists: readonly WeightedTerm[],
    more: readonly WeightedTerm[],
    scope: ScanScope,
    best: TopK,
  ): void {
    if (!isOneWindow(scope)) {
      this.scan([...lists, ...more], scope, best);
      return;
    }
    // The sums of the last scan are still in the window.
    this.#addAll(more, scope);
    this.#collect(scope.first, scope.last + 1, best, 0, scope.within, 0);
  }

  #add(cursors: readonly Cursor[], base: number, end: number, scores: Float32Array): void {
    this.#used = end - base;
    for (const cursor of cursors) cursor.doc = this.#addList(cursor, base, end, scores);
  }

  /** Adds all of each list; one window holds all passages. */
  #addAll(
    scored: readonly WeightedTerm[],
    { first: base, last, weightScores: scores }: ScanScope,
  ): void {
    const cursor = this.#cursor;
    this.#used = last + 1 - base;
    for (let at = 0; at < scored.length; at += 1) {
      const { lists = [], weight: worth = 0, bit = 0 } = scored[at] ?? {};
      cursor.termWeight = worth;
      cursor.bit = bit;
      for (let which = 0; which < lists.length; which += 1) {
        const list = lists[which];
        if (!list) continue;
        cursor.bytes = list.bytes;
        cursor.doc = list.first;
        cursor.at = 0;
        this.#addList(cursor, base, last + 1, scores);
      }
    }
  }

  /** Returns the first passage at or after `end`, or Infinity. */
  #addList(cursor: Cursor, base: number, end: number, scores: Float32Array): number {
    const sums = this.#sums;
    const found = this.#words;
    const { bytes, termWeight: worth, bit } = cursor;
    const { length } = bytes;
    let { at, doc } = cursor;
    while (doc < end) {
      const weight = bytes[at] ?? 0;
      at += 1;
      if (doc >= base) {
        const slot = doc - base;
        sums[slot] = (sums[slot] ?? 0) + worth * (scores[weight] ?? 0);
        found[slot] = (found[slot] ?? 0) | bit;
      }
      if (at >= length) return Infinity;
      let distance = 0;
      let shift = 0;
      let byte: number;
      do {
        byte = bytes[at] ?? 0;
        at += 1;
        distance |= (byte & 0x7f) << shift;
        shift += 7;
      } while (byte > 0x7f);
      doc += distance;
    }
    cursor.at = at;
    return doc;
  }

  #collect(
    base: number,
    end: number,
    best: TopK,
    required: number,
    within: readonly DocRange[] | undefined,
    from: number,
  ): void {
    const sums = this.#sums;
    const found = this.#words;
    let range = from;
    let { threshold: least } = best;
    for (let slot = 0; slot < end - base; slot += 1) {
      const score = sums[slot] ?? 0;
      if (score <= least || ((found[slot] ?? 0) & required) !== required) continue;
      const doc = base + slot;
      if (within) {
        while (range < within.length && (within[range]?.[1] ?? 0) < doc) range += 1;
        if ((within[range]?.[0] ?? Infinity) > doc) continue;
      }
      best.offer(doc, score);
      ({ threshold: least } = best);
    }
  }

  #clear(): void {
    this.#sums.fill(0, 0, this.#used);
    this.#words.fill(0, 0, this.#used);
    this.#used = 0;
  }
}

const isOneWindow = ({ first, last }: ScanScope): boolean => last - first < WINDOW;

function cursorsOf(scored: readonly WeightedTerm[]): Cursor[] {
  const cursors: Cursor[] = [];
  for (const { lists, weight: worth, bit } of scored)
    for (const { bytes, first } of lists)
      cursors.push({ bytes, termWeight: worth, bit, at: 0, doc: first });
  return cursors;
}

function earliest(cursors: readonly Cursor[]): number {
  let least = Infinity;
  for (const { doc } of cursors) if (doc < least) least = doc;
  return least;
}

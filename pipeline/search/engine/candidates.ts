/** The passages that a question's words promise most of, by what the postings tell. */
import { bestFirst } from './order.ts';
import type { PostingList } from './segments.ts';

/** A term's lists, what the word is worth that it stands for, and the bit of that word. */
export interface Scored {
  lists: readonly PostingList[];
  worth: number;
  bit: number;
}
export interface Candidate {
  doc: number;
  score: number;
}
/** Numbers of passages, `[first, last]`, ascending. */
export type Range = readonly [first: number, last: number];
/**
 * Among which passages is looked. `scores`: of each weight (`weight.ts`). `within`: only passages
 * of these ranges.
 */
export interface Among {
  first: number;
  last: number;
  scores: Float32Array;
  within: readonly Range[] | undefined;
}

const WINDOW = 32_768;

/** The best so far; the worst of them at the root of a heap. */
export class Best {
  readonly #size: number;
  readonly #docs: number[] = [];
  readonly #scores: number[] = [];

  constructor(size: number) {
    this.#size = size;
  }

  get full(): boolean {
    return this.#docs.length >= this.#size;
  }

  /** What a passage must have more than to be among them. */
  get least(): number {
    return this.full ? (this.#scores[0] ?? 0) : 0;
  }

  offer(doc: number, score: number): void {
    if (score <= this.least) return;
    let at = this.#docs.length;
    if (this.full) {
      at = this.#sink(score);
    } else {
      while (at > 0) {
        const parent = (at - 1) >> 1;
        if ((this.#scores[parent] ?? 0) <= score) break;
        this.#move(parent, at);
        at = parent;
      }
    }
    this.#docs[at] = doc;
    this.#scores[at] = score;
  }

  /** In no order. */
  get docs(): readonly number[] {
    return this.#docs;
  }

  /** Best first; the earlier passage first among equals. */
  ranked(): Candidate[] {
    return bestFirst(this.#docs.map((doc, at) => ({ doc, score: this.#scores[at] ?? 0 })));
  }

  /** Where from the root on down a score has its place, all above it moved up. */
  #sink(score: number): number {
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= this.#docs.length) return at;
      if (
        child + 1 < this.#docs.length &&
        (this.#scores[child + 1] ?? 0) < (this.#scores[child] ?? 0)
      )
        child += 1;
      if ((this.#scores[child] ?? 0) >= score) return at;
      this.#move(child, at);
      at = child;
    }
  }

  #move(from: number, to: number): void {
    this.#docs[to] = this.#docs[from] ?? 0;
    this.#scores[to] = this.#scores[from] ?? 0;
  }
}

interface Cursor {
  bytes: Uint8Array;
  worth: number;
  bit: number;
  at: number;
  doc: number;
}

/** Adds up lists, a window of passages at a time. */
export class Candidates {
  readonly #sums = new Float32Array(WINDOW);
  readonly #found = new Int32Array(WINDOW);
  /** Of the list at hand, where a window holds all of it. */
  readonly #cursor: Cursor = { bytes: new Uint8Array(), worth: 0.5, bit: 0, at: 0, doc: 0 };
  /** Slots that are not empty. */
  #used = 0;

  /** Offers each passage that has all bits of `required`. */
  gather(lists: readonly Scored[], among: Among, best: Best, required = 0): void {
    this.#clear();
    if (isOneWindow(among)) {
      this.#addWhole(lists, among);
      this.#harvest(among.first, among.last + 1, best, required, among.within, 0);
      return;
    }
    const cursors = cursorsOf(lists);
    const { within } = among;
    let range = 0;
    for (let base = earliest(cursors); base <= among.last; ) {
      if (within) {
        while (range < within.length && (within[range]?.[1] ?? 0) < base) range += 1;
        const next = within[range];
        if (!next) return;
        base = Math.max(base, next[0]);
      }
      const end = Math.min(base + WINDOW, among.last + 1);
      this.#add(cursors, base, end, among.scores);
      this.#harvest(base, end, best, required, within, range);
      this.#clear();
      base = Math.max(end, earliest(cursors));
    }
  }

  /** As `gather`, of the lists gathered last and more of them. */
  gatherMore(lists: readonly Scored[], more: readonly Scored[], among: Among, best: Best): void {
    if (!isOneWindow(among)) {
      this.gather([...lists, ...more], among, best);
      return;
    }
    // What the others come to still stands there.
    this.#addWhole(more, among);
    this.#harvest(among.first, among.last + 1, best, 0, among.within, 0);
  }

  #add(cursors: readonly Cursor[], base: number, end: number, scores: Float32Array): void {
    this.#used = end - base;
    for (const cursor of cursors) cursor.doc = this.#addOne(cursor, base, end, scores);
  }

  /** As one window, from the beginning of each list to its end. */
  #addWhole(scored: readonly Scored[], { first: base, last, scores }: Among): void {
    const cursor = this.#cursor;
    this.#used = last + 1 - base;
    for (let at = 0; at < scored.length; at += 1) {
      const { lists = [], worth = 0, bit = 0 } = scored[at] ?? {};
      cursor.worth = worth;
      cursor.bit = bit;
      for (let which = 0; which < lists.length; which += 1) {
        const list = lists[which];
        if (!list) continue;
        cursor.bytes = list.bytes;
        cursor.doc = list.first;
        cursor.at = 0;
        this.#addOne(cursor, base, last + 1, scores);
      }
    }
  }

  /** Returns the first passage that lies behind, or Infinity. */
  #addOne(cursor: Cursor, base: number, end: number, scores: Float32Array): number {
    const sums = this.#sums;
    const found = this.#found;
    const { bytes, worth, bit } = cursor;
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

  #harvest(
    base: number,
    end: number,
    best: Best,
    required: number,
    within: readonly Range[] | undefined,
    from: number,
  ): void {
    const sums = this.#sums;
    const found = this.#found;
    let range = from;
    let { least } = best;
    for (let slot = 0; slot < end - base; slot += 1) {
      const score = sums[slot] ?? 0;
      if (score <= least || ((found[slot] ?? 0) & required) !== required) continue;
      const doc = base + slot;
      if (within) {
        while (range < within.length && (within[range]?.[1] ?? 0) < doc) range += 1;
        if ((within[range]?.[0] ?? Infinity) > doc) continue;
      }
      best.offer(doc, score);
      ({ least } = best);
    }
  }

  #clear(): void {
    this.#sums.fill(0, 0, this.#used);
    this.#found.fill(0, 0, this.#used);
    this.#used = 0;
  }
}

const isOneWindow = ({ first, last }: Among): boolean => last - first < WINDOW;

function cursorsOf(scored: readonly Scored[]): Cursor[] {
  const cursors: Cursor[] = [];
  for (const { lists, worth, bit } of scored)
    for (const { bytes, first } of lists) cursors.push({ bytes, worth, bit, at: 0, doc: first });
  return cursors;
}

function earliest(cursors: readonly Cursor[]): number {
  let least = Infinity;
  for (const { doc } of cursors) if (doc < least) least = doc;
  return least;
}

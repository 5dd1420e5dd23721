/** The passages that a question's words promise most of, by what the postings tell. */
import type { PostingList } from './segments.ts';

/** A word's list in a segment, what the word is worth, and the bit that stands for it. */
export interface Scored { list: PostingList; worth: number; bit: number }
export interface Candidate { doc: number; score: number }

const WINDOW = 32_768;
const sums = new Float32Array(WINDOW);
const found = new Int32Array(WINDOW);

/** The best so far; the worst of them at the root of a heap. */
export class Best {
  readonly #size: number;
  readonly #docs: number[] = [];
  readonly #scores: number[] = [];

  constructor(size: number) { this.#size = size; }

  get full(): boolean { return this.#docs.length >= this.#size; }

  /** What a passage must have more than to be among them. */
  get least(): number { return this.full ? (this.#scores[0] ?? 0) : 0; }

  offer(doc: number, score: number): void {
    if (score <= this.least) return;
    let at = this.#docs.length;
    if (this.full) { at = this.#sink(score); }
    else {
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

  /** Best first; the earlier passage first among equals. */
  ranked(): Candidate[] {
    return this.#docs.map((doc, at) => ({ doc, score: this.#scores[at] ?? 0 })).sort((a, b) => b.score - a.score || a.doc - b.doc);
  }

  /** Where from the root on down a score has its place, all above it moved up. */
  #sink(score: number): number {
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= this.#docs.length) return at;
      if (child + 1 < this.#docs.length && (this.#scores[child + 1] ?? 0) < (this.#scores[child] ?? 0)) child += 1;
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

/** Numbers of passages, `[first, last]`, ascending. */
export type Range = readonly [first: number, last: number];

/**
 * Adds up one segment's lists, a window of passages at a time, and offers each passage that has all bits of `required`.
 * `scores`: of each weight (`weight.ts`). `within`: only passages of these ranges.
 */
export function gatherBest(lists: readonly Scored[], scores: Float32Array, best: Best, required = 0, within?: readonly Range[]): void {
  if (lists.length === 0) return;
  const cursors = lists.map(({ list, worth, bit }) => ({ bytes: list.bytes, worth, bit, at: 0, doc: list.first }));
  const last = Math.max(...lists.map((it) => it.list.last));
  let base = Math.min(...cursors.map((it) => it.doc));
  let range = 0;
  while (base <= last) {
    if (within) {
      while (range < within.length && (within[range]?.[1] ?? 0) < base) range += 1;
      const next = within[range];
      if (!next) return;
      base = Math.max(base, next[0]);
    }
    const end = Math.min(base + WINDOW, last + 1);
    for (const cursor of cursors) {
      const { bytes, worth, bit } = cursor;
      let { at, doc } = cursor;
      while (doc < end) {
        const weight = bytes[at] ?? 0;
        at += 1;
        if (doc >= base) {
          const slot = doc - base;
          sums[slot] = (sums[slot] ?? 0) + worth * (scores[weight] ?? 0);
          found[slot] = (found[slot] ?? 0) | bit;
        }
        if (at >= bytes.length) { doc = Infinity; break; }
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
      cursor.doc = doc;
    }
    harvest(base, end, best, required, within, range);
    base = Math.max(end, Math.min(...cursors.map((it) => it.doc)));
  }
}

function harvest(base: number, end: number, best: Best, required: number, within: readonly Range[] | undefined, from: number): void {
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
    least = best.least;
  }
  sums.fill(0, 0, end - base);
  found.fill(0, 0, end - base);
}

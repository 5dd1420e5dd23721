import { sortByScore } from './sort-by-score.ts';

export interface ScoredDoc {
  doc: number;
  score: number;
}

/** The `size` best passages offered so far: a min-heap by score, in two arrays. */
export class TopK {
  readonly #size: number;
  readonly #docs: number[] = [];
  readonly #scores: number[] = [];

  constructor(size: number) {
    this.#size = size;
  }

  get isFull(): boolean {
    return this.#docs.length >= this.#size;
  }

  /** A passage is added only if its score is above this. */
  get threshold(): number {
    return this.isFull ? (this.#scores[0] ?? 0) : 0;
  }

  offer(doc: number, score: number): void {
    if (score <= this.threshold) return;
    let at = this.#docs.length;
    if (this.isFull) {
      at = this.#siftDown(score);
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

  /** unordered */
  get docs(): readonly number[] {
    return this.#docs;
  }

  /** Best first; equal scores in the order of passages. */
  ranked(): ScoredDoc[] {
    return sortByScore(this.#docs.map((doc, at) => ({ doc, score: this.#scores[at] ?? 0 })));
  }

  /** Moves smaller scores up from the root; returns the slot for `score`. */
  #siftDown(score: number): number {
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

/**
 * Of a term's number, so many bits tell where to look for it first: few enough that all of them lie
 * near at hand.
 */
const HEADS = 2 ** 12;
export const HEAD = HEADS - 1;
/** The most terms there may be. */
const MOST = 2 ** 16 - 1;

/**
 * From terms to small numbers, for asking each term of hundreds of passages. Terms whose numbers
 * end alike are a chain; nearly all that are asked for are on none, which `heads[term & HEAD] ===
 * 0` tells at once.
 */
export class TermSlots {
  readonly heads = new Uint16Array(HEADS);
  #terms = new Int32Array(1_024);
  #next = new Uint16Array(1_024);
  size = 0;

  static from(terms: readonly number[]): TermSlots {
    const slots = new TermSlots();
    slots.addAll(terms);
    return slots;
  }

  has(term: number): boolean {
    return this.heads[term & HEAD] !== 0 && this.of(term) !== -1;
  }

  /** Which of the terms added it is, from 0; −1 for none. */
  of(term: number): number {
    for (let slot = this.heads[term & HEAD] ?? 0; slot !== 0; slot = this.#next[slot] ?? 0)
      if (this.#terms[slot] === term) return slot - 1;
    return -1;
  }

  /** −1 when there are too many. */
  add(term: number): number {
    const known = this.of(term);
    if (known !== -1 || this.size === MOST) return known;
    this.size += 1;
    if (this.size === this.#terms.length) this.#grow();
    this.#terms[this.size] = term;
    this.#next[this.size] = this.heads[term & HEAD] ?? 0;
    this.heads[term & HEAD] = this.size;
    return this.size - 1;
  }

  addAll(terms: readonly number[]): void {
    for (let at = 0; at < terms.length; at += 1) this.add(terms[at] ?? 0);
  }

  term(slot: number): number {
    return this.#terms[slot + 1] ?? -1;
  }

  clear(): void {
    for (let slot = 1; slot <= this.size; slot += 1)
      this.heads[(this.#terms[slot] ?? 0) & HEAD] = 0;
    this.size = 0;
  }

  #grow(): void {
    const terms = new Int32Array(4 * this.#terms.length);
    terms.set(this.#terms);
    this.#terms = terms;
    const next = new Uint16Array(terms.length);
    next.set(this.#next);
    this.#next = next;
  }
}

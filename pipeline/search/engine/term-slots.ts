/** Hash buckets: few enough to stay in the processor's first-level cache. */
const HEADS = 2 ** 12;
export const HEAD_MASK = HEADS - 1;
/** Terms in one table, at most. */
const MAX_SLOTS = 2 ** 16 - 1;

/**
 * A hash table from term ids to slots (0, 1, 2 … in insertion order), with chaining. Lookups cover
 * every term of hundreds of passages, nearly all absent; `heads[term & HEAD_MASK] === 0` detects
 * that without a call.
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
    return this.heads[term & HEAD_MASK] !== 0 && this.slotOf(term) !== -1;
  }

  /** Slot of a term; −1 when it was not added. */
  slotOf(term: number): number {
    for (let slot = this.heads[term & HEAD_MASK] ?? 0; slot !== 0; slot = this.#next[slot] ?? 0)
      if (this.#terms[slot] === term) return slot - 1;
    return -1;
  }

  /** Returns the slot; −1 when the table is full. */
  add(term: number): number {
    const known = this.slotOf(term);
    if (known !== -1 || this.size === MAX_SLOTS) return known;
    this.size += 1;
    if (this.size === this.#terms.length) this.#grow();
    this.#terms[this.size] = term;
    this.#next[this.size] = this.heads[term & HEAD_MASK] ?? 0;
    this.heads[term & HEAD_MASK] = this.size;
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
      this.heads[(this.#terms[slot] ?? 0) & HEAD_MASK] = 0;
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

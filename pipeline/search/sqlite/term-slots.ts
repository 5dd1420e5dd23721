/** From terms to small numbers, for asking each term of hundreds of passages: a table of numbers with open places, faster than a `Map`. */
export class TermSlots {
  readonly #keys: Int32Array;
  readonly #slots: Int32Array;
  readonly #mask: number;

  /** The first of each term counts. */
  constructor(terms: readonly number[]) {
    const size = 2 ** Math.ceil(Math.log2(4 * terms.length + 4));
    this.#mask = size - 1;
    this.#keys = new Int32Array(size);
    this.#slots = new Int32Array(size).fill(-1);
    for (const [slot, term] of terms.entries()) {
      const place = this.#place(term);
      if (this.#slots[place] !== -1) continue;
      this.#keys[place] = term;
      this.#slots[place] = slot;
    }
  }

  /** Where the term stands among those given; −1 for nowhere. */
  of(term: number): number { return this.#slots[this.#place(term)] ?? -1; }

  #place(term: number): number {
    let place = (Math.imul(term, 0x9e3779b1) >>> 15) & this.#mask;
    while (this.#slots[place] !== -1 && this.#keys[place] !== term) place = (place + 1) & this.#mask;
    return place;
  }
}

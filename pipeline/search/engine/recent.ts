/**
 * What was lately asked for, by number, within a bound: the older half goes when the newer is full.
 */
export class Recent<V> {
  readonly #most: number;
  readonly #sizeOf: (value: V) => number;
  #newer = new Map<number, V>();
  #older = new Map<number, V>();
  #held = 0;

  /** `most`: the sum of sizes that are held. */
  constructor(most: number, sizeOf: (value: V) => number) {
    this.#most = most;
    this.#sizeOf = sizeOf;
  }

  get(key: number): V | undefined {
    const value = this.#newer.get(key);
    if (value !== undefined) return value;
    const older = this.#older.get(key);
    if (older !== undefined) this.set(key, older);
    return older;
  }

  set(key: number, value: V): void {
    const size = this.#sizeOf(value);
    if (this.#held + size > this.#most / 2) {
      this.#older = this.#newer;
      this.#newer = new Map();
      this.#held = 0;
    }
    this.#newer.set(key, value);
    this.#held += size;
  }

  clear(): void {
    this.#newer.clear();
    this.#older.clear();
    this.#held = 0;
  }
}

/**
 * A cache with a size limit, keyed by number. Approximates least-recently-used eviction with two
 * generations: when the newer one is full it becomes the older one, and the former older one is
 * dropped.
 */
export class LruCache<V> {
  readonly #capacity: number;
  readonly #sizeOf: (value: V) => number;
  #newer = new Map<number, V>();
  #older = new Map<number, V>();
  #newerSize = 0;

  /** `capacity`: sum of the sizes of all entries, at most. */
  constructor(capacity: number, sizeOf: (value: V) => number) {
    this.#capacity = capacity;
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
    if (this.#newerSize + size > this.#capacity / 2) {
      this.#older = this.#newer;
      this.#newer = new Map();
      this.#newerSize = 0;
    }
    this.#newer.set(key, value);
    this.#newerSize += size;
  }

  clear(): void {
    this.#newer.clear();
    this.#older.clear();
    this.#newerSize = 0;
  }
}

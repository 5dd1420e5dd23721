/**
 * Merges updates of one document. Typed text and deleted ranges, the usual edits, are concatenated
 * without decoding them. Yjs merges everything else, which decodes and encodes every update.
 */
import { mergeUpdates } from 'yjs';

/** Consecutive edits of one client. */
interface Run {
  clock: number;
  end: number;
  pieces: number;
  bytes: Uint8Array;
  length: number;
}
/** `[clock, length]` of a deleted range. */
type Gone = [number, number];
const FIRST_BYTES = 256;

/**
 * Merges a document's updates in the order in which it emits them. Keeps no reference to those that
 * it could copy, because there are thousands.
 */
export class UpdateMerger {
  readonly #runs = new Map<number, Run>();
  readonly #gone = new Map<number, Gone[]>();
  readonly #others: Uint8Array[] = [];
  /** The first update, unchanged. */
  #only: Uint8Array | undefined;
  #taken = 0;

  constructor(updates: Iterable<Uint8Array> = []) {
    for (const it of updates) this.add(it);
  }

  get isEmpty(): boolean {
    return this.#taken === 0;
  }

  add(update: Uint8Array): void {
    this.#taken += 1;
    this.#only = this.#taken === 1 ? update : undefined;
    if (!this.#copy(update)) this.#others.push(update);
  }

  /** Returns all updates as one. */
  update(): Uint8Array {
    if (this.#only) return this.#only;
    if (this.#runs.size + this.#gone.size === 0) return merged(this.#others);
    return this.#others.length === 0
      ? this.#joined()
      : mergeUpdates([this.#joined(), merged(this.#others)]);
  }

  /**
   * Returns false unless the update has at most one piece of text, directly after what its client
   * wrote before, and deleted ranges.
   */
  #copy(update: Uint8Array): boolean {
    const reader = new Reader(update);
    const clients = reader.number();
    if (clients > 1 || (clients === 1 && reader.number() !== 1)) return false;
    const client = clients === 1 ? reader.number() : 0;
    const clock = clients === 1 ? reader.number() : 0;
    const from = reader.at;
    const length = clients === 1 ? reader.textLength() : 0;
    const to = reader.at;
    if (clients === 1 && length === 0) return false;
    const removals: number[] = [];
    for (let owners = reader.number(); owners > 0 && !reader.isOver; owners -= 1) {
      const owner = reader.number();
      for (let ranges = reader.number(); ranges > 0 && !reader.isOver; ranges -= 1)
        removals.push(owner, reader.number(), reader.number());
    }
    if (reader.at !== update.length) return false;
    if (clients === 1 && !this.#write(client, clock, length, update, from, to)) return false;
    for (let at = 0; at < removals.length; at += 3)
      this.#remove(removals[at] ?? 0, removals[at + 1] ?? 0, removals[at + 2] ?? 0);
    return true;
  }

  #write(
    client: number,
    clock: number,
    length: number,
    update: Uint8Array,
    from: number,
    to: number,
  ): boolean {
    let run = this.#runs.get(client);
    if (!run)
      this.#runs.set(
        client,
        (run = { clock, end: clock, pieces: 0, bytes: new Uint8Array(FIRST_BYTES), length: 0 }),
      );
    if (run.end !== clock) return false;
    if (run.length + to - from > run.bytes.length) {
      const grown = new Uint8Array(2 * run.bytes.length + to - from);
      grown.set(run.bytes.subarray(0, run.length));
      run.bytes = grown;
    }
    // Pieces have few bytes, so a view of each would cost more than a copy.
    for (let at = from; at < to; at += 1) run.bytes[run.length++] = update[at] ?? 0;
    run.end += length;
    run.pieces += 1;
    return true;
  }

  #remove(client: number, clock: number, length: number): void {
    const ranges = this.#gone.get(client);
    const last = ranges?.at(-1);
    if (!ranges) this.#gone.set(client, [[clock, length]]);
    // Holding down a delete key removes adjacent characters one by one.
    else if (last && clock + length === last[0]) {
      last[0] = clock;
      last[1] += length;
    } else if (last && last[0] + last[1] === clock) last[1] += length;
    else ranges.push([clock, length]);
  }

  /**
   * Encodes an update as Yjs does (version 1): `clients (pieces client clock piece*)* clients
   * (client ranges (clock length)*)*`.
   */
  #joined(): Uint8Array {
    const out: Uint8Array[] = [numbers([this.#runs.size])];
    for (const [client, { clock, pieces, bytes, length }] of inOrder(this.#runs))
      out.push(numbers([pieces, client, clock]), bytes.subarray(0, length));
    out.push(numbers([this.#gone.size]));
    for (const [client, gone] of inOrder(this.#gone)) {
      const ranges = united(gone);
      out.push(numbers([client, ranges.length, ...ranges.flat()]));
    }
    return Buffer.concat(out);
  }
}

/** Merging takes quadratic time in the number of updates merged at once. */
const AT_ONCE = 32;
function merged(updates: readonly Uint8Array[]): Uint8Array {
  if (updates.length <= AT_ONCE)
    return updates.length === 1 && updates[0] ? updates[0] : mergeUpdates([...updates]);
  return merged(
    Array.from({ length: Math.ceil(updates.length / AT_ONCE) }, (_, n) =>
      merged(updates.slice(n * AT_ONCE, (n + 1) * AT_ONCE)),
    ),
  );
}

/** Sorted by descending client id, as Yjs does. */
const inOrder = <T>(of: ReadonlyMap<number, T>): [number, T][] =>
  [...of].sort((a, b) => b[0] - a[0]);

function united(gone: readonly Gone[]): Gone[] {
  const out: Gone[] = [];
  for (const [clock, length] of gone.toSorted((a, b) => a[0] - b[0])) {
    const last = out.at(-1);
    if (last && clock <= last[0] + last[1]) last[1] = Math.max(last[1], clock + length - last[0]);
    else out.push([clock, length]);
  }
  return out;
}

/**
 * Encodes numbers with seven bits per byte, low bits first; the eighth bit marks that more follow.
 */
function numbers(values: readonly number[]): Uint8Array {
  const bytes: number[] = [];
  for (const value of values) {
    let rest = value;
    for (; rest > 0x7f; rest = Math.floor(rest / 128)) bytes.push((rest % 128) | 0x80);
    bytes.push(rest);
  }
  return Uint8Array.from(bytes);
}

const TEXT = 4;
const KIND = 31;
const HAS = { left: 0x80, right: 0x40, key: 0x20 };

class Reader {
  readonly #bytes: Uint8Array;
  at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  get isOver(): boolean {
    return this.at > this.#bytes.length;
  }

  number(): number {
    let value = 0;
    for (let unit = 1; ; unit *= 128) {
      const byte = this.#bytes[this.at] ?? 0;
      this.at += 1;
      value += (byte & 0x7f) * unit;
      if (byte < 0x80) return value;
    }
  }

  /** Skips a piece of text and returns its length in UTF-16 units; 0 for other content. */
  textLength(): number {
    const info = this.#bytes[this.at] ?? 0;
    this.at += 1;
    if ((info & KIND) !== TEXT) return 0;
    if (info & HAS.left) this.#place();
    if (info & HAS.right) this.#place();
    if ((info & (HAS.left | HAS.right)) === 0) {
      if (this.number() === 1) this.#string();
      else this.#place();
      if (info & HAS.key) this.#string();
    }
    return this.#string();
  }

  #place(): void {
    this.number();
    this.number();
  }

  #string(): number {
    const end = this.number() + this.at;
    let length = 0;
    // Counts the first byte of each character; a four-byte character counts twice.
    for (; this.at < end && !this.isOver; this.at += 1) {
      const byte = this.#bytes[this.at] ?? 0;
      if ((byte & 0xc0) !== 0x80) length += byte >= 0xf0 ? 2 : 1;
    }
    return length;
  }
}

/**
 * Whole numbers of 0..2^53 in as few bytes as they need: seven bits a byte, low ones first, the
 * eighth says that more follow.
 */

/** Bytes that grow as they are written. */
export class ByteWriter {
  #bytes = new Uint8Array(256);
  length = 0;

  byte(value: number): void {
    if (this.length === this.#bytes.length) this.#grow(1);
    this.#bytes[this.length] = value;
    this.length += 1;
  }

  varint(value: number): void {
    let rest = value;
    while (rest > 0x7f) {
      this.byte((rest % 128) | 0x80);
      rest = Math.floor(rest / 128);
    }
    this.byte(rest);
  }

  all(bytes: Uint8Array): void {
    if (this.length + bytes.length > this.#bytes.length) this.#grow(bytes.length);
    this.#bytes.set(bytes, this.length);
    this.length += bytes.length;
  }

  /** What was written, as a view that the next write may change. */
  written(): Uint8Array {
    return this.#bytes.subarray(0, this.length);
  }

  taken(): Uint8Array {
    return this.#bytes.slice(0, this.length);
  }

  reset(): void {
    this.length = 0;
  }

  #grow(by: number): void {
    const grown = new Uint8Array(Math.max(this.#bytes.length * 2, this.length + by));
    grown.set(this.#bytes.subarray(0, this.length));
    this.#bytes = grown;
  }
}

/** A place in bytes from which numbers are read one after another. */
export class ByteReader {
  readonly bytes: Uint8Array;
  at: number;

  constructor(bytes: Uint8Array, at = 0) {
    this.bytes = bytes;
    this.at = at;
  }

  get done(): boolean {
    return this.at >= this.bytes.length;
  }

  byte(): number {
    return this.bytes[this.at++] ?? 0;
  }

  varint(): number {
    let value = 0;
    let unit = 1;
    for (;;) {
      const byte = this.bytes[this.at] ?? 0;
      this.at += 1;
      value += (byte & 0x7f) * unit;
      if (byte < 0x80) return value;
      unit *= 128;
    }
  }

  take(length: number): Uint8Array {
    this.at += length;
    return this.bytes.subarray(this.at - length, this.at);
  }
}

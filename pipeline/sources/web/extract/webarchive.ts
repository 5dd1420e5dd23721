/** Reads Safari's webarchive: a binary property list with a page and its resources. */
import { Fault } from '#core/contract/faults.ts';
import type { SavedFile, SavedFiles } from './saved-file.ts';

const TRAILER_BYTES = 32;
const MOST_FILES = 2_000;
/** Most fields of a file description, which has five. */
const MOST_FIELDS = 100;
/** Longest address, in characters. */
const LONGEST_TEXT = 10_000;

const damaged = (): Fault =>
  new Fault('corrupt_file', { message: 'This webarchive is damaged. Save the page again.' });

/** Reads an object only when it is used, so that chains of references cost nothing. */
class PropertyList {
  readonly #bytes: Buffer;
  readonly #offsetBytes: number;
  readonly #referenceBytes: number;
  readonly #offsets: number;
  readonly root: number;

  constructor(bytes: Uint8Array) {
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const trailer = bytes.length - TRAILER_BYTES;
    this.#offsetBytes = this.#number(trailer + 6, 1);
    this.#referenceBytes = this.#number(trailer + 7, 1);
    this.root = this.#number(trailer + 16, 8);
    this.#offsets = this.#number(trailer + 24, 8);
  }

  #slice(at: number, length: number): Buffer {
    const end = at + length;
    if (!(at >= 0 && length >= 0 && end <= this.#bytes.length)) throw damaged();
    return this.#bytes.subarray(at, end);
  }
  #number(at: number, size: number): number {
    return this.#slice(at, size).reduce((value, byte) => value * 256 + byte, 0);
  }
  /** Returns the type of an object, the number of its items or bytes, and their offset. */
  #head(object: number): { type: number; count: number; at: number } {
    const start = this.#number(this.#offsets + object * this.#offsetBytes, this.#offsetBytes);
    const marker = this.#number(start, 1);
    const [type, short] = [marker >> 4, marker & 15];
    if (short !== 15) return { type, count: short, at: start + 1 };
    const size = 2 ** (this.#number(start + 1, 1) & 15);
    return { type, count: this.#number(start + 2, size), at: start + 2 + size };
  }
  #references(at: number, count: number): number[] {
    const bytes = this.#slice(at, count * this.#referenceBytes);
    return Array.from({ length: count }, (_, index) =>
      bytes
        .subarray(index * this.#referenceBytes, (index + 1) * this.#referenceBytes)
        .reduce((value, byte) => value * 256 + byte, 0),
    );
  }

  /** Empty if the object isn't a dictionary. */
  dictionary(object: number | undefined): Map<string, number> {
    if (object === undefined) return new Map();
    const { type, count, at } = this.#head(object);
    if (type !== 0xd || count > MOST_FIELDS) return new Map();
    const references = this.#references(at, count * 2);
    return new Map(
      references
        .slice(0, count)
        .map((key, index) => [this.text(key) ?? '', references[count + index] ?? 0]),
    );
  }
  array(object: number | undefined): number[] {
    if (object === undefined) return [];
    const { type, count, at } = this.#head(object);
    return type === 0xa ? this.#references(at, count) : [];
  }
  text(object: number | undefined): string | undefined {
    if (object === undefined) return undefined;
    const { type, count, at } = this.#head(object);
    if (count > LONGEST_TEXT) return undefined;
    if (type === 5) return this.#slice(at, count).toString('latin1');
    if (type !== 6) return undefined;
    return new TextDecoder('utf-16be').decode(this.#slice(at, count * 2));
  }
  data(object: number | undefined): Uint8Array | undefined {
    if (object === undefined) return undefined;
    const { type, count, at } = this.#head(object);
    return type === 4 ? this.#slice(at, count) : undefined;
  }
}

function fileOf(list: PropertyList, object: number | undefined): SavedFile | undefined {
  const fields = list.dictionary(object);
  const bytes = list.data(fields.get('WebResourceData'));
  const type = list.text(fields.get('WebResourceMIMEType'))?.toLowerCase() ?? '';
  const encoding = list.text(fields.get('WebResourceTextEncodingName'));
  const url = list.text(fields.get('WebResourceURL')) ?? '';
  const contentType = encoding === undefined ? type : `${type}; charset=${encoding}`;
  return bytes && { url, type, contentType, bytes };
}

/** Faults: `corrupt_file` if it contains no page, `too_large`. */
export function readWebarchive(bytes: Uint8Array): SavedFiles {
  const list = new PropertyList(bytes);
  const fields = list.dictionary(list.root);
  const page = fileOf(list, fields.get('WebMainResource'));
  if (page === undefined || !/html/.test(page.type)) throw damaged();
  const others = list.array(fields.get('WebSubresources'));
  if (others.length > MOST_FILES) throw new Fault('too_large');
  return { page, files: others.flatMap((it) => fileOf(list, it) ?? []) };
}

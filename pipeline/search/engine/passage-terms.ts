/** The `terms` column of a passage: varints of title length, heading length, then all term ids. */
import { ByteReader, type ByteWriter } from './varint.ts';

/** A passage's terms: `title` of them from the title, then `heading`, then the text. */
export interface PassageTerms {
  title: number;
  heading: number;
  terms: Int32Array;
  length: number;
}

export function packTerms(
  title: readonly number[],
  heading: readonly number[],
  text: readonly number[],
  into: ByteWriter,
): void {
  into.varint(title.length);
  into.varint(heading.length);
  for (const field of [title, heading, text]) for (const term of field) into.varint(term);
}

/**
 * Unpacked terms of many passages share one block: an array for each passage would cost more than
 * the unpacking. A block is collected when no passage in it is cached any more.
 */
const BLOCK = 2 ** 16;
let block = new Int32Array(BLOCK);
let filled = 0;

export function unpackTerms(bytes: Uint8Array): PassageTerms {
  const reader = new ByteReader(bytes);
  const title = reader.varint();
  const heading = reader.varint();
  if (block.length - filled < bytes.length) {
    block = new Int32Array(Math.max(BLOCK, bytes.length));
    filled = 0;
  }
  const terms = block;
  const from = filled;
  let to = from;
  let { at } = reader;
  while (at < bytes.length) {
    let value = 0;
    let shift = 0;
    let byte: number;
    do {
      byte = bytes[at] ?? 0;
      at += 1;
      value |= (byte & 0x7f) << shift;
      shift += 7;
    } while (byte > 0x7f);
    terms[to] = value;
    to += 1;
  }
  filled = to;
  return { title, heading, terms: terms.subarray(from, to), length: to - from };
}

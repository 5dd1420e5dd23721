/**
 * Pages of posting lists. A page holds the lists of several terms in ascending order, each list
 * behind a header; FORMAT.md gives the byte layout.
 *   page: (term − previous term, docs, last − first, list bytes, first − segment's first, list)*
 *   list: weight of the first passage, (distance to the next passage, its weight)*
 * Numbers are varints, weights single bytes.
 */
import { ByteReader, type ByteWriter } from './varint.ts';

/** The passages that contain a term: `docs` of them, numbered `first` to `last`. */
export interface PostingList {
  term: number;
  docs: number;
  first: number;
  last: number;
  /** as in a page */
  bytes: Uint8Array;
}

/** A decoded page: the headers of its lists as columns; the lists stay in `bytes`. */
export interface Page {
  bytes: Uint8Array;
  terms: Int32Array;
  docs: Int32Array;
  /** `HEADER_FIELDS` numbers per list */
  fields: Int32Array;
}
/** last − first, first − segment's first, offset of the list in the page, its length */
const HEADER_FIELDS = 4;

/** Appends a list to a page. `previousTerm`: the page's first term for its first list. */
export function encodeList(
  { term, docs, first, last, bytes }: PostingList,
  previousTerm: number,
  segmentFirst: number,
  page: ByteWriter,
): void {
  page.varint(term - previousTerm);
  page.varint(docs);
  page.varint(last - first);
  page.varint(bytes.length);
  page.varint(first - segmentFirst);
  page.bytes(bytes);
}

export function decodePage(bytes: Uint8Array, firstTerm: number): Page {
  // Five header bytes and a weight.
  const most = Math.ceil(bytes.length / 6);
  const [terms, docs, fields] = [
    new Int32Array(most),
    new Int32Array(most),
    new Int32Array(HEADER_FIELDS * most),
  ];
  const reader = new ByteReader(bytes);
  let term = firstTerm;
  let lists = 0;
  for (; !reader.done; lists += 1) {
    term += reader.varint();
    terms[lists] = term;
    docs[lists] = reader.varint();
    const field = HEADER_FIELDS * lists;
    fields[field] = reader.varint();
    const length = reader.varint();
    fields[field + 1] = reader.varint();
    fields[field + 2] = reader.at;
    fields[field + 3] = length;
    reader.at += length;
  }
  return { bytes, terms: terms.slice(0, lists), docs, fields };
}

/** Index of a term's list in a page; −1 when there is none. */
export function entryOf({ terms }: Page, term: number): number {
  const entry = lastUpTo(terms, term);
  return entry !== -1 && terms[entry] === term ? entry : -1;
}

export function listOf(
  { bytes, terms, docs, fields }: Page,
  entry: number,
  segmentFirst: number,
): PostingList {
  const field = HEADER_FIELDS * entry;
  const first = segmentFirst + (fields[field + 1] ?? 0);
  const from = fields[field + 2] ?? 0;
  return {
    term: terms[entry] ?? 0,
    docs: docs[entry] ?? 0,
    first,
    last: first + (fields[field] ?? 0),
    bytes: bytes.subarray(from, from + (fields[field + 3] ?? 0)),
  };
}

export function* listsOf(page: Page, segmentFirst: number): IterableIterator<PostingList> {
  for (const entry of page.terms.keys()) yield listOf(page, entry, segmentFirst);
}

/** Index of the last number that is not above `most`; −1 when all are. */
export function lastUpTo(ascending: Int32Array, most: number): number {
  let low = 0;
  let high = ascending.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ascending[middle] ?? 0) <= most) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

export const bytesOf = (value: unknown): Uint8Array =>
  value instanceof Uint8Array ? value : new Uint8Array();

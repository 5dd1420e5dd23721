/**
 * The inverted index: which passages have a term. An owner's passages are numbered as they come
 * (`doc`), and lie in segments of consecutive numbers that are never changed, only written, merged
 * into longer ones and deleted. A segment is pages of lists in the order of their terms; a list is
 * the number of each passage, as its distance from the one before, and a byte of weight
 * (`weight.ts`).
 * page: (term − term before, passages, last − first, bytes of the list, first − segment's first,
 * list)*
 *   list: weight of the first, (distance, weight)*
 */
import type { SQLInputValue, SQLOutputValue, StatementSync } from 'node:sqlite';
import { ByteReader, ByteWriter } from './varint.ts';

export const SEGMENT_TABLES = `
  CREATE TABLE segments (id INTEGER PRIMARY KEY AUTOINCREMENT, owner_id TEXT NOT NULL, first INTEGER NOT NULL, last INTEGER NOT NULL,
    docs INTEGER NOT NULL, dead INTEGER NOT NULL, words INTEGER NOT NULL, directory BLOB NOT NULL);
  CREATE INDEX segments_of_owner ON segments (owner_id, first);
  CREATE TABLE pages (rowid INTEGER PRIMARY KEY, lists BLOB NOT NULL);
  CREATE TABLE dead (doc INTEGER PRIMARY KEY);
`;
/** A page's row is `segment · 2^26 + first term`. */
const TERMS = 2 ** 26;
const PAGE_BYTES = 6_000;
/** Segments of about one length become one when there are so many. */
const FAN = 4;
const DEAD_SHARE = 0.25;

/** The connection's statements, each prepared once. */
export interface Statements {
  prepare(sql: string): StatementSync;
  /** all rows, each as its columns in order */
  rows(sql: string, ...values: SQLInputValue[]): SQLOutputValue[][];
  run(sql: string, ...values: SQLInputValue[]): { lastInsertRowid: number | bigint };
}
export interface Segment {
  id: number;
  first: number;
  last: number;
  docs: number;
  dead: number;
  words: number;
}
/** One term's passages; `bytes` as in a page. */
export interface PostingList {
  term: number;
  docs: number;
  first: number;
  last: number;
  bytes: Uint8Array;
}
/** Passages not yet written: by term, their lists ascending. */
export interface NewPassages {
  first: number;
  last: number;
  docs: number;
  words: number;
  lists: Iterable<PostingList>;
}

const segmentOf = (row: Record<string, unknown>): Segment => ({
  id: Number(row['id']),
  first: Number(row['first']),
  last: Number(row['last']),
  docs: Number(row['docs']),
  dead: Number(row['dead']),
  words: Number(row['words']),
});
const tierOf = (docs: number): number => Math.floor(Math.log(Math.max(1, docs)) / Math.log(FAN));

export class SegmentWriter {
  readonly #prepare: Statements['prepare'];
  readonly #run: Statements['run'];

  constructor({ prepare, run }: Pick<Statements, 'prepare' | 'run'>) {
    this.#prepare = prepare;
    this.#run = run;
  }

  add(ownerId: string, fresh: NewPassages): void {
    const segments = this.#segments(ownerId);
    let merged: Segment[] = [];
    let docs = fresh.docs;
    for (;;) {
      const tier = tierOf(docs);
      const tail = segments.slice(0, segments.length - merged.length);
      const from = tail.findLastIndex((it) => tierOf(it.docs) > tier) + 1;
      if (tail.length - from < FAN - 1) break;
      merged = segments.slice(from);
      docs = merged.reduce((sum, it) => sum + it.docs, fresh.docs);
    }
    this.#write(ownerId, merged, fresh);
  }

  /** Says that these passages are no more; their lists are cleared of them when there are many. */
  kill(ownerId: string, docs: readonly number[]): void {
    if (docs.length === 0) return;
    for (const doc of docs) this.#run('INSERT OR IGNORE INTO dead (doc) VALUES (?)', doc);
    for (const segment of this.#segments(ownerId)) {
      const gone = docs.filter((doc) => doc >= segment.first && doc <= segment.last).length;
      if (gone === 0) continue;
      const dead = segment.dead + gone;
      if (dead > segment.docs * DEAD_SHARE) this.#write(ownerId, [{ ...segment, dead }]);
      else this.#run('UPDATE segments SET dead = ? WHERE id = ?', dead, segment.id);
    }
  }

  clear(): void {
    for (const table of ['segments', 'pages', 'dead']) this.#run(`DELETE FROM ${table}`);
  }

  #segments(ownerId: string): Segment[] {
    return this.#prepare(
      'SELECT id, first, last, docs, dead, words FROM segments WHERE owner_id = ? ORDER BY first',
    )
      .all(ownerId)
      .map(segmentOf);
  }

  /** The segments and what is new as one segment, in their place. */
  #write(ownerId: string, merged: readonly Segment[], fresh?: NewPassages): void {
    const dead = new Set(
      merged
        .filter((it) => it.dead > 0)
        .flatMap(({ first, last }) =>
          this.#prepare('SELECT doc FROM dead WHERE doc BETWEEN ? AND ?')
            .all(first, last)
            .map((row) => Number(row['doc'])),
        ),
    );
    const docs = merged.reduce((sum, it) => sum + it.docs, (fresh?.docs ?? 0) - dead.size);
    const first = merged[0]?.first ?? fresh?.first ?? 0;
    const last = fresh?.last ?? merged.at(-1)?.last ?? 0;
    if (docs > 0) {
      const words = merged.reduce(
        (sum, it) => sum + it.words * (1 - it.dead / it.docs),
        fresh?.words ?? 0,
      );
      const id = Number(
        this.#run(
          'INSERT INTO segments (owner_id, first, last, docs, dead, words, directory) VALUES (?, ?, ?, ?, 0, ?, ?)',
          ownerId,
          first,
          last,
          docs,
          Math.round(words),
          new Uint8Array(),
        ).lastInsertRowid,
      );
      const runs = merged.map((it) => this.#lists(it, it.dead > 0 ? dead : undefined));
      this.#run(
        'UPDATE segments SET directory = ? WHERE id = ?',
        this.#pages(id, first, joined(fresh ? [...runs, fresh.lists[Symbol.iterator]()] : runs)),
        id,
      );
    }
    for (const { id, first: from, last: to, dead: gone } of merged) {
      this.#run('DELETE FROM pages WHERE rowid >= ? AND rowid < ?', id * TERMS, (id + 1) * TERMS);
      this.#run('DELETE FROM segments WHERE id = ?', id);
      if (gone > 0) this.#run('DELETE FROM dead WHERE doc BETWEEN ? AND ?', from, to);
    }
  }

  *#lists(segment: Segment, dead: ReadonlySet<number> | undefined): IterableIterator<PostingList> {
    const rows = this.#prepare(
      'SELECT rowid FROM pages WHERE rowid >= ? AND rowid < ? ORDER BY rowid',
    ).all(segment.id * TERMS, (segment.id + 1) * TERMS);
    for (const { rowid } of rows) {
      const page = opened(
        bytesOf(
          this.#prepare('SELECT lists FROM pages WHERE rowid = ?').get(Number(rowid))?.['lists'],
        ),
        Number(rowid) % TERMS,
      );
      for (const list of listsOf(page, segment.first)) {
        const left = dead ? without(list, dead) : list;
        if (left) yield left;
      }
    }
  }

  /** Writes the lists as pages; returns the first term of each. */
  #pages(id: number, origin: number, lists: Iterable<PostingList>): Uint8Array {
    const directory = new ByteWriter();
    const page = new ByteWriter();
    let pageTerm = 0;
    let listed = 0;
    let before = 0;
    const flush = () => {
      if (page.length === 0) return;
      this.#run(
        'INSERT INTO pages (rowid, lists) VALUES (?, ?)',
        id * TERMS + pageTerm,
        page.written(),
      );
      directory.varint(pageTerm - listed);
      listed = pageTerm;
      page.reset();
    };
    for (const { term, docs, first, last, bytes } of lists) {
      if (page.length > 0 && page.length + bytes.length > PAGE_BYTES) flush();
      if (page.length === 0) {
        pageTerm = term;
        before = term;
      }
      page.varint(term - before);
      page.varint(docs);
      page.varint(last - first);
      page.varint(bytes.length);
      page.varint(first - origin);
      page.all(bytes);
      before = term;
    }
    flush();
    return directory.taken();
  }
}

export const bytesOf = (value: unknown): Uint8Array =>
  value instanceof Uint8Array ? value : new Uint8Array();

function* listsOf(page: Page, origin: number): IterableIterator<PostingList> {
  for (const entry of page.terms.keys()) yield listOf(page, entry, origin);
}

/**
 * Several runs of lists as one: what they have of a term goes behind one another, for later runs
 * hold later passages.
 */
function* joined(runs: Iterator<PostingList>[]): IterableIterator<PostingList> {
  const heads = runs.map((run) => run.next());
  const bytes = new ByteWriter();
  for (;;) {
    let term = Infinity;
    for (const head of heads)
      if (head.done !== true && head.value.term < term) term = head.value.term;
    if (term === Infinity) return;
    let list: PostingList | undefined;
    for (const head of heads) {
      if (head.done === true || head.value.term !== term) continue;
      const next = head.value;
      if (!list) list = next;
      else {
        if (bytes.length === 0) bytes.all(list.bytes);
        bytes.varint(next.first - list.last);
        bytes.all(next.bytes);
        list = {
          term,
          docs: list.docs + next.docs,
          first: list.first,
          last: next.last,
          bytes: list.bytes,
        };
      }
    }
    if (list) yield bytes.length === 0 ? list : { ...list, bytes: bytes.written() };
    bytes.reset();
    // Only now, for a list's bytes are a run's own until its next.
    for (const [at, head] of heads.entries()) {
      const run = runs[at];
      if (run && head.done !== true && head.value.term === term) heads[at] = run.next();
    }
  }
}

function without(list: PostingList, dead: ReadonlySet<number>): PostingList | undefined {
  const reader = new ByteReader(list.bytes);
  const left = new ByteWriter();
  let doc = list.first;
  let docs = 0;
  let first = 0;
  let last = 0;
  while (!reader.done) {
    const weight = reader.byte();
    if (!dead.has(doc)) {
      if (docs === 0) first = doc;
      else left.varint(doc - last);
      left.byte(weight);
      last = doc;
      docs += 1;
    }
    if (!reader.done) doc += reader.varint();
  }
  return docs === 0 ? undefined : { term: list.term, docs, first, last, bytes: left.taken() };
}

/** An owner's segments as they are at one time. */
export interface Shelved {
  segments: readonly Segment[];
}

const MAX_CACHED_BYTES = 48 * 2 ** 20;
/** What is kept beside a list, about. */
const LIST_BYTES = 48;

/** Reads lists, keeping the pages lately read: a segment's number never stands for another. */
export class SegmentReader {
  readonly #prepare: Statements['prepare'];
  /** By number of the segment. */
  #opened = new Map<number, { directory: Int32Array; pages: (Page | undefined)[] }>();
  /** By term, of each shelf; they lie in the pages that are kept. */
  #lists = new WeakMap<Shelved, Map<number, PostingList[]>>();
  #held = 0;

  constructor({ prepare }: Pick<Statements, 'prepare'>) {
    this.#prepare = prepare;
  }

  /** Of an owner, in the order of their passages. */
  segments(ownerId: string): Segment[] {
    const segments = this.#prepare(
      'SELECT id, first, last, docs, dead, words FROM segments WHERE owner_id = ? ORDER BY first',
    )
      .all(ownerId)
      .map(segmentOf);
    if (this.#opened.size > 4 * segments.length + 64) this.#opened.clear();
    return segments;
  }

  /** A term's lists, in the order of their passages. */
  lists(shelf: Shelved, term: number): readonly PostingList[] {
    const held = this.#lists.get(shelf)?.get(term);
    if (held) return held;
    const lists: PostingList[] = [];
    const { segments } = shelf;
    for (let at = 0; at < segments.length; at += 1) {
      const segment = segments[at];
      const page = segment && this.#pageOf(segment, term);
      const entry = page ? entryOf(page, term) : -1;
      if (page && entry !== -1) lists.push(listOf(page, entry, segment.first));
    }
    this.#keep(LIST_BYTES * (lists.length + 1));
    let ofShelf = this.#lists.get(shelf);
    if (!ofShelf) this.#lists.set(shelf, (ofShelf = new Map()));
    ofShelf.set(term, lists);
    return lists;
  }

  /** How many passages have a term. */
  docs({ segments }: Shelved, term: number): number {
    let docs = 0;
    for (let at = 0; at < segments.length; at += 1) {
      const segment = segments[at];
      const page = segment && this.#pageOf(segment, term);
      const entry = page ? entryOf(page, term) : -1;
      if (page && entry !== -1) docs += page.docs[entry] ?? 0;
    }
    return docs;
  }

  /** The page where a term's list would be. */
  #pageOf(segment: Segment, term: number): Page | undefined {
    let held = this.#opened.get(segment.id);
    if (!held)
      this.#opened.set(segment.id, (held = { directory: this.#directory(segment.id), pages: [] }));
    const at = lastUpTo(held.directory, term);
    if (at === -1) return undefined;
    const pageTerm = held.directory[at] ?? 0;
    let page = held.pages[at];
    if (!page) {
      page = opened(
        bytesOf(
          this.#prepare('SELECT lists FROM pages WHERE rowid = ?').get(
            segment.id * TERMS + pageTerm,
          )?.['lists'],
        ),
        pageTerm,
      );
      this.#keep(page.bytes.length + LIST_BYTES * page.terms.length);
      held.pages[at] = page;
    }
    return page;
  }

  #directory(id: number): Int32Array {
    const reader = new ByteReader(
      bytesOf(this.#prepare('SELECT directory FROM segments WHERE id = ?').get(id)?.['directory']),
    );
    const terms: number[] = [];
    while (!reader.done) terms.push((terms.at(-1) ?? 0) + reader.varint());
    return new Int32Array(terms);
  }

  #keep(bytes: number): void {
    if (this.#held + bytes > MAX_CACHED_BYTES) {
      this.#opened.clear();
      this.#lists = new WeakMap();
      this.#held = 0;
    }
    this.#held += bytes;
  }
}

/**
 * A page's lists side by side: their terms, how many passages each has, and by `FIELDS` in turn
 * what else stands before it and where it lies.
 */
interface Page {
  bytes: Uint8Array;
  terms: Int32Array;
  docs: Int32Array;
  fields: Int32Array;
}
/** Last − first, first − segment's first, where the list begins, its length. */
const FIELDS = 4;

function opened(bytes: Uint8Array, firstTerm: number): Page {
  // A list takes six bytes at least.
  const most = Math.ceil(bytes.length / 6);
  const [terms, docs, fields] = [
    new Int32Array(most),
    new Int32Array(most),
    new Int32Array(FIELDS * most),
  ];
  const reader = new ByteReader(bytes);
  let term = firstTerm;
  let lists = 0;
  for (; !reader.done; lists += 1) {
    term += reader.varint();
    terms[lists] = term;
    docs[lists] = reader.varint();
    const field = FIELDS * lists;
    fields[field] = reader.varint();
    const length = reader.varint();
    fields[field + 1] = reader.varint();
    fields[field + 2] = reader.at;
    fields[field + 3] = length;
    reader.at += length;
  }
  return { bytes, terms: terms.slice(0, lists), docs, fields };
}

/** −1 when the page has no list of the term. */
function entryOf({ terms }: Page, term: number): number {
  const entry = lastUpTo(terms, term);
  return entry !== -1 && terms[entry] === term ? entry : -1;
}

function listOf({ bytes, terms, docs, fields }: Page, entry: number, origin: number): PostingList {
  const field = FIELDS * entry;
  const first = origin + (fields[field + 1] ?? 0);
  const from = fields[field + 2] ?? 0;
  return {
    term: terms[entry] ?? 0,
    docs: docs[entry] ?? 0,
    first,
    last: first + (fields[field] ?? 0),
    bytes: bytes.subarray(from, from + (fields[field + 3] ?? 0)),
  };
}

/** Where the last number stands that is not above; −1 for none. */
function lastUpTo(ascending: Int32Array, most: number): number {
  let low = 0;
  let high = ascending.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ascending[middle] ?? 0) <= most) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

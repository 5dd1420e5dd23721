/** Writes passages and their postings, in the writer's transaction. */
import { analyse, type Token } from '../text/analysis.ts';
import type { Chunk, IndexedSource } from '../contract.ts';
import { baseLanguage } from '../text/languages.ts';
import type { Dictionary } from './dictionary.ts';
import { packBody } from './passage-body.ts';
import { packTerms } from './passage-terms.ts';
import { FIELDS } from './scoring.ts';
import type { Statements } from './statements.ts';
import type { PostingList } from './posting-page.ts';
import { SegmentWriter, type NewPassages } from './segment-writer.ts';
import { ByteWriter } from './varint.ts';
import { lengthLevel, packWeight } from './posting-weight.ts';

/**
 * A posting packed into one number for sorting by term, then passage: term × 2^26 + passage × 2^8 +
 * weight byte.
 */
const TERM_UNIT = 2 ** 26;
const DOC_UNIT = 2 ** 8;
/** Passages per new segment, at most; their index must fit between the two units. */
const MAX_BATCH = 2 ** 12;

/** `id`: row id of the source. */
export interface NewPassagesOfSource {
  id: number;
  source: IndexedSource<string>;
  chunks: readonly Chunk[];
}

export class PassageWriter {
  readonly #prepare: Statements['prepare'];
  readonly #run: Statements['run'];
  readonly #dictionary: Dictionary;
  readonly #segments: SegmentWriter;

  constructor(statements: Statements, dictionary: Dictionary) {
    this.#prepare = statements.prepare;
    this.#run = statements.run;
    this.#dictionary = dictionary;
    this.#segments = new SegmentWriter(statements);
  }

  /** Adds passages of sources of one owner, as one segment if they are few. */
  add(entries: readonly NewPassagesOfSource[]): void {
    let batch: NewPassagesOfSource[] = [];
    let room = MAX_BATCH;
    const flush = () => {
      this.#addBatch(batch);
      batch = [];
      room = MAX_BATCH;
    };
    for (const { id, source, chunks } of entries)
      for (let from = 0; from < chunks.length; ) {
        const some = chunks.slice(from, from + room);
        batch.push({ id, source, chunks: some });
        from += some.length;
        room -= some.length;
        if (room === 0) flush();
      }
    flush();
  }

  /** Removes all passages of these sources of one owner. */
  remove(ownerId: string, ids: readonly number[]): void {
    const docs = ids.flatMap((id) => {
      this.#run('DELETE FROM extents WHERE source = ?', id);
      return this.#prepare('DELETE FROM chunks WHERE source = ? RETURNING doc').all(id);
    });
    this.#markDeleted(ownerId, docs);
  }

  /** Removes the passages of a source with these ordinals. */
  removeOrdinals(ownerId: string, id: number, ordinals: readonly number[]): void {
    this.#markDeleted(
      ownerId,
      this.#prepare(
        'DELETE FROM chunks WHERE source = ? AND ordinal IN (SELECT value FROM json_each(?)) RETURNING doc',
      ).all(id, JSON.stringify(ordinals)),
    );
  }

  #markDeleted(ownerId: string, rows: readonly Record<string, unknown>[]): void {
    this.#segments.markDeleted(
      ownerId,
      rows.map((row) => Number(row['doc'])),
    );
  }

  clear(): void {
    for (const table of ['chunks', 'extents']) this.#run(`DELETE FROM ${table}`);
    this.#segments.clear();
  }

  #addBatch(entries: readonly NewPassagesOfSource[]): void {
    const [one] = entries;
    if (!one) return;
    const postings = new Postings(entries.reduce((sum, it) => sum + it.chunks.length, 0));
    for (const entry of entries) this.#addPassages(entry, postings);
    this.#segments.add(one.source.ownerId, postings.finish());
  }

  #addPassages({ id, source, chunks }: NewPassagesOfSource, postings: Postings): void {
    const language = baseLanguage(source.language);
    const learned = (tokens: readonly Token[]) => tokens.map((it) => this.#dictionary.addToken(it));
    const title = learned(analyse(source.title, language));
    const blob = new ByteWriter();
    let heading = '';
    let above: number[] = [];
    let first = 0;
    let last = 0;
    for (const [at, chunk] of chunks.entries()) {
      if (at === 0 || chunk.heading !== heading) {
        ({ heading } = chunk);
        above = learned(
          analyse(
            heading.startsWith(source.title) ? heading.slice(source.title.length) : heading,
            language,
          ),
        );
      }
      const text = learned(analyse(chunk.text, language));
      blob.reset();
      packTerms(title, above, text, blob);
      last = Number(
        this.#run(
          'INSERT INTO chunks (source, ordinal, terms, chunk_id, body) VALUES (?, ?, ?, ?, ?)',
          id,
          chunk.ordinal,
          blob.view(),
          chunk.id,
          packBody(chunk),
        ).lastInsertRowid,
      );
      if (at === 0) first = last;
      postings.add(last, title, above, text);
    }
    this.#run('INSERT INTO extents (first, last, source) VALUES (?, ?, ?)', first, last, id);
  }
}

/** The postings of one batch. Its passages have consecutive numbers. */
class Postings {
  #packed: Float64Array<ArrayBuffer>;
  #count = 0;
  #words = 0;
  #docs = 0;
  #first = 0;

  constructor(expectedDocs: number) {
    this.#packed = new Float64Array(expectedDocs * 96);
  }

  add(doc: number, title: readonly number[], above: readonly number[], text: readonly number[]) {
    if (this.#docs === 0) this.#first = doc;
    const counts = new Map<number, number>();
    for (const term of text) counts.set(term, (counts.get(term) ?? 0) + 1);
    for (const term of above) counts.set(term, (counts.get(term) ?? 0) + FIELDS.heading);
    for (const term of title) counts.set(term, (counts.get(term) ?? 0) + FIELDS.title);
    const level = lengthLevel(text.length);
    this.#words += text.length;
    this.#docs += 1;
    if (this.#count + counts.size > this.#packed.length) {
      const grown = new Float64Array(2 * this.#packed.length + counts.size);
      grown.set(this.#packed);
      this.#packed = grown;
    }
    const offset = (doc - this.#first) * DOC_UNIT;
    for (const [term, times] of counts) {
      this.#packed[this.#count] = term * TERM_UNIT + offset + packWeight(times, level);
      this.#count += 1;
    }
  }

  finish(): NewPassages {
    return {
      first: this.#first,
      last: this.#first + this.#docs - 1,
      docs: this.#docs,
      words: this.#words,
      lists: listsOf(this.#packed.subarray(0, this.#count).sort(), this.#first),
    };
  }
}

function* listsOf(postings: Float64Array, origin: number): IterableIterator<PostingList> {
  const bytes = new ByteWriter();
  let list: PostingList | undefined;
  for (const posting of postings) {
    const term = Math.floor(posting / TERM_UNIT);
    const rest = posting % TERM_UNIT;
    const doc = origin + Math.floor(rest / DOC_UNIT);
    if (list?.term === term) {
      bytes.varint(doc - list.last);
      list.docs += 1;
      list.last = doc;
    } else {
      if (list) yield { ...list, bytes: bytes.view() };
      bytes.reset();
      list = { term, docs: 1, first: doc, last: doc, bytes: new Uint8Array() };
    }
    bytes.byte(rest % DOC_UNIT);
  }
  if (list) yield { ...list, bytes: bytes.view() };
}

/** Writes passages and their postings, in the writer's transaction. */
import { analyse, type Token } from '../text/analysis.ts';
import type { Chunk, IndexedSource } from '../contract.ts';
import { baseLanguage } from '../text/languages.ts';
import type { Dictionary } from './dictionary.ts';
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

  /** `id`: row id of the source. */
  add(id: number, source: IndexedSource<string>, chunks: readonly Chunk[]): void {
    for (let from = 0; from < chunks.length; from += MAX_BATCH)
      this.#addBatch(id, source, chunks.slice(from, from + MAX_BATCH));
  }

  /** Removes all passages of a source, or those with these ordinals. */
  remove(ownerId: string, id: number, ordinals?: readonly number[]): void {
    const rows = ordinals
      ? this.#prepare(
          'DELETE FROM chunks WHERE source = ? AND ordinal IN (SELECT value FROM json_each(?)) RETURNING doc',
        ).all(id, JSON.stringify(ordinals))
      : this.#prepare('DELETE FROM chunks WHERE source = ? RETURNING doc').all(id);
    if (!ordinals) this.#run('DELETE FROM extents WHERE source = ?', id);
    this.#segments.markDeleted(
      ownerId,
      rows.map((row) => Number(row['doc'])),
    );
  }

  clear(): void {
    for (const table of ['chunks', 'extents']) this.#run(`DELETE FROM ${table}`);
    this.#segments.clear();
  }

  #addBatch(id: number, source: IndexedSource<string>, chunks: readonly Chunk[]): void {
    const language = baseLanguage(source.language);
    const learned = (tokens: readonly Token[]) => tokens.map((it) => this.#dictionary.addToken(it));
    const title = learned(analyse(source.title, language));
    const blob = new ByteWriter();
    let postings = new Float64Array(chunks.length * 96);
    let count = 0;
    let words = 0;
    let first = 0;
    let heading = '';
    let above: number[] = [];
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
      const doc = Number(
        this.#run(
          'INSERT INTO chunks (source, ordinal, terms, chunk_id, heading, text, locator, pieces) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
          id,
          chunk.ordinal,
          blob.view(),
          chunk.id,
          chunk.heading,
          chunk.text,
          JSON.stringify(chunk.locator),
          JSON.stringify(chunk.pieces),
        ).lastInsertRowid,
      );
      if (at === 0) first = doc;
      const counts = new Map<number, number>();
      for (const term of text) counts.set(term, (counts.get(term) ?? 0) + 1);
      for (const term of above) counts.set(term, (counts.get(term) ?? 0) + FIELDS.heading);
      for (const term of title) counts.set(term, (counts.get(term) ?? 0) + FIELDS.title);
      const level = lengthLevel(text.length);
      words += text.length;
      if (count + counts.size > postings.length) {
        const grown = new Float64Array(2 * postings.length + counts.size);
        grown.set(postings);
        postings = grown;
      }
      for (const [term, times] of counts) {
        postings[count] = term * TERM_UNIT + at * DOC_UNIT + packWeight(times, level);
        count += 1;
      }
    }
    if (chunks.length === 0) return;
    const last = first + chunks.length - 1;
    this.#run('INSERT INTO extents (first, last, source) VALUES (?, ?, ?)', first, last, id);
    const fresh: NewPassages = {
      first,
      last,
      docs: chunks.length,
      words,
      lists: listsOf(postings.subarray(0, count).sort(), first),
    };
    this.#segments.add(source.ownerId, fresh);
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

import type { Statements } from './statements.ts';
import { mergeLists, withoutDeleted } from './merge-lists.ts';
import { bytesOf, decodePage, encodeList, listsOf, type PostingList } from './posting-page.ts';
import { PAGE_ROWS, readSegments, type Segment } from './segments.ts';
import { ByteWriter } from './varint.ts';

/** Bytes after which a page is closed; a longer list has a separate page. */
const PAGE_BYTES = 6_000;
/** Tiered merging: the number of segments of one size class that are merged into one. */
const MERGE_FACTOR = 4;
/** A segment with a larger share of deleted passages is rewritten. */
const MAX_DEAD_SHARE = 0.25;

/** New passages; `lists` by term, ascending. */
export interface NewPassages {
  first: number;
  last: number;
  docs: number;
  words: number;
  lists: Iterable<PostingList>;
}

const tierOf = (docs: number): number =>
  Math.floor(Math.log(Math.max(1, docs)) / Math.log(MERGE_FACTOR));

export class SegmentWriter {
  readonly #prepare: Statements['prepare'];
  readonly #run: Statements['run'];

  constructor({ prepare, run }: Pick<Statements, 'prepare' | 'run'>) {
    this.#prepare = prepare;
    this.#run = run;
  }

  add(ownerId: string, fresh: NewPassages): void {
    const segments = readSegments(this.#prepare, ownerId);
    let merged: Segment[] = [];
    let docs = fresh.docs;
    for (;;) {
      const tier = tierOf(docs);
      const tail = segments.slice(0, segments.length - merged.length);
      const from = tail.findLastIndex((it) => tierOf(it.docs) > tier) + 1;
      if (tail.length - from < MERGE_FACTOR - 1) break;
      merged = segments.slice(from);
      docs = merged.reduce((sum, it) => sum + it.docs, fresh.docs);
    }
    this.#write(ownerId, merged, fresh);
  }

  /** Records deletions; a segment is rewritten without them when there are many. */
  markDeleted(ownerId: string, docs: readonly number[]): void {
    if (docs.length === 0) return;
    for (const doc of docs) this.#run('INSERT OR IGNORE INTO dead (doc) VALUES (?)', doc);
    for (const segment of readSegments(this.#prepare, ownerId)) {
      const deletedCount = docs.filter((doc) => doc >= segment.first && doc <= segment.last).length;
      if (deletedCount === 0) continue;
      const dead = segment.dead + deletedCount;
      if (dead > segment.docs * MAX_DEAD_SHARE) this.#write(ownerId, [{ ...segment, dead }]);
      else this.#run('UPDATE segments SET dead = ? WHERE id = ?', dead, segment.id);
    }
  }

  clear(): void {
    for (const table of ['segments', 'pages', 'dead']) this.#run(`DELETE FROM ${table}`);
  }

  /** Replaces `merged` by one segment that also holds the new passages. */
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
        this.#pages(
          id,
          first,
          mergeLists(fresh ? [...runs, fresh.lists[Symbol.iterator]()] : runs),
        ),
        id,
      );
    }
    for (const { id, first: from, last: to, dead: gone } of merged) {
      this.#run(
        'DELETE FROM pages WHERE rowid >= ? AND rowid < ?',
        id * PAGE_ROWS,
        (id + 1) * PAGE_ROWS,
      );
      this.#run('DELETE FROM segments WHERE id = ?', id);
      if (gone > 0) this.#run('DELETE FROM dead WHERE doc BETWEEN ? AND ?', from, to);
    }
  }

  *#lists(segment: Segment, dead: ReadonlySet<number> | undefined): IterableIterator<PostingList> {
    const rows = this.#prepare(
      'SELECT rowid FROM pages WHERE rowid >= ? AND rowid < ? ORDER BY rowid',
    ).all(segment.id * PAGE_ROWS, (segment.id + 1) * PAGE_ROWS);
    for (const { rowid } of rows) {
      const page = decodePage(
        bytesOf(
          this.#prepare('SELECT lists FROM pages WHERE rowid = ?').get(Number(rowid))?.['lists'],
        ),
        Number(rowid) % PAGE_ROWS,
      );
      for (const list of listsOf(page, segment.first)) {
        const remaining = dead ? withoutDeleted(list, dead) : list;
        if (remaining) yield remaining;
      }
    }
  }

  /** Writes the lists as pages; returns the directory: the first term of each page. */
  #pages(id: number, segmentFirst: number, lists: Iterable<PostingList>): Uint8Array {
    const directory = new ByteWriter();
    const page = new ByteWriter();
    let pageTerm = 0;
    let listed = 0;
    let before = 0;
    const flush = () => {
      if (page.length === 0) return;
      this.#run(
        'INSERT INTO pages (rowid, lists) VALUES (?, ?)',
        id * PAGE_ROWS + pageTerm,
        page.view(),
      );
      directory.varint(pageTerm - listed);
      listed = pageTerm;
      page.reset();
    };
    for (const list of lists) {
      if (page.length > 0 && page.length + list.bytes.length > PAGE_BYTES) flush();
      if (page.length === 0) {
        pageTerm = list.term;
        before = list.term;
      }
      encodeList(list, before, segmentFirst, page);
      before = list.term;
    }
    flush();
    return directory.copy();
  }
}

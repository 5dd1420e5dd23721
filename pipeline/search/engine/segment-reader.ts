import type { Statements } from './statements.ts';
import {
  bytesOf,
  decodePage,
  entryOf,
  lastUpTo,
  listOf,
  type Page,
  type PostingList,
} from './posting-page.ts';
import { PAGE_ROWS, readSegments, type Segment, type SegmentList } from './segments.ts';
import { ByteReader } from './varint.ts';

const MAX_CACHED_BYTES = 48 * 2 ** 20;
/** Overhead of a cached list, in bytes (estimate). */
const LIST_BYTES = 48;

/**
 * Reads posting lists and caches decoded pages. The cache needs no invalidation: segments are
 * immutable and their ids are never reused.
 */
export class SegmentReader {
  readonly #prepare: Statements['prepare'];
  /** by segment id */
  #segments = new Map<number, { directory: Int32Array; pages: (Page | undefined)[] }>();
  /** by term, per owner; views of the cached pages */
  #lists = new WeakMap<SegmentList, Map<number, PostingList[]>>();
  #cachedBytes = 0;

  constructor({ prepare }: Pick<Statements, 'prepare'>) {
    this.#prepare = prepare;
  }

  /** An owner's segments in the order of their passages. */
  segments(ownerId: string): Segment[] {
    const segments = readSegments(this.#prepare, ownerId);
    if (this.#segments.size > 4 * segments.length + 64) this.#segments.clear();
    return segments;
  }

  /** A term's lists, in the order of their passages. */
  lists(owner: SegmentList, term: number): readonly PostingList[] {
    const cached = this.#lists.get(owner)?.get(term);
    if (cached) return cached;
    const lists: PostingList[] = [];
    const { segments } = owner;
    for (let at = 0; at < segments.length; at += 1) {
      const segment = segments[at];
      const page = segment && this.#pageOf(segment, term);
      const entry = page ? entryOf(page, term) : -1;
      if (page && entry !== -1) lists.push(listOf(page, entry, segment.first));
    }
    this.#reserve(LIST_BYTES * (lists.length + 1));
    let ofOwner = this.#lists.get(owner);
    if (!ofOwner) this.#lists.set(owner, (ofOwner = new Map()));
    ofOwner.set(term, lists);
    return lists;
  }

  /** Document frequency of a term, deleted passages included. */
  docs({ segments }: SegmentList, term: number): number {
    let docs = 0;
    for (let at = 0; at < segments.length; at += 1) {
      const segment = segments[at];
      const page = segment && this.#pageOf(segment, term);
      const entry = page ? entryOf(page, term) : -1;
      if (page && entry !== -1) docs += page.docs[entry] ?? 0;
    }
    return docs;
  }

  /** The page that would hold a term's list. */
  #pageOf(segment: Segment, term: number): Page | undefined {
    let opened = this.#segments.get(segment.id);
    if (!opened)
      this.#segments.set(
        segment.id,
        (opened = { directory: this.#directory(segment.id), pages: [] }),
      );
    const at = lastUpTo(opened.directory, term);
    if (at === -1) return undefined;
    const pageTerm = opened.directory[at] ?? 0;
    let page = opened.pages[at];
    if (!page) {
      page = decodePage(
        bytesOf(
          this.#prepare('SELECT lists FROM pages WHERE rowid = ?').get(
            segment.id * PAGE_ROWS + pageTerm,
          )?.['lists'],
        ),
        pageTerm,
      );
      this.#reserve(page.bytes.length + LIST_BYTES * page.terms.length);
      opened.pages[at] = page;
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

  #reserve(bytes: number): void {
    if (this.#cachedBytes + bytes > MAX_CACHED_BYTES) {
      this.#segments.clear();
      this.#lists = new WeakMap();
      this.#cachedBytes = 0;
    }
    this.#cachedBytes += bytes;
  }
}

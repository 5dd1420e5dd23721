/**
 * Segments of the inverted index. An owner's passages are numbered in the order of indexing
 * (`doc`); a segment covers a range of numbers and is immutable: segments are written, merged into
 * longer ones and deleted. Only `dead`, the count of deleted passages, changes.
 */
import type { Statements } from './statements.ts';

export const SEGMENT_TABLES = `
  CREATE TABLE segments (id INTEGER PRIMARY KEY AUTOINCREMENT, owner_id TEXT NOT NULL, first INTEGER NOT NULL, last INTEGER NOT NULL,
    docs INTEGER NOT NULL, dead INTEGER NOT NULL, words INTEGER NOT NULL, directory BLOB NOT NULL);
  CREATE INDEX segments_of_owner ON segments (owner_id, first);
  CREATE TABLE pages (rowid INTEGER PRIMARY KEY, lists BLOB NOT NULL);
  CREATE TABLE dead (doc INTEGER PRIMARY KEY);
`;
/** Row id of a page: segment id × `PAGE_ROWS` + first term of the page. */
export const PAGE_ROWS = 2 ** 26;

export interface Segment {
  id: number;
  /** first and last passage number */
  first: number;
  last: number;
  /** number of passages, deleted ones included */
  docs: number;
  dead: number;
  /** words of their texts */
  words: number;
}

/** An owner's segments at one time. */
export interface SegmentList {
  segments: readonly Segment[];
}

/** An owner's segments in the order of their passages. */
export const readSegments = (prepare: Statements['prepare'], ownerId: string): Segment[] =>
  prepare(
    'SELECT id, first, last, docs, dead, words FROM segments WHERE owner_id = ? ORDER BY first',
  )
    .all(ownerId)
    .map(segmentOf);

const segmentOf = (row: Record<string, unknown>): Segment => ({
  id: Number(row['id']),
  first: Number(row['first']),
  last: Number(row['last']),
  docs: Number(row['docs']),
  dead: Number(row['dead']),
  words: Number(row['words']),
});

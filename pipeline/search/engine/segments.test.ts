import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import type { Statements } from './statements.ts';
import type { PostingList } from './posting-page.ts';
import { SegmentReader } from './segment-reader.ts';
import { SegmentWriter } from './segment-writer.ts';
import { SEGMENT_TABLES } from './segments.ts';

const OWNER = 'ada';
function segmentStore() {
  const db = new DatabaseSync(':memory:');
  db.exec(SEGMENT_TABLES);
  const statements: Pick<Statements, 'prepare' | 'run'> = {
    prepare: (sql) => db.prepare(sql),
    run: (sql, ...values) => db.prepare(sql).run(...values),
  };
  const writer = new SegmentWriter(statements);
  const held = new Map<number, number[]>();
  let next = 1;
  return {
    /** Adds passages with these terms. */
    add(passages: readonly number[][]): number[] {
      const docs = passages.map((terms) => {
        held.set(next, terms);
        next += 1;
        return next - 1;
      });
      const first = docs[0] ?? 0;
      const terms = [...new Set(passages.flat())].sort((a, b) => a - b);
      const lists = terms.map((term): PostingList => {
        const having = docs.filter((doc) => held.get(doc)?.includes(term));
        const bytes = having.flatMap((doc, at) =>
          at === 0 ? [7] : [...varint(doc - (having[at - 1] ?? 0)), 7],
        );
        return {
          term,
          docs: having.length,
          first: having[0] ?? 0,
          last: having.at(-1) ?? 0,
          bytes: Uint8Array.from(bytes),
        };
      });
      writer.add(OWNER, {
        first,
        last: docs.at(-1) ?? 0,
        docs: docs.length,
        words: passages.flat().length,
        lists,
      });
      return docs;
    },
    markDeleted(docs: readonly number[]) {
      for (const doc of docs) held.delete(doc);
      writer.markDeleted(OWNER, docs);
    },
    /** Passages of a term as seen by a new reader; may include deleted ones. */
    read(term: number): number[] {
      const reader = new SegmentReader(statements);
      const owner = { segments: reader.segments(OWNER) };
      const docs = reader.lists(owner, term).flatMap(docsOf);
      expect(reader.docs(owner, term)).toBe(docs.length);
      return docs;
    },
    held,
    segments: () => new SegmentReader(statements).segments(OWNER),
  };
}
const varint = (value: number): number[] =>
  value < 128 ? [value] : [(value & 127) | 128, ...varint(value >> 7)];

function docsOf({ first, bytes }: PostingList): number[] {
  const docs = [first];
  for (let at = 1; at < bytes.length; at += 1) {
    let distance = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = bytes[at++] ?? 0;
      distance |= (byte & 127) << shift;
      if (byte < 128) break;
    }
    docs.push((docs.at(-1) ?? 0) + distance);
  }
  return docs;
}

function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return state / 0x7fffffff;
  };
}

it('keeps every passage of every term, in few segments, whatever the order of additions and removals', () => {
  const random = seeded(3);
  const { add, markDeleted, read, held, segments } = segmentStore();
  const some = (most: number) => Math.floor(random() * most);
  for (let round = 0; round < 300; round += 1) {
    if (random() < 0.75)
      add(
        Array.from({ length: 1 + some(8) }, () => [
          ...new Set(Array.from({ length: 1 + some(12) }, () => some(60) ** 3)),
        ]),
      );
    else markDeleted([...held.keys()].filter(() => random() < 0.1));
  }
  expect(held.size).toBeGreaterThan(100);
  for (let root = 0; root < 60; root += 1) {
    const term = root ** 3;
    const there = read(term);
    expect(there).toEqual([...there].sort((a, b) => a - b));
    expect(there.filter((doc) => held.has(doc))).toEqual(
      [...held].filter(([, terms]) => terms.includes(term)).map(([doc]) => doc),
    );
  }
  const all = segments();
  expect(all.length).toBeLessThan(25);
  expect(all.reduce((sum, it) => sum + it.docs - it.dead, 0)).toBe(held.size);
  expect(all.reduce((sum, it) => sum + it.dead, 0)).toBeLessThanOrEqual(held.size);
});

it('leaves nothing once all passages are removed', () => {
  const { add, markDeleted, read, segments } = segmentStore();
  markDeleted(add(Array.from({ length: 50 }, () => [1, 2, 3])));
  expect(segments()).toEqual([]);
  expect(read(2)).toEqual([]);
  add([[2]]);
  expect(read(2)).toHaveLength(1);
});

import type { PostingList } from './posting-page.ts';
import { ByteReader, ByteWriter } from './varint.ts';

/**
 * Merges the lists of consecutive segments (k-way, by term). The lists of one term are
 * concatenated, since later segments hold later passages.
 */
export function* mergeLists(runs: Iterator<PostingList>[]): IterableIterator<PostingList> {
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
        if (bytes.length === 0) bytes.bytes(list.bytes);
        bytes.varint(next.first - list.last);
        bytes.bytes(next.bytes);
        list = {
          term,
          docs: list.docs + next.docs,
          first: list.first,
          last: next.last,
          bytes: list.bytes,
        };
      }
    }
    if (list) yield bytes.length === 0 ? list : { ...list, bytes: bytes.view() };
    bytes.reset();
    // Advance last: a run may reuse the bytes of its list for the next one.
    for (const [at, head] of heads.entries()) {
      const run = runs[at];
      if (run && head.done !== true && head.value.term === term) heads[at] = run.next();
    }
  }
}

/** The list without deleted passages; undefined when none is left. */
export function withoutDeleted(
  list: PostingList,
  dead: ReadonlySet<number>,
): PostingList | undefined {
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
  return docs === 0 ? undefined : { term: list.term, docs, first, last, bytes: left.copy() };
}

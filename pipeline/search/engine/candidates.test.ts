import { expect, it } from 'vitest';
import { Best, Candidates, type Among, type Range, type Scored } from './candidates.ts';
import type { PostingList } from './segments.ts';
import { ByteWriter } from './varint.ts';

const scores = Float32Array.from({ length: 256 }, (_, at) => at / 256);
const weightOf = (doc: number): number => 1 + (doc % 7);

function listOf(docs: readonly number[]): PostingList {
  const bytes = new ByteWriter();
  for (const [at, doc] of docs.entries()) {
    if (at > 0) bytes.varint(doc - (docs[at - 1] ?? 0));
    bytes.byte(weightOf(doc));
  }
  return {
    term: 0,
    docs: docs.length,
    first: docs[0] ?? 0,
    last: docs.at(-1) ?? 0,
    bytes: bytes.taken(),
  };
}
const every = (step: number, from: number, last: number): number[] =>
  Array.from({ length: Math.floor((last - from) / step) + 1 }, (_, at) => from + at * step);

/** Two words and a third, that is learned; the first one's passages lie in two lists. */
function question(last: number) {
  const docs = [every(3, 0, last), every(5, 0, last), every(15, 1, last)];
  const half = (docs[0] ?? []).length >> 1;
  const asked: Scored[] = [
    {
      lists: [listOf(docs[0]?.slice(0, half) ?? []), listOf(docs[0]?.slice(half) ?? [])],
      worth: 2,
      bit: 1,
    },
    { lists: [listOf(docs[1] ?? [])], worth: 3, bit: 2 },
  ];
  const learned: Scored[] = [{ lists: [listOf(docs[2] ?? [])], worth: 9, bit: 0 }];
  const worthOf = (doc: number, all: boolean) =>
    [2, 3, all ? 9 : 0].reduce(
      (sum, worth, at) => sum + (docs[at]?.includes(doc) ? (worth * weightOf(doc)) / 256 : 0),
      0,
    );
  return { asked, learned, worthOf };
}

it.each([
  ['one window', 2_000],
  ['several windows', 80_000],
])('promises what the words and what was learned come to: %s', (_, last) => {
  const { asked, learned, worthOf } = question(last);
  const candidates = new Candidates();
  const among: Among = { first: 0, last, scores, within: undefined };
  for (const round of [1, 2]) {
    const best = new Best(15);
    candidates.gather(asked, among, best);
    expect(
      best.ranked().map((it) => it.doc),
      `round ${round}`,
    ).toEqual(every(105, 90, last).slice(0, 15));
    for (const { doc, score } of best.ranked()) expect(score).toBeCloseTo(worthOf(doc, false), 5);
    const more = new Best(15);
    candidates.gatherMore(asked, learned, among, more);
    expect(more.ranked()[0]?.score).toBeCloseTo(
      Math.max(...every(1, 0, 1_000).map((doc) => worthOf(doc, true))),
      5,
    );
    for (const { doc, score } of more.ranked()) expect(score).toBeCloseTo(worthOf(doc, true), 5);
  }
});

it.each([
  ['one window', 2_000],
  ['several windows', 80_000],
])('keeps to what is required and to where is looked: %s', (_, last) => {
  const { asked } = question(last);
  const within: Range[] = [
    [10, 50],
    [last - 100, last - 20],
  ];
  const best = new Best(100);
  new Candidates().gather(asked, { first: 0, last, scores, within }, best, 3);
  expect(
    best
      .ranked()
      .map((it) => it.doc)
      .sort((a, b) => a - b),
  ).toEqual(
    every(15, 0, last).filter((doc) => within.some(([from, to]) => doc >= from && doc <= to)),
  );
});

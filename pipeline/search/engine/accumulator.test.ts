import { expect, it } from 'vitest';
import { Accumulator, type DocRange, type ScanScope, type WeightedTerm } from './accumulator.ts';
import type { PostingList } from './posting-page.ts';
import { TopK } from './top-k.ts';
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
    bytes: bytes.copy(),
  };
}
const every = (step: number, from: number, last: number): number[] =>
  Array.from({ length: Math.floor((last - from) / step) + 1 }, (_, at) => from + at * step);

/** Two words and an added third; the passages of the first are in two lists. */
function question(last: number) {
  const docs = [every(3, 0, last), every(5, 0, last), every(15, 1, last)];
  const half = (docs[0] ?? []).length >> 1;
  const asked: WeightedTerm[] = [
    {
      lists: [listOf(docs[0]?.slice(0, half) ?? []), listOf(docs[0]?.slice(half) ?? [])],
      weight: 2,
      bit: 1,
    },
    { lists: [listOf(docs[1] ?? [])], weight: 3, bit: 2 },
  ];
  const more: WeightedTerm[] = [{ lists: [listOf(docs[2] ?? [])], weight: 9, bit: 0 }];
  const scoreOf = (doc: number, all: boolean) =>
    [2, 3, all ? 9 : 0].reduce(
      (sum, worth, at) => sum + (docs[at]?.includes(doc) ? (worth * weightOf(doc)) / 256 : 0),
      0,
    );
  return { asked, more, scoreOf };
}

it.each([
  ['one window', 2_000],
  ['several windows', 80_000],
])('sums the scores of the words, then of the added terms: %s', (_, last) => {
  const { asked, more, scoreOf } = question(last);
  const candidates = new Accumulator();
  const scope: ScanScope = { first: 0, last, weightScores: scores, within: undefined };
  for (const round of [1, 2]) {
    const best = new TopK(15);
    candidates.scan(asked, scope, best);
    expect(
      best.ranked().map((it) => it.doc),
      `round ${round}`,
    ).toEqual(every(105, 90, last).slice(0, 15));
    for (const { doc, score } of best.ranked()) expect(score).toBeCloseTo(scoreOf(doc, false), 5);
    const both = new TopK(15);
    candidates.scanMore(asked, more, scope, both);
    expect(both.ranked()[0]?.score).toBeCloseTo(
      Math.max(...every(1, 0, 1_000).map((doc) => scoreOf(doc, true))),
      5,
    );
    for (const { doc, score } of both.ranked()) expect(score).toBeCloseTo(scoreOf(doc, true), 5);
  }
});

it.each([
  ['one window', 2_000],
  ['several windows', 80_000],
])('respects required words and ranges: %s', (_, last) => {
  const { asked } = question(last);
  const within: DocRange[] = [
    [10, 50],
    [last - 100, last - 20],
  ];
  const best = new TopK(100);
  new Accumulator().scan(asked, { first: 0, last, weightScores: scores, within }, best, 3);
  expect(
    best
      .ranked()
      .map((it) => it.doc)
      .sort((a, b) => a - b),
  ).toEqual(
    every(15, 0, last).filter((doc) => within.some(([from, to]) => doc >= from && doc <= to)),
  );
});

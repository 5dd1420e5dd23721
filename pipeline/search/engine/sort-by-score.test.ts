import { expect, it } from 'vitest';
import { sortByScore, descendingOrder } from './sort-by-score.ts';

/** A deterministic sequence per seed. */
function* numbers(seed: number): Generator<number> {
  for (let state = seed; ; ) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    yield state / 2 ** 32;
  }
}

it.each([0, 1, 2, 100, 400, 5_000])(
  'sorts %i like a comparison function, with ties and near ties',
  (count) => {
    const random = numbers(count + 1);
    const scores = [0, 1e-9, 3, 3 + 1e-15, 7.25, 7.25 + 1e-12, ...random.take(50)];
    const all = Array.from({ length: count }, (_, doc) => ({
      doc: (doc * 7_919) % (count + 13),
      score: scores[Math.floor(random.next().value * scores.length)] ?? 0,
    }));
    expect(sortByScore(all)).toEqual(all.toSorted((a, b) => b.score - a.score || a.doc - b.doc));
    const values = all.map((it) => Math.round(it.score * 100));
    expect([...descendingOrder(values)]).toEqual(
      [...values.keys()].sort((a, b) => (values[b] ?? 0) - (values[a] ?? 0) || a - b),
    );
  },
);

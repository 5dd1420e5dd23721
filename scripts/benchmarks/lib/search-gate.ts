/**
 * Bounds by which the embedded search index must be better than SQLite FTS5. All values are ratios,
 * Gloss to FTS5, measured in one run: quality doesn't depend on the machine, and its load affects
 * the speed of both.
 */
import type { Row } from './table.ts';

export interface SetRatios {
  set: string;
  language: string;
  passages: number;
  ratios: Row;
}

interface Bound {
  column: string;
  why: string;
  min?: number;
  max?: number;
}

/**
 * For the mean over the English sets. FTS5 has no stemmer for other languages and does not segment
 * Chinese, so a mean over all sets would be easy to pass.
 */
const MEAN_BOUNDS: readonly Bound[] = [
  { column: 'nDCG@10', min: 1.05, why: 'better ranking is the reason for an own index' },
  { column: 'recall@10', min: 1.05, why: 'better recall is the reason for an own index' },
];

/** For every set. */
const QUALITY_BOUNDS: readonly Bound[] = [
  { column: 'nDCG@10', min: 0.985, why: 'no collection may rank worse' },
  { column: 'recall@10', min: 0.985, why: 'no collection may find less' },
];

/** In smaller sets, starting threads and loading the dictionary takes most of the time. */
const MIN_PASSAGES = 1_000;
/** For every set of `MIN_PASSAGES` or more. */
const COST_BOUNDS: readonly Bound[] = [
  { column: 'queries/s', min: 0.2, why: 'a question may take at most 5 times as long' },
  { column: 'passages/s indexed', min: 0.04, why: 'indexing may take at most 25 times as long' },
  { column: 'index bytes', max: 2, why: 'the file, texts included, may be at most twice as large' },
];

/** Returns one message per violated bound; empty if the gate passes. */
export function gateFailures(sets: readonly SetRatios[]): string[] {
  const english = sets.filter((it) => it.language === 'en');
  const mean = (column: string): number =>
    english.reduce((sum, it) => sum + Number(it.ratios[column]), 0) / english.length;
  return [
    ...(english.length === 0
      ? []
      : MEAN_BOUNDS.flatMap((bound) => failure('English sets, mean', mean(bound.column), bound))),
    ...sets.flatMap(({ set, passages, ratios }) =>
      [...QUALITY_BOUNDS, ...(passages >= MIN_PASSAGES ? COST_BOUNDS : [])].flatMap((bound) =>
        failure(set, Number(ratios[bound.column]), bound),
      ),
    ),
  ];
}

function failure(name: string, value: number, { column, min, max, why }: Bound): string[] {
  const isKept = value >= (min ?? -Infinity) && value <= (max ?? Infinity);
  if (isKept) return [];
  const limit = min === undefined ? `at most ${max}` : `at least ${min}`;
  return [`${name}: ${column} is ${value.toFixed(3)} of FTS5's, must be ${limit}: ${why}`];
}

/**
 * Aligns the sentences of two versions (Heckel's algorithm): sentences that occur once in both are
 * pairs, wherever they moved, and pairs extend to their neighbours. Repeated sentences are paired
 * only by their neighbours, so that duplicates are not confused.
 */
import { normaliseText } from './fuzzy-match.ts';
import { splitSentences } from './sentences.ts';

interface Unit {
  /** `[start, end)` in the text */
  start: number;
  end: number;
  /** the normalised text to compare */
  key: string;
}
export interface Side {
  text: string;
  units: readonly Unit[];
  /** for each unit the index of its partner, or -1 */
  partner: Int32Array;
}
export interface Alignment {
  before: Side;
  after: Side;
}

/** Minimum length of a sentence to be unique; shorter ones need a neighbour. */
const TELLING = 16;

const unitsOf = (text: string): Unit[] =>
  splitSentences(text).map(({ text: sentence, start, end }) => ({
    start,
    end,
    key: normaliseText(sentence).text.trim(),
  }));

function onlyOnes(units: readonly Unit[], within: readonly number[]): Map<string, number> {
  const found = new Map<string, number>();
  const several = new Set<string>();
  for (const index of within) {
    const { key } = units[index] ?? { key: '' };
    if (found.has(key)) several.add(key);
    found.set(key, index);
  }
  for (const key of several) found.delete(key);
  return found;
}

const indexes = (from: number, to: number): number[] =>
  Array.from({ length: Math.max(0, to - from) }, (_, n) => from + n);

/** Splits texts whose paragraphs are separated by blank lines. */
export function alignTexts(textBefore: string, textAfter: string): Alignment {
  const before = { text: textBefore, units: unitsOf(textBefore), partner: new Int32Array(0) };
  const after = { text: textAfter, units: unitsOf(textAfter), partner: new Int32Array(0) };
  before.partner = new Int32Array(before.units.length).fill(-1);
  after.partner = new Int32Array(after.units.length).fill(-1);
  const pair = (one: number, other: number): boolean => {
    if (
      before.partner[one] !== -1 ||
      after.partner[other] !== -1 ||
      before.units[one]?.key !== after.units[other]?.key
    )
      return false;
    before.partner[one] = other;
    after.partner[other] = one;
    return true;
  };
  const pairOnlyOnes = (
    ofBefore: readonly number[],
    ofAfter: readonly number[],
    least: number,
  ): void => {
    const there = onlyOnes(after.units, ofAfter);
    for (const [key, one] of onlyOnes(before.units, ofBefore)) {
      const other = there.get(key);
      if (other !== undefined && key.length >= least) pair(one, other);
    }
  };
  const grow = (): void => {
    for (let one = 0, other = 0; pair(one, other); one += 1, other += 1);
    for (
      let one = before.units.length - 1, other = after.units.length - 1;
      one >= 0 && other >= 0 && pair(one, other);
      one -= 1, other -= 1
    );
    for (let one = 0; one < before.units.length; one += 1)
      if ((before.partner[one] ?? -1) >= 0) pair(one + 1, (before.partner[one] ?? -1) + 1);
    for (let one = before.units.length - 1; one > 0; one -= 1)
      if ((before.partner[one] ?? -1) > 0) pair(one - 1, (before.partner[one] ?? -1) - 1);
  };
  pairOnlyOnes(indexes(0, before.units.length), indexes(0, after.units.length), TELLING);
  grow();
  // Pairs short sentences that occur once between the same neighbours.
  for (let one = -1; one < before.units.length; one += 1) {
    const from = one < 0 ? -1 : (before.partner[one] ?? -1);
    if (one >= 0 && from < 0) continue;
    const [endBefore, endAfter] = [nextPair(before, one + 1), nextPair(after, from + 1)];
    if (
      endBefore > one + 1 &&
      endAfter > from + 1 &&
      (before.partner[endBefore] ?? after.units.length) === endAfter
    )
      pairOnlyOnes(indexes(one + 1, endBefore), indexes(from + 1, endAfter), 1);
  }
  return { before, after };
}

function nextPair({ partner }: Side, from: number): number {
  let index = from;
  while (index < partner.length && (partner[index] ?? -1) < 0) index += 1;
  return index;
}

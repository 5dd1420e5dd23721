/** Ranges of a text: the units they cover, unpaired ones, and their letters. Pure. */
import { commonLength, occurrences, normaliseText, type NormalisedText } from './fuzzy-match.ts';
import type { Side } from './align-texts.ts';

/** characters before and after a range to compare */
const AROUND = 40;
/** normalised ranges of one text to cache */
const MOST_KEPT = 5_000;
/**
 * Characters of all cached ranges of one text, nine bytes each: twice the text of the largest page.
 */
const MOST_KEPT_CHARACTERS = 20_000_000;

export interface Range {
  start: number;
  end: number;
}
export const overlaps = (one: Range, other: Range): boolean =>
  one.start < other.end && other.start < one.end;

/** The first and last unit in a range. */
export function touchedUnits({ units }: Side, { start, end }: Range): [number, number] {
  let first = 0;
  while (first < units.length && (units[first]?.end ?? 0) <= start) first += 1;
  let last = first;
  while (last + 1 < units.length && (units[last + 1]?.start ?? 0) < end) last += 1;
  return [first, last];
}

/** Runs of units as ranges of the text. */
export function rangesOf({ units }: Side, indexes: Iterable<number>): Range[] {
  const out: (Range & { last: number })[] = [];
  for (const index of [...new Set(indexes)].sort((one, other) => one - other)) {
    const unit = units[index];
    const open = out.at(-1);
    if (!unit) continue;
    if (open?.last === index - 1) {
      open.end = unit.end;
      open.last = index;
    } else out.push({ start: unit.start, end: unit.end, last: index });
  }
  return out;
}
/** Indexes of unpaired units. */
export const unpairedUnits = ({ partner }: Side): number[] =>
  [...partner.keys()].filter((index) => (partner[index] ?? -1) < 0);
export const isUnpaired = ({ partner }: Side, index: number): boolean => (partner[index] ?? 0) < 0;

interface KeptPlains {
  byRange: Map<string, NormalisedText>;
  characters: number;
}
const plains = new WeakMap<Side, KeptPlains>();
/** A normalised range; cached, because many anchors are searched in the same ones. */
export function normalisedRange(side: Side, { start, end }: Range): NormalisedText {
  const kept = plains.get(side) ?? { byRange: new Map<string, NormalisedText>(), characters: 0 };
  plains.set(side, kept);
  const key = `${start}:${end}`;
  const known = kept.byRange.get(key);
  if (known) return known;
  const made = normaliseText(side.text.slice(start, end));
  if (kept.byRange.size < MOST_KEPT && kept.characters + made.text.length <= MOST_KEPT_CHARACTERS) {
    kept.byRange.set(key, made);
    kept.characters += made.text.length;
  }
  return made;
}

/**
 * Returns every range within this one that equals `needle`, ignoring white space, case and quote
 * marks.
 */
export function findExact(side: Side, range: Range, needle: string): Range[] {
  const hay = normalisedRange(side, range);
  return occurrences(hay.text, needle).map((span) => ({
    start: range.start + (hay.starts[span.start] ?? 0),
    end: range.start + (hay.ends[span.end - 1] ?? 0),
  }));
}

/** Number of equal letters around two positions. */
export function contextAgreement(one: string, at: Range, other: string, there: Range): number {
  const head = (text: string, { start }: Range) =>
    normaliseText(text.slice(Math.max(0, start - AROUND), start)).text.trimEnd();
  const tail = (text: string, { end }: Range) =>
    normaliseText(text.slice(end, end + AROUND)).text.trimStart();
  return (
    commonLength(head(one, at), head(other, there), 'end') +
    commonLength(tail(one, at), tail(other, there), 'start')
  );
}

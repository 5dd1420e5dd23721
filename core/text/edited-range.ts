/** Finds an edited range by edit distance, and long ones by their ends. Pure. */
import {
  approximateMatch,
  MIN_SIMILARITY,
  candidateWindows,
  MAX_FUZZY_CHARS,
  normaliseText,
} from './fuzzy-match.ts';
import type { Alignment, Side } from './align-texts.ts';
import { unpairedUnits, overlaps, normalisedRange, rangesOf, type Range } from './ranges.ts';

/** Required lead of the best match over the runner-up. */
const MARGIN = 0.1;
/** Compares long quotes by their beginning, their end and the words between. */
const END = MAX_FUZZY_CHARS / 2;

interface Likely extends Range {
  likeness: number;
}

const wordsOf = (text: string): string[] => text.match(/[\p{L}\p{N}]+/gu) ?? [];
/** Fraction of words that two long texts share. */
function wordLikeness(one: string, other: string): number {
  const remaining = new Map<string, number>();
  const [words, others] = [wordsOf(one), wordsOf(other)];
  for (const word of words) remaining.set(word, (remaining.get(word) ?? 0) + 1);
  let shared = 0;
  for (const word of others) {
    const count = remaining.get(word) ?? 0;
    if (count > 0) {
      shared += 1;
      remaining.set(word, count - 1);
    }
  }
  return (2 * shared) / Math.max(1, words.length + others.length);
}
/** Whether two long texts are close enough in length and words to be similar. */
export function isSimilar(one: string, other: string): boolean {
  const ratio = other.length / one.length;
  return (
    ratio >= MIN_SIMILARITY &&
    ratio <= 1 / MIN_SIMILARITY &&
    wordLikeness(one, other) >= MIN_SIMILARITY
  );
}

/** The most similar range within these, with at least this similarity. */
function mostAlike(
  side: Side,
  ranges: readonly Range[],
  needle: string,
  least: number,
): Likely | undefined {
  let best: Likely | undefined;
  const bound = Math.floor(needle.length * (1 - least));
  for (const range of ranges) {
    const hay = normalisedRange(side, range);
    const windows =
      hay.text.length > 4 * needle.length + 400
        ? candidateWindows(hay.text, needle)
        : [{ start: 0, end: hay.text.length }];
    for (const window of windows) {
      const found = approximateMatch(hay.text.slice(window.start, window.end), needle, bound);
      const likeness = found ? 1 - found.edits / needle.length : 0;
      if (!found || found.end <= found.start || likeness <= (best?.likeness ?? 0)) continue;
      best = {
        start: range.start + (hay.starts[window.start + found.start] ?? 0),
        end: range.start + (hay.ends[window.start + found.end - 1] ?? 0),
        likeness,
      };
    }
  }
  return best;
}
/** The ranges without this one. */
const without = (ranges: readonly Range[], cut: Range): Range[] =>
  ranges.flatMap((range) =>
    overlaps(range, cut)
      ? [
          { start: range.start, end: cut.start },
          { start: cut.end, end: range.end },
        ].filter((it) => it.end > it.start)
      : [range],
  );

/** Edited in place, with no other candidate before or after. */
export function findEdited(
  { before, after }: Alignment,
  needle: string,
  ownUnits: Range,
  ranges: readonly Range[],
): Likely | undefined {
  const best = mostAlike(after, ranges, needle, MIN_SIMILARITY);
  if (!best) return undefined;
  const least = best.likeness - MARGIN;
  const anywhere = [
    ...ranges,
    ...rangesOf(after, unpairedUnits(after)).filter(
      (range) => !ranges.some((it) => overlaps(it, range)),
    ),
  ];
  if ((mostAlike(after, without(anywhere, best), needle, least)?.likeness ?? 0) > least)
    return undefined;
  const reads = normaliseText(after.text.slice(best.start, best.end)).text.trim();
  const others = without(rangesOf(before, unpairedUnits(before)), ownUnits);
  return (mostAlike(before, others, reads, least)?.likeness ?? 0) > least ? undefined : best;
}

/** The same for a quote that is too long to compare as a whole. */
export function findEditedLong(
  alignment: Alignment,
  needle: string,
  ownUnits: Range,
  ranges: readonly Range[],
): Range | undefined {
  const head = findEdited(alignment, needle.slice(0, END).trim(), ownUnits, ranges);
  const tail = head && findEdited(alignment, needle.slice(-END).trim(), ownUnits, ranges);
  if (!head || !tail || tail.end <= head.start) return undefined;
  return isSimilar(needle, normaliseText(alignment.after.text.slice(head.start, tail.end)).text)
    ? { start: head.start, end: tail.end }
    : undefined;
}

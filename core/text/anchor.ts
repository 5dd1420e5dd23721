/**
 * Finds a range of one version in the next. Both complete texts are known, which tells apart
 * similar passages that existed before. Text that was edited in place, between the same neighbours,
 * matches at a similarity of at least 0.8 that is 0.1 ahead of any other; text that moved is found
 * by complete sentences or by its neighbours.
 */
import { MIN_SIMILARITY, MAX_FUZZY_CHARS, normaliseText } from './fuzzy-match.ts';
import type { Alignment } from './align-texts.ts';
import { findEdited, findEditedLong, isSimilar } from './edited-range.ts';
import {
  contextAgreement,
  findExact,
  unpairedUnits,
  isUnpaired,
  overlaps,
  rangesOf,
  touchedUnits,
  type Range,
} from './ranges.ts';

export interface Reanchored {
  /** `[start, end)` in the new text */
  start: number;
  end: number;
  /** equal except for white space, case and quote marks */
  exact: boolean;
}

/** Minimum length of text that is unique by itself; shorter text needs its neighbours. */
const TELLING = 24;
/**
 * Characters around a short or repeated quote that must match, and more than those around other
 * candidates.
 */
const AGREEING = 6;
/** if only one neighbour is unchanged */
const AGREEING_ALONE = 18;
const AHEAD = 4;
/**
 * New text between the old neighbours, the remaining own text, and the text next to the one
 * neighbour that it moved with.
 */
function inPlace(
  { before, after }: Alignment,
  first: number,
  last: number,
): {
  ranges: Range[];
  /** nothing else can be on either side */
  isBetween: boolean;
} {
  const found = new Set<number>();
  const run = (from: number, step: 1 | -1): number => {
    let index = from;
    while (isUnpaired(after, index)) index += step;
    return index;
  };
  const add = (from: number, to: number): void => {
    for (let index = from; index < to; index += 1) found.add(index);
  };
  let edge = first - 1;
  while (edge >= 0 && isUnpaired(before, edge)) edge -= 1;
  let right = last + 1;
  while (right < before.units.length && isUnpaired(before, right)) right += 1;
  const [from, to] = [
    edge < 0 ? 0 : (before.partner[edge] ?? 0) + 1,
    right >= before.units.length ? after.units.length - 1 : (before.partner[right] ?? 0) - 1,
  ];
  const own = Array.from(
    { length: last - first + 1 },
    (_, n) => before.partner[first + n] ?? -1,
  ).filter((partner) => partner >= 0);
  const isBetween = own.length > 0 || (from <= to + 1 && run(from, 1) > to);
  if (own.length > 0) for (const partner of own) add(run(partner - 1, -1) + 1, run(partner + 1, 1));
  else if (isBetween) add(from, to + 1);
  else {
    const most = last - first + 2;
    if (edge === first - 1) add(from, Math.min(run(from, 1), from + most));
    if (right === last + 1) add(Math.max(run(to, -1) + 1, to + 1 - most), to + 1);
  }
  return { ranges: rangesOf(after, found), isBetween };
}

/** Maps sentence by sentence where they are paired. */
function paired(
  { before, after }: Alignment,
  at: Range,
  first: number,
  last: number,
): Range | undefined {
  for (let index = first; index <= last; index += 1) {
    const partner = before.partner[index] ?? -1;
    if (partner < 0 || partner !== (before.partner[first] ?? -1) + index - first) return undefined;
  }
  const [ofFirst, ofLast] = [before.units[first], before.units[last]];
  const [toFirst, toLast] = [
    after.units[before.partner[first] ?? -1],
    after.units[before.partner[last] ?? -1],
  ];
  if (!ofFirst || !ofLast || !toFirst || !toLast) return undefined;
  const isAsWritten = (one: Range, other: Range) =>
    before.text.slice(one.start, one.end) === after.text.slice(other.start, other.end);
  const [into, upTo] = [
    Math.max(0, at.start - ofFirst.start),
    Math.min(ofLast.end, at.end) - ofLast.start,
  ];
  if (isAsWritten(ofFirst, toFirst) && isAsWritten(ofLast, toLast))
    return { start: toFirst.start + into, end: toLast.start + upTo };
  // Only white space, case or quote marks differ: picks the occurrence with as many before it.
  const needle = normaliseText(before.text.slice(at.start, at.end)).text.trim();
  const near = (range: Range) => Math.abs(range.start - toFirst.start - into);
  return findExact(after, { start: toFirst.start, end: toLast.end }, needle).sort(
    (one, other) => near(one) - near(other),
  )[0];
}

function exactInPlace(
  { before, after }: Alignment,
  at: Range,
  needle: string,
  { ranges, isBetween }: ReturnType<typeof inPlace>,
): Range | undefined {
  const found = ranges.flatMap((range) => findExact(after, range, needle));
  const twins = rangesOf(before, unpairedUnits(before))
    .flatMap((range) => findExact(before, range, needle))
    .filter((twin) => !overlaps(twin, at));
  const ranked = found
    .map((range) => ({ range, agrees: contextAgreement(before.text, at, after.text, range) }))
    .sort((one, other) => other.agrees - one.agrees);
  const [best, second] = ranked;
  if (!best) return undefined;
  if (!second && twins.length === 0 && needle.length >= TELLING) return best.range;
  const rival = Math.max(
    second?.agrees ?? 0,
    ...twins.map((twin) => contextAgreement(before.text, twin, after.text, best.range)),
  );
  const alone = !second && twins.length === 0;
  return best.agrees >= (isBetween ? AGREEING : AGREEING_ALONE) &&
    (alone || best.agrees >= rival + AHEAD)
    ? best.range
    : undefined;
}

/** Both ends are paired, and the text between them changed a little. */
function betweenPairs(
  { before, after }: Alignment,
  at: Range,
  needle: string,
  first: number,
  last: number,
): Range | undefined {
  const [head, tail] = [before.partner[first] ?? -1, before.partner[last] ?? -1];
  if (first === last || head < 0 || tail < head) return undefined;
  const alone = (index: number, partner: number) => ({
    before: {
      ...before,
      units: before.units.slice(index, index + 1),
      partner: new Int32Array([0]),
    },
    after: {
      ...after,
      units: after.units.slice(partner, partner + 1),
      partner: new Int32Array([0]),
    },
  });
  const [from, to] = [before.units[first], before.units[last]];
  const begin =
    from &&
    paired(alone(first, head), { start: Math.max(at.start, from.start), end: from.end }, 0, 0);
  const end =
    to && paired(alone(last, tail), { start: to.start, end: Math.min(at.end, to.end) }, 0, 0);
  return begin &&
    end &&
    isSimilar(needle, normaliseText(after.text.slice(begin.start, end.end)).text)
    ? { start: begin.start, end: end.end }
    : undefined;
}

const SPACED = /^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{N}]$/u;
/** Extends to whole words, and to whole sentences if the quote consisted of them. */
function rounded(
  { before, after }: Alignment,
  at: Range,
  found: Range,
  [first, last]: [number, number],
): Range {
  let { start, end } = found;
  const { text, units } = after;
  const isWord = (index: number) => SPACED.test(text[index] ?? '');
  while (start > 0 && isWord(start - 1) && isWord(start)) start -= 1;
  while (end < text.length && isWord(end) && isWord(end - 1)) end += 1;
  if (
    at.start > (before.units[first]?.start ?? 0) ||
    at.end < (before.units[last]?.end ?? Infinity)
  )
    return { start, end };
  const [from, to] = touchedUnits(after, { start, end });
  const whole = {
    start: Math.min(start, units[from]?.start ?? start),
    end: Math.max(end, units[to]?.end ?? end),
  };
  return whole.end - whole.start <= (at.end - at.start) / MIN_SIMILARITY ? whole : { start, end };
}

/** Undefined: lost, or ambiguous. */
export function reanchor(alignment: Alignment, start: number, end: number): Reanchored | undefined {
  const { before } = alignment;
  const at = { start, end };
  const needle = normaliseText(before.text.slice(start, end)).text.trim();
  if (needle === '') return undefined;
  const [first, last] = touchedUnits(before, at);
  const straight = paired(alignment, at, first, last);
  if (straight) return { ...straight, exact: true };
  const place = inPlace(alignment, first, last);
  const { ranges } = place;
  const exact = exactInPlace(alignment, at, needle, place);
  if (exact) return { ...exact, exact: true };
  const ownUnits = {
    start: Math.min(start, before.units[first]?.start ?? start),
    end: Math.max(end, before.units[last]?.end ?? end),
  };
  const between = betweenPairs(alignment, at, needle, first, last);
  if (between) return { ...between, exact: false };
  const found =
    needle.length > MAX_FUZZY_CHARS
      ? findEditedLong(alignment, needle, ownUnits, ranges)
      : findEdited(alignment, needle, ownUnits, ranges);
  if (
    !found ||
    (needle.length < TELLING &&
      contextAgreement(before.text, at, alignment.after.text, found) <
        (place.isBetween ? AGREEING : AGREEING_ALONE))
  )
    return undefined;
  return { ...rounded(alignment, at, found, [first, last]), exact: false };
}

/**
 * Where a stretch of one version stands in the next. Both whole texts are known, which settles what
 * a quote alone cannot: a lookalike that stood beside it before is not it. What was edited in its
 * place, between the same neighbours, is taken at a likeness of at least 0.8 that is 0.1 ahead of
 * any other; what went elsewhere is known by whole sentences or by its neighbours.
 */
import {
  agreement,
  approximate,
  LIKENESS,
  likelyWindows,
  MAX_FUZZY,
  places,
  plain,
  type Plain,
} from './alike.ts';
import type { Alignment, Side } from './align.ts';

export interface Reanchored {
  /** `[start, end)` in the text after */
  start: number;
  end: number;
  /** letter for letter, white space, case and quote marks apart */
  exact: boolean;
}

/** How far ahead of the runner-up the best has to be. */
const MARGIN = 0.1;
/** Letters that tell a text by themselves; anything shorter needs what stood around it. */
const TELLING = 24;
const AROUND = 40;
/**
 * Letters around a short or repeated quote that have to agree, and be more than those around
 * another place.
 */
const AGREEING = 6;
/** where only one neighbour is what it was */
const AGREEING_ALONE = 18;
const AHEAD = 4;
/** A long quote is told by its beginning and end, and by what words lie between. */
const END = MAX_FUZZY / 2;
/** stretches of one text that are kept as they are compared */
const MOST_KEPT = 5_000;
/**
 * Characters of all stretches that are kept of one text, nine bytes each: twice a text of the
 * largest page.
 */
const MOST_KEPT_CHARACTERS = 20_000_000;

interface Range {
  start: number;
  end: number;
}
interface Likely extends Range {
  likeness: number;
}

const overlaps = (one: Range, other: Range): boolean =>
  one.start < other.end && other.start < one.end;

function touched({ units }: Side, { start, end }: Range): [number, number] {
  let first = 0;
  while (first < units.length && (units[first]?.end ?? 0) <= start) first += 1;
  let last = first;
  while (last + 1 < units.length && (units[last + 1]?.start ?? 0) < end) last += 1;
  return [first, last];
}

/** Runs of units as stretches of the text. */
function stretches({ units }: Side, indexes: Iterable<number>): Range[] {
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
const free = ({ partner }: Side): number[] =>
  [...partner.keys()].filter((index) => (partner[index] ?? -1) < 0);
const isFree = ({ partner }: Side, index: number): boolean => (partner[index] ?? 0) < 0;

/**
 * New text between the neighbours that the stretch had, what is left of itself, and what is next to
 * the one neighbour with which it went elsewhere.
 */
function inPlace(
  { before, after }: Alignment,
  first: number,
  last: number,
): {
  ranges: Range[];
  /** nothing else can be at either side */
  isBetween: boolean;
} {
  const found = new Set<number>();
  const run = (from: number, step: 1 | -1): number => {
    let index = from;
    while (isFree(after, index)) index += step;
    return index;
  };
  const add = (from: number, to: number): void => {
    for (let index = from; index < to; index += 1) found.add(index);
  };
  let left = first - 1;
  while (left >= 0 && isFree(before, left)) left -= 1;
  let right = last + 1;
  while (right < before.units.length && isFree(before, right)) right += 1;
  const [from, to] = [
    left < 0 ? 0 : (before.partner[left] ?? 0) + 1,
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
    if (left === first - 1) add(from, Math.min(run(from, 1), from + most));
    if (right === last + 1) add(Math.max(run(to, -1) + 1, to + 1 - most), to + 1);
  }
  return { ranges: stretches(after, found), isBetween };
}

interface KeptPlains {
  byRange: Map<string, Plain>;
  characters: number;
}
const plains = new WeakMap<Side, KeptPlains>();
/** A stretch as it is compared; kept, since many anchors are looked for in the same ones. */
function plainOf(side: Side, { start, end }: Range): Plain {
  const kept = plains.get(side) ?? { byRange: new Map<string, Plain>(), characters: 0 };
  plains.set(side, kept);
  const key = `${start}:${end}`;
  const known = kept.byRange.get(key);
  if (known) return known;
  const made = plain(side.text.slice(start, end));
  if (kept.byRange.size < MOST_KEPT && kept.characters + made.text.length <= MOST_KEPT_CHARACTERS) {
    kept.byRange.set(key, made);
    kept.characters += made.text.length;
  }
  return made;
}

function exactIn(side: Side, range: Range, needle: string): Range[] {
  const hay = plainOf(side, range);
  return places(hay.text, needle).map((span) => ({
    start: range.start + (hay.starts[span.start] ?? 0),
    end: range.start + (hay.ends[span.end - 1] ?? 0),
  }));
}

/** Letters around one place that are those around the other. */
function agreeing(one: string, at: Range, other: string, there: Range): number {
  const head = (text: string, { start }: Range) =>
    plain(text.slice(Math.max(0, start - AROUND), start)).text.trimEnd();
  const tail = (text: string, { end }: Range) =>
    plain(text.slice(end, end + AROUND)).text.trimStart();
  return (
    agreement(head(one, at), head(other, there), 'end') +
    agreement(tail(one, at), tail(other, there), 'start')
  );
}

/** Sentence for sentence where it was paired. */
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
  // Only white space, case or quote marks differ: the place with as much before it.
  const needle = plain(before.text.slice(at.start, at.end)).text.trim();
  const near = (range: Range) => Math.abs(range.start - toFirst.start - into);
  return exactIn(after, { start: toFirst.start, end: toLast.end }, needle).sort(
    (one, other) => near(one) - near(other),
  )[0];
}

function exactInPlace(
  { before, after }: Alignment,
  at: Range,
  needle: string,
  { ranges, isBetween }: ReturnType<typeof inPlace>,
): Range | undefined {
  const found = ranges.flatMap((range) => exactIn(after, range, needle));
  const twins = stretches(before, free(before))
    .flatMap((range) => exactIn(before, range, needle))
    .filter((twin) => !overlaps(twin, at));
  const ranked = found
    .map((range) => ({ range, agrees: agreeing(before.text, at, after.text, range) }))
    .sort((one, other) => other.agrees - one.agrees);
  const [best, second] = ranked;
  if (!best) return undefined;
  if (!second && twins.length === 0 && needle.length >= TELLING) return best.range;
  const rival = Math.max(
    second?.agrees ?? 0,
    ...twins.map((twin) => agreeing(before.text, twin, after.text, best.range)),
  );
  const alone = !second && twins.length === 0;
  return best.agrees >= (isBetween ? AGREEING : AGREEING_ALONE) &&
    (alone || best.agrees >= rival + AHEAD)
    ? best.range
    : undefined;
}

const wordsOf = (text: string): string[] => text.match(/[\p{L}\p{N}]+/gu) ?? [];
/** Words that two long texts share, of all that they have. */
function wordLikeness(one: string, other: string): number {
  const left = new Map<string, number>();
  const [words, others] = [wordsOf(one), wordsOf(other)];
  for (const word of words) left.set(word, (left.get(word) ?? 0) + 1);
  let shared = 0;
  for (const word of others) {
    const count = left.get(word) ?? 0;
    if (count > 0) {
      shared += 1;
      left.set(word, count - 1);
    }
  }
  return (2 * shared) / Math.max(1, words.length + others.length);
}
function isMuchTheSame(one: string, other: string): boolean {
  const ratio = other.length / one.length;
  return ratio >= LIKENESS && ratio <= 1 / LIKENESS && wordLikeness(one, other) >= LIKENESS;
}

/** Both ends are where they were paired, and what lies between changed a little. */
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
  return begin && end && isMuchTheSame(needle, plain(after.text.slice(begin.start, end.end)).text)
    ? { start: begin.start, end: end.end }
    : undefined;
}

/** The most alike stretch within these, of at least this likeness. */
function mostAlike(
  side: Side,
  ranges: readonly Range[],
  needle: string,
  least: number,
): Likely | undefined {
  let best: Likely | undefined;
  const bound = Math.floor(needle.length * (1 - least));
  for (const range of ranges) {
    const hay = plainOf(side, range);
    const windows =
      hay.text.length > 4 * needle.length + 400
        ? likelyWindows(hay.text, needle)
        : [{ start: 0, end: hay.text.length }];
    for (const window of windows) {
      const found = approximate(hay.text.slice(window.start, window.end), needle, bound);
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
/** What is left of the ranges without this stretch. */
const without = (ranges: readonly Range[], cut: Range): Range[] =>
  ranges.flatMap((range) =>
    overlaps(range, cut)
      ? [
          { start: range.start, end: cut.start },
          { start: cut.end, end: range.end },
        ].filter((it) => it.end > it.start)
      : [range],
  );

/** Edited in its place, with nothing else, before or after, that it could be. */
function edited(
  { before, after }: Alignment,
  needle: string,
  ownUnits: Range,
  ranges: readonly Range[],
): Likely | undefined {
  const best = mostAlike(after, ranges, needle, LIKENESS);
  if (!best) return undefined;
  const least = best.likeness - MARGIN;
  const anywhere = [
    ...ranges,
    ...stretches(after, free(after)).filter((range) => !ranges.some((it) => overlaps(it, range))),
  ];
  if ((mostAlike(after, without(anywhere, best), needle, least)?.likeness ?? 0) > least)
    return undefined;
  const reads = plain(after.text.slice(best.start, best.end)).text.trim();
  const others = without(stretches(before, free(before)), ownUnits);
  return (mostAlike(before, others, reads, least)?.likeness ?? 0) > least ? undefined : best;
}

function editedLong(
  alignment: Alignment,
  needle: string,
  ownUnits: Range,
  ranges: readonly Range[],
): Range | undefined {
  const head = edited(alignment, needle.slice(0, END).trim(), ownUnits, ranges);
  const tail = head && edited(alignment, needle.slice(-END).trim(), ownUnits, ranges);
  if (!head || !tail || tail.end <= head.start) return undefined;
  return isMuchTheSame(needle, plain(alignment.after.text.slice(head.start, tail.end)).text)
    ? { start: head.start, end: tail.end }
    : undefined;
}

const SPACED = /^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{N}]$/u;
/** To whole words, and to whole sentences where the quote was made of such. */
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
  const [from, to] = touched(after, { start, end });
  const whole = {
    start: Math.min(start, units[from]?.start ?? start),
    end: Math.max(end, units[to]?.end ?? end),
  };
  return whole.end - whole.start <= (at.end - at.start) / LIKENESS ? whole : { start, end };
}

/** Undefined: lost, or not to be told from something else. */
export function reanchor(alignment: Alignment, start: number, end: number): Reanchored | undefined {
  const { before } = alignment;
  const at = { start, end };
  const needle = plain(before.text.slice(start, end)).text.trim();
  if (needle === '') return undefined;
  const [first, last] = touched(before, at);
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
    needle.length > MAX_FUZZY
      ? editedLong(alignment, needle, ownUnits, ranges)
      : edited(alignment, needle, ownUnits, ranges);
  if (
    !found ||
    (needle.length < TELLING &&
      agreeing(before.text, at, alignment.after.text, found) <
        (place.isBetween ? AGREEING : AGREEING_ALONE))
  )
    return undefined;
  return { ...rounded(alignment, at, found, [first, last]), exact: false };
}

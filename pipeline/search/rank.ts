/**
 * Ranks hits by inexpensive features beyond the scores of the index: word order, hits per source,
 * and hits that belong to one passage.
 */
import type { Locator } from '#core/contract/locator.ts';
import { analyse } from './text/analysis.ts';
import type { IndexHit } from './contract.ts';
import { fold, normalise } from './text/fold.ts';
import { parseQuery } from './text/query.ts';

/**
 * The most by which a feature raises a score. Small, because fused ranks differ by about 1/60, and
 * the embedded index has already considered most of this for words. Tuned on the retrieval sets:
 * larger values reduce quality.
 */
const GAINS = { proximity: 0.02, order: 0.02, heading: 0.02, beside: 0.02, fresh: 0.005 };
/** The most characters between adjacent words of the question in a passage: a space, an article. */
const MAX_BETWEEN = 6;
/**
 * Languages whose stop words are removed from questions, because a hit doesn't carry its language.
 */
const LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'ru'];
const YEAR_MS = 365 * 24 * 3_600_000;
const MAX_JOINED_CHARACTERS = 3_000;

/** Forms of a word share their beginning. */
const stemOf = (form: string): string => form.slice(0, 6);
const stemsOf = (text: string): Set<string> =>
  new Set(analyse(text, 'und').map((it) => stemOf(it.form)));

/** Ranks hits by the index's scores and the features, best first. */
export function rank(hits: readonly IndexHit[], question: string, now: number): IndexHit[] {
  const inOrder = parseQuery(question, LANGUAGES, 'any').words.map((it) => stemOf(it.form));
  const words = new Set(inOrder);
  const pairs = new Set(inOrder.slice(1).map((word, at) => `${inOrder[at]} ${word}`));
  const beside = new Map(hits.map((hit) => [placeOf(hit, 0), hit.score]));
  const headings = new Map<string, number>();
  const ofHeading = (heading: string) => {
    let share = headings.get(heading);
    if (share === undefined) headings.set(heading, (share = shareOf(words, stemsOf(heading))));
    return share;
  };
  return hits
    .map((hit) => {
      const neighbour =
        hit.ordinal === undefined
          ? 0
          : Math.max(beside.get(placeOf(hit, -1)) ?? 0, beside.get(placeOf(hit, 1)) ?? 0);
      const found = foundIn(hit);
      const gain =
        1 +
        GAINS.proximity * proximityOf(found, words.size) +
        GAINS.order * orderOf(found, pairs) +
        GAINS.heading * ofHeading(hit.heading) +
        GAINS.fresh * freshnessOf(hit, now);
      return { ...hit, score: hit.score * gain + GAINS.beside * Math.min(neighbour, hit.score) };
    })
    .sort((a, b) => b.score - a.score);
}

const placeOf = ({ sourceId, ordinal = 0 }: IndexHit, by: number): string =>
  `${sourceId} ${ordinal + by}`;
const shareOf = (words: ReadonlySet<string>, there: ReadonlySet<string>): number =>
  words.size === 0 ? 0 : words.intersection(there).size / words.size;

interface FoundWord {
  stem: string;
  start: number;
  end: number;
}
/**
 * The highlighted words of a passage, including those of phrases. A run of a script without spaces
 * counts as one word.
 */
const foundIn = ({ text, highlights }: IndexHit): FoundWord[] =>
  highlights.flatMap(([from, to]) => {
    const marked = text.slice(from, to);
    const tokens = analyse(marked, 'und');
    if (tokens.some((it) => it.bigram))
      return [{ stem: stemOf(fold(normalise(marked))), start: from, end: to }];
    return tokens.map(({ form, start, end }) => ({
      stem: stemOf(form),
      start: from + start,
      end: from + end,
    }));
  });

/**
 * The fraction of adjacent word pairs of the question that are in the same order in the passage; 1
 * for all.
 */
function orderOf(found: readonly FoundWord[], pairs: ReadonlySet<string>): number {
  if (pairs.size === 0) return 0;
  const present = new Set(
    found.flatMap((word, at) => {
      const next = found[at + 1];
      return next && next.start - word.end <= MAX_BETWEEN ? [`${word.stem} ${next.stem}`] : [];
    }),
  );
  return present.intersection(pairs).size / pairs.size;
}

/** How many of the words are in the passage, and how close together; 1 if all are adjacent. */
function proximityOf(found: readonly FoundWord[], asked: number): number {
  const stemCount = new Set(found.map((it) => it.stem)).size;
  if (stemCount < 2 || asked === 0) return 0;
  const inside = new Map<string, number>();
  let first = 0;
  let best = Infinity;
  for (const { stem, end } of found) {
    inside.set(stem, (inside.get(stem) ?? 0) + 1);
    for (let left = found[first]; left && inside.size === stemCount; left = found[first]) {
      best = Math.min(best, end - left.start);
      const rest = (inside.get(left.stem) ?? 1) - 1;
      if (rest === 0) inside.delete(left.stem);
      else inside.set(left.stem, rest);
      first += 1;
    }
  }
  const least = [...new Map(found.map((it) => [it.stem, it.end - it.start])).values()].reduce(
    (sum, length) => sum + length + 1,
    -1,
  );
  return Math.min(1, stemCount / asked) * Math.min(1, least / best);
}

/** 1 for a new source, 0.5 after a year; ids contain their time. */
function freshnessOf({ sourceId }: IndexHit, now: number): number {
  const at = Number.parseInt(sourceId.replace('-', '').slice(0, 12), 16);
  return 1 / (1 + Math.max(0, now - at) / YEAR_MS);
}

/**
 * Chooses at most `limit` passages, best first. No source exceeds its share while another has hits;
 * a hit directly before or after a chosen one is merged with it.
 */
export function choose(ranked: readonly IndexHit[], limit: number): IndexHit[] {
  const sources = new Set(ranked.map((it) => it.sourceId)).size;
  const share = Math.max(2, Math.ceil((limit * 1.5) / Math.max(1, sources)));
  const groups: IndexHit[][] = [];
  const take = (hit: IndexHit, cap: number): boolean => {
    const beside = groups.find((group) => isBeside(group, hit));
    if (beside) {
      beside.push(hit);
      return true;
    }
    if (
      groups.length === limit ||
      groups.filter(([one]) => one?.sourceId === hit.sourceId).length >= cap
    )
      return false;
    groups.push([hit]);
    return true;
  };
  const remaining = ranked.filter((hit) => !take(hit, share));
  for (const hit of remaining) take(hit, Infinity);
  return groups.map(joined).sort((a, b) => b.score - a.score);
}

function isBeside(group: readonly IndexHit[], { sourceId, ordinal, text }: IndexHit): boolean {
  return (
    ordinal !== undefined &&
    group.some(
      (one) =>
        one.sourceId === sourceId &&
        one.ordinal !== undefined &&
        Math.abs(one.ordinal - ordinal) === 1,
    ) &&
    group.reduce((sum, one) => sum + one.text.length + 1, text.length) <= MAX_JOINED_CHARACTERS
  );
}

/** Merges neighbours into one passage: with the id and heading of the best, and the position of the first. */
function joined(group: readonly IndexHit[]): IndexHit {
  const [first, ...rest] = group.toSorted((a, b) => (a.ordinal ?? 0) - (b.ordinal ?? 0));
  const best = group.reduce((a, b) => (b.score > a.score ? b : a));
  if (!first || rest.length === 0) return best;
  return rest.reduce<IndexHit>(
    (whole, next) => {
      // Same as in the chunker: timed segments are joined by a space, paragraphs and blocks by a
      // line break.
      const offset = whole.text.length + 1;
      return {
        ...whole,
        text: `${whole.text}${next.locator.medium === 'timed' ? ' ' : '\n'}${next.text}`,
        locator: upTo(whole.locator, next.locator),
        pieces: [
          ...whole.pieces,
          ...next.pieces.map((piece) => ({
            ...piece,
            start: piece.start + offset,
            end: piece.end + offset,
          })),
        ],
        highlights: [
          ...whole.highlights,
          ...next.highlights.map(([start, end]): [number, number] => [
            start + offset,
            end + offset,
          ]),
        ],
      };
    },
    { ...first, chunkId: best.chunkId, heading: best.heading, score: best.score },
  );
}

/** A timed position ends with the last piece; a page or paragraph position is where it begins. */
const upTo = (first: Locator, last: Locator): Locator =>
  first.medium === 'timed' && last.medium === 'timed'
    ? { ...first, endS: Math.max(first.endS, last.endS) }
    : first;

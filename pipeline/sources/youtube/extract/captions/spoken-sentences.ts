/**
 * Divides speech without punctuation into sentences, by pauses, by words that open or continue a
 * sentence, and by length.
 */
import { clauseWordsOf, type ClauseWords } from './clause-words.ts';
import type { SpokenWord } from './words.ts';

/** Longest sentence, in seconds. */
const MOST_S = 14;
/** Most words of a sentence, because a hostile track may give every word the same time. */
const MOST_WORDS = 100;
/** Preferred length of a sentence; the cost grows with the distance from it. */
const GOOD_S = { least: 3, most: 9 };
/** Cost per second too short or too long. */
const LENGTH_COST = { short: 0.6, long: 0.25 };
/** Cost per sentence, so that a split needs a reason. */
const BEGIN_COST = 1.2;
/** Longer pauses count as this long. */
const LONGEST_PAUSE_S = 2;
const SCORES = { pauseSecond: 2, opener: 0.8, dependent: -2.5, comma: 0.6 };
/** Estimated duration of a word; the rest until the next word is a pause. */
const SPOKEN_S = { base: 0.2, character: 0.06 };

const lower = (word: string): string => word.toLowerCase().replaceAll('’', "'");
const bare = (word: string): string => /[\p{L}\p{N}'-]+/u.exec(lower(word))?.[0] ?? '';

/** Returns the seconds of silence within the time of a word. */
function stretchOf({ word, duration, measured }: SpokenWord): number {
  if (measured !== true) return 0;
  return Math.max(0, duration - SPOKEN_S.base - SPOKEN_S.character * [...word].length);
}

/**
 * Returns the seconds of silence between two words. Automatic captions have no gaps: the time of a
 * word starts at the end of the previous one, so a long word follows a pause.
 */
const pauseBetween = (word: SpokenWord, next: SpokenWord): number =>
  Math.max(0, next.offset - word.offset - word.duration) + stretchOf(next);

/** Scores how likely a sentence ends between two words; higher is likelier. */
function breakScore(word: SpokenWord, next: SpokenWord, lists: ClauseWords | undefined): number {
  return (
    Math.min(pauseBetween(word, next), LONGEST_PAUSE_S) * SCORES.pauseSecond +
    (/[,;:、，]$/u.test(word.word) ? SCORES.comma : 0) +
    (lists?.openers.has(bare(next.word)) ? SCORES.opener : 0) +
    (lists?.dependents.has(bare(word.word)) ? SCORES.dependent : 0)
  );
}

function lengthCost(seconds: number): number {
  if (seconds < GOOD_S.least) return (GOOD_S.least - seconds) * LENGTH_COST.short;
  return Math.max(0, seconds - GOOD_S.most) * LENGTH_COST.long;
}

/** Returns the words of each sentence, in order, for the split with the best total score. */
export function spokenSentences(words: readonly SpokenWord[], language: string): SpokenWord[][] {
  const lists = clauseWordsOf(language);
  const breaks = words.map((word, at) => {
    const next = words[at + 1];
    return next === undefined ? 0 : breakScore(word, next, lists);
  });
  // For each index: the best total for the words before it, and where its last sentence begins.
  const totals = [0];
  const starts = [0];
  for (const [at, last] of words.entries()) {
    const endS = last.offset + last.duration;
    let [best, start] = [Number.NEGATIVE_INFINITY, at];
    for (let from = at; from >= Math.max(0, at - MOST_WORDS + 1); from -= 1) {
      const seconds = endS - (words[from]?.offset ?? endS);
      if (seconds > MOST_S && from < at) break;
      const total = (totals[from] ?? 0) - lengthCost(seconds);
      if (total > best) [best, start] = [total, from];
    }
    totals.push(best - BEGIN_COST + (breaks[at] ?? 0));
    starts.push(start);
  }
  const sentences: SpokenWord[][] = [];
  for (let end = words.length; end > 0; end = starts[end] ?? 0)
    sentences.push(words.slice(starts[end] ?? 0, end));
  return sentences.toReversed();
}

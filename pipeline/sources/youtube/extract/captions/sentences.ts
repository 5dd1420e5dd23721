/**
 * Groups words into sentences with times: by punctuation if the track has it, otherwise by how it is
 * spoken.
 */
import { spokenSentences } from './spoken-sentences.ts';
import { joinWords } from './words.ts';
import type { SpokenWord } from './words.ts';

export interface Sentence {
  text: string;
  startS: number;
  endS: number;
}

const MOST_S = 30;
const PAUSE_S = 0.6;
/** A longer silence always ends a sentence. */
const SILENCE_S = 4;
const END = /[.!?…。！？؟।][)\]"'»”’」』]*$/u;
const ABBREVIATION =
  /^(?:\p{Lu}|(?:\p{L}\.)+\p{L}|mr|mrs|ms|dr|prof|st|vs|etc|jr|sr|e\.g|i\.e|z\.b|d\.h|u\.a|bzw|ca|sra?|mme|mlle)\.$/iu;
/** `No. 5`, but not the answer `No.` */
const NUMBERED = /^(?:no|nr|fig|vol|pp?|ch|sec)\.$/iu;

const endOf = (word: SpokenWord): number => word.offset + word.duration;
const endsSentence = (word: SpokenWord, next: SpokenWord | undefined): boolean =>
  END.test(word.word) &&
  !(NUMBERED.test(word.word) && /^\d/.test(next?.word ?? '')) &&
  !(ABBREVIATION.test(word.word) && next !== undefined && next.offset - endOf(word) < PAUSE_S);

/**
 * Finds where a listener would split: after the longest pause in the later half, with commas
 * counting as a short pause. Returns the index of the next word.
 */
function bestCut(words: readonly SpokenWord[], from: number, untilS: number): number {
  const startS = words[from]?.offset ?? 0;
  let best = from + 1;
  let score = -1;
  for (let index = from + 1; index < words.length; index += 1) {
    const [before, after] = [words[index - 1], words[index]];
    if (before === undefined || after === undefined || after.offset - startS > untilS) break;
    const breath = after.offset - endOf(before) + (/[,;:、，]$/u.test(before.word) ? 0.5 : 0);
    const weight = after.offset - startS < untilS / 2 ? breath / 4 : breath;
    if (weight >= score) [best, score] = [index, weight];
  }
  return best;
}

function* passages(words: readonly SpokenWord[]): Generator<SpokenWord[]> {
  const last = words.at(-1);
  let from = 0;
  while (
    last !== undefined &&
    from < words.length - 1 &&
    endOf(last) - (words[from]?.offset ?? 0) > MOST_S
  ) {
    const cut = bestCut(words, from, MOST_S);
    yield words.slice(from, cut);
    from = cut;
  }
  if (from < words.length) yield words.slice(from);
}

/** Returns sentences in order; each word is in exactly one. `language`: BCP 47. */
export function sentencesOf(words: SpokenWord[], language: string): Sentence[] {
  const ends = words.filter((word, index) => endsSentence(word, words[index + 1])).length;
  const isPunctuated = ends * 60 >= words.length;
  const groups: SpokenWord[][] = [];
  let current: SpokenWord[] = [];
  words.forEach((word, index) => {
    current.push(word);
    const next = words[index + 1];
    const silence = next === undefined ? 0 : next.offset - endOf(word);
    if (next === undefined || endsSentence(word, next) || silence > SILENCE_S) {
      groups.push(current);
      current = [];
    }
  });
  return groups
    .flatMap((group) => (isPunctuated ? [...passages(group)] : spokenSentences(group, language)))
    .map((group) => ({
      text: joinWords(group),
      startS: group[0]?.offset ?? 0,
      endS: Math.max(...group.slice(-3).map(endOf)),
    }));
}

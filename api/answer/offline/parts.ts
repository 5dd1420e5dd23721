/** The parts of notes and guides: Markdown with sentences of the sources and their marks. */
import { cuePattern, cuesOf, languageCues, type Cues } from './cues.ts';
import type { Prominent } from './graph.ts';
import type { Asked } from './questions.ts';
import type { ReadSentence } from './read-sentences.ts';
import { marked, weightiest, type Reading } from './read-through.ts';
import { inSections, summariseSections } from './summary.ts';
import type { KeyTerm } from './terms.ts';
import type { Words } from './words.ts';

const SHORT_CHARS = 220;

const lines = (items: readonly string[]): string => items.map((it) => `\n- ${it}`).join('');
export const list = (sentences: readonly ReadSentence[]): string => lines(sentences.map(marked));
export const paragraph = (sentences: readonly ReadSentence[]): string =>
  sentences.map(marked).join(' ');
export const quotes = (sentences: readonly ReadSentence[]): string =>
  sentences.map((it) => `> ${marked(it)}`).join('\n\n');
/** A heading with its content; nothing if there is no content. */
export const under = (heading: string, body: string): string =>
  body.trim() === '' ? '' : `\n\n## ${heading}\n\n${body.trimStart()}`;

export const glossary = (terms: readonly KeyTerm[]): string =>
  lines(terms.map((it) => `**${it.text}**: ${marked(it.meaning)}`));
export const numberedQuestions = (asked: readonly Asked[]): string =>
  asked.map((it, at) => `\n${at + 1}. ${it.question}`).join('');
export const numberedAnswers = (asked: readonly Asked[]): string =>
  asked.map((it, at) => `\n${at + 1}. ${paragraph(it.answer)}`).join('');
export const questionAndAnswer = (asked: readonly Asked[]): string =>
  asked.map((it) => `\n- **${it.question}**\n  ${paragraph(it.answer)}`).join('');

export const sections = (
  reading: Reading,
  count: number,
  words: Words,
  level: number,
  besides: readonly ReadSentence[] = [],
): string => [...inSections(summariseSections(reading, count, besides), words, level)].join('');

/** Returns the highest-ranked sentences of a kind, in reading order. */
export function ofKind(
  reading: Reading,
  is: (sentence: ReadSentence) => boolean,
  count: number,
  besides: readonly ReadSentence[] = [],
): ReadSentence[] {
  return weightiest(
    reading.ranked.filter((it) => is(it.sentence)),
    count,
    besides,
  );
}

type Cue = Exclude<keyof Cues, 'asks'>;
export const says =
  (cue: Cue) =>
  ({ text, passage }: ReadSentence): boolean => {
    const base = languageCues(passage.language);
    const cues = cuesOf(base);
    return cues !== undefined && cuePattern(base, cues[cue]).test(text);
  };
/**
 * Tells whether a sentence has a number with a unit or noun, other than the number of a list item.
 */
export const holdsFigure = ({ text }: ReadSentence): boolean =>
  /(?<![\p{L}\p{N}])\p{N}+(?:\s?%|\s*[\p{L}€$£¥])|[$€£¥]\s?\p{N}|(?<!\p{N})(?:1\d|20)\d\d(?!\p{N})/u.test(
    text.replace(/^[^\w\p{N}]*\p{N}+[.)]\s/u, ''),
  );

/** Prefers sentences that are short and understandable on their own. */
export const plainly = (reading: Reading): Prominent[] =>
  reading.ranked.map((it) => ({
    ...it,
    weight:
      it.weight *
      (it.sentence.text.length <= SHORT_CHARS ? 1.6 : 0.7) *
      (it.sentence.complete ? 1 : 0.5),
  }));

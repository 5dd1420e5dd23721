/**
 * Generates questions that the passages answer from key terms and headings, each with the sentences
 * that answer it.
 */
import type { OfflineInput } from '../contract.ts';
import type { ReadSentence } from './reading.ts';
import { ofSection, readingOrder, readThrough, weightiest, type Reading } from './read-through.ts';
import { keyTerms, type KeyTerm } from './terms.ts';
import { filled, wordsOf } from './words.ts';

export interface Asked {
  question: string;
  /** in reading order, at least one */
  answer: ReadSentence[];
}

const MIN_PROMPTS = 4;
const MAX_PROMPTS = 6;
const MAX_HEADINGS = 2;
const HEADING_CHARS = 80;
/** A term in more of the sentences than this is too general for a question. */
const COMMON = 0.2;

/**
 * Returns at most this many questions about terms that the text explains, definitions first, each
 * with a different answer.
 */
export function questionsOf(reading: Reading, terms: readonly KeyTerm[], most: number): Asked[] {
  const words = wordsOf(reading.language);
  const telling = terms.filter(
    (it) => it.isDefined || it.sentences.length <= Math.max(4, COMMON * reading.ranked.length),
  );
  const ordered = [
    ...telling.filter((it) => it.isDefined),
    ...telling.filter((it) => !it.isDefined),
  ];
  const answers = new Map<ReadSentence, Asked>();
  for (const [at, term] of ordered.entries()) {
    if (answers.size === most) break;
    const template = term.isDefined ? words.what : at % 2 === 0 ? words.about : words.role;
    if (!answers.has(term.meaning))
      answers.set(term.meaning, {
        question: filled(template, { x: term.text }),
        answer: [term.meaning],
      });
  }
  return [...answers.values()];
}

/** Four to six to begin with: of terms, of headings, of what belongs together. */
export function questionsOffline({
  passages,
}: Pick<OfflineInput, 'passages'>): { question: string }[] {
  const reading = readThrough(passages);
  const words = wordsOf(reading.language);
  const terms = keyTerms(reading.ranked, 8);
  const ofTerms = questionsOf(reading, terms, MAX_PROMPTS).map((it) => it.question);
  const headings = reading.sections.flatMap((it) =>
    it.heading === undefined ||
    it.heading.length > HEADING_CHARS ||
    ofSection(reading, it).length < 2
      ? []
      : [filled(words.under, { x: it.heading })],
  );
  const [one, other] = pairOf(terms);
  const link = one && other ? [filled(words.link, { x: one.text, y: other.text })] : [];
  const asked = [
    ...ofTerms.slice(0, MAX_PROMPTS - Math.min(MAX_HEADINGS, headings.length) - link.length),
    ...spreadOut(headings, MAX_HEADINGS),
    ...link,
  ];
  const general = passages.length === 0 ? [] : [words.main, words.numbers];
  return [
    ...new Set([
      ...asked,
      ...general.slice(0, Math.max(asked.length === 0 ? 1 : 0, MIN_PROMPTS - asked.length)),
    ]),
  ]
    .slice(0, MAX_PROMPTS)
    .map((question) => ({ question }));
}

/** The weightiest two that one sentence speaks of. */
function pairOf(terms: readonly KeyTerm[]): KeyTerm[] {
  for (const one of terms) {
    const other = terms.find(
      (it) => it !== one && it.sentences.some((sentence) => one.sentences.includes(sentence)),
    );
    if (other) return [one, other];
  }
  return [];
}

const spreadOut = <T>(items: readonly T[], count: number): T[] =>
  items.length <= count
    ? [...items]
    : Array.from(
        { length: count },
        (_, at) => items[Math.floor(((at + 0.5) * items.length) / count)],
      ).filter((it): it is T => it !== undefined);

/**
 * One question per section with text, answered by its weightiest sentences; per term if there are
 * no headings.
 */
export function questionsBySection(
  reading: Reading,
  terms: readonly KeyTerm[],
  most: number,
): Asked[] {
  const words = wordsOf(reading.language);
  const ofTerms = questionsOf(reading, terms, most);
  const answers = ofTerms.flatMap((it) => it.answer);
  const ofHeadings = reading.sections.flatMap((section): Asked[] => {
    const answer = weightiest(ofSection(reading, section), 2, answers);
    return section.heading === undefined || answer.length === 0
      ? []
      : [{ question: filled(words.under, { x: section.heading }), answer }];
  });
  const order = readingOrder(reading);
  return [...ofTerms.slice(0, Math.max(3, most - ofHeadings.length)), ...ofHeadings]
    .slice(0, most)
    .toSorted((a, b) => order(a.answer[0]) - order(b.answer[0]));
}

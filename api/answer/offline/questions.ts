/**
 * Generates questions that the passages answer from key terms and headings, each with the sentences
 * that answer it.
 */
import type { OfflineInput } from '../contract.ts';
import { headingQuestions } from './heading-question.ts';
import type { ReadSentence } from './read-sentences.ts';
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
const MAX_HEADINGS = 4;
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
  for (const term of ordered) {
    if (answers.size === most) break;
    const template = term.isDefined ? words.what : words.about;
    if (!answers.has(term.meaning))
      answers.set(term.meaning, {
        question: filled(template, { x: term.text }),
        answer: [term.meaning],
      });
  }
  return [...answers.values()];
}

/** Returns four to six questions to begin with: about headings, then about terms. */
export function questionsOffline({
  passages,
}: Pick<OfflineInput, 'passages'>): { question: string }[] {
  const reading = readThrough(passages);
  const words = wordsOf(reading.language);
  const questionOf = headingQuestions(reading);
  const ofHeadings = spreadOut(
    reading.sections.flatMap((it) => {
      const question = ofSection(reading, it).length < 2 ? undefined : questionOf(it);
      return question ?? [];
    }),
    MAX_HEADINGS,
  );
  const headings = ofHeadings.join('\n').toLowerCase();
  const terms = keyTerms(reading.ranked, 8).filter(
    (it) => !headings.includes(it.text.toLowerCase()),
  );
  const asked = [
    ...ofHeadings,
    ...questionsOf(reading, terms, MAX_PROMPTS).map((it) => it.question),
  ];
  const general = passages.length === 0 ? [] : [words.main, words.numbers];
  return [...new Set([...asked, ...(asked.length < MIN_PROMPTS ? general : [])])]
    .slice(0, MAX_PROMPTS)
    .map((question) => ({ question }));
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
  const questionOf = headingQuestions(reading);
  const ofTerms = questionsOf(reading, terms, most);
  const answers = ofTerms.flatMap((it) => it.answer);
  const ofHeadings = reading.sections.flatMap((section): Asked[] => {
    const answer = weightiest(ofSection(reading, section), 2, answers);
    const question = answer.length === 0 ? undefined : questionOf(section);
    return question === undefined ? [] : [{ question, answer }];
  });
  const order = readingOrder(reading);
  return [...ofTerms.slice(0, Math.max(3, most - ofHeadings.length)), ...ofHeadings]
    .slice(0, most)
    .toSorted((a, b) => order(a.answer[0]) - order(b.answer[0]));
}

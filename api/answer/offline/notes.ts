/** Generates the seven types of notes from the structure and key terms of the sources. */
import type { NoteType } from '#core/contract/ask.ts';
import type { OfflineInput } from '../contract.ts';
import {
  glossary,
  holdsFigure,
  list,
  numberedAnswers,
  numberedQuestions,
  ofKind,
  paragraph,
  quotes,
  says,
  sections,
  under,
} from './parts.ts';
import { questionsBySection } from './questions.ts';
import { positionOrder } from './read-sentences.ts';
import {
  lengthFor,
  marked,
  ofSection,
  readingOrder,
  readThrough,
  titleOf,
  weightiest,
  type Reading,
} from './read-through.ts';
import { keyTerms, type KeyTerm } from './terms.ts';
import { filled, wordsOf, type Words } from './words.ts';

interface Made {
  reading: Reading;
  words: Words;
  count: number;
  terms(most: number): KeyTerm[];
}
type Writer = (made: Made) => Iterable<string>;

const GIST = 3;
const MAX_TERMS = 12;
const MAX_TRACKED = 30;
const MAX_QUESTIONS = 10;
const MAX_PAIRS = 16;
const MAX_FIGURES = 12;
const CHAPTER_POINTS = 4;

const auto: Writer = function* ({ reading, words, count, terms }) {
  const gist = weightiest(reading.ranked, GIST);
  yield paragraph(gist);
  yield sections(reading, count, words, 2, gist);
  yield under(words.terms, glossary(terms(MAX_TERMS / 2)));
};

const studyGuide: Writer = function* ({ reading, words, count, terms }) {
  const gist = weightiest(reading.ranked, GIST);
  const found = terms(MAX_TERMS);
  const asked = questionsBySection(reading, found, MAX_QUESTIONS - 2);
  yield under(words.gist, paragraph(gist)).trimStart();
  yield under(words.ideas, sections(reading, count, words, 3, gist));
  yield under(words.terms, glossary(found));
  yield under(words.check, numberedQuestions(asked));
  yield under(words.answers, numberedAnswers(asked));
};

const examPrep: Writer = function* ({ reading, words, terms }) {
  const found = terms(MAX_TERMS);
  const asked = questionsBySection(reading, found, MAX_QUESTIONS);
  const ideas = weightiest(reading.ranked, 6);
  yield under(words.ideas, list(ideas)).trimStart();
  yield under(words.figures, list(ofKind(reading, holdsFigure, MAX_FIGURES, ideas)));
  yield under(words.terms, glossary(found.filter((it) => it.isDefined)));
  yield under(words.likely, numberedQuestions(asked));
  yield under(words.answers, numberedAnswers(asked));
};

const questionSheet: Writer = function* ({ reading, terms }) {
  const asked = questionsBySection(reading, terms(MAX_PAIRS), MAX_PAIRS);
  for (const [at, { question, answer }] of asked.entries())
    yield `${at === 0 ? '' : '\n\n'}### ${question}\n\n${paragraph(answer)}`;
};

const chapters: Writer = function* ({ reading, words }) {
  const several = new Set(reading.sections.map((it) => it.sourceId)).size > 1;
  let source: string | undefined;
  let begun = false;
  for (const [at, section] of reading.sections.entries()) {
    const [first, ...points] = weightiest(ofSection(reading, section), CHAPTER_POINTS + 1);
    if (!first) continue;
    if (several && section.sourceId !== source) {
      source = section.sourceId;
      yield `${begun ? '\n\n' : ''}# ${section.sourceTitle}`;
      begun = true;
    }
    yield `${begun ? '\n\n' : ''}## ${titleOf(section, filled(words.part, { n: at + 1 }))}\n\n${marked(first)}`;
    begun = true;
    if (points.length > 0) yield `\n${list(points)}`;
  }
};

const deepDive: Writer = function* ({ reading, words, count, terms }) {
  const gist = weightiest(reading.ranked, GIST + 1);
  yield under(words.gist, paragraph(gist)).trimStart();
  for (const [at, section] of reading.sections.entries()) {
    const share = Math.max(4, Math.ceil((3 * count) / reading.sections.length));
    const sentences = weightiest(ofSection(reading, section), share, gist);
    yield under(titleOf(section, filled(words.part, { n: at + 1 })), paragraph(sentences));
  }
  const reasons = ofKind(reading, (it) => says('because')(it) || says('contrast')(it), 6, gist);
  yield under(words.reasons, list(reasons));
  yield under(
    words.figures,
    list(ofKind(reading, holdsFigure, MAX_FIGURES / 2, [...gist, ...reasons])),
  );
  yield under(words.terms, glossary(terms(MAX_TERMS)));
  yield under(
    words.quotes,
    quotes(
      weightiest(
        reading.ranked.filter((it) => it.sentence.complete),
        3,
        [...gist, ...reasons],
      ),
    ),
  );
};

/** In order of first occurrence, each followed by its other occurrences. */
const termTracker: Writer = function* ({ reading, words, terms }) {
  const order = readingOrder(reading);
  let begun = false;
  for (const term of terms(MAX_TRACKED).toSorted(
    (a, b) => order(a.sentences[0]) - order(b.sentences[0]),
  )) {
    const elsewhere = [...new Set(term.sentences.map((it) => it.passage))]
      .filter((it) => it !== term.meaning.passage)
      .toSorted((a, b) =>
        a.sourceId === b.sourceId ? positionOrder(a) - positionOrder(b) : a.n - b.n,
      );
    yield `${begun ? '\n' : ''}- **${term.text}**: ${marked(term.meaning)}`;
    if (elsewhere.length > 0)
      yield `\n  - ${words.also} **${term.text}** ${elsewhere.map((it) => `[${it.n}]`).join('')}`;
    begun = true;
  }
};

const WRITERS: Readonly<Record<NoteType, Writer>> = {
  'Auto Notes': auto,
  'Study Guide': studyGuide,
  'Exam Prep Notes': examPrep,
  'Q&A Sheet': questionSheet,
  'Chapter Breakdown': chapters,
  'Deep Dive': deepDive,
  'Term Tracker': termTracker,
};

/** Notes in the language that most of the passages are written in. */
export function notesOffline(
  type: NoteType,
): (input: Pick<OfflineInput, 'passages'>) => Generator<string> {
  return function* ({ passages }) {
    const reading = readThrough(passages);
    const words = wordsOf(reading.language);
    let hasText = false;
    const made: Made = {
      reading,
      words,
      count: lengthFor(reading),
      terms: (most) => keyTerms(reading.ranked, most),
    };
    for (const part of WRITERS[type](made)) {
      hasText ||= part !== '';
      if (part !== '') yield part;
    }
    if (!hasText) yield words.nothing;
  };
}

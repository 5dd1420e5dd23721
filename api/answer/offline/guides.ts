/** Offline versions of predefined prompts and guides, by kind. */
import type { GuideKind } from '#config/guides.ts';
import type { OfflineInput } from '../contract.ts';
import {
  glossary,
  holdsFigure,
  list,
  ofKind,
  paragraph,
  plainly,
  questionAndAnswer,
  quotes,
  says,
  under,
} from './parts.ts';
import { questionsBySection } from './questions.ts';
import {
  focused,
  lengthFor,
  marked,
  ofSection,
  readThrough,
  titleOf,
  weightiest,
  type Reading,
} from './read-through.ts';
import { summariseOffline } from './summary.ts';
import { keyTerms } from './terms.ts';
import { filled, wordsOf, type Words } from './words.ts';

type Writer = (reading: Reading, words: Words) => Iterable<string>;

const MAX_POINTS = 8;
const MAX_QUOTES = 6;
const MAX_FIGURES = 12;
const MAX_QUESTIONS = 8;
const MAX_TERMS = 12;
const MAX_EXAMPLES = 2;

const WRITERS: Readonly<Record<Exclude<GuideKind, 'overview'>, Writer>> = {
  *points(reading) {
    const chosen = new Set(weightiest(reading.ranked, MAX_POINTS));
    yield list(
      reading.ranked
        .filter((it) => chosen.has(it.sentence))
        .toSorted((a, b) => b.weight - a.weight)
        .map((it) => it.sentence),
    );
  },
  *explain(reading, words) {
    const plain = weightiest(plainly(reading), 4);
    yield paragraph(plain);
    const examples = list(ofKind(reading, says('example'), MAX_EXAMPLES, plain));
    if (examples !== '') yield `\n${examples}`;
    yield under(
      words.terms,
      glossary(keyTerms(reading.ranked, MAX_TERMS / 2).filter((it) => it.isDefined)),
    );
  },
  *questions(reading) {
    yield questionAndAnswer(
      questionsBySection(reading, keyTerms(reading.ranked, MAX_QUESTIONS * 2), MAX_QUESTIONS),
    );
  },
  *terms(reading) {
    yield glossary(keyTerms(reading.ranked, MAX_TERMS));
  },
  *outline(reading, words) {
    for (const [at, section] of reading.sections.entries()) {
      const [first] = weightiest(ofSection(reading, section), 1);
      if (first)
        yield `\n- **${titleOf(section, filled(words.part, { n: at + 1 }))}**: ${marked(first)}`;
    }
  },
  *figures(reading) {
    yield list(ofKind(reading, holdsFigure, MAX_FIGURES));
  },
  *claims(reading, words) {
    const claims = weightiest(reading.ranked, 4);
    const reasons = ofKind(reading, says('because'), 4, claims);
    const figures = ofKind(reading, holdsFigure, 3, [...claims, ...reasons]);
    yield list(claims);
    yield under(words.reasons, list([...reasons, ...figures]));
    yield under(
      words.contrast,
      list(ofKind(reading, says('contrast'), 4, [...claims, ...reasons, ...figures])),
    );
  },
  *quotes(reading) {
    const complete = { ...reading, ranked: reading.ranked.filter((it) => it.sentence.complete) };
    const chosen = weightiest(plainly(complete), MAX_QUOTES);
    yield quotes(chosen.length > 0 ? chosen : weightiest(reading.ranked, MAX_QUOTES));
  },
};

/** Skips sentences of earlier answers, unless nothing else remains. */
function without(reading: Reading, answer: string): Reading {
  const ranked = reading.ranked.filter((it) => !answer.includes(it.sentence.text));
  return ranked.length === 0 ? reading : { ...reading, ranked };
}

/**
 * Uses all passages, those about the clip if there is one, or those about the answered question for
 * a follow-up.
 */
export function guideOffline(kind: GuideKind): (input: OfflineInput) => Generator<string> {
  return function* ({ question, about, passages, values }) {
    const { task, answer = '' } = values;
    const focus = about?.text ?? (task === undefined ? undefined : question);
    const remainingText = without(readThrough(passages), answer);
    const reading = focus === undefined ? remainingText : focused(remainingText, focus);
    const words = wordsOf(reading.language);
    let output = '';
    const texts =
      kind === 'overview'
        ? focus === undefined
          ? summariseOffline({ passages })
          : [paragraph(weightiest(reading.ranked, Math.min(3, lengthFor(reading))))]
        : WRITERS[kind](reading, words);
    for (const text of texts) {
      // The answer does not begin with a blank line.
      const part = output === '' ? text.trimStart() : text;
      output += part;
      if (part !== '') yield part;
    }
    if (output === '') yield words.nothing;
  };
}

/**
 * Analyses the sources once for all generated texts: their sections, and the weight of each
 * sentence.
 */
import { contentTerms } from '../relevance.ts';
import type { Passage } from '../retrieve.ts';
import { prominence, sampleSentences, type Prominent } from './graph.ts';
import { languageOf } from './language.ts';
import { rankSentences } from './rank.ts';
import { likeness, readSentences, type ReadSentence } from './read-sentences.ts';
import { sectionsOf, type Section } from './sections.ts';
import { keyTerms } from './terms.ts';

const MAX_PASSAGES = 600;
/** Jaccard similarity above which two sentences count as duplicates */
const ALIKE = 0.4;
const LEAST_SENTENCES = 3;
const MOST_SENTENCES = 24;
/**
 * sentences of the source per sentence of its summary; longer sources are summarised more sparsely
 */
const CHARS_A_SENTENCE = 900;
/** minimum share of letters and blanks in a proper sentence */
const LEAST_LETTERS = 0.75;
/** bonus for mentioning the subject of the title */
const OF_TITLE = 1.25;
/** bonus for the beginning of a source, which often summarises it */
const LEAD = 1.2;
const LEAD_SHARE = 0.1;
const TOPIC_TERMS = 2;
const TOPIC_CANDIDATES = 10;

/** Sentences that depend on the previous one are hard to understand alone. */
const LEANS =
  /^(?:and|but|so|or|because|also|this|that|these|those|it|they|he|she|however|therefore|thus|hence|then|such|und|aber|oder|denn|doch|dies\p{L}*|das|es|er|sie|et|mais|ou|donc|car|cela|ceci|il|elle|ils|elles|y|pero|o|esto|esta|este|eso|e|ma|questo|questa|но|и|а|это|он|она|они)(?![\p{L}\p{M}])|^(?:因此|但是|而且|所以|这|它|しかし|そして|また|これ|それ|그러나|그리고|이것)/iu;

export interface Reading {
  language: string;
  sections: Section[];
  /** in reading order */
  ranked: Prominent[];
}

/** Analyses the passages once for all generated texts. */
export function readThrough(passages: readonly Passage[]): Reading {
  const sections = sectionsOf(sampleSentences(passages, MAX_PASSAGES));
  const sources = [
    ...Map.groupBy(
      sections.flatMap((it) => it.passages),
      (it) => it.sourceId,
    ).values(),
  ];
  const lead = new Set(sources.flatMap((own) => own.slice(0, Math.ceil(own.length * LEAD_SHARE))));
  const titles = new Map(
    sources.flatMap(([first]) =>
      first ? [[first.sourceId, contentTerms(first.title, first.language)] as const] : [],
    ),
  );
  const ranked = prominence(sections.flatMap((it) => it.passages).flatMap(readSentences)).map(
    ({ sentence, weight }) => {
      const ofTitle =
        titles.get(sentence.passage.sourceId)?.isDisjointFrom(sentence.terms) === false
          ? OF_TITLE
          : 1;
      return {
        sentence,
        weight: weight * fitness(sentence) * ofTitle * (lead.has(sentence.passage) ? LEAD : 1),
      };
    },
  );
  const reading = { language: languageOf('', passages), sections, ranked };
  return sections.some((it) => it.heading === undefined) && sections.length > 1
    ? { ...reading, sections: withTopics(reading) }
    : reading;
}

/** Adds topics to sections without a heading: terms of theirs that most other sections lack. */
function withTopics(reading: Reading): Section[] {
  const terms = reading.sections.map((section) =>
    keyTerms(ofSection(reading, section), TOPIC_CANDIDATES).map((it) => it.text),
  );
  const spread = new Map<string, number>();
  for (const term of terms.flat()) spread.set(term, (spread.get(term) ?? 0) + 1);
  return reading.sections.map((section, at) => {
    if (section.heading !== undefined) return section;
    return {
      ...section,
      topic: (terms[at] ?? [])
        .filter((it) => (spread.get(it) ?? 0) * 2 <= terms.length)
        .slice(0, TOPIC_TERMS)
        .join(', '),
    };
  });
}

/** Prefers text about the focus and adds little else. */
export function focused(reading: Reading, focus: string): Reading {
  const scores = new Map(
    rankSentences(
      focus,
      reading.ranked.map((it) => it.sentence),
    ).map((it) => [it.sentence, it.score]),
  );
  const best = Math.max(0, ...scores.values());
  return best === 0
    ? reading
    : {
        ...reading,
        ranked: reading.ranked.map((it) => ({
          ...it,
          weight: it.weight * (0.1 + (scores.get(it.sentence) ?? 0) / best),
        })),
      };
}

/** Rates how understandable a sentence is by itself. */
function fitness({ text, terms, complete, order }: ReadSentence): number {
  const length = terms.size < 5 ? 0.6 : terms.size > 40 ? 0.5 : 1;
  // Begins and ends as a sentence does.
  const whole =
    /^["“”„«‘'¿¡「『《]?[\p{L}\p{N}]/u.test(text) &&
    !/^\p{Ll}/u.test(text) &&
    text.split('(').length === text.split(')').length
      ? 1
      : 0.5;
  // Few formulas and table figures.
  const written =
    [...text.matchAll(/[\p{L}\p{M}\s]/gu)].length < LEAST_LETTERS * text.length ? 0.4 : 1;
  return (
    written *
    whole *
    (complete ? 1 : 0.6) *
    length *
    (LEANS.test(text) ? 0.55 : 1) *
    (/[?？؟]$/u.test(text) ? 0.4 : 1) *
    (order === 0 ? 1.1 : 1)
  );
}

/** Returns the `count` weightiest sentences without repetition, in reading order. */
export function weightiest(
  ranked: readonly Prominent[],
  count: number,
  besides: readonly ReadSentence[] = [],
): ReadSentence[] {
  const chosen = new Set<ReadSentence>();
  for (const { sentence } of ranked.toSorted((a, b) => b.weight - a.weight)) {
    if (chosen.size === count) break;
    if (![...besides, ...chosen].some((other) => likeness(other.terms, sentence.terms) > ALIKE))
      chosen.add(sentence);
  }
  return ranked.flatMap(({ sentence }) => (chosen.has(sentence) ? [sentence] : []));
}

/** Compares the order of sentences; a missing one comes first. */
export function readingOrder({ ranked }: Reading): (sentence: ReadSentence | undefined) => number {
  const order = new Map(ranked.map((it, at) => [it.sentence, at]));
  return (sentence) => (sentence && order.get(sentence)) ?? 0;
}

export const ofSection = ({ ranked }: Reading, section: Section): Prominent[] => {
  const own = new Set(section.passages);
  return ranked.filter((it) => own.has(it.sentence.passage));
};

export const lengthFor = (reading: Reading): number => {
  const chars = reading.sections.reduce(
    (sum, section) => sum + section.passages.reduce((own, it) => own + it.text.length, 0),
    0,
  );
  return Math.min(
    MOST_SENTENCES,
    Math.max(LEAST_SENTENCES, Math.round(Math.sqrt(chars / CHARS_A_SENTENCE) * 3)),
  );
};

export const marked = ({ text, passage }: ReadSentence): string => `${text} [${passage.n}]`;

/**
 * The heading of a section, or its subject, with its position; for a source with neither, the
 * number of the part.
 */
export function titleOf({ heading, topic = '', place }: Section, part: string): string {
  if (heading !== undefined) return place === undefined ? heading : `${heading} (${place})`;
  return topic === '' ? (place ?? part) : `${place ?? part}: ${topic}`;
}

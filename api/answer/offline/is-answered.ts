/**
 * Estimates whether the sources answer a question at all: how much of it, weighted by rarity, the
 * best sentence and its passage contain, and whether they have what it asks for.
 */
import { analyse, baseLanguage } from '#pipeline/search/index.ts';
import { contentTerms } from '../relevance.ts';
import type { Passage } from '../retrieve.ts';
import { languageCues } from './cues.ts';
import { evidence } from './question.ts';
import { matchTerms, wantsOf, type Scored } from './rank.ts';
import type { ReadSentence } from './read-sentences.ts';

/** How many of the best sentences are examined. */
const BEST_SENTENCES = 3;
const NAME =
  /(?<=[\p{L}\p{N},;:"'“‘’)] ?)(?<![.!?¿¡] )(?:\p{Lu}[\p{L}\p{M}’'-]*|\p{N}[\p{N}.,]*)/gu;

/**
 * Weights of a logistic regression over questions of SQuAD and XQuAD, each asked of its own article
 * and of others; `scripts/bench answers` measures them.
 */
const BIAS = -2.84;
const WEIGHTS = {
  inSentence: 1.79,
  nearby: 1.98,
  inPassage: 0.82,
  names: 2.41,
  nameless: 1.32,
  evidence: 0.05,
  untyped: -0.4,
  matched: 1.79,
  length: -1.83,
  unknown: 0.11,
  inSentenceSquared: 1.37,
  inPassageSquared: 1.06,
  inSentenceByMatched: 1.9,
  inSentenceByNames: 1.13,
  inSentenceByEvidence: 0.54,
};
/**
 * The minimum score of an answered question, at which one in twenty is refused. It is lower for
 * languages with many word forms or without spaces, which match less of a question.
 */
const LEAST: Readonly<Record<string, number>> = {
  en: -0.3,
  es: -0.5,
  fr: -0.5,
  pt: -0.5,
  it: -0.5,
  nl: -0.5,
  vi: 0.5,
  de: -1.7,
  hi: -1,
  tr: -1.5,
  ar: -1.5,
  ru: -1.2,
  th: -1.6,
  ja: -1.8,
  ko: -1.8,
  zh: -1.8,
};
const LEAST_OTHERWISE = -1;

/**
 * Tells whether the sentences answer the question; `ranked` are the same, best first. A question
 * without a subject always counts as answered.
 */
export function isAnswered(
  question: string,
  sentences: readonly ReadSentence[],
  ranked: readonly Scored[],
): boolean {
  const spread = new Map<string, number>();
  for (const { terms } of sentences)
    for (const term of terms) spread.set(term, (spread.get(term) ?? 0) + 1);
  return ranked.slice(0, BEST_SENTENCES).some(({ sentence }) => {
    const least = LEAST[languageCues(sentence.passage.language)] ?? LEAST_OTHERWISE;
    return scoreOf(question, sentence, spread, sentences.length) >= least;
  });
}

function scoreOf(
  question: string,
  sentence: ReadSentence,
  spread: ReadonlyMap<string, number>,
  count: number,
): number {
  const { passage } = sentence;
  const { terms, asked } = wantsOf(question, passage.language);
  if (terms.size === 0) return Infinity;
  const holders = matchTerms(terms, spread);
  const weights = new Map(
    [...terms].map((term) => {
      const held = Math.min(count, holders.get(term) ?? 0);
      return [term, Math.log(1 + (count - held + 0.5) / (held + 0.5))] as const;
    }),
  );
  const all = sum(weights.values()) || 1;
  const shareIn = (own: ReadonlySet<string>): number => {
    const found = matchTerms(terms, new Map([...own].map((it) => [it, 1])));
    const shares = [...weights].map(([term, weight]) => weight * Math.min(1, found.get(term) ?? 0));
    return sum(shares) / all;
  };
  const context = contextOf(passage);
  const inSentence = shareIn(sentence.terms);
  const inPassage = shareIn(context.terms);
  const matched =
    Math.min(6, matchTerms(terms, new Map([...sentence.terms].map((it) => [it, 1]))).size) / 6;
  const named = namesIn(question, passage.language);
  const known = named.filter((it) => it.every((term) => context.forms.has(term))).length;
  const names = named.length === 0 ? 0 : known / named.length;
  const has = asked.wanted ? evidence(asked.wanted, sentence.text, question, passage.language) : 0;
  const features: Record<keyof typeof WEIGHTS, number> = {
    inSentence,
    nearby: shareIn(sentence.terms.union(sentence.beside)),
    inPassage,
    names,
    nameless: named.length === 0 ? 1 : 0,
    evidence: has,
    untyped: asked.wanted ? 0 : 1,
    matched,
    length: Math.min(10, terms.size) / 10,
    unknown: [...terms].filter((it) => !holders.has(it)).length / terms.size,
    inSentenceSquared: inSentence ** 2,
    inPassageSquared: inPassage ** 2,
    inSentenceByMatched: inSentence * matched,
    inSentenceByNames: inSentence * names,
    inSentenceByEvidence: inSentence * has,
  };
  return BIAS + sum(typedKeys(WEIGHTS).map((it) => WEIGHTS[it] * features[it]));
}

const typedKeys = (it: typeof WEIGHTS) => Object.keys(it) as (keyof typeof WEIGHTS)[];
const sum = (numbers: Iterable<number>): number => {
  let total = 0;
  for (const it of numbers) total += it;
  return total;
};

const contexts = new WeakMap<Passage, { terms: ReadonlySet<string>; forms: ReadonlySet<string> }>();
function contextOf(passage: Passage) {
  let context = contexts.get(passage);
  if (!context) {
    const text = `${passage.title}\n${passage.heading}\n${passage.text}`;
    const forms = analyse(text, baseLanguage(passage.language)).flatMap((it) => [it.form, it.term]);
    context = { terms: contentTerms(text, passage.language), forms: new Set(forms) };
    contexts.set(passage, context);
  }
  return context;
}

/** Returns the names and numbers of a question, each as its terms. */
const namesIn = (question: string, language: string): string[][] =>
  [...question.matchAll(NAME)].map((it) =>
    analyse(it[0], baseLanguage(language)).map((token) => token.term),
  );

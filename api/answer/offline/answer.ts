/**
 * The offline assistant answers with sentences of the sources, each cited, best first. The same
 * question over the same passages gives the same answer. It adds no statements, and says if nothing
 * fits.
 */
import type { Passage } from '../retrieve.ts';
import { isAnswered } from './is-answered.ts';
import { isFactual } from './question.ts';
import { languageOf } from './language.ts';
import { overlookedSentences } from './overlooked-sentences.ts';
import { rankSentences, wantsOf, type Scored } from './rank.ts';
import {
  likeness,
  positionOrder,
  quotable,
  readSentences,
  type ReadSentence,
} from './read-sentences.ts';
import { wordsOf } from './words.ts';

const MAX_SENTENCES = 5;
/** sentences of the answer to a question about a fact */
const MAX_FACTS = 3;
const MAX_PER_SOURCE = 5;
const MAX_NEAREST = 3;
const OPENING_CHARS = 200;
/** minimum score, as a share of the best sentence's score */
const LEAST_SHARE = 0.25;
/** Jaccard similarity above which two sentences count as duplicates */
const ALIKE = 0.55;

/**
 * Yields the answer by sentence, with `[n]` marks. `about`: the text of the clip; a question
 * without a subject refers to it.
 */
export function* answerOffline(
  question: string,
  passages: readonly Passage[],
  about = '',
): Generator<string> {
  const sentences = passages.filter((it) => it.matched).flatMap(readSentences);
  const ranked = rankSentences(question, sentences, { isByRank: true });
  const asked = isAnswered(question, sentences, ranked)
    ? withOverlooked(question, passages, ranked)
    : [];
  const chosen = asked.length > 0 || about === '' ? asked : pick(rankSentences(about, sentences));
  if (chosen.length === 0) yield* nothing(question, passages);
  const groups = Map.groupBy(chosen, (it) => it.passage.sourceId);
  const isList = chosen.length > 2 || groups.size > 1;
  let begun = false;
  for (const group of groups.values()) {
    if (groups.size > 1)
      yield `${begun ? '\n\n' : ''}**${quotable(group[0]?.passage.title ?? '').replaceAll('*', '')}**\n`;
    for (const { passage, text } of group) {
      yield isList
        ? `${begun || groups.size > 1 ? '\n' : ''}- ${text} [${passage.n}]`
        : `${begun ? ' ' : ''}${text} [${passage.n}]`;
      begun = true;
    }
  }
}

/** Least share of a question's words that a quoted sentence and its neighbours contain. */
const LEAST_ASKED = 0.7;
/**
 * Yields the sentence that answers best; nothing if none does, or if its neighbours lack words of
 * the question.
 */
export function* quoteOffline(question: string, passages: readonly Passage[]): Generator<string> {
  const sentences = passages.filter((it) => it.matched).flatMap(readSentences);
  const ranked = rankSentences(question, sentences, { isByRank: true });
  const [best] = isAnswered(question, sentences, ranked) ? pick(ranked, 1) : [];
  if (!best) return;
  const asked = wantsOf(question, best.passage.language).terms;
  const found = asked.intersection(best.terms.union(best.beside));
  if (found.size >= LEAST_ASKED * asked.size) yield `${best.text} [${best.passage.n}]`;
}

/**
 * For a question without a subject, returns the beginning of each source; for any other, says that
 * nothing was found and shows the closest passages.
 */
function* nothing(question: string, passages: readonly Passage[]): Generator<string> {
  const words = wordsOf(languageOf(question, passages));
  const isOpen =
    passages.length > 0 && passages.every((it) => wantsOf(question, it.language).terms.size === 0);
  const inOrder = passages.toSorted((a, b) => positionOrder(b) - positionOrder(a));
  const nearest = isOpen
    ? [...new Map(inOrder.map((it) => [it.sourceId, it])).values()]
    : passages.slice(0, MAX_NEAREST);
  yield isOpen ? words.overview : words.nothing;
  if (nearest.length === 0) return;
  yield isOpen ? '\n' : ` ${words.nearest}\n`;
  for (const passage of nearest) yield `\n- ${opening(passage)} [${passage.n}]`;
  if (!isOpen && words.search !== undefined) yield `\n\n${words.search}`;
}

/** Returns the first sentence that is long enough. */
function opening(passage: Passage): string {
  const sentences = readSentences(passage);
  return (
    (sentences.find((it) => it.complete && it.terms.size > 3) ?? sentences[0])?.text ??
    quotable(passage.text).slice(0, OPENING_CHARS).toWellFormed()
  );
}

/** Replaces the last of the best sentences by sentences of sources that would be left out. */
function withOverlooked(
  question: string,
  passages: readonly Passage[],
  ranked: readonly Scored[],
): ReadSentence[] {
  const most = asksForFact(question, passages) ? MAX_FACTS : MAX_SENTENCES;
  const best = pick(ranked, most);
  if (best.length === 0) return best;
  const overlooked = overlookedSentences(question, passages, ranked, best).slice(0, most - 1);
  return [...best.slice(0, most - overlooked.length), ...overlooked];
}

/** Tells whether the question asks for a fact, which one sentence can state. */
function asksForFact(question: string, passages: readonly Passage[]): boolean {
  return [...new Set(passages.map((it) => it.language))].some((language) =>
    isFactual(question, language),
  );
}

/** Returns the best sentences without repetition, best first. */
function pick(ranked: readonly Scored[], most = MAX_SENTENCES): Scored['sentence'][] {
  const chosen: Scored['sentence'][] = [];
  const least = (ranked[0]?.score ?? 0) * LEAST_SHARE;
  for (const { sentence, score } of ranked) {
    if (chosen.length === most || score < least) break;
    if (
      chosen.filter((other) => other.passage.sourceId === sentence.passage.sourceId).length >=
      MAX_PER_SOURCE
    )
      continue;
    if (!chosen.some((other) => likeness(sentence.terms, other.terms) > ALIKE))
      chosen.push(sentence);
  }
  return chosen;
}

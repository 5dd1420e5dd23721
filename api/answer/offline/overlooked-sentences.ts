/**
 * Finds sentences that the ranking misses. A page of numbers may share only one word with the
 * question, so that no sentence ranks high: the search has found the page, and the type of the
 * question tells which sentence to quote.
 */
import { contentTerms, shared } from '../relevance.ts';
import type { Passage } from '../retrieve.ts';
import { figuresIn } from './question.ts';
import { wantsOf, type Scored } from './rank.ts';
import { readSentences, type ReadSentence } from './read-sentences.ts';

/** How many of the best passages of the search are considered. */
const BEST_PASSAGES = 3;
/** least share of the question's terms in a passage that answers it */
const LEAST_TERMS = 0.5;
/** A sentence with fewer figures mentions an amount rather than lists them. */
const LEAST_FIGURES = 3;

/**
 * Returns a sentence of each of the best passages whose source is not quoted yet, one per source:
 * for an amount the one with the most figures, else the best ranked. `passages` are in the order of
 * the search, `ranked` best first.
 */
export function overlookedSentences(
  question: string,
  passages: readonly Passage[],
  ranked: readonly Scored[],
  quoted: readonly ReadSentence[],
): ReadSentence[] {
  const sources = new Set<string>(quoted.map((it) => it.passage.sourceId));
  const out: ReadSentence[] = [];
  for (const passage of passages.filter((it) => it.matched).slice(0, BEST_PASSAGES)) {
    if (sources.has(passage.sourceId) || !concerns(passage, question)) continue;
    const sentence =
      richestSentence(question, passage) ??
      ranked.find((it) => it.sentence.passage === passage)?.sentence;
    if (!sentence) continue;
    sources.add(passage.sourceId);
    out.push(sentence);
  }
  return out;
}

function concerns(passage: Passage, question: string): boolean {
  const { terms } = wantsOf(question, passage.language);
  const own = contentTerms(`${passage.heading}\n${passage.text}`, passage.language);
  return terms.size > 0 && shared(terms, own) >= LEAST_TERMS * terms.size;
}

/** Returns the sentence with the most figures if the question asks for an amount. */
function richestSentence(question: string, passage: Passage): ReadSentence | undefined {
  if (wantsOf(question, passage.language).asked.wanted !== 'amount') return undefined;
  let best: { sentence: ReadSentence; figures: number } | undefined;
  for (const sentence of readSentences(passage)) {
    const figures = figuresIn(sentence.text, passage.language);
    if (figures >= LEAST_FIGURES && figures > (best?.figures ?? 0)) best = { sentence, figures };
  }
  return best?.sentence;
}

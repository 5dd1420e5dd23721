/**
 * Decides whether a passage supports the text before its citation, and finds the position in the
 * passage.
 */
import type { CitationSupport } from '#core/contract/ask.ts';
import { analyse } from '#pipeline/search/index.ts';
import { contradicts, lacksFigure, namesWithin, type Compared } from './contradiction.ts';
import { languageOf } from './offline/language.ts';
import { findQuote, quotesIn } from './quotes.ts';
import { speaks } from './relevance.ts';
import type { Passage } from './retrieve.ts';
import { factsOf, TextFacts } from './text-facts.ts';

export interface Claim {
  /** since the last mark */
  clause: string;
  sentence: string;
  /** the text that ends with the sentence */
  paragraph: string;
  /** the answer so far, to detect its language */
  answerSoFar: string;
}
/**
 * `none`: nothing in common. `partly`: little in common, or the claim says something otherwise.
 * `unchecked`: the words of another language don't show it. `range`: `[start, end)` in the passage's
 * text.
 */
export interface Support {
  strength: CitationSupport | 'none';
  range?: { start: number; end: number };
}

/**
 * Least share of a claim's words in a passage that supports it. In nine of ten cases, the right
 * passage has more than half, and another passage of the same article less than a third.
 */
const LEAST_SHARE = 0.5;
/** The same for the best matching sentence with its neighbours. */
const LEAST_SHARE_NEAR = 0.45;
/** claims with fewer terms can't be measured */
const MIN_TERMS = 3;
/** Matches a number that only numbers an item: "1. " */
const ITEM_NUMBER = /^\s*\p{N}{1,3}[.)]\s/u;
/** Names and numbers that must match for a claim in another language. */
const MIN_ANCHORS = 3;
const COGNATE_LETTERS = 5;

export function supportOf(passage: Passage, claim: Claim): Support {
  const { language } = passage;
  const { clause, sentence, paragraph, answerSoFar } = claim;
  const own = new TextFacts(clause.replace(ITEM_NUMBER, ''), language);
  const whole = new TextFacts(sentence.replace(ITEM_NUMBER, ''), language);
  const { terms } = own.terms.size >= 2 ? own : whole;
  const facts = factsOf(passage);
  const at = facts.best(terms);
  const best = facts.sentences[at];
  if (!best) return { strength: 'unchecked' };
  const range = { start: best.sentence.start, end: best.sentence.end };
  const compared: Compared = {
    claim: own.terms.size >= 2 && clause.length < sentence.length ? own : whole,
    passage: facts.whole,
    sentence: best.facts,
    around: facts.around(at),
  };
  if (terms.size === 0) return { strength: 'unchecked', range };
  const share = Math.max(
    shareOf(terms, facts.whole.terms),
    shareOf(whole.terms, facts.whole.terms),
  );
  // A claim with most of the passage's words is in its language.
  if (share < LEAST_SHARE && !speaks(answerSoFar, language))
    return { strength: acrossLanguages(compared, answerSoFar), range };
  const quotes = quotesIn(paragraph, paragraph.length - sentence.length).map((quote) =>
    findQuote(passage.text, quote),
  );
  const quoted = quotes.find((it) => it !== undefined);
  if (quoted && !quotes.includes(undefined)) return { strength: 'supported', range: quoted };
  if (share === 0) return { strength: 'none' };
  const near = facts.near(at);
  const nearShare = Math.max(shareOf(terms, near), shareOf(whole.terms, near));
  const isLittle = terms.size >= MIN_TERMS && (share < LEAST_SHARE || nearShare < LEAST_SHARE_NEAR);
  const isPartly = quotes.length > 0 || isLittle || contradicts(compared);
  return { strength: isPartly ? 'partly' : 'supported', range };
}

const shareOf = (terms: ReadonlySet<string>, among: ReadonlySet<string>): number =>
  terms.size === 0 ? 0 : terms.intersection(among).size / terms.size;

/** Compares a claim in another language by numbers, names and words that are the same in both. */
function acrossLanguages(compared: Compared, answerSoFar: string): CitationSupport {
  const { passage, around } = compared;
  const language = languageOf(answerSoFar, []);
  const claim = new TextFacts(compared.claim.text, language);
  if (lacksFigure({ claim, passage, sentence: passage, around: [passage] })) return 'partly';
  const isIn = (name: string) =>
    analyse(name, 'und').every(({ form }) =>
      [...passage.forms].some(
        (it) =>
          it === form ||
          (form.length > COGNATE_LETTERS && it.startsWith(form.slice(0, COGNATE_LETTERS))),
      ),
    );
  const names = namesWithin(claim.text);
  const anchors = names.filter(isIn).length + claim.figures.length;
  const isNegated = claim.negations.count > 0;
  return anchors >= MIN_ANCHORS &&
    names.every(isIn) &&
    isNegated === around.some((it) => it.negations.count > 0)
    ? 'supported'
    : 'unchecked';
}

/**
 * Decides whether a passage supports the text before its citation, and finds the position in the
 * passage.
 */
import { findQuote, quotesIn } from './quotes.ts';
import { bestSentence, contentTerms, shared, speaks } from './relevance.ts';
import type { Passage } from './retrieve.ts';

export interface Claim {
  /** since the last mark */
  clause: string;
  sentence: string;
  /** of which the sentence is the end */
  paragraph: string;
  /** the answer so far, to detect its language */
  said: string;
}
/**
 * `none`: nothing in common. `weak`: little in common, or the quoted text is not in the passage.
 * `place`: `[start, end)` in the passage's text.
 */
export interface Support {
  strength: 'carried' | 'weak' | 'none';
  place?: { start: number; end: number };
}

/**
 * Share of a statement's words in a passage: nine times in ten more than half in the right passage,
 * less than a third in another passage of the same article.
 */
const WEAK_SHARE = 0.34;
const WEAK_SHARE_WITHOUT_FIGURE = 0.5;
/** fewer words than this are no measure */
const MIN_TERMS = 3;
const FIGURE = /\p{N}[\p{N}.,]*\p{N}/gu;

const figuresOf = (text: string): string[] =>
  [...text.matchAll(FIGURE)].map(([it]) => it.replace(/[.,]/g, ''));

/**
 * Answers in another language than the passage are not checked: they may share no words with it and
 * still be right.
 */
export function supportOf(passage: Passage, { clause, sentence, paragraph, said }: Claim): Support {
  const { language } = passage;
  const own = contentTerms(clause, language);
  const claim = own.size >= 2 ? own : contentTerms(sentence, language);
  const place = placeIn(passage, claim);
  if (claim.size === 0 || !speaks(said, language)) return { strength: 'carried', ...place };
  const quotes = quotesIn(paragraph, paragraph.length - sentence.length).map((quote) =>
    findQuote(passage.text, quote),
  );
  const quoted = quotes.find((it) => it !== undefined);
  if (quoted && !quotes.includes(undefined)) return { strength: 'carried', place: quoted };
  const passageTerms = contentTerms(`${passage.heading}\n${passage.text}`, language);
  const shareOf = (terms: ReadonlySet<string>) =>
    terms.size === 0 ? 0 : shared(terms, passageTerms) / terms.size;
  const share = Math.max(shareOf(claim), shareOf(contentTerms(sentence, language)));
  if (share === 0) return { strength: 'none' };
  const numbers = figuresOf(passage.text);
  const lacksFigure = figuresOf(clause).some((it) => !numbers.includes(it));
  const isLittle =
    claim.size >= MIN_TERMS && share <= (lacksFigure ? WEAK_SHARE_WITHOUT_FIGURE : WEAK_SHARE);
  return { strength: quotes.length > 0 || isLittle ? 'weak' : 'carried', ...place };
}

function placeIn(
  passage: Passage,
  terms: ReadonlySet<string>,
): { place: { start: number; end: number } } | undefined {
  const sentence = bestSentence(passage, terms);
  return sentence && { place: { start: sentence.start, end: sentence.end } };
}

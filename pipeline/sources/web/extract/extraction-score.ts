/**
 * Decides which of two extractions of a page is its article, from the text alone, without rules for
 * sites or languages.
 */
import { linkShare, SENTENCE_END } from './block-text.ts';
import { eachTextBlock } from '#pipeline/sources/text-blocks.ts';

export interface ExtractionScore {
  /** characters of text */
  text: number;
  /** of them in sentences that are not links */
  prose: number;
  /** of them in links */
  links: number;
  /** headings, list items, tables, code, figures, formulas */
  structure: number;
}

const PROSE_LENGTH = 60;
const LEAST_PROSE = 200;
/**
 * Least fraction of the wider extraction's prose that a tighter one must keep; it may omit
 * captions, notes and the summary.
 */
const TIGHTER_KEEPS = 0.88;
/**
 * An extraction this short, with less than this fraction of the other's prose, is a notice of the
 * site that was mistaken for the article.
 */
const SLIGHT = 1_500;
const MISSED = 0.35;
const STRUCTURE_KEEPS = 0.6;

export function scoreExtraction(content: Element): ExtractionScore {
  const score: ExtractionScore = {
    text: 0,
    prose: 0,
    links: 0,
    structure: content.querySelectorAll('h2,h3,h4,li,table,pre,figure,blockquote,math').length,
  };
  eachTextBlock(content, (element, text) => {
    const share = linkShare(element);
    score.text += text.length;
    score.links += text.length * share;
    if (share < 0.5 && text.length >= PROSE_LENGTH && SENTENCE_END.test(text))
      score.prose += text.length;
  });
  return score;
}

/**
 * `weighed` is Readability's result, which is often slightly too wide; `named` is the part that the
 * page names as its text, which is either exact or far too wide. So `named` wins if it is tighter
 * and loses hardly any prose and structure, or if the other missed the article.
 */
export function prefersNamed(named: ExtractionScore, weighed: ExtractionScore): boolean {
  if (named.prose < LEAST_PROSE) return false;
  if (weighed.text < SLIGHT && weighed.prose < named.prose * MISSED)
    return named.links < named.text * 0.4;
  return (
    named.text <= weighed.text &&
    named.prose >= weighed.prose * TIGHTER_KEEPS &&
    named.structure >= weighed.structure * STRUCTURE_KEEPS - 3
  );
}

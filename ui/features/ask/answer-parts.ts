/**
 * Splits an answer into parts that are rendered separately, and limits how much is parsed as
 * Markdown, so that the page stays responsive. Pure.
 */
import { markdownPieces } from '#core/editor/markdown-pieces.ts';
import { markdownParts } from './markdown-parts.ts';

/** `isPlain`: too deep, too dense or too long to be parsed as Markdown; shown as it is written. */
export interface AnswerPart {
  text: string;
  isPlain: boolean;
}

/**
 * Lines and table cells to parse as Markdown; each takes up to a millisecond. A long answer has
 * some hundreds.
 */
const MOST_LINES = 2_000;
const SIGNS_PER_LINE = 4;

function linesOf(text: string): number {
  const lines = text.split('\n').length;
  const cells = text.split('|').length - 1;
  const signs = text.match(/[*_~`[\]<&\\]/g)?.length ?? 0;
  return lines + cells + signs / SIGNS_PER_LINE;
}

/** Joining the parts restores the text. */
export function answerParts(text: string): AnswerPart[] {
  const parts: AnswerPart[] = [];
  let remaining = MOST_LINES;
  for (const part of markdownParts(text)) {
    const cost = linesOf(part);
    const isPlain = cost > remaining || markdownPieces(part).some((piece) => piece.isPlain);
    if (!isPlain) remaining -= cost;
    const last = parts.at(-1);
    if (isPlain && last?.isPlain) last.text += part;
    else parts.push({ text: part, isPlain });
  }
  return parts;
}

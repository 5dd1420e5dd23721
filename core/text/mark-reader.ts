/**
 * Finds the citation marks of Markdown while it streams. Code, formulas, links and quotations are
 * passed on unchanged. The result does not depend on how the text was split.
 */
import { paragraphMarks, type ParagraphMark, type ParagraphMarks } from './paragraph-marks.ts';

export type MarkPiece =
  | { text: string }
  | {
      /** as written, without the spaces before it */
      mark: string;
      blanks: string;
      numbers: readonly number[];
      /** the text that a mark at the start of an item cites; other marks cite the text before */
      claim?: string;
    };

/** A longer paragraph is read in parts. */
const MAX_PARAGRAPH_CHARS = 4_000;
/** More than needed to see whether a line starts a block. */
const LOOKAHEAD_CHARS = 40;
const MAX_MARK_CHARS = 60;
/** Text in which no mark, span or line starts or ends. */
const INERT = /^[\p{L}\p{N},;.!? -]*[\p{L}\p{N},;.!?-]$/u;

const PREFIX = String.raw`^[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)?`;
const FENCE = new RegExp(PREFIX + String.raw`(\x60{3,}(?=[^\n\x60]*(?:\n|$))|~{3,})`);
/** A line that opens a formula and does not close it. */
const FORMULA = new RegExp(PREFIX + String.raw`(?:(\$\$)(?!.*\$\$)|\\\[(?!.*\\\]))`);
const ONE_LINE = /^[ \t]{0,20}(?:\n|#{1,6}[ \t]|\|)/;
const BEGINS_BLOCK =
  /^[ \t]{0,20}(?:\n|[-*+•][ \t]|\d{1,9}[.)][ \t]|#{1,6}[ \t]|>|\||`{3}|~{3}|\$\$|\\\[)/;
/** The start of a line that may still become a block. */
const UNDECIDED = /^[ \t]{0,20}(?:[-*+•]|\d{1,9}[.)]?|#{1,6}|`{1,2}|~{1,2}|\$|\\)?$/;
const IS_ITEM = /^[ \t>]*(?:[-*+•]|\d{1,9}[.)])[ \t]/;
const INDENTED = /^(?: {4}|\t)/;

export class MarkReader {
  /** Text since the start of the paragraph. */
  #paragraph = '';
  /** The number of its characters already passed on. */
  #sent = 0;
  /** The end of the code block or formula that is being passed on. */
  #closing: RegExp | undefined;
  #afterBlank = true;
  #inList = false;

  push(delta: string): MarkPiece[] {
    const isInert = this.#sent > 0 && this.#sent === this.#paragraph.length && INERT.test(delta);
    this.#paragraph += delta;
    if (!isInert || this.#paragraph.length > MAX_PARAGRAPH_CHARS) return this.#read(false);
    this.#sent = this.#paragraph.length;
    return [{ text: delta }];
  }

  /** Returns the text held back. Following text starts a new paragraph. */
  flush(): MarkPiece[] {
    const pieces = this.#read(true);
    this.#afterBlank = false;
    return pieces;
  }

  #read(isLast: boolean): MarkPiece[] {
    const pieces: MarkPiece[] = [];
    while (this.#paragraph !== '') {
      const end = this.#blockEnd();
      const block = end < 0 ? this.#paragraph : this.#paragraph.slice(0, end);
      const isComplete = end >= 0 || isLast;
      const isLiteral = this.#isLiteral(block, isComplete);
      this.#readBlock(block, { isComplete, isLiteral, isLast: end < 0 }, pieces);
      if (!isComplete) break;
      this.#endBlock(block);
    }
    return pieces;
  }

  #readBlock(
    block: string,
    { isComplete, isLiteral, isLast }: Record<'isComplete' | 'isLiteral' | 'isLast', boolean>,
    out: MarkPiece[],
  ): void {
    const send = (to: number) => {
      if (to > this.#sent) out.push({ text: block.slice(this.#sent, to) });
      this.#sent = Math.max(to, this.#sent);
    };
    const { marks, decided, half }: ParagraphMarks = isLiteral
      ? { marks: [], decided: block.length }
      : paragraphMarks(block, isComplete);
    for (const mark of marks.filter((it) => it.start >= this.#sent)) {
      send(mark.start);
      out.push(pieceOf(block, mark));
      this.#sent = mark.end;
    }
    send(isLast && half !== undefined ? half : decided);
  }

  #isLiteral(block: string, isComplete: boolean): boolean {
    return (
      this.#closing !== undefined ||
      this.#isIndentedCode(block) ||
      (isComplete && (FENCE.test(block) || FORMULA.test(block)))
    );
  }

  #isIndentedCode(block: string): boolean {
    return this.#afterBlank && !this.#inList && INDENTED.test(block) && block.trim() !== '';
  }

  /** The end of the first block of the text; -1 if unknown. */
  #blockEnd(): number {
    const text = this.#paragraph;
    const end =
      this.#closing || this.#isIndentedCode(text) ? text.indexOf('\n') + 1 || -1 : blockEnd(text);
    const isLong = text.length > MAX_PARAGRAPH_CHARS + LOOKAHEAD_CHARS;
    return isLong && (end < 0 || end > MAX_PARAGRAPH_CHARS) ? cutOf(text) : end;
  }

  #endBlock(block: string): void {
    this.#paragraph = this.#paragraph.slice(block.length);
    this.#sent = Math.max(0, this.#sent - block.length);
    if (this.#closing) {
      if (this.#closing.test(block)) this.#closing = undefined;
      this.#afterBlank = false;
      return;
    }
    if (this.#isIndentedCode(block)) return;
    const fence = FENCE.exec(block)?.[1];
    const formula = FORMULA.exec(block);
    if (fence !== undefined)
      this.#closing = new RegExp(`^[ \\t>]*\\${fence.charAt(0)}{${fence.length},}[ \\t]*\\n?$`);
    else if (formula) this.#closing = formula[1] === undefined ? /\\\]/ : /\$\$/;
    const isBlank = block.trim() === '';
    if (IS_ITEM.test(block)) this.#inList = true;
    else if (this.#afterBlank && !isBlank && /^\S/.test(block)) this.#inList = false;
    this.#afterBlank = isBlank;
  }
}

/** The marks of a complete text. */
export function citationMarks(text: string): { start: number; end: number; mark: number }[] {
  const reader = new MarkReader();
  const out: { start: number; end: number; mark: number }[] = [];
  let at = 0;
  for (const piece of [...reader.push(text), ...reader.flush()]) {
    if ('text' in piece) {
      at += piece.text.length;
      continue;
    }
    const start = at + piece.blanks.length;
    at = start + piece.mark.length;
    if (/^\[\d+\]$/.test(piece.mark)) out.push({ start, end: at, mark: piece.numbers[0] ?? 0 });
  }
  return out;
}

function blockEnd(text: string): number {
  let newline = text.indexOf('\n');
  if (newline < 0) return -1;
  if (ONE_LINE.test(text) || FENCE.test(text) || FORMULA.test(text)) return newline + 1;
  for (; newline >= 0; newline = text.indexOf('\n', newline + 1)) {
    const line = text.slice(newline + 1, newline + 1 + LOOKAHEAD_CHARS);
    if (UNDECIDED.test(line)) return -1;
    if (BEGINS_BLOCK.test(line)) return newline + 1;
  }
  return -1;
}

/** Where an overlong paragraph is cut: before a space, and not inside a mark. */
function cutOf(text: string): number {
  const blank = text.slice(0, MAX_PARAGRAPH_CHARS).search(/\s\S*$/);
  const cut = blank > 0 ? blank : MAX_PARAGRAPH_CHARS;
  const open = text.lastIndexOf('[', cut - 1);
  return open < 1 || cut - open > MAX_MARK_CHARS || text.slice(open, cut).includes(']')
    ? cut
    : text.slice(0, open).trimEnd().length || open;
}

function pieceOf(block: string, { start, at, end, numbers, claim }: ParagraphMark): MarkPiece {
  return {
    mark: block.slice(at, end),
    blanks: block.slice(start, at),
    numbers,
    ...(claim === undefined ? {} : { claim }),
  };
}

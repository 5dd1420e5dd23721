/** Finds the citation marks of one Markdown paragraph: `[1]`, `[1, 2]`, `[1–3]`, `【1】`. */
import { SPAN_STARTS, spanEnd } from './literal-spans.ts';

export interface ParagraphMark {
  /** start of the spaces before the mark */
  start: number;
  /** start of the mark itself */
  at: number;
  end: number;
  numbers: number[];
  /** the claim after a mark at the start of a list item */
  claim?: string;
}

const LIST = String.raw`\s*\d{1,3}(?:\s*[,;、，–-]\s*\d{1,3})*\s*`;
const MARK = new RegExp(`(?:\\[\\^?(${LIST})\\]|【(${LIST})(?:†[^】]{0,40})?】)`, 'y');
/** What may become a mark. */
const BEGUN = new RegExp(
  String.raw`(?:\[\^?[\d\s,;、，–-]{0,40}|【[\d\s,;、，–-]{0,40}(?:†[^】]{0,40})?)$`,
  'y',
);
const MAX_BLANKS = 40;
const MAX_RANGE = 10;
/** Characters after a mark that show whether it is code. */
const LOOKAHEAD = 3;
/** Maximum text by which a mark at the start of a list item is judged. */
const MAX_CLAIM_CHARS = 1_000;
const PLAIN = new RegExp(`[^${SPAN_STARTS.replace('[', '\\[')}【]+`, 'y');

/** An operator before a list of numbers: `xs = [1, 2]`. */
const AFTER_OPERATOR = /[=≠≤≥≈∈∉∪∩×]\s*$/;
/** A call: `print(xs[1])`. */
const IN_CALL = /\w\([^\s()]*$/;
const ASSIGNED = /^\s?[-+*/]?=/;
const MEMBER = /^\.[a-z_]/;
const ITEM = /^[ \t>]*(?:[-*+•]|\d{1,9}[.)])[ \t]+(?:\[[\d ,;–-]*\][ \t]*)*$/;
const QUOTED_LINE = /^[ \t]*>/;
const SENTENCE_END = /[.!?。！？…]["'”’»」』)*_]*\s*$/;
const NUMBERED = /\[\^?[\d\s,;、，–-]*\]?|【[^】]*】?/g;
const NEXT_MARK = /\[\^?\d|【\d|\n/;

export interface ParagraphMarks {
  marks: ParagraphMark[];
  /** The end of the text that following text can't affect. */
  decided: number;
  /** The start of a mark that is cut off at the end of a complete paragraph. */
  half?: number;
}

/** The marks of a possibly incomplete paragraph. */
export function paragraphMarks(text: string, isComplete: boolean): ParagraphMarks {
  const marks: ParagraphMark[] = [];
  let at = 0;
  while (at < text.length) {
    PLAIN.lastIndex = at;
    at += PLAIN.exec(text)?.[0].length ?? 0;
    if (at >= text.length) break;
    const isBracket = text[at] === '[' || text[at] === '【';
    const found = isBracket ? markAt(text, at, isComplete) : undefined;
    if (found === 'open') return { marks, decided: blanksBefore(text, at) };
    if (found) {
      marks.push(found);
      at = found.end;
      continue;
    }
    if (isBracket && isHalf(text, at))
      return { marks, decided: text.length, half: blanksBefore(text, at) };
    const end = spanEnd(text, at, isComplete);
    if (end === 'open') return { marks, decided: firstMark(text, at) };
    at = end ?? at + 1;
  }
  return { marks, decided: isComplete ? text.length : blanksBefore(text, text.length) };
}

/** Whether the text ends inside a mark. */
function isHalf(text: string, at: number): boolean {
  BEGUN.lastIndex = at;
  return BEGUN.test(text) && /\d/.test(text.slice(at));
}

function markAt(text: string, at: number, isComplete: boolean): ParagraphMark | 'open' | undefined {
  MARK.lastIndex = at;
  const found = MARK.exec(text);
  if (!found) {
    BEGUN.lastIndex = at;
    return !isComplete && BEGUN.test(text) ? 'open' : undefined;
  }
  const end = at + found[0].length;
  const numbers = numbersOf(found[1] ?? found[2] ?? '');
  if (numbers.length > 1 && numbers.includes(0)) return undefined;
  const isAttached = blanksBefore(text, at) === at;
  if (!isComplete && text.length - end < (isAttached ? LOOKAHEAD : 1)) return 'open';
  // A link or a definition.
  const span = text[at] === '[' && /[(:]/.test(text[end] ?? '') && spanEnd(text, at, isComplete);
  if (span === 'open') return 'open';
  if (typeof span === 'number' || isCode(text, at, end, isAttached)) return undefined;
  const line = text.slice(text.lastIndexOf('\n', at - 1) + 1, at);
  if (QUOTED_LINE.test(line) && !SENTENCE_END.test(line.replace(NUMBERED, ''))) {
    const rest = text.slice(end, end + MAX_CLAIM_CHARS);
    const newline = rest.indexOf('\n');
    if (!isComplete && rest.length < MAX_CLAIM_CHARS && newline < 0) return 'open';
    // A mark after a quotation names its source.
    const after = newline < 0 ? rest : rest.slice(0, newline);
    if (/\p{L}/u.test(after.replace(NUMBERED, ''))) return undefined;
  }
  const mark = { start: blanksBefore(text, at), at, end, numbers };
  return ITEM.test(line) ? ofItem(text, mark, isComplete) : mark;
}

/** A mark at the start of an item cites the text after it. */
function ofItem(text: string, mark: ParagraphMark, isComplete: boolean): ParagraphMark | 'open' {
  const rest = text.slice(mark.end, mark.end + MAX_CLAIM_CHARS);
  const ownText = rest.replace(/^(?:[^\S\n]|\[[\d ,;–-]*\])*/, '');
  const end = ownText.search(NEXT_MARK);
  if (end <= 0 && !isComplete && rest.length < MAX_CLAIM_CHARS) return 'open';
  const claim = end < 0 ? ownText : ownText.slice(0, end);
  return /[\p{L}\p{N}]/u.test(claim) ? { ...mark, claim } : mark;
}

const isCode = (text: string, at: number, end: number, isAttached: boolean): boolean => {
  const before = text.slice(Math.max(0, at - 80), at);
  const after = text.slice(end, end + LOOKAHEAD);
  return (
    AFTER_OPERATOR.test(before) ||
    IN_CALL.test(before) ||
    (isAttached && /[\p{L}\p{N}_]$/u.test(before) && (ASSIGNED.test(after) || MEMBER.test(after)))
  );
};

function blanksBefore(text: string, at: number): number {
  let start = at;
  while (start > 0 && at - start < MAX_BLANKS && /[ \u00a0]/.test(text[start - 1] ?? ''))
    start -= 1;
  return start;
}

/** The first bracket from `from` that is or may become a mark, with the spaces before it. */
function firstMark(text: string, from: number): number {
  for (let at = from; at < text.length; at += 1) {
    if (text[at] !== '[' && text[at] !== '【') continue;
    MARK.lastIndex = at;
    BEGUN.lastIndex = at;
    if (MARK.test(text) || BEGUN.test(text)) return blanksBefore(text, at);
  }
  return blanksBefore(text, text.length);
}

function numbersOf(list: string): number[] {
  return list.split(/[,;、，]/).flatMap((part) => {
    const [from = 0, to = from] = part.split(/[–-]/).map((it) => Number(it.trim()));
    return to > from && to - from < MAX_RANGE
      ? Array.from({ length: to - from + 1 }, (_, at) => from + at)
      : [...new Set([from, to])];
  });
}

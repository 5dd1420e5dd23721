/**
 * Finds the parts of a Markdown paragraph in which brackets are never citation marks: code,
 * formulas, links and quotations.
 */

/** A longer span is read as plain text. */
const MAX_SPAN_CHARS = 1_000;
const MAX_LINK_TEXT_CHARS = 300;

/** The index after a span, `open` if it may end in later text; undefined if there is none. */
export type SpanEnd = number | 'open' | undefined;

/** Quotation marks with their closing marks. */
const QUOTES: Readonly<Record<string, string>> = {
  '"': '"',
  '“': '”',
  '„': '“”',
  '«': '»',
  '»': '«',
  '‘': '’',
  '「': '」',
  '『': '』',
};
const LETTER = /[\p{L}\p{N}]/u;
const ADDRESS = /https?:\/\/[^\s<>"“”«»「」『』，。、；：！？（）]*/y;
/** A destination with an optional title, in the parentheses of a link. */
const DESTINATION = /^(?:<[^<>\n]*>|[^\s<]\S*)?(?:\s(?:"[^"]*"|'[^']*'))?$/;
/** An amount of money, not a formula: "$5 million", "$5, or". */
const MONEY = /^\d[\d.,]*(?:[.,;:)]|\s+[\p{L}([])/u;

/** The first characters of spans; searching for these misses none. */
export const SPAN_STARTS = '\\\\`$"“„«»‘「『h[';

/** The end of the span at `at`. `isComplete`: the paragraph has no more text. */
export function spanEnd(text: string, at: number, isComplete: boolean): SpanEnd {
  const letter = text[at] ?? '';
  switch (letter) {
    case '\\':
      return escapeEnd(text, at, isComplete);
    case '`':
      return codeEnd(text, at, isComplete);
    case '$':
      return formulaEnd(text, at, isComplete);
    case 'h':
      return addressEnd(text, at);
    case '[':
      return linkEnd(text, at, isComplete);
    default:
      return letter in QUOTES ? quoteEnd(text, at, isComplete) : undefined;
  }
}

const unlessOver = (text: string, at: number, isComplete: boolean, most: number): SpanEnd =>
  isComplete || text.length - at > most ? undefined : 'open';

function closing(
  text: string,
  mark: string,
  from: number,
  at: number,
  isComplete: boolean,
): SpanEnd {
  const end = text.indexOf(mark, from);
  return end >= 0 && end - at <= MAX_SPAN_CHARS
    ? end + mark.length
    : unlessOver(text, at, isComplete, MAX_SPAN_CHARS);
}

/** `\(…\)` and `\[…\]` are formulas; any other escaped character stands for itself. */
function escapeEnd(text: string, at: number, isComplete: boolean): SpanEnd {
  const next = text[at + 1];
  const close = next === '(' ? '\\)' : next === '[' ? '\\]' : undefined;
  const end = close === undefined ? undefined : closing(text, close, at + 2, at, isComplete);
  return end ?? at + 2;
}

function codeEnd(text: string, at: number, isComplete: boolean): SpanEnd {
  const length = runLength(text, at, '`');
  const body = at + length;
  for (let from = text.indexOf('`', body); from >= 0 && from - at <= MAX_SPAN_CHARS; ) {
    const run = runLength(text, from, '`');
    // A run at the end of the text may grow.
    if (run === length && (isComplete || from + run < text.length)) return from + run;
    from = text.indexOf('`', from + run);
  }
  return unlessOver(text, at, isComplete, MAX_SPAN_CHARS) ?? body;
}

function formulaEnd(text: string, at: number, isComplete: boolean): SpanEnd {
  if (text[at + 1] === '$') return closing(text, '$$', at + 2, at, isComplete) ?? at + 2;
  const next = text[at + 1];
  if (next !== undefined && /\s/.test(next)) return undefined;
  if (MONEY.test(text.slice(at + 1, at + 40))) return undefined;
  for (let end = text.indexOf('$', at + 1); end >= 0 && end - at <= MAX_SPAN_CHARS; ) {
    const after = text[end + 1];
    if (after === undefined && !isComplete) return 'open';
    if (!/[\s\\]/.test(text[end - 1] ?? '') && !/\d/.test(after ?? '')) return end + 1;
    end = text.indexOf('$', end + 1);
  }
  return unlessOver(text, at, isComplete, MAX_SPAN_CHARS);
}

/** An address without the parenthesis that closes an earlier one. */
function addressEnd(text: string, at: number): SpanEnd {
  ADDRESS.lastIndex = at;
  const address = ADDRESS.exec(text)?.[0];
  if (address === undefined) return undefined;
  let depth = 0;
  for (const [offset, letter] of [...address].entries()) {
    depth += letter === '(' ? 1 : letter === ')' ? -1 : 0;
    if (depth < 0) return at + offset;
  }
  return at + address.length;
}

function quoteEnd(text: string, at: number, isComplete: boolean): SpanEnd {
  const opens = text[at] ?? '';
  if (opens === '"' && LETTER.test(text[at - 1] ?? '')) return undefined;
  const next = text[at + 1];
  if (next !== undefined && opens === '"' && /\s/.test(next)) return undefined;
  const closers = QUOTES[opens] ?? '';
  for (let end = at + 1; end < text.length && end - at <= MAX_SPAN_CHARS; end += 1) {
    if (!closers.includes(text[end] ?? '')) continue;
    if (opens !== '"' && opens !== '‘') return end + 1;
    const after = text[end + 1];
    if (after === undefined && !isComplete) return 'open';
    // An apostrophe, or the start of another quotation.
    if (LETTER.test(after ?? '') || (opens === '"' && /\s/.test(text[end - 1] ?? ''))) continue;
    return end + 1;
  }
  return unlessOver(text, at, isComplete, MAX_SPAN_CHARS);
}

/** `[text](address)`, `[text][name]`, and the line of `[name]: address` and `[^name]: note`. */
function linkEnd(text: string, at: number, isComplete: boolean): SpanEnd {
  const close = bracketEnd(text, at);
  if (close === undefined) return unlessOver(text, at, isComplete, MAX_LINK_TEXT_CHARS);
  const next = text[close];
  if (next === undefined) return isComplete ? undefined : 'open';
  if (next === '(') return destinationEnd(text, at, close, isComplete);
  if (next === ':' && /^[ \t>]*$/.test(lineBefore(text, at))) {
    const end = text.indexOf('\n', close);
    return end < 0 ? text.length : end;
  }
  if (next !== '[' || text[close + 1] === '[' || !/\p{L}/u.test(text.slice(at, close)))
    return undefined;
  const end = text.indexOf(']', close);
  return end >= 0 ? end + 1 : unlessOver(text, at, isComplete, MAX_LINK_TEXT_CHARS);
}

/** The index after the bracket that closes the one at `at`. */
function bracketEnd(text: string, at: number): number | undefined {
  let depth = 0;
  for (let end = at; end < text.length && end - at <= MAX_LINK_TEXT_CHARS; end += 1) {
    if (text[end] === '\\') end += 1;
    else if (text[end] === '[') depth += 1;
    else if (text[end] === ']' && (depth -= 1) === 0) return end + 1;
  }
  return undefined;
}

function destinationEnd(text: string, at: number, open: number, isComplete: boolean): SpanEnd {
  let depth = 0;
  for (let end = open; end < text.length && end - open <= MAX_SPAN_CHARS; end += 1) {
    const letter = text[end];
    if (letter === '\n') return undefined;
    depth += letter === '(' ? 1 : letter === ')' ? -1 : 0;
    if (depth === 0)
      return DESTINATION.test(text.slice(open + 1, end).trim()) ? end + 1 : undefined;
  }
  return unlessOver(text, at, isComplete, MAX_SPAN_CHARS);
}

const lineBefore = (text: string, at: number): string =>
  text.slice(text.lastIndexOf('\n', at - 1) + 1, at);

function runLength(text: string, at: number, letter: string): number {
  let length = 0;
  while (text[at + length] === letter) length += 1;
  return length;
}

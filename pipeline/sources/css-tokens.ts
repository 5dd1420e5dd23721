/**
 * Tokenizes style sheets after CSS Syntax 3. Looks at each character a bounded number of times;
 * constructs still open at the end of the sheet end there. Token types that no caller needs are not
 * told apart.
 */

export interface CssToken {
  /**
   * `function` includes its `(`, `url` is `url(…)` without quotes, `bad` is a string or url broken
   * by the end of its line or of the sheet
   */
  type: 'space' | 'comment' | 'string' | 'bad' | 'at' | 'function' | 'url' | 'name' | 'sign';
  /** position in the sheet: from `start` up to `end` */
  start: number;
  end: number;
  /** value without escapes: a name in lower case, the text of a string, an address */
  value: string;
}

const SPACE = /[ \t\r\n\f]+/y;
/** Part of a name or of an address without quotes: a run of plain characters, or one escape. */
const NAME_PART = /[-\w\u0080-\uffff]+|\\(?:[0-9a-f]{1,6}(?:\r\n|[ \t\r\n\f])?|[^0-9a-f\r\n\f])/iy;
const URL_PART = /[^"'()\\ \t\r\n\f]+|\\(?:[0-9a-f]{1,6}(?:\r\n|[ \t\r\n\f])?|[^0-9a-f\r\n\f])/iy;
const IN_STRING = {
  '"': /(?:[^"\\\r\n\f]|\\(?:\r\n|[^]))*/y,
  "'": /(?:[^'\\\r\n\f]|\\(?:\r\n|[^]))*/y,
} as const;
const ESCAPE = /\\(?:([0-9a-f]{1,6})(?:\r\n|[ \t\r\n\f])?|(\r\n|[\r\n\f])|([^]))/gi;
const LAST_CODE_POINT = 0x10ffff;

function undoEscapes(text: string): string {
  if (!text.includes('\\')) return text;
  return text.replace(
    ESCAPE,
    (_, hex: string | undefined, newline: string | undefined, sign: string | undefined) => {
      if (hex === undefined) return newline === undefined ? (sign ?? '') : '';
      const code = Number.parseInt(hex, 16);
      return code === 0 || code > LAST_CODE_POINT ? '\ufffd' : String.fromCodePoint(code);
    },
  );
}

/** Returns the end of the match of a sticky pattern at `at`, or `at` if it doesn't match. */
function endOf(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : at;
}

/** Returns the end of consecutive parts from `at` on. */
function endOfParts(part: RegExp, text: string, at: number): number {
  let end = at;
  for (let next = endOf(part, text, end); next > end; next = endOf(part, text, end)) end = next;
  return end;
}

/** Reads the rest of an unquoted address; `at` is after `url(`. */
function readUrl(css: string, start: number, at: number): CssToken {
  const from = endOf(SPACE, css, at);
  const to = endOfParts(URL_PART, css, from);
  const close = endOf(SPACE, css, to);
  if (close === css.length || css[close] === ')') {
    return {
      type: 'url',
      start,
      end: Math.min(css.length, close + 1),
      value: undoEscapes(css.slice(from, to)),
    };
  }
  // An invalid address makes everything up to the closing bracket bad.
  const end = css.indexOf(')', close);
  return { type: 'bad', start, end: end === -1 ? css.length : end + 1, value: '' };
}

function readString(css: string, start: number, quote: '"' | "'"): CssToken {
  const to = endOf(IN_STRING[quote], css, start + 1);
  if (css[to] === quote)
    return { type: 'string', start, end: to + 1, value: undoEscapes(css.slice(start + 1, to)) };
  return { type: 'bad', start, end: to, value: '' };
}

/** Reads a name, a function, or an unquoted address; `from` is where its letters begin. */
function readName(css: string, start: number, from: number, to: number): CssToken {
  const value = undoEscapes(css.slice(from, to)).toLowerCase();
  if (from > start) return { type: 'at', start, end: to, value };
  if (css[to] !== '(') return { type: 'name', start, end: to, value };
  const next = css[endOf(SPACE, css, to + 1)];
  if (value === 'url' && next !== '"' && next !== "'") return readUrl(css, start, to + 1);
  return { type: 'function', start, end: to + 1, value };
}

function readComment(css: string, start: number): CssToken {
  const end = css.indexOf('*/', start + 2);
  return { type: 'comment', start, end: end === -1 ? css.length : end + 2, value: '' };
}

/** Every character of the sheet is in one token, in order. */
export function* cssTokens(css: string): Generator<CssToken, void> {
  for (let at = 0; at < css.length; ) {
    const token = tokenAt(css, at);
    yield token;
    at = token.end;
  }
}

function tokenAt(css: string, at: number): CssToken {
  const sign = css[at] ?? '';
  if (sign === '"' || sign === "'") return readString(css, at, sign);
  if (sign === '/' && css[at + 1] === '*') return readComment(css, at);
  const space = endOf(SPACE, css, at);
  if (space > at) return { type: 'space', start: at, end: space, value: ' ' };
  const from = sign === '@' ? at + 1 : at;
  const name = endOfParts(NAME_PART, css, from);
  if (name > from) return readName(css, at, from, name);
  return { type: 'sign', start: at, end: at + 1, value: sign };
}

/** Returns `url("…")` with the characters escaped that would end it early. */
export const quotedUrl = (address: string): string =>
  `url("${address.replace(/["\\\r\n\f]/g, (sign) => encodeURIComponent(sign))}")`;

/** Returns the sheet with the address of each `url(…)` replaced. */
export function mapCssUrls(css: string, map: (address: string) => string): string {
  const parts: string[] = [];
  let isOpen = false;
  for (const token of cssTokens(css)) {
    if (token.type === 'url') parts.push(quotedUrl(map(token.value)));
    // `url(` and `)` are separate tokens around a quoted address.
    else if (isOpen && token.type === 'string')
      parts.push(quotedUrl(map(token.value)).slice('url('.length, -1));
    else parts.push(css.slice(token.start, token.end));
    if (token.type !== 'space' && token.type !== 'comment')
      isOpen = token.type === 'function' && token.value === 'url';
  }
  return parts.join('');
}

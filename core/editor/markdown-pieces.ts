/**
 * Cuts Markdown into pieces whose parsing takes bounded time. The parser recurses for each level of
 * nesting, and its time grows with the square (for open brackets with the cube) of a paragraph's
 * length, which hostile texts may exploit. Everything here is one pass over the text. If it is
 * unclear how the parser reads something, the higher cost is assumed.
 */

/** `isPlain`: too deep or too dense to parse; shown as it is written. */
export interface MarkdownPiece {
  text: string;
  isPlain: boolean;
}

export const SEPARATOR = '\n\n';

/** Texts up to this length stay whole unless they are plain. In UTF-16 code units. */
const CUT_AFTER_CHARS = 2_000;
/** Texts with link definitions stay whole up to this length. */
const WHOLE_WITH_DEFINITIONS_CHARS = 20_000;
/** Nested quotes and lists on one line. */
const MAX_CONTAINERS = 24;
/** Columns before the last list item or quote of a line. */
const MAX_INDENT = 96;
/** Open brackets in a paragraph. */
const MAX_OPEN_BRACKETS = 24;
/** Nested toggles and HTML boxes. */
const MAX_OPEN_DETAILS = 12;
/** Estimated steps of the parser, at most about 100 ns each: see `Measure.cost`. */
const MAX_PIECE_COST = 6_000_000;
const MAX_TOTAL_COST = 16_000_000;
/** A long text may cost more: about as much as notes with every kind of block. */
const COST_PER_CHAR = 100;
const STEPS_PER_LINE = 1_000;
const STEPS_PER_CELL = 400;
/**
 * A word of this length costs as much as a line; the cost of longer ones grows quadratically,
 * because each letter may start an address.
 */
const WORD_CHARS = 128;

/** More backticks after the opening ones make it a text line. */
const FENCE = /^(`{3,}(?=[^`]*$)|~{3,})/;
const FENCE_END = /^ {0,3}([`~]{3,})\s*$/;
const DEFINITION = /^ {0,3}\[[^[\]\n]+\]:/m;
const CITED_OPEN = /^<details data-block="(?:ai-chat|ai-note|summary)"><summary>[^\n]*<\/summary>$/;
const DETAILS = /<details\b|<\/details>/g;
const BLOG_OPEN = '<!-- blog {';
const BLOG_CLOSE = '<!-- /blog -->';
/** Characters at which the parser tries a rule. */
const SIGNS = new Set([...'*_~=`[]!<&$\\@:'].map((sign) => sign.charCodeAt(0)));
const [BRACKET_OPEN, BRACKET_CLOSE, BACKSLASH, PIPE, SPACE, TAB] = [...'[]\\| \t'].map((sign) =>
  sign.charCodeAt(0),
);
const DELIMITER_ROW = /^\| *:?-+:? *(?:\| *:?-+:? *)*(?:\| *)?$/;

type Item = 'bullet' | 'number';

interface ContainerPrefix {
  /** nested quotes and list items */
  count: number;
  /** columns before the first of them */
  indent: number;
  /** columns before the last of them */
  innerIndent: number;
  /** number of the first item of a list */
  item: Item | undefined;
}

/** The nesting of quotes and list items at the start of a line. */
function containersOf(line: string): ContainerPrefix {
  const prefix: ContainerPrefix = { count: 0, indent: 0, innerIndent: 0, item: undefined };
  let at = 0;
  for (;;) {
    while (line[at] === ' ' || line[at] === '\t') at += 1;
    const sign = line[at] ?? '';
    const isBullet = sign !== '' && '-*+'.includes(sign) && isGap(line[at + 1]);
    const length = sign === '>' || isBullet ? 1 : numberLength(line, at);
    if (length === 0 || prefix.count > MAX_CONTAINERS) return prefix;
    if (prefix.count === 0) {
      prefix.indent = at;
      if (sign !== '>') prefix.item = isBullet ? 'bullet' : 'number';
    }
    prefix.count += 1;
    prefix.innerIndent = at;
    at += length;
  }
}
const isGap = (sign: string | undefined): boolean =>
  sign === undefined || sign === ' ' || sign === '\t';
/** The number in `12.` or `12)` before a space; else 0. */
function numberLength(line: string, from: number): number {
  let at = from;
  while (at - from < 9 && isDigit(line.charCodeAt(at))) at += 1;
  const isNumber = at > from && (line[at] === '.' || line[at] === ')') && isGap(line[at + 1]);
  return isNumber ? at + 1 - from : 0;
}
/** The number of table cells in a row; `undefined` if the parser may count differently. */
function cellsOf(line: string): number | undefined {
  const row = line.trim();
  if (row.includes('\\') || row.includes('`')) return undefined;
  return row.replace(/^\|/, '').replace(/\|$/, '').split('|').length;
}
const isDigit = (code: number): boolean => code >= 48 && code <= 57;

/** The cost and depth of the current piece. */
class Measure {
  #lines = 0;
  #chars = 0;
  /** of finished paragraphs, cells and long words */
  #steps = 0;
  #signs = 0;
  #signChars = 0;
  #openBrackets = 0;
  /** the last item at the start of this paragraph's list */
  #item: { kind: Item; indent: number } | undefined;
  /** the paragraph's first line, until the second one */
  #head: string | undefined;
  #isTable = false;
  isTooDeep = false;

  /**
   * The parser scans the rest of a piece at each line, and the rest of a paragraph at each sign.
   */
  get cost(): number {
    return (
      this.#steps + this.#signs * this.#signChars + this.#lines * (this.#chars + STEPS_PER_LINE)
    );
  }

  /** Code and text with citations are not parsed. */
  skip(line: string): void {
    this.#endParagraph();
    this.#chars += line.length / 16;
    // Code blocks cost like lines.
    if (FENCE_END.test(line)) this.#lines += 1;
  }
  blank(): void {
    this.#endParagraph();
    this.#item = undefined;
    this.#isTable = false;
    this.#head = undefined;
    this.#lines += 1;
    this.#chars += 1;
  }
  read(line: string): void {
    this.#follow(line);
    this.#lines += 1;
    this.#chars += line.length + 1;
    this.#signChars += line.length;
    let word = 0;
    for (let at = 0; at < line.length; at += 1) {
      const code = line.charCodeAt(at);
      if (code === SPACE || code === TAB) {
        this.#endWord(word);
        word = 0;
        continue;
      }
      word += 1;
      if (code === PIPE) this.#steps += STEPS_PER_CELL;
      if (!SIGNS.has(code)) continue;
      this.#signs += 1;
      if (code === BACKSLASH) at += 1;
      else if (code === BRACKET_OPEN) this.#openBrackets += 1;
      else if (code === BRACKET_CLOSE && this.#openBrackets > 0) this.#openBrackets -= 1;
      if (this.#openBrackets > MAX_OPEN_BRACKETS) this.isTooDeep = true;
    }
    this.#endWord(word);
  }

  #endParagraph(): void {
    this.#steps += this.#signs * this.#signChars;
    this.#signs = 0;
    this.#signChars = 0;
    this.#openBrackets = 0;
  }
  #endWord(length: number): void {
    if (length > WORD_CHARS) this.#steps += (length * length) / 16;
  }
  /** List items and table rows are separate paragraphs. */
  #follow(line: string): void {
    const { count, indent, innerIndent, item } = containersOf(line);
    if (count > MAX_CONTAINERS || innerIndent > MAX_INDENT) this.isTooDeep = true;
    // An item with more indentation, or a number after a bullet, may belong to the previous
    // paragraph.
    const isNext =
      this.#item === undefined
        ? this.#signChars === 0
        : indent <= this.#item.indent && (item === 'bullet' || item === this.#item.kind);
    if (item !== undefined && isNext) {
      this.#endParagraph();
      this.#item = { kind: item, indent };
    }
    if (this.#head === undefined) {
      this.#head = line;
      return;
    }
    const cells =
      this.#head.startsWith('|') && DELIMITER_ROW.test(line) ? cellsOf(line) : undefined;
    if (cells !== undefined && cells === cellsOf(this.#head)) this.#isTable = true;
    if (!line.startsWith('|')) this.#isTable = false;
    // A paragraph becomes a table only at its second line.
    this.#head = '';
    if (this.#isTable) this.#endParagraph();
  }
}

/** Tracks what can contain blank lines: fences, text with citations, toggles, blog blocks. */
class Containers {
  #fence: string | undefined;
  #isCited = false;
  #details = 0;
  #isBlog = false;
  isTooDeep = false;

  get isOpen(): boolean {
    return this.#fence !== undefined || this.#isCited || this.#details > 0 || this.#isBlog;
  }
  get isCited(): boolean {
    return this.#isCited;
  }

  /**
   * Whether nothing on the line is parsed. Only the start of a piece is certain to be read as code
   * or as text with citations.
   */
  take(line: string, isFirst: boolean): boolean {
    if (this.#isCited) {
      this.#isCited = line !== '</details>';
      return true;
    }
    if (this.#fence !== undefined) {
      if (FENCE_END.exec(line)?.[1]?.startsWith(this.#fence)) this.#fence = undefined;
      return true;
    }
    const mark = FENCE.exec(line)?.[1];
    if (isFirst && mark !== undefined) {
      this.#fence = mark;
      return true;
    }
    if (isFirst && CITED_OPEN.test(line)) {
      this.#isCited = true;
      return true;
    }
    this.#followBoxes(line);
    return false;
  }
  #followBoxes(line: string): void {
    if (!line.includes('<')) return;
    for (const [tag] of line.matchAll(DETAILS)) {
      if (tag !== '</details>') this.#details += 1;
      else if (this.#details > 0) this.#details -= 1;
    }
    if (line.startsWith(BLOG_OPEN)) this.#isBlog = true;
    else if (line === BLOG_CLOSE) this.#isBlog = false;
    if (this.#details > MAX_OPEN_DETAILS) this.isTooDeep = true;
  }
}

/**
 * Where a piece can start: a block at the start of a line after one empty line that continues no
 * list.
 */
function mayBegin(line: string): boolean {
  if (line === '' || line[0] === ' ' || line[0] === '\t') return false;
  return containersOf(line).item === undefined;
}

/** Content that becomes a separate piece, because nothing in it is parsed as Markdown. */
const isVerbatim = (line: string): boolean => FENCE.test(line) || CITED_OPEN.test(line);

/** Joining the pieces with empty lines restores the text, with `\n` line ends. */
export function markdownPieces(written: string): MarkdownPiece[] {
  const text = written.replace(/\r\n?/g, '\n');
  const pieces: MarkdownPiece[] = [];
  const isWhole = text.length <= WHOLE_WITH_DEFINITIONS_CHARS && DEFINITION.test(text);
  let budget = MAX_TOTAL_COST + COST_PER_CHAR * text.length;
  let [measure, containers] = [new Measure(), new Containers()];
  let [begun, at] = [0, 0];
  let afterBlank = true;
  let afterText = false;
  const end = (to: number): void => {
    const { cost } = measure;
    const isPlain =
      measure.isTooDeep ||
      containers.isTooDeep ||
      containers.isCited ||
      cost > Math.min(MAX_PIECE_COST, budget);
    if (!isPlain) budget -= cost;
    if (to > begun) pieces.push({ text: text.slice(begun, to), isPlain });
    [measure, containers] = [new Measure(), new Containers()];
  };
  for (const line of text.split('\n')) {
    // The parser distinguishes one empty line from several.
    const isSeparated = afterText && text.startsWith('\n\n', at - 2);
    const isLongEnough = !isWhole && (at - begun >= CUT_AFTER_CHARS || isVerbatim(line));
    if (isSeparated && isLongEnough && !containers.isOpen && mayBegin(line)) {
      end(at - SEPARATOR.length);
      begun = at;
    }
    const isBlank = line.trim() === '';
    if (containers.take(line, at === begun)) measure.skip(line);
    else if (isBlank) measure.blank();
    else measure.read(line);
    afterText = isBlank && !afterBlank;
    afterBlank = isBlank;
    at += line.length + 1;
  }
  end(text.length);
  return pieces;
}

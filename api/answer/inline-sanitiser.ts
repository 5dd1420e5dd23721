/** The most characters of inline code within one line; in a table, code may end with its cell. */
const MAX_CODE_CHARS = 1_000;
const OPENS_HTML = /^[A-Za-z/!?]$/;

/** The part of a line that is sanitised, and the rest, which depends on what follows. */
export interface PartialLine {
  out: string;
  rest: string;
}

/** Sanitises Markdown within one line, outside of code blocks. */
export class InlineSanitiser {
  /** The character before. Empty after code and escapes. */
  #previous = '';
  /**
   * Whether a link has begun in this paragraph. Its address may contain a backtick that starts no
   * code.
   */
  #isLinked = false;

  /** Adds a line or part of one. `isEnd`: the line is complete. */
  take(text: string, isEnd: boolean): PartialLine {
    let out = '';
    let at = 0;
    while (at < text.length) {
      const letter = text[at] ?? '';
      const next = text[at + 1];
      if (next === undefined && !isEnd && /[<!\\]/.test(letter)) break;
      if (letter === '\\') {
        out += letter + (next ?? '');
        at += 2;
        this.#previous = '';
        continue;
      }
      if (letter === '`') {
        const run = /^`+/.exec(text.slice(at))?.[0] ?? '`';
        const close = endOfCode(text, at, run.length, isEnd);
        if (close === undefined && !isEnd && text.length - at < MAX_CODE_CHARS) break;
        const code = close === undefined ? run : text.slice(at, close);
        out += this.#isLinked || code.includes('|') ? escapeAll(code) : code;
        at += code.length;
        this.#previous = '';
        continue;
      }
      if (this.#previous === ']' && (letter === '(' || letter === ':')) this.#isLinked = true;
      this.#previous = letter;
      if (letter === '<' && next !== undefined && OPENS_HTML.test(next)) out += '\\<';
      else if (letter === '!' && next === '[') out += '! ';
      else out += letter;
      at += 1;
    }
    return { out, rest: text.slice(at) };
  }

  endLine(): void {
    this.#previous = '';
  }

  endParagraph(): void {
    this.#isLinked = false;
  }
}

const escapeAll = (code: string): string =>
  code.replace(/<(?=[A-Za-z/!?])/g, '\\<').replace(/!(?=\[)/g, '! ');

/** The end of the run of backticks that closes the code at `from`. */
function endOfCode(text: string, from: number, length: number, isEnd: boolean): number | undefined {
  for (const run of text.slice(from + length).matchAll(/`+/g)) {
    const end = from + length + run.index + run[0].length;
    // A run at the end of the text may continue in the next delta.
    if (run[0].length === length && (isEnd || end < text.length)) return end;
  }
  return undefined;
}

/**
 * Removes everything from a model's Markdown that a reader's program would fetch or run: images
 * become links, HTML becomes text. Code stays as it is. The page itself renders answers safely;
 * this protects all other outputs.
 */
export interface OutputSanitiser {
  pass(delta: string): string;
  /** At the end: what was held back. */
  rest(): string;
}

/** within one line; of a table it may end with the cell */
const MAX_CODE_CHARS = 1_000;
const FENCE = /^(`{3,}[^`]*|~{3}.*)$/;
const FENCE_BEGUN = /^(?:`{1,2}|~{1,2})$/;
const OPENS_HTML = /^[A-Za-z/!?]$/;

const disarmed = (code: string): string =>
  code.replace(/<(?=[A-Za-z/!?])/g, '\\<').replace(/!(?=\[)/g, '! ');

/** Where a run of backticks as long as the one at `from` ends the code. */
function endOfCode(text: string, from: number, length: number, isEnd: boolean): number | undefined {
  for (const run of text.slice(from + length).matchAll(/`+/g)) {
    const end = from + length + run.index + run[0].length;
    // A run that goes to the end of what there is may be longer.
    if (run[0].length === length && (isEnd || end < text.length)) return end;
  }
  return undefined;
}

/** Held back longer than this, a line is looked at again only when it has doubled. */
const PATIENT_CHARS = 1_000;

export function createOutputSanitiser(): OutputSanitiser {
  let held = '';
  /** what came since `held` was looked at; no line ends in it */
  let pending = '';
  let atLineStart = true;
  let afterReturn = false;
  let fence: RegExp | undefined;
  /**
   * the letter before, and whether a link has begun in this paragraph: its address may hold a
   * backtick that opens no code
   */
  let last = '';
  let isLinked = false;

  /** One line, or a stretch of one, outside fences. `isEnd`: nothing of the line follows. */
  function disarm(text: string, isEnd: boolean): { out: string; rest: string } {
    let out = '';
    let at = 0;
    while (at < text.length) {
      const letter = text[at] ?? '';
      const next = text[at + 1];
      if (next === undefined && !isEnd && /[<!\\]/.test(letter)) break;
      if (letter === '\\') {
        out += letter + (next ?? '');
        at += 2;
        last = '';
        continue;
      }
      if (letter === '`') {
        const run = /^`+/.exec(text.slice(at))?.[0] ?? '`';
        const close = endOfCode(text, at, run.length, isEnd);
        if (close === undefined && !isEnd && text.length - at < MAX_CODE_CHARS) break;
        const code = close === undefined ? run : text.slice(at, close);
        out += isLinked || code.includes('|') ? disarmed(code) : code;
        at += code.length;
        last = '';
        continue;
      }
      if (last === ']' && (letter === '(' || letter === ':')) isLinked = true;
      last = letter;
      if (letter === '<' && next !== undefined && OPENS_HTML.test(next)) out += '\\<';
      else if (letter === '!' && next === '[') out += '! ';
      else out += letter;
      at += 1;
    }
    return { out, rest: text.slice(at) };
  }

  /** What can be told of the line so far; `line` is the rest of it, or all that there is yet. */
  function take(line: string, isEnd: boolean): { out: string; rest: string } {
    if (fence) {
      // The complete line decides whether it closes.
      if (!isEnd && atLineStart && /^ {0,3}[`~]*[ \t]*$/.test(line)) return { out: '', rest: line };
      if (isEnd && atLineStart && fence.test(line)) fence = undefined;
      return { out: line, rest: '' };
    }
    if (atLineStart && !isEnd && (FENCE.test(line) || FENCE_BEGUN.test(line)))
      return { out: '', rest: line };
    if (atLineStart && FENCE.test(line)) {
      const mark = /^(?:`+|~+)/.exec(line)?.[0] ?? '';
      fence = new RegExp(`^ {0,3}${mark.charAt(0)}{${mark.length},}[ \\t]*$`);
      return { out: line, rest: '' };
    }
    return disarm(line, isEnd);
  }
  function run(isLast: boolean): string {
    let out = '';
    for (;;) {
      const end = held.indexOf('\n');
      if (end < 0) break;
      const line = take(held.slice(0, end), true).out;
      out += `${line}\n`;
      if (atLineStart && line.trim() === '') isLinked = false;
      last = '';
      held = held.slice(end + 1);
      atLineStart = true;
    }
    const { out: told, rest } = take(held, isLast);
    if (held !== rest) atLineStart = false;
    held = rest;
    return out + told;
  }
  return {
    pass(delta) {
      // Each of the three is a line's end in Markdown.
      const text = (afterReturn && delta.startsWith('\n') ? delta.slice(1) : delta).replace(
        /\r\n?/g,
        '\n',
      );
      if (delta !== '') afterReturn = delta.endsWith('\r');
      pending += text;
      if (held.length > PATIENT_CHARS && pending.length < held.length && !text.includes('\n'))
        return '';
      held += pending;
      pending = '';
      return run(false);
    },
    rest() {
      held += pending;
      pending = '';
      return run(true);
    },
  };
}

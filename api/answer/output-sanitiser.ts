/**
 * Removes everything from a model's Markdown that a Markdown viewer would fetch or run: images
 * become links, HTML becomes text. Code is unchanged. The page renders answers safely anyway; this
 * protects all other outputs.
 */
import { InlineSanitiser, type PartialLine } from './inline-sanitiser.ts';

export interface OutputSanitiser {
  pass(delta: string): string;
  /** Call it at the end. Returns the text held back. */
  rest(): string;
}

const FENCE = /^(`{3,}[^`]*|~{3}.*)$/;
const FENCE_BEGUN = /^(?:`{1,2}|~{1,2})$/;
/** If more text than this is held back, it is examined again only after it has doubled. */
const HELD_CHARS = 1_000;

export function createOutputSanitiser(): OutputSanitiser {
  const inline = new InlineSanitiser();
  let buffered = '';
  /** Text since `held` was last examined, without line breaks. */
  let pending = '';
  let atLineStart = true;
  let afterReturn = false;
  /** Matches the line that closes the current code block. */
  let fence: RegExp | undefined;

  /** Adds the unsent part of a line. `isEnd`: the line is complete. */
  function take(line: string, isEnd: boolean): PartialLine {
    if (fence) {
      // Only the complete line tells whether it closes the block.
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
    return inline.take(line, isEnd);
  }

  function run(isLast: boolean): string {
    let out = '';
    for (;;) {
      const end = buffered.indexOf('\n');
      if (end < 0) break;
      const line = take(buffered.slice(0, end), true).out;
      out += `${line}\n`;
      if (atLineStart && line.trim() === '') inline.endParagraph();
      inline.endLine();
      buffered = buffered.slice(end + 1);
      atLineStart = true;
    }
    const { out: lastLine, rest } = take(buffered, isLast);
    if (buffered !== rest) atLineStart = false;
    buffered = rest;
    return out + lastLine;
  }

  return {
    pass(delta) {
      // CR, LF and CRLF all end a line in Markdown.
      const text = (afterReturn && delta.startsWith('\n') ? delta.slice(1) : delta).replace(
        /\r\n?/g,
        '\n',
      );
      if (delta !== '') afterReturn = delta.endsWith('\r');
      pending += text;
      if (buffered.length > HELD_CHARS && pending.length < buffered.length && !text.includes('\n'))
        return '';
      buffered += pending;
      pending = '';
      return run(false);
    },
    rest() {
      buffered += pending;
      pending = '';
      return run(true);
    },
  };
}

/**
 * Output of commands: results on stdout, everything else on stderr. Removes control characters from
 * foreign text.
 */
import { stripVTControlCharacters, styleText } from 'node:util';
import { wrapAndIndent } from './terminal-cells.ts';

export interface Output {
  /** one JSON object per line, nothing else on stdout */
  readonly json: boolean;
  /** a user is watching, so live views are possible */
  readonly live: boolean;
  /** the width of the terminal; undefined in a pipe, where lines have any length */
  readonly columns: number | undefined;
  /** Prints a result for people; silent with --json. */
  line(text?: string): void;
  /** Writes a piece of a streamed result immediately. */
  write(text: string): void;
  /** Prints a result for programs; silent without --json. */
  record(value: unknown): void;
  /** Writes details only for a terminal, not for a pipe: totals, next steps. */
  remark(text: string): void;
  /** Prints progress to stderr. */
  note(text: string): void;
  /**
   * Prints a problem to stderr: `about` names the subject, and the first line of `message` says
   * what happened.
   */
  problem(message: string, about?: string): void;
}

/**
 * All Unicode control characters except tab and line feed, and characters that change the text
 * direction.
 */
const CONTROLS = /(?![\t\n])\p{Cc}|[\u202A-\u202E\u2066-\u2069]/gu;
export const plain = (text: string): string => stripVTControlCharacters(text).replace(CONTROLS, '');
/** `plain` on one line. */
export const oneLine = (text: string): string =>
  plain(text.replace(/\s+/g, ' ')).replace(/ +/g, ' ').trim();

type Style = Parameters<typeof styleText>[0];
/** Colours only if the stream supports them and NO_COLOR is not set. */
export const paint = (
  style: Style,
  text: string,
  stream: NodeJS.WriteStream = process.stdout,
): string => styleText(style, text, { stream });

/** `quiet`: problems only; with `json`, records too. */
export function createOutput(json: boolean, quiet = false): Output {
  const isForPeople = !json && !quiet;
  const live = isForPeople && process.stdout.isTTY === true;
  const line = (text = ''): void => {
    if (isForPeople) process.stdout.write(`${text}\n`);
  };
  const sayOnStderr = (text: string): void => {
    process.stderr.write(`${text}\n`);
  };
  const note = (text: string): void => {
    if (!quiet) sayOnStderr(text);
  };
  return {
    json,
    live,
    line,
    note,
    get columns() {
      return live ? Math.max(20, process.stdout.columns) : undefined;
    },
    write: (text) => {
      if (isForPeople) process.stdout.write(text);
    },
    record: (value) => {
      if (json) process.stdout.write(`${JSON.stringify(value)}\n`);
    },
    remark: (text) => {
      if (live) line(text);
      else note(text);
    },
    problem(message, about) {
      const [first = '', ...more] =
        `${about === undefined ? '' : `${oneLine(about)}\n`}${plain(message)}`.split('\n');
      const columns = process.stderr.isTTY ? Math.max(20, process.stderr.columns) : undefined;
      const mark = paint('red', '✗', process.stderr);
      const [head = '', ...tail] = wrapAndIndent(first, 2, columns);
      sayOnStderr(
        [
          `${mark} ${head.trimStart()}`,
          ...tail,
          ...more.flatMap((it) => wrapAndIndent(it, about === undefined ? 2 : 4, columns)),
        ].join('\n'),
      );
    },
  };
}

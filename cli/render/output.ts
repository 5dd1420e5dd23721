/** Where a command writes: results on stdout, everything else on stderr. Titles come from outside: their control characters are taken off. */
import { stripVTControlCharacters, styleText } from 'node:util';

export interface Output {
  /** one JSON object a line, nothing else on stdout */ readonly json: boolean;
  /** a person watches: live views are welcome */ readonly live: boolean;
  /** A result for a person; silent with --json. */ line(text?: string): void;
  /** A piece of a streamed result, as it comes. */ write(text: string): void;
  /** A result for a program; silent without --json. */ record(value: unknown): void;
  /** What happens meanwhile, on stderr. */ note(text: string): void;
}

/** Everything Unicode calls a control, but for tab and line feed. */
const CONTROLS = /(?![\t\n])\p{Cc}/gu;
export const plain = (text: string): string => stripVTControlCharacters(text).replace(CONTROLS, '');

type Style = Parameters<typeof styleText>[0];
/** Colour only where the stream shows it (and NO_COLOR is not set). */
export const paint = (style: Style, text: string): string => styleText(style, text, { stream: process.stdout });

export function createOutput(json: boolean): Output {
  return {
    json,
    live: !json && process.stdout.isTTY === true,
    line: (text = '') => { if (!json) process.stdout.write(`${text}\n`); },
    write: (text) => { if (!json) process.stdout.write(text); },
    record: (value) => { if (json) process.stdout.write(`${JSON.stringify(value)}\n`); },
    note: (text) => { process.stderr.write(`${text}\n`); },
  };
}

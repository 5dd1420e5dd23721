/** Reads the rows of a CSV file with their line numbers, and the lines that can't be parsed. */
import Papa from 'papaparse';

export interface Row {
  /** from 1 */
  line: number;
  cells: string[];
}
export interface Rows {
  rows: Row[];
  broken: { line: number; text: string }[];
}

/**
 * After this many lines with a misplaced quote, quotes are ignored, because each costs a scan of
 * the rest of the file.
 */
const MAX_REPAIRS = 100;
const NEVER = '\u0000';

export function guessDelimiter(text: string): string {
  const { meta } = Papa.parse<string[]>(text.slice(0, 65_536), {
    preview: 20,
    delimitersToGuess: [',', ';', '\t', '|'],
  });
  return meta.delimiter;
}

/** A quote that is never closed spoils one line, not the rest of the file. */
export function readRows(text: string, delimiter: string, from = 0): Rows {
  const [rows, broken]: [Row[], Rows['broken']] = [[], []];
  let [start, line, repairs] = [from, 1 + count(text, 0, from), 0];
  while (start < text.length) {
    const rest = text.slice(start);
    let [done, damaged] = [0, false];
    Papa.parse<string[]>(rest, {
      delimiter,
      newline: '\n',
      quoteChar: repairs < MAX_REPAIRS ? '"' : NEVER,
      step: ({ data, errors, meta }, parser) => {
        const spansLines = count(rest, done, meta.cursor - 1) > 0;
        if (spansLines && errors.some((error) => error.type === 'Quotes')) {
          damaged = true;
          parser.abort();
          return;
        }
        if (data.some((cell) => cell.trim() !== '')) rows.push({ line, cells: data });
        line += count(rest, done, meta.cursor);
        done = meta.cursor;
      },
    });
    if (!damaged) break;
    repairs += 1;
    const end = rest.indexOf('\n', done);
    broken.push({ line, text: rest.slice(done, end < 0 ? undefined : Math.min(end, done + 400)) });
    if (end < 0) break;
    line += 1;
    start += end + 1;
  }
  return { rows, broken };
}

/** Counts the newlines between two offsets. */
function count(text: string, from: number, to: number): number {
  let lines = 0;
  for (let at = text.indexOf('\n', from); at >= 0 && at < to; at = text.indexOf('\n', at + 1))
    lines += 1;
  return lines;
}

/**
 * Joins rows of exports that don't quote multi-line notes: a short row without an address continues
 * in the next one, as long as both together make one row.
 */
export function joinShortRows(
  rows: readonly Row[],
  width: number,
  isWhole: (row: Row) => boolean,
): Row[] {
  const joined: Row[] = [];
  for (const row of rows) {
    const last = joined.at(-1);
    if (
      last !== undefined &&
      last.cells.length < width &&
      !isWhole(last) &&
      row.cells.length < width &&
      last.cells.length + row.cells.length - 1 <= width
    ) {
      last.cells = [
        ...last.cells.slice(0, -1),
        `${last.cells.at(-1) ?? ''}\n${row.cells[0] ?? ''}`,
        ...row.cells.slice(1),
      ];
    } else joined.push({ ...row });
  }
  return joined;
}

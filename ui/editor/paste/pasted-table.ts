/** Spreadsheet rows pasted as text: tab-separated, or unambiguously comma-separated. */

const MAX_CELLS = 5000;
/** Prose with commas has longer parts. */
const MAX_CSV_CELL_CHARS = 80;

/** Undefined if it is not a table: every row needs the same number of cells, at least two. */
export function tableIn(text: string): string[][] | undefined {
  const lines = text.replaceAll('\r\n', '\n').split('\n');
  while (lines.at(-1) === '') lines.pop();
  if (lines.length < 2 || lines.length > MAX_CELLS) return undefined;
  return (
    evenRows(lines.map((line) => line.split('\t'))) ?? evenRows(lines.map(cellsOfCsv), isCsvCell)
  );
}

function evenRows(
  rows: readonly (string[] | undefined)[],
  isCell: (cell: string) => boolean = () => true,
): string[][] | undefined {
  const width = rows[0]?.length ?? 0;
  const even = rows.flatMap((row) => (row?.length === width && row.every(isCell) ? [row] : []));
  return width >= 2 && even.length === rows.length && width * even.length <= MAX_CELLS
    ? even.map((row) => row.map((cell) => cell.trim()))
    : undefined;
}

/** Prose with commas has spaces after them, and ends sentences. */
const isCsvCell = (cell: string): boolean =>
  cell === cell.trimStart() && !'.!?;:'.split('').includes(cell.at(-1) ?? '');

/** Parses one line; undefined if it is not CSV. */
function cellsOfCsv(line: string): string[] | undefined {
  const cells = [''];
  let isQuoted = false;
  for (const part of line.split(/(,|"")/)) {
    const cell = cells.at(-1) ?? '';
    if (part === ',' && !isQuoted) cells.push('');
    else if (part === '""') cells[cells.length - 1] = isQuoted ? `${cell}"` : cell;
    else {
      const pieces = part.split('"');
      if (pieces.length % 2 === 0) isQuoted = !isQuoted;
      cells[cells.length - 1] = cell + pieces.join('');
    }
  }
  return !isQuoted && cells.every((cell) => cell.length <= MAX_CSV_CELL_CHARS) ? cells : undefined;
}

/**
 * Finds tables: consecutive rows whose cells share columns. Writes them as Markdown, one line per
 * row.
 */
import { textLength } from '#core/text/text-length.ts';
import type { Block } from './blocks.ts';
import { toLine, type Fragment } from './lines.ts';
import { toRows } from './rows.ts';
import type { Box } from './runs.ts';

const MIN_ROWS = 3;
/** Least space between two cells, in font sizes. */
const GAP = 0.9;
/** Distance between rows of a table, in font sizes; closer rows are parts of a fraction. */
const PITCH = { least: 0.9, most: 3.2 };
const SAME_SIZE = 0.15;
/** Least fraction of filled cells; higher for the shortest tables. */
const FILLED = { shortest: 0.75, others: 0.6 };
/** The fraction of rows in which two cells may share a column. */
const CROWDED = 0.2;

const LABEL = /^(?:[•◦▪‣∙·●○■□–—*-]|\(?(?:\d{1,3}|\p{L}|[ivx]{1,4})[.):]?|\[\d{1,3}\])$/iu;
const MARKED_LABEL = /^\(?\p{L}?\d{0,3}[.):]$/u;
const LEADERS = /(?:\. ?){4,}|…{2,}/;
const FORMULA = /[=<>≤≥≠≈∈∉⊂⊆∪∩∀∃⇒⇔→↦∑∏∫√∂∇′∘⊕⊗∧∨\p{Co}]|^\p{L}{1,2}\d?$/u;
const CAPTION = /^\([a-z]\) /;

interface Cell extends Box {
  text: string;
  size: number;
  rtl: boolean;
}
interface Row {
  cells: Cell[];
  fragments: Fragment[];
  y: number;
  size: number;
}
export type Part = { table: Block } | { fragments: Fragment[] };

/** The fragments of a row by cell. */
function toGroups(fragments: readonly Fragment[]): Fragment[][] {
  const groups: Fragment[][] = [];
  let end = -Infinity;
  for (const fragment of [...fragments].sort((one, two) => one.x0 - two.x0)) {
    const group = groups.at(-1);
    if (group && fragment.x0 - end < GAP * fragment.size) group.push(fragment);
    else groups.push([fragment]);
    end = Math.max(end, fragment.x1);
  }
  return groups;
}

const toCells = (groups: readonly Fragment[][]): Cell[] =>
  groups.map((group) => toLine(group)).filter((cell) => cell.text !== '');

interface Strip {
  x0: number;
  x1: number;
}

/**
 * The horizontal strips of the columns, from the left, taken from the rows with most cells, because
 * a cell may span several columns.
 */
function columnsOf(rows: readonly Row[]): Strip[] {
  const most = Math.max(0, ...rows.map((row) => row.cells.length));
  const fullest = rows.filter((row) => row.cells.length === most);
  const telling = fullest.length * 3 >= rows.length ? fullest : rows;
  const columns: Strip[] = [];
  for (const { x0, x1 } of telling
    .flatMap((row) => row.cells)
    .sort((one, two) => one.x0 - two.x0)) {
    const last = columns.at(-1);
    if (last && x0 < last.x1 + 1) last.x1 = Math.max(last.x1, x1);
    else columns.push({ x0, x1 });
  }
  return columns;
}

/** The column that contains most of the cell; -1 if none does. */
function columnOf(cell: Cell, columns: readonly Strip[]): number {
  const shared = columns.map(({ x0, x1 }) => Math.min(cell.x1, x1) - Math.max(cell.x0, x0));
  const best = Math.max(...shared);
  return best > 0 ? shared.indexOf(best) : -1;
}

/**
 * Tells whether rows are flush on both sides, like justified text; tables of numbers may be, tables
 * of words rarely are.
 */
function isFlush(rows: readonly Row[]): boolean {
  const spread = (values: readonly number[]) => Math.max(...values) - Math.min(...values);
  return (
    spread(rows.map(({ cells }) => cells[0]?.x0 ?? 0)) < 2 &&
    spread(rows.map(({ cells }) => cells.at(-1)?.x1 ?? 0)) < 2
  );
}

function isTable(rows: readonly Row[], columns: readonly Strip[]): boolean {
  const cells = rows.flatMap((row) => row.cells);
  if (
    rows.length < MIN_ROWS ||
    columns.length < 2 ||
    cells.length <
      (rows.length > MIN_ROWS ? FILLED.others : FILLED.shortest) * rows.length * columns.length
  )
    return false;
  const places = rows.map((row) => row.cells.map((cell) => columnOf(cell, columns)));
  if (places.flat().includes(-1)) return false;
  const crowded = places.filter((row) => new Set(row).size < row.length);
  if (crowded.length > CROWDED * rows.length) return false;
  const share = (is: (cell: Cell) => boolean) => cells.filter(is).length / cells.length;
  if (share(({ text }) => LEADERS.test(text)) > 0.1) return false;
  if (isFlush(rows) && share(({ text }) => /\p{N}/u.test(text)) < 0.3) return false;
  if (rows.some((row) => row.cells.some(({ text }) => CAPTION.test(text)))) return false;
  // Excludes numbered labels, stacked formulas, a matrix, the ticks of a plot, and columns of prose.
  if (
    rows.every((row) =>
      (columns.length === 2 ? LABEL : MARKED_LABEL).test(row.cells[0]?.text ?? ''),
    )
  )
    return false;
  if (columns.length === 2 && cells.length < 0.85 * rows.length * 2) return false;
  if (share(({ text }) => FORMULA.test(text) || !/[\p{L}\p{N}]/u.test(text)) > 0.2) return false;
  const letters = textLength(cells) / cells.length;
  return letters >= 2.5 && (columns.length > 2 || letters < 45);
}

/**
 * Tells whether a line as wide as the table is directly above or below: then wide gaps coincide by
 * chance.
 */
function isWithinProse(rows: readonly Row[], neighbours: readonly (Row | undefined)[]): boolean {
  const cells = rows.flatMap((row) => row.cells);
  const [x0, x1] = [
    Math.min(...cells.map((cell) => cell.x0)),
    Math.max(...cells.map((cell) => cell.x1)),
  ];
  return neighbours.some((row, at) => {
    const edge = rows.at(at === 0 ? 0 : -1);
    const [line, other] = row?.cells ?? [];
    return (
      row &&
      edge &&
      line &&
      !other &&
      Math.abs(row.y - edge.y) < 1.5 * edge.size &&
      line.x1 - line.x0 > 0.8 * (x1 - x0)
    );
  });
}

function toBlock(rows: readonly Row[], columns: readonly Strip[]): Block {
  const order = columns.map((_, column) => column);
  if (rows.some((row) => row.cells.some((cell) => cell.rtl))) order.reverse();
  const lines = rows.map(
    ({ cells }) =>
      `| ${order
        .map((column) =>
          cells
            .filter((cell) => columnOf(cell, columns) === column)
            .map((cell) => cell.text.replaceAll('|', '\\|'))
            .join(' '),
        )
        .join(' | ')} |`,
  );
  const [head = '', ...rest] = lines;
  const top = `${head}\n|${' --- |'.repeat(columns.length)}`;
  const all = [top, ...rest];
  const starts: number[] = [];
  let at = 0;
  for (const line of all) {
    starts.push(at);
    at += line.length + 1;
  }
  const boxes = rows.map(
    ({ cells }): Box => ({
      x0: Math.min(...cells.map((cell) => cell.x0)),
      x1: Math.max(...cells.map((cell) => cell.x1)),
      top: Math.min(...cells.map((cell) => cell.top)),
      bottom: Math.max(...cells.map((cell) => cell.bottom)),
    }),
  );
  return { text: all.join('\n'), role: 'text', boxes, starts, size: rows[0]?.size ?? 0 };
}

/** Splits a region, from the top, into tables and other text. */
export function partTables(fragments: readonly Fragment[]): Part[] {
  const rows = toRows([...fragments].sort((one, two) => one.y - two.y))
    .sort((one, two) => one.y - two.y)
    .map(({ members, y, size }) => ({ groups: toGroups(members), fragments: members, y, size }));
  const read = (row: (typeof rows)[number] | undefined): Row | undefined =>
    row && { ...row, cells: toCells(row.groups) };
  const tables: { rows: Row[]; block: Block }[] = [];
  for (let at = 0; at < rows.length; ) {
    const near: typeof rows = [];
    for (let row = rows[at]; row && row.groups.length >= 2; row = rows[at + near.length]) {
      const before = near.at(-1);
      const size = Math.max(row.size, before?.size ?? 0);
      if (
        before &&
        (row.y - before.y > PITCH.most * size ||
          row.y - before.y < PITCH.least * size ||
          Math.abs(row.size - before.size) > SAME_SIZE * size)
      )
        break;
      near.push(row);
    }
    // A heading across several columns hides them.
    const run = near.length < MIN_ROWS ? [] : near.flatMap((row) => read(row) ?? []);
    const body =
      run.length === 0 || isWithinProse(run, [read(rows[at - 1]), read(rows[at + near.length])])
        ? undefined
        : [run, run.slice(1)].find((some) => isTable(some, columnsOf(some)));
    if (body) tables.push({ rows: body, block: toBlock(body, columnsOf(body)) });
    at += Math.max(1, near.length);
  }
  if (tables.length === 0) return [{ fragments: [...fragments] }];
  const parts: Part[] = [];
  const inTables = new Map(
    tables.flatMap((table) =>
      table.rows.flatMap((row) => row.fragments.map((fragment) => [fragment, table] as const)),
    ),
  );
  const bounds = tables.map((table) => table.rows[0]?.y ?? 0);
  // Text above, between and below tables keeps its printed order.
  for (let at = 0; at <= tables.length; at += 1) {
    const [from, to] = [bounds[at - 1] ?? -Infinity, bounds[at] ?? Infinity];
    const rest = fragments.filter(
      (fragment) => !inTables.has(fragment) && fragment.y >= from && fragment.y < to,
    );
    if (rest.length > 0) parts.push({ fragments: rest });
    const table = tables[at];
    if (table) parts.push({ table: table.block });
  }
  return parts;
}

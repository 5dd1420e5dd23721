/** Groups fragments into rows and rows into lines, in reading order. */
import { adjacentBlockStarts } from './adjacent-blocks.ts';
import { textOf, toLine, type Fragment, type Line } from './lines.ts';

interface Row {
  y: number;
  size: number;
  top: number;
  bottom: number;
  /** starts a block to the right of the previous one */
  beside: boolean;
  members: Fragment[];
}

function belongs(row: Row, fragment: Fragment): boolean {
  if (Math.abs(row.y - fragment.y) < 0.3 * Math.max(row.size, fragment.size)) return true;
  const overlap = Math.min(row.bottom, fragment.bottom) - Math.max(row.top, fragment.top);
  const inside = overlap > 0.55 * Math.min(row.bottom - row.top, fragment.bottom - fragment.top);
  return (
    inside &&
    Math.min(row.size, fragment.size) < 0.88 * Math.max(row.size, fragment.size) &&
    row.members.every((member) => member.x1 <= fragment.x0 + 1 || fragment.x1 <= member.x0 + 1)
  );
}

/** Most pieces that a formula may print above or below its line before continuing it. */
const AHEAD = 16;
/** Their largest distance from the line, in font sizes. */
const OFF = 4;
/** Rows with fewer characters are parts of a formula, not prose. */
const PROSE = 15;

/**
 * Limits, indices, the parts of a fraction, text below a brace and the rows of a matrix are printed
 * between the pieces of their line.
 */
function isInterlude(row: Row, fragments: readonly Fragment[], at: number): boolean {
  const fragment = fragments[at];
  const base = row.members.findLast((it) => Math.abs(it.y - row.y) < 0.3 * row.size);
  if (!fragment || !base || !isAside(row, fragment)) return false;
  if (fragment.x0 < leftOf(row) - 2.5 * row.size || fragment.x0 > rightOf(row) + 2.5 * row.size)
    return false;
  for (let ahead = at + 1; ahead <= at + AHEAD; ahead += 1) {
    const next = fragments[ahead];
    if (!next) return false;
    if (belongs(row, next)) return next.x0 > base.x0 - 1;
    if (!isAside(row, next)) return false;
  }
  return false;
}
function isAside(row: Row, it: Fragment): boolean {
  return (
    Math.abs(it.y - row.y) < OFF * row.size &&
    it.size <= row.size &&
    (it.size < 0.88 * row.size || lettersOf(it) < PROSE)
  );
}
const lettersOf = (fragment: Fragment) =>
  fragment.runs.reduce((sum, run) => sum + run.text.length, 0);

function lastRowOf(rows: readonly Row[], fragment: Fragment, from: number): number {
  for (let at = rows.length - 1; at >= from; at -= 1) {
    const row = rows[at];
    if (row && belongs(row, fragment)) return at;
  }
  return -1;
}

/** Largest horizontal distance between the starts of consecutive lines, in font sizes. */
const INDENT = 2.5;
/** Lines further apart vertically, in font sizes, are list items, not lines of a paragraph. */
const LEADING = 1.7;

/**
 * Tells whether it starts a block to the right of one whose first line is on the same row and which
 * was printed completely before.
 */
function isBeside(rows: readonly Row[], at: number, fragment: Fragment): boolean {
  const row = rows[at];
  if (!row || !isAlike(row, fragment)) return false;
  const since = rows.slice(at);
  const start = leftOf(row);
  return (
    since.every((it) =>
      it.members.every((member) => member.x1 < fragment.x0 + 0.5 * fragment.size),
    ) &&
    since.some(
      (it) =>
        it.y - row.y > 0.9 * row.size &&
        it.y - row.y < LEADING * row.size &&
        isAlike(it, row) &&
        Math.abs(leftOf(it) - start) < INDENT * row.size,
    )
  );
}
const isAlike = (one: { size: number }, two: { size: number }) =>
  Math.abs(one.size - two.size) < 0.12 * one.size;
const leftOf = (row: Row) => row.members.reduce((start, it) => Math.min(start, it.x0), Infinity);
const rightOf = (row: Row) => row.members.reduce((end, it) => Math.max(end, it.x1), -Infinity);

export function toRows(fragments: readonly Fragment[]): Row[] {
  const blocks = adjacentBlockStarts(fragments);
  const rows: Row[] = [];
  let open: Row | undefined;
  /** where the current block begins */
  let from = 0;
  for (let at = 0; at < fragments.length; at += 1) {
    const fragment = fragments[at];
    if (!fragment) break;
    if (open && !belongs(open, fragment) && isInterlude(open, fragments, at)) {
      open.members.push(fragment);
      continue;
    }
    const found = lastRowOf(rows, fragment, from);
    const beside =
      blocks.has(at) || (found >= 0 && found < rows.length - 1 && isBeside(rows, found, fragment));
    if (beside) from = rows.length;
    const row = beside ? undefined : rows[found];
    open = row;
    if (!row) {
      open = {
        y: fragment.y,
        size: fragment.size,
        top: fragment.top,
        bottom: fragment.bottom,
        beside,
        members: [fragment],
      };
      rows.push(open);
      continue;
    }
    row.members.push(fragment);
    row.top = Math.min(row.top, fragment.top);
    row.bottom = Math.max(row.bottom, fragment.bottom);
  }
  return rows;
}

const lettersIn = (row: Row) => row.members.reduce((sum, it) => sum + lettersOf(it), 0);

const LABEL = 6;
const WORD = /\p{L}{4}/u;

/** Tells whether a row is as short as the label of a drawing, or is part of a formula, without words. */
const isLabel = (row: Row) =>
  row.members.every(
    (it) => lettersOf(it) <= LABEL || (lettersOf(it) < 2 * PROSE && !WORD.test(textOf(it.runs))),
  );

/**
 * Tells whether the rows were printed top-down, ignoring labels and parts above or below a
 * formula's line.
 */
function isInOrder(rows: readonly Row[]): boolean {
  let before: Row | undefined;
  for (const row of rows) {
    if (isLabel(row) && row.size < 1.12 * (before ?? row).size) continue;
    const back = before && !row.beside ? (before.y - row.y) / Math.max(row.size, before.size) : 0;
    if (
      back >= 2.5 ||
      (before &&
        back >= 0.9 &&
        leftOf(row) <= rightOf(before) &&
        isAlike(row, before) &&
        Math.min(lettersIn(row), lettersIn(before)) >= PROSE)
    )
      return false;
    before = row;
  }
  return true;
}

/** Splits where everything printed later is below everything printed before. */
function toStretches(fragments: readonly Fragment[]): Fragment[][] {
  const highest: number[] = [];
  let least = Infinity;
  for (let at = fragments.length - 1; at >= 0; at -= 1)
    highest[at] = least = Math.min(least, fragments[at]?.y ?? Infinity);
  const stretches: Fragment[][] = [];
  let lowest = Infinity;
  fragments.forEach((fragment, at) => {
    const open = stretches.at(-1);
    if (open && lowest > (highest[at] ?? 0) - 0.9 * fragment.size) open.push(fragment);
    else stretches.push([fragment]);
    lowest = at === 0 ? fragment.y : Math.max(lowest, fragment.y);
  });
  return stretches;
}

/** Overlap of closely spaced lines, as a fraction of the font size. */
const LAP = 0.25;

/** Groups fragments into vertical bands, each in printed order. */
function toBands(fragments: readonly Fragment[]): Fragment[][] {
  const bandOf = new Map<Fragment, number>();
  let band = -1;
  let floor = -Infinity;
  for (const fragment of [...fragments].sort((one, two) => one.top - two.top)) {
    if (fragment.top >= floor - LAP * fragment.size) band += 1;
    floor = Math.max(floor, fragment.bottom);
    bandOf.set(fragment, band);
  }
  const bands = Array.from({ length: band + 1 }, (): Fragment[] => []);
  for (const fragment of fragments) bands[bandOf.get(fragment) ?? 0]?.push(fragment);
  return bands;
}

/**
 * Returns the lines of one column, from the top; in printed order if that agrees, which is correct
 * for formulas.
 */
export function toLines(fragments: readonly Fragment[]): Line[] {
  const inOrder = (some: readonly Fragment[], otherwise: () => Row[]): Row[] => {
    const rows = toRows(some);
    return isInOrder(rows) ? rows : otherwise();
  };
  const fromTop = (some: readonly Fragment[]) =>
    toRows([...some].sort((one, two) => one.y - two.y)).sort((one, two) => one.y - two.y);
  const rows = toStretches(fragments).flatMap((stretch) =>
    inOrder(stretch, () => toBands(stretch).flatMap((band) => inOrder(band, () => fromTop(band)))),
  );
  return rows.map((row) => toLine(row.members)).filter((line) => line.text !== '');
}

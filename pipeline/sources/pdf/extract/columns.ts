/**
 * Reading order: finds gutters, the empty strips between columns. A gutter holds over a zone, the
 * stretch of the page between two fragments that cross it (a title, a figure's caption), so a page
 * may have columns in a part only.
 */
import type { Box } from './runs.ts';

interface Piece extends Box {
  y: number;
  size: number;
  runs: readonly { text: string }[];
}

/** Fewest lines of a column. */
const MIN_LINES = 4;
/**
 * Least width of a column in font sizes; a narrower one is cells of a table, or a river in
 * justified text.
 */
const MIN_WIDTH = 8;
/** A remnant of a column has at least one line with this many characters. */
const MIN_LETTERS = 14;
/**
 * Least average fraction of the width that lines fill: in prose, and in a column that was printed
 * completely before the other one, such as a list of symbols.
 */
const FILLED = { prose: 0.5, apart: 0.25 };
/**
 * The fraction of lines that share a base line with the other column; above it, a few lines are
 * rows of a table.
 */
const ALIGNED = 0.7;
const TABLE = 15;
const MAX_DEPTH = 4;
/** Tolerance in points for finding a known gutter again. */
const NEAR = 6;

const lettersOf = (piece: Piece) => piece.runs.reduce((sum, run) => sum + run.text.length, 0);

/** Counts the lines that the fragments form. */
function countLines(pieces: readonly Piece[]): number {
  let lines = 0;
  let floor = -Infinity;
  for (const piece of [...pieces].sort((one, two) => one.top - two.top)) {
    const middle = (piece.top + piece.bottom) / 2;
    if (middle < floor) continue;
    lines += 1;
    floor = piece.bottom;
  }
  return lines;
}

function isColumn(pieces: readonly Piece[], least: number): boolean {
  const lines = countLines(pieces);
  if (lines < MIN_LINES) return false;
  const width =
    Math.max(...pieces.map((piece) => piece.x1)) - Math.min(...pieces.map((piece) => piece.x0));
  if (width < MIN_WIDTH * Math.max(...pieces.map((piece) => piece.size))) return false;
  const filled = pieces.reduce((sum, piece) => sum + piece.x1 - piece.x0, 0) / lines;
  return filled > least * width;
}

/** Returns the x of gaps that most pairs of neighbours share. */
function candidates(pieces: readonly Piece[]): number[] {
  const step = 3;
  const votes = new Map<number, number>();
  const ordered = [...pieces].sort((one, two) => one.top - two.top);
  ordered.forEach((left, index) => {
    let nearest: Piece | undefined;
    // Neighbours in a line overlap, and fragments are ordered from the top, so the search stays
    // near.
    for (let at = Math.max(0, index - 12); at < Math.min(ordered.length, index + 12); at += 1) {
      const other = ordered[at];
      if (!other || other === left || other.x0 < left.x1) continue;
      const overlap = Math.min(left.bottom, other.bottom) - Math.max(left.top, other.top);
      if (
        overlap > 0.3 * Math.min(left.bottom - left.top, other.bottom - other.top) &&
        (!nearest || other.x0 < nearest.x0)
      )
        nearest = other;
    }
    if (!nearest || nearest.x0 - left.x1 < 0.6 * left.size) return;
    for (let bin = Math.ceil(left.x1 / step); bin * step < nearest.x0; bin += 1)
      votes.set(bin, (votes.get(bin) ?? 0) + 1);
  });
  const best: number[] = [];
  // If a gap is equally wide in all lines, only fragments that cross it elsewhere distinguish its ends.
  const ends = [...votes].filter(
    ([bin, count]) => votes.get(bin - 1) !== count || votes.get(bin + 1) !== count,
  );
  for (const [bin, count] of ends.sort((one, two) => two[1] - one[1])) {
    if (count < MIN_LINES || best.length >= 6) break;
    if (best.every((other) => Math.abs(other - bin * step) > 12)) best.push(bin * step);
  }
  return best;
}

/** Next to a known gutter, fewer lines are enough: the last lines of columns, below a picture. */
const isRemnant = (pieces: readonly Piece[]) =>
  pieces.length > 0 && pieces.some((piece) => lettersOf(piece) >= MIN_LETTERS);

interface Zone {
  spanning: Piece | undefined;
  left: Piece[];
  right: Piece[];
}

/**
 * Groups the fragments left and right of `x` into zones; each fragment that crosses it begins one.
 */
function zonesAt(pieces: readonly Piece[], x: number): Zone[] {
  const zones: Zone[] = [{ spanning: undefined, left: [], right: [] }];
  for (const piece of [...pieces].sort((one, two) => one.bottom - two.bottom)) {
    const zone = zones.at(-1);
    if (!zone) break;
    if (piece.x0 < x - 1 && piece.x1 > x + 1) zones.push({ spanning: piece, left: [], right: [] });
    else (piece.x1 <= x + 1 ? zone.left : zone.right).push(piece);
  }
  return zones;
}

/**
 * Returns regions in reading order, each to be read line by line; pieces of a region are in printed
 * order. `gutters` holds the gutters of earlier pages; those of this page are added.
 */
export function readingRegions<P extends Piece>(
  pieces: readonly P[],
  rtl: boolean,
  gutters: Set<number> = new Set(),
): P[][] {
  const printed = new Map<Piece, number>(pieces.map((piece, at) => [piece, at]));
  const placeOf = (piece: Piece) => printed.get(piece) ?? 0;
  const regions = regionsOf(pieces, { rtl, gutters, placeOf }, 0);
  if (regions.length < 2) return [[...pieces]];
  return regions.map((region) => region.sort((one, two) => placeOf(one) - placeOf(two)));
}

interface Page {
  rtl: boolean;
  gutters: Set<number>;
  /** index in printed order */
  placeOf(piece: Piece): number;
}

function regionsOf<P extends Piece>(pieces: readonly P[], page: Page, depth: number): P[][] {
  const { rtl, gutters, placeOf } = page;
  if (pieces.length < 2 || depth >= MAX_DEPTH) return [[...pieces]];
  let best: { x: number; zones: Zone[]; held: number } | undefined;
  for (const x of [...gutters, ...candidates(pieces)]) {
    const zones = zonesAt(pieces, x);
    const known = gutters.has(x);
    const held = zones.reduce(
      (sum, zone) =>
        isPair(zone, known) || isApart(zone, placeOf)
          ? sum + zone.left.length + zone.right.length
          : sum,
      0,
    );
    if (held > 0 && held > (best?.held ?? 0)) best = { x, zones, held };
  }
  if (!best) return [[...pieces]];
  if (
    best.zones.some((zone) => isPair(zone, false)) &&
    [...gutters].every((x) => Math.abs(x - (best?.x ?? 0)) > NEAR)
  )
    gutters.add(best.x);
  const regions: P[][] = [];
  let plain: P[] = [];
  const flush = () => {
    if (plain.length > 0) regions.push(...regionsOf(plain, page, depth + 1));
    plain = [];
  };
  for (const zone of best.zones as { spanning: P | undefined; left: P[]; right: P[] }[]) {
    if (zone.spanning) plain.push(zone.spanning);
    if (!isPair(zone, true) && !isApart(zone, placeOf)) {
      plain.push(...zone.left, ...zone.right);
      continue;
    }
    flush();
    for (const side of rtl ? [zone.right, zone.left] : [zone.left, zone.right])
      regions.push(...regionsOf(side, page, depth + 1));
  }
  flush();
  return regions;
}

const isPair = (zone: Zone, known: boolean): boolean =>
  known
    ? isRemnant(zone.left) && isRemnant(zone.right)
    : isColumn(zone.left, FILLED.prose) && isColumn(zone.right, FILLED.prose);

/** Tells whether one column was printed before the other, with lines that don't run across. */
function isApart({ left, right }: Zone, placeOf: (piece: Piece) => number): boolean {
  if (!isColumn(left, FILLED.apart) || !isColumn(right, FILLED.apart)) return false;
  const [first, second] = [left.map(placeOf), right.map(placeOf)];
  if (Math.max(...first) > Math.min(...second) && Math.max(...second) > Math.min(...first))
    return false;
  const [fewer, more] = left.length < right.length ? [left, right] : [right, left];
  const aligned = fewer.filter((piece) =>
    more.some((other) => Math.abs(other.y - piece.y) < 0.05 * piece.size),
  );
  return aligned.length < ALIGNED * more.length || fewer.length > TABLE;
}

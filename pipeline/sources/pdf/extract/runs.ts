/**
 * Converts a page's text to runs with positions. Text may have any direction, so runs are sorted
 * into four frames, one per quarter turn; within a frame text runs left to right and `y` grows
 * downwards. `toPage` converts a box of a frame to the page.
 */
import type { Rect } from '#core/contract/locator.ts';
import { accented, plainLetters } from './join-lines.ts';

export interface Box {
  x0: number;
  x1: number;
  top: number;
  bottom: number;
}
/** `y` is the base line; `text` may be white space, which is ignored in geometry. */
export interface Run extends Box {
  text: string;
  y: number;
  size: number;
  font: string;
  blank: boolean;
}
export interface Frame {
  /** quarter turns clockwise */
  turn: 0 | 1 | 2 | 3;
  runs: Run[];
  /** printed characters */
  weight: number;
}

/** The fields of pdf.js' text items and styles that are used. */
export interface TextPiece {
  str: string;
  transform: readonly unknown[];
  width: number;
  height: number;
  fontName: string;
}
export interface FontStyle {
  ascent: number;
  descent: number;
  vertical?: boolean;
}
/**
 * Converts user space to points from the unrotated page's top left corner; `scale` is for widths
 * (user units).
 */
export interface PageSpace {
  matrix: readonly number[];
  width: number;
  height: number;
  scale: number;
}

const within = (value: number, low: number, high: number) => Math.min(high, Math.max(low, value));
export function turned(turn: number, x: number, y: number): [number, number] {
  if (turn === 0) return [x, y];
  if (turn === 1) return [y, -x];
  return turn === 2 ? [-x, -y] : [-y, x];
}

/** How far before the end of an accent the accented letter begins, in font sizes. */
const OVER = 0.15;

/** Number of last printed runs on a row that are compared with the next run. */
const ROW = 64;

/** Detects text that is printed twice with a tiny offset to look bold. */
class Printed {
  readonly #rows = new Map<number, Run[]>();

  has(run: Run): boolean {
    const row = this.#rows.get(Math.round(run.y));
    const x = Math.round(run.x0);
    for (let at = (row?.length ?? 0) - 1, end = at - ROW; at > end; at -= 1) {
      const other = row?.[at];
      if (!other) return false;
      if (Math.round(other.x0) === x && other.text === run.text) return true;
    }
    return false;
  }

  add(run: Run): void {
    const y = Math.round(run.y);
    const row = this.#rows.get(y);
    if (row) row.push(run);
    else this.#rows.set(y, [run]);
  }
}

/** Sorts a page's pieces into frames, the one with the most text first. */
export function toFrames(
  pieces: readonly TextPiece[],
  styles: Readonly<Record<string, FontStyle>>,
  space: PageSpace,
): Frame[] {
  const frames = new Map<number, { frame: Frame; printed: Printed }>();
  const toSpace = toMatrix(space.matrix);
  for (const piece of pieces) {
    const text = plainLetters(piece.str);
    if (text === '') continue;
    const found = locateRun(text, piece, styles[piece.fontName], toSpace, space.scale);
    if (!found) continue;
    const { turn, run } = found;
    let open = frames.get(turn);
    if (!open)
      frames.set(turn, (open = { frame: { turn, runs: [], weight: 0 }, printed: new Printed() }));
    const { frame, printed } = open;
    if (!run.blank) {
      mergeAccent(frame.runs, run);
      if (printed.has(run)) continue;
      printed.add(run);
      frame.weight += text.length;
    }
    frame.runs.push(run);
  }
  return [...frames.values()]
    .map((it) => it.frame)
    .filter((frame) => frame.weight > 0)
    .sort((one, two) => two.weight - one.weight);
}

/** An affine transformation, as in PDF: `x' = ax + cy + e`, `y' = bx + dy + f`. */
interface Matrix {
  a: number;
  b: number;
  c: number;
  d: number;
  e: number;
  f: number;
}
function toMatrix(list: readonly unknown[]): Matrix {
  const at = (index: number) => Number(list[index] ?? 0);
  return { a: at(0), b: at(1), c: at(2), d: at(3), e: at(4), f: at(5) };
}
const multiply = (one: Matrix, two: Matrix): Matrix => ({
  a: one.a * two.a + one.c * two.b,
  b: one.b * two.a + one.d * two.b,
  c: one.a * two.c + one.c * two.d,
  d: one.b * two.c + one.d * two.d,
  e: one.a * two.e + one.c * two.f + one.e,
  f: one.b * two.e + one.d * two.f + one.f,
});

/** Undefined for text without a size or a position. */
function locateRun(
  text: string,
  piece: TextPiece,
  style: FontStyle | undefined,
  toSpace: Matrix,
  scale: number,
): { turn: Frame['turn']; run: Run } | undefined {
  const { a, b, c, d, e: x, f: y } = multiply(toSpace, toMatrix(piece.transform));
  const size = Math.sqrt(c * c + d * d) || Math.sqrt(a * a + b * b);
  if (!Number.isFinite(x + y + size) || size === 0) return undefined;
  const isVertical = style?.vertical === true;
  const turn = isVertical ? 1 : turnOf(a, b);
  const [u, v] = turned(turn, x, y);
  const length = Math.max(0, (isVertical ? piece.height : piece.width) * scale);
  // Fonts without metrics have NaN here.
  const ascent = isVertical ? 0.5 : within(style?.ascent || 0.8, 0.7, 0.95);
  const descent = isVertical ? 0.5 : within(-(style?.descent || -0.22), 0.15, 0.3);
  const run: Run = {
    text,
    x0: u,
    x1: u + length,
    y: v,
    top: v - ascent * size,
    bottom: v + descent * size,
    size,
    font: piece.fontName,
    blank: text === ' ' || text.trim() === '',
  };
  return { turn, run };
}

/** Returns the quarter turn of text with the direction `(x, y)`. */
function turnOf(x: number, y: number): Frame['turn'] {
  if (y === 0 && x > 0) return 0;
  const quarter = Math.round(Math.atan2(y, x) / (Math.PI / 2));
  return (((quarter % 4) + 4) % 4) as Frame['turn'];
}

/** Moves an accent at the end of `runs` to the letter that is printed over it, `run`. */
function mergeAccent(runs: Run[], run: Run): void {
  const under = runs.at(-1);
  const isOver = under && run.x0 < under.x1 - OVER * run.size && run.x0 > under.x1 - run.size * 1.5;
  const merged = isOver && accented(under.text, run.text);
  if (!merged) return;
  if (merged.before === '') runs.pop();
  else {
    under.text = merged.before;
    under.x1 = Math.max(under.x0, run.x0);
  }
  run.text = merged.text;
}

const share = (value: number) => Math.round(within(value, 0, 1) * 1e5) / 1e5;

/** Converts a box of a frame to fractions of the unrotated page. */
export function toPage(turn: Frame['turn'], box: Box, space: PageSpace): Rect {
  const back = (4 - turn) % 4;
  const [xa, ya] = turned(back, box.x0, box.top);
  const [xb, yb] = turned(back, box.x1, box.bottom);
  const x = share(Math.min(xa, xb) / space.width);
  const y = share(Math.min(ya, yb) / space.height);
  return {
    x,
    y,
    width: share(Math.max(xa, xb) / space.width - x),
    height: share(Math.max(ya, yb) / space.height - y),
  };
}

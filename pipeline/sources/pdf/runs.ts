/**
 * A page's text as runs with places. Text may point any way, so runs are sorted into four frames,
 * one for each quarter turn; inside a frame text runs left to right and `y` grows downwards.
 * `toPage` takes a frame's box back to the page.
 */
import type { Rect } from '#core/contract/locator.ts';
import { accented, plainLetters } from './joining.ts';

export interface Box {
  x0: number;
  x1: number;
  top: number;
  bottom: number;
}
/** `y` is the base line; `text` may be white space, which has no say in geometry. */
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

/** The fields of pdf.js' text items and styles that are read. */
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
 * From user space to points from the page's top left corner, unrotated; `scale` for widths (user
 * units).
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

/** A letter begins so many of its sizes before the end of the accent printed over it. */
const OVER = 0.15;

/** Of the runs printed last on a row, so many are compared with the next. */
const ROW = 64;

/** Bold is made by printing twice, a hair apart. */
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

export function toFrames(
  pieces: readonly TextPiece[],
  styles: Readonly<Record<string, FontStyle>>,
  space: PageSpace,
): Frame[] {
  const frames = new Map<number, { frame: Frame; printed: Printed }>();
  const at = (list: readonly unknown[], index: number) => Number(list[index] ?? 0);
  const [va, vb, vc, vd, ve, vf] = [
    at(space.matrix, 0),
    at(space.matrix, 1),
    at(space.matrix, 2),
    at(space.matrix, 3),
    at(space.matrix, 4),
    at(space.matrix, 5),
  ];
  for (const piece of pieces) {
    const text = plainLetters(piece.str);
    if (text === '') continue;
    const { transform } = piece;
    const a = at(transform, 0);
    const b = at(transform, 1);
    const c = at(transform, 2);
    const d = at(transform, 3);
    const alongX = va * a + vc * b;
    const alongY = vb * a + vd * b;
    const upX = va * c + vc * d;
    const upY = vb * c + vd * d;
    const x = va * at(transform, 4) + vc * at(transform, 5) + ve;
    const y = vb * at(transform, 4) + vd * at(transform, 5) + vf;
    const style = styles[piece.fontName];
    const vertical = style?.vertical === true;
    const size = Math.sqrt(upX * upX + upY * upY) || Math.sqrt(alongX * alongX + alongY * alongY);
    if (!Number.isFinite(x + y + size) || size === 0) continue;
    const quarter = vertical
      ? 1
      : alongY === 0 && alongX > 0
        ? 0
        : Math.round(Math.atan2(alongY, alongX) / (Math.PI / 2));
    const turn = (((quarter % 4) + 4) % 4) as Frame['turn'];
    const u = turn === 0 ? x : turn === 1 ? y : turn === 2 ? -x : -y;
    const v = turn === 0 ? y : turn === 1 ? -x : turn === 2 ? -y : x;
    const length = Math.max(0, (vertical ? piece.height : piece.width) * space.scale);
    // Fonts without metrics say NaN.
    const ascent = vertical ? 0.5 : within(style?.ascent || 0.8, 0.7, 0.95);
    const descent = vertical ? 0.5 : within(-(style?.descent || -0.22), 0.15, 0.3);
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
    let open = frames.get(turn);
    if (!open)
      frames.set(turn, (open = { frame: { turn, runs: [], weight: 0 }, printed: new Printed() }));
    const under = run.blank ? undefined : open.frame.runs.at(-1);
    if (under && run.x0 < under.x1 - OVER * size && run.x0 > under.x1 - size * 1.5) {
      const whole = accented(under.text, run.text);
      if (whole) {
        if (whole.before === '') open.frame.runs.pop();
        else {
          under.text = whole.before;
          under.x1 = Math.max(under.x0, run.x0);
        }
        run.text = whole.text;
      }
    }
    if (!run.blank) {
      if (open.printed.has(run)) continue;
      open.printed.add(run);
      open.frame.weight += text.length;
    }
    open.frame.runs.push(run);
  }
  return [...frames.values()]
    .map((it) => it.frame)
    .filter((frame) => frame.weight > 0)
    .sort((one, two) => two.weight - one.weight);
}

const share = (value: number) => Math.round(within(value, 0, 1) * 1e5) / 1e5;

/** A box of a frame as shares of the unrotated page. */
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

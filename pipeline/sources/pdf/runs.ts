/**
 * A page's text as runs with places. Text may point any way, so runs are sorted into four frames, one for each quarter
 * turn; inside a frame text runs left to right and `y` grows downwards. `toPage` takes a frame's box back to the page.
 */
import type { Rect } from '#core/contract/locator.ts';
import { plainLetters } from './joining.ts';

export interface Box { x0: number; x1: number; top: number; bottom: number }
/** `y` is the base line; `text` may be white space, which has no say in geometry. */
export interface Run extends Box { text: string; y: number; size: number; font: string; blank: boolean }
export interface Frame { /** quarter turns clockwise */ turn: 0 | 1 | 2 | 3; runs: Run[]; /** printed characters */ weight: number }

/** The fields of pdf.js' text items and styles that are read. */
export interface TextPiece { str: string; transform: readonly unknown[]; width: number; height: number; fontName: string }
export interface FontStyle { ascent: number; descent: number; vertical?: boolean }
/** From user space to points from the page's top left corner, unrotated; `scale` for widths (user units). */
export interface PageSpace { matrix: readonly number[]; width: number; height: number; scale: number }

const within = (value: number, low: number, high: number) => Math.min(high, Math.max(low, value));
const numbers = (list: readonly unknown[]): [number, number, number, number, number, number] => {
  const at = (index: number) => Number(list[index] ?? 0);
  return [at(0), at(1), at(2), at(3), at(4), at(5)];
};

export function turned(turn: number, x: number, y: number): [number, number] {
  if (turn === 0) return [x, y];
  if (turn === 1) return [y, -x];
  return turn === 2 ? [-x, -y] : [-y, x];
}

export function toFrames(pieces: readonly TextPiece[], styles: Readonly<Record<string, FontStyle>>, space: PageSpace): Frame[] {
  const frames = new Map<number, Frame>();
  const [va, vb, vc, vd, ve, vf] = numbers(space.matrix);
  const seen = new Set<string>();
  for (const piece of pieces) {
    const text = plainLetters(piece.str);
    if (text === '') continue;
    const [a, b, c, d, e, f] = numbers(piece.transform);
    const along: [number, number] = [va * a + vc * b, vb * a + vd * b];
    const up: [number, number] = [va * c + vc * d, vb * c + vd * d];
    const x = va * e + vc * f + ve;
    const y = vb * e + vd * f + vf;
    const style = styles[piece.fontName];
    const vertical = style?.vertical === true;
    const size = Math.sqrt(up[0] * up[0] + up[1] * up[1]) || Math.sqrt(along[0] * along[0] + along[1] * along[1]);
    if (!Number.isFinite(x + y + size) || size === 0) continue;
    const quarter = vertical ? 1 : Math.round(Math.atan2(along[1], along[0]) / (Math.PI / 2));
    const turn = (((quarter % 4) + 4) % 4) as Frame['turn'];
    const [u, v] = turned(turn, x, y);
    const length = Math.max(0, (vertical ? piece.height : piece.width) * space.scale);
    const blank = text.trim() === '';
    if (!blank) {
      // Bold made by printing twice, a hair apart.
      const key = `${turn}:${Math.round(u)}:${Math.round(v)}:${text}`;
      if (seen.has(key)) continue;
      seen.add(key);
    }
    // Fonts without metrics say NaN.
    const ascent = vertical ? 0.5 : within(style?.ascent || 0.8, 0.7, 0.95);
    const descent = vertical ? 0.5 : within(-(style?.descent || -0.22), 0.15, 0.3);
    const frame = frames.get(turn) ?? { turn, runs: [], weight: 0 };
    frames.set(turn, frame);
    frame.runs.push({ text, x0: u, x1: u + length, y: v, top: v - ascent * size, bottom: v + descent * size, size, font: piece.fontName, blank });
    if (!blank) frame.weight += text.length;
  }
  return [...frames.values()].filter((frame) => frame.weight > 0).sort((one, two) => two.weight - one.weight);
}

const share = (value: number) => Math.round(within(value, 0, 1) * 1e5) / 1e5;

/** A box of a frame as shares of the unrotated page. */
export function toPage(turn: Frame['turn'], box: Box, space: PageSpace): Rect {
  const back = (4 - turn) % 4;
  const [xa, ya] = turned(back, box.x0, box.top);
  const [xb, yb] = turned(back, box.x1, box.bottom);
  const x = share(Math.min(xa, xb) / space.width);
  const y = share(Math.min(ya, yb) / space.height);
  return { x, y, width: share(Math.max(xa, xb) / space.width - x), height: share(Math.max(ya, yb) / space.height - y) };
}

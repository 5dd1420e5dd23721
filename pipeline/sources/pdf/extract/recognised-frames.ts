/** Converts recognised words to runs, as if they were printed on the page. */
import type { RecognisedLine } from '#pipeline/sources/contract.ts';
import { plainLetters } from './join-lines.ts';
import { isRtl } from './lines.ts';
import { turned, type Box, type Frame, type PageSpace, type Run } from './runs.ts';

type Place = Pick<RecognisedLine, 'x' | 'y' | 'width' | 'height'>;

/**
 * The fraction of a line's box below the base line; the box extends from the highest to the lowest
 * character.
 */
const BELOW = 0.22;
/** Lines of one font size have different boxes, because a line without ascenders or descenders is lower. */
const SAME_SIZE = { least: 0.65, most: 1.15 };

/** The direction of a line on the drawing, in quarter turns, because pages may be scanned sideways. */
function turnOf({ words }: RecognisedLine): number {
  const [first, last] = [words[0], words.at(-1)];
  if (!first || !last) return 0;
  const [across, down] = [last.x - first.x, last.y - first.y];
  if (Math.abs(down) > Math.abs(across)) return down > 0 ? 1 : 3;
  return across < 0 && !isRtl(words.map((word) => word.text).join('')) ? 2 : 0;
}

/** `rotate`: rotation of the page when displayed, in degrees; the drawing is rotated. */
export function recognisedFrames(
  lines: readonly RecognisedLine[],
  space: PageSpace,
  rotate: number,
): Frame[] {
  const quarters = ((Math.round(rotate / 90) % 4) + 4) % 4;
  const [width, height] =
    quarters % 2 === 0 ? [space.width, space.height] : [space.height, space.width];
  /** Maps a point of the drawing to the unrotated page. */
  const unturned = (x: number, y: number): [number, number] => {
    if (quarters === 0) return [x, y];
    if (quarters === 1) return [y, space.height - x];
    return quarters === 2 ? [space.width - x, space.height - y] : [space.width - y, x];
  };
  const boxOf = (turn: number, place: Place): Box => {
    const [xa, ya] = turned(turn, ...unturned(place.x * width, place.y * height));
    const [xb, yb] = turned(
      turn,
      ...unturned((place.x + place.width) * width, (place.y + place.height) * height),
    );
    return {
      x0: Math.min(xa, xb),
      x1: Math.max(xa, xb),
      top: Math.min(ya, yb),
      bottom: Math.max(ya, yb),
    };
  };
  const laid = lines.map((line) => {
    const turn = ((turnOf(line) + 4 - quarters) % 4) as Frame['turn'];
    const box = boxOf(turn, line);
    return {
      turn,
      box,
      size: box.bottom - box.top,
      words: line.words.map((word) => ({
        ...boxOf(turn, word),
        text: plainLetters(word.text).trim(),
      })),
    };
  });
  const sizes = laid.map((line) => line.size).sort((one, two) => one - two);
  const usual = sizes[Math.floor(sizes.length / 2)] ?? 0;
  const frames = new Map<number, Frame>();
  for (const { turn, box, size: own, words } of laid) {
    const frame = frames.get(turn) ?? { turn, runs: [], weight: 0 };
    frames.set(turn, frame);
    const size = own > SAME_SIZE.least * usual && own < SAME_SIZE.most * usual ? usual : own;
    const common = {
      y: box.bottom - BELOW * size,
      top: box.top,
      bottom: box.bottom,
      size,
      font: 'recognised',
    };
    let before: Run | undefined;
    for (const { text, x0, x1 } of words) {
      if (text === '') continue;
      if (before)
        frame.runs.push({
          ...common,
          text: ' ',
          blank: true,
          x0: Math.min(before.x1, x0),
          x1: Math.max(before.x1, x0),
        });
      before = { ...common, text, blank: false, x0, x1 };
      frame.runs.push(before);
      frame.weight += text.length;
    }
  }
  return [...frames.values()]
    .filter((frame) => frame.weight > 0)
    .sort((one, two) => two.weight - one.weight);
}

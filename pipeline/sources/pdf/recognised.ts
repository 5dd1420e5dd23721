/** Words recognised on a drawn page → runs, as if they had been printed there. */
import type { RecognisedLine } from '#pipeline/sources/contract.ts';
import { plainLetters } from './joining.ts';
import type { Frame, PageSpace, Run } from './runs.ts';

/** A line's box reaches from its highest to its lowest letter: about so much of it lies below the base line. */
const BELOW = 0.22;
/** Boxes are a little different from line to line though the letters are not. */
const SAME_SIZE = 0.3;

/** `rotate`: how the page is turned to be shown, in degrees; the drawing is upright. */
export function recognisedFrames(lines: readonly RecognisedLine[], space: PageSpace, rotate: number): Frame[] {
  const quarters = ((Math.round(rotate / 90) % 4) + 4) % 4;
  const turn = ((4 - quarters) % 4) as Frame['turn'];
  const [width, height] = quarters % 2 === 0 ? [space.width, space.height] : [space.height, space.width];
  // From the drawing's corner to the frame's.
  const left = turn === 0 || turn === 1 ? 0 : -width;
  const top = turn === 0 || turn === 3 ? 0 : -height;
  const heights = lines.map((line) => line.height * height).sort((one, two) => one - two);
  const usual = heights[Math.floor(heights.length / 2)] ?? 0;
  const runs = lines.flatMap((line) => {
    const own = line.height * height;
    const size = Math.abs(own - usual) < SAME_SIZE * usual ? usual : own;
    const y = top + (line.y + line.height) * height - BELOW * size;
    return line.words.flatMap((word, at): Run[] => {
      const text = plainLetters(word.text).trim();
      if (text === '') return [];
      const place = { y, top: top + line.y * height, bottom: top + (line.y + line.height) * height, size, font: 'recognised' };
      const x0 = left + word.x * width;
      const x1 = x0 + word.width * width;
      const before = line.words[at - 1];
      const blank: Run[] = before ? [{ ...place, text: ' ', blank: true, x0: left + (before.x + before.width) * width, x1: x0 }] : [];
      return [...blank, { ...place, text, blank: false, x0, x1 }];
    });
  });
  const weight = runs.reduce((sum, run) => sum + (run.blank ? 0 : run.text.length), 0);
  return weight > 0 ? [{ turn, runs, weight }] : [];
}

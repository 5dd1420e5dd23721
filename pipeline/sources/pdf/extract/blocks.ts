/** Lines of a region → blocks: paragraphs, list entries, headings. */
import { joinLines, type Vocabulary } from './join-lines.ts';
import type { Line } from './lines.ts';
import type { Box } from './runs.ts';

export interface Block {
  text: string;
  role: 'heading' | 'text';
  boxes: Box[];
  /** offset of each line in the text */
  starts: number[];
  size: number;
}
/** Font size and style of most of the document. */
export interface BodyStyle {
  size: number;
  font: string;
}

const BULLET = /^(?:[•◦▪‣∙·●○■□–—*-]|\(?(?:\d{1,3}|[a-z])[.)]|\[\d{1,3}\])\s+\S/iu;
const NUMBERED = /^(?:\d{1,2}(?:\.\d{1,2})*\.?|[IVX]{1,5}\.|[A-Z]\.)\s+\p{Lu}/u;
/**
 * A word, or a single letter as above a section of an index; separate letters and numbers are
 * labels of a drawing.
 */
const NAMES =
  /\p{L}{3}|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]|^\p{Lu}\p{L}*$/u;
const ENDS = /[.!?。！？:»”"’')\]]$/u;

/**
 * A line that ends this close to the edge, as a fraction of the width, usually continues in the
 * next line.
 */
const FULL = 0.04;

function typicalPitch(lines: readonly Line[], region: Box): number {
  const pitches: number[] = [];
  const within: number[] = [];
  lines.forEach((line, index) => {
    const before = lines[index - 1];
    if (!before || line.size === 0 || Math.abs(before.size - line.size) >= 0.5) return;
    const pitch = (line.y - before.y) / line.size;
    if (pitch <= 0.8 || pitch >= 3) return;
    pitches.push(pitch);
    if ((line.rtl ? before.x0 - region.x0 : region.x1 - before.x1) < FULL * (region.x1 - region.x0))
      within.push(pitch);
  });
  const at = (values: number[], share: number) =>
    values.sort((one, two) => one - two)[Math.floor(values.length * share)];
  // The lower third, so that space between short paragraphs isn't mistaken for leading.
  const least = at(pitches, 1 / 3) ?? 1.25;
  return within.length > 2 ? (at(within, 1 / 3) ?? least) : Math.min(least, ...within);
}

function startsBlock(line: Line, before: Line, first: Line, region: Box, pitch: number): boolean {
  const size = Math.max(line.size, before.size);
  if (Math.abs(line.size - before.size) > 0.08 * size && Math.min(line.weight, before.weight) > 3)
    return true;
  if (line.y - before.y > (pitch + 0.35) * line.size || line.y < before.y) return true;
  if (BULLET.test(line.text)) return true;
  // An indent starts a paragraph if the previous line is neither indented nor the first line of a hanging
  // indent.
  const start = (it: Line) => (line.rtl ? region.x1 - it.x1 : it.x0 - region.x0);
  const end = (it: Line) => (line.rtl ? it.x0 - region.x0 : region.x1 - it.x1);
  const indent = start(line) - start(before);
  if (
    indent > 0.8 * size &&
    indent < 6 * size &&
    !BULLET.test(first.text) &&
    (before === first ? ENDS.test(before.text) : true)
  )
    return true;
  // The previous line ended early with a sentence, although the first word of this line would have fitted.
  return (
    ENDS.test(before.text) &&
    end(before) > 0.25 * (region.x1 - region.x0) &&
    start(line) <= start(first) + 0.3 * size
  );
}

function roleOf(lines: readonly Line[], text: string, body: BodyStyle): Block['role'] {
  const first = lines[0];
  if (!first || lines.length > 4 || text.length > 200 || !NAMES.test(text)) return 'text';
  if (lines.every((line) => line.size > body.size * 1.09)) return 'heading';
  const own = lines.every((line) => line.font !== body.font && line.size > body.size * 0.97);
  return own && lines.length <= 2 && text.length < 100 && NUMBERED.test(text) ? 'heading' : 'text';
}

export function toBlocks(lines: readonly Line[], body: BodyStyle, vocabulary: Vocabulary): Block[] {
  const region: Box = {
    x0: Math.min(...lines.map((it) => it.x0)),
    x1: Math.max(...lines.map((it) => it.x1)),
    top: Math.min(...lines.map((it) => it.top)),
    bottom: Math.max(...lines.map((it) => it.bottom)),
  };
  const pitch = typicalPitch(lines, region);
  const groups: Line[][] = [];
  for (const line of lines) {
    const group = groups.at(-1);
    const before = group?.at(-1);
    const first = group?.[0];
    if (group && before && first && !startsBlock(line, before, first, region, pitch))
      group.push(line);
    else groups.push([line]);
  }
  return groups
    .map((group) => {
      let joined = '';
      const ends = group.map((line) => {
        joined = joinLines(joined, line.text, vocabulary);
        return joined.length;
      });
      const text = joined.trim();
      const blank = joined.length - joined.trimStart().length;
      const starts = group.map((line, index) =>
        Math.max(0, (ends[index] ?? 0) - line.text.length - blank),
      );
      return {
        text,
        role: roleOf(group, text, body),
        boxes: group.map(({ x0, x1, top, bottom }) => ({ x0, x1, top, bottom })),
        starts,
        size: group[0]?.size ?? 0,
      };
    })
    .filter((block) => block.text !== '');
}

/** Measures, truncates and wraps text in terminal cells. */
const GRAPHEMES = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
const WIDE =
  /^(?:\p{Emoji_Presentation}|\p{Emoji}\uFE0F|[\u1100-\u115F\u2E80-\u303E\u3041-\uA4CF\uA960-\uA97F\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF00-\uFF60\uFFE0-\uFFE6]|[\u{20000}-\u{3FFFD}])/u;
const NOTHING = /^[\p{Mn}\p{Me}\p{Cf}\p{Cc}]+$/u;
const PLAIN = /^[\x20-\x7E]*$/;

const cells = (grapheme: string): number =>
  NOTHING.test(grapheme) ? 0 : WIDE.test(grapheme) ? 2 : 1;

/** Width of `text` in cells, without escape sequences. */
export function cellWidth(text: string): number {
  if (PLAIN.test(text)) return text.length;
  return [...GRAPHEMES.segment(text)].reduce((sum, { segment }) => sum + cells(segment), 0);
}

/** `text`, or as much of it as fits `width` cells with an ellipsis. */
export function truncate(text: string, width: number): string {
  if (cellWidth(text) <= width) return text;
  let used = 1;
  let fitted = '';
  for (const { segment } of GRAPHEMES.segment(text)) {
    used += cells(segment);
    if (used > width) break;
    fitted += segment;
  }
  return `${fitted.trimEnd()}…`;
}

/**
 * Returns the lines of at most `width` cells as `[start, end)` in `text`. Breaks at spaces, and
 * within a word only if it is wider than a line.
 */
export function wrap(text: string, width: number): [number, number][] {
  const lines: [number, number][] = [];
  let start = 0;
  let end = 0;
  let used = 0;
  const breakAt = (next: number): void => {
    if (end > start) lines.push([start, end]);
    [start, end, used] = [next, next, 0];
  };
  for (const word of text.matchAll(/\S+/g)) {
    const wide = cellWidth(word[0]);
    if (end > start && used + (word.index - end) + wide > width) breakAt(word.index);
    if (end === start) start = word.index;
    used = end === start ? wide : used + (word.index - end) + wide;
    if (wide <= width) {
      end = word.index + word[0].length;
      continue;
    }
    used = 0;
    for (const { segment, index } of GRAPHEMES.segment(word[0])) {
      if (used + cells(segment) > width) breakAt(word.index + index);
      used += cells(segment);
      end = word.index + index + segment.length;
    }
  }
  breakAt(text.length);
  return lines;
}

/**
 * Wraps `text` at `columns` and indents every line by `indent` spaces; without a width, doesn't
 * wrap.
 */
export function wrapAndIndent(text: string, indent: number, columns: number | undefined): string[] {
  const margin = ' '.repeat(indent);
  if (columns === undefined) return [margin + text];
  return wrap(text, columns - indent - 1).map(([start, end]) => margin + text.slice(start, end));
}

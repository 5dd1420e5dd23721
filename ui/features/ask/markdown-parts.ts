/** Splits Markdown so that each part reads the same alone. Pure. */

const FENCE = /^ {0,3}(`{3,}|~{3,})/;
/** Definitions of links and footnotes, which apply to the whole text. */
const DEFINES = /^ {0,3}\[[^[\]\n]+\]:/m;
/** A line that starts a paragraph or a heading, whatever is before its blank line. */
const BEGINS = /^(?:#{1,6} |[\p{L}\p{N}*_"'“‘(])/u;
const LISTS = /^(?:\d{1,9}[.)]|\*)(?:\s|$)/;

/**
 * Splits text into parts that join to the original. Parts stay the same while the text grows, so
 * that only the last one is parsed again.
 */
export function markdownParts(text: string): string[] {
  if (DEFINES.test(text)) return [text];
  const parts: string[] = [];
  let fence: string | undefined;
  let begun = 0;
  let at = 0;
  let afterBlank = false;
  for (const line of text.split('\n')) {
    const mark = FENCE.exec(line)?.[1];
    if (fence === undefined && afterBlank && at > begun && BEGINS.test(line) && !LISTS.test(line)) {
      parts.push(text.slice(begun, at));
      begun = at;
    }
    if (
      mark !== undefined &&
      (fence === undefined || (mark.startsWith(fence) && line.trim() === mark))
    )
      fence = fence === undefined ? mark : undefined;
    afterBlank = line.trim() === '';
    at += line.length + 1;
  }
  return [...parts, text.slice(begun)];
}

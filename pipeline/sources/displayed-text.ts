/** The text of a page as it is displayed: lines end at `<br>`, and readings of ruby are no words. */
import { tidy } from '#pipeline/sources/html-document.ts';

/** Not displayed within a line, or beside it. */
const NOT_TEXT = new Set(
  'SCRIPT STYLE NOSCRIPT TEMPLATE SELECT TEXTAREA IFRAME OBJECT VIDEO AUDIO RT RP RTC'.split(' '),
);
const LINES = new Set(['DIV', 'P', 'LI', 'TR', 'BLOCKQUOTE']);
const ELEMENT = 1;
const TEXT = 3;

/** True for elements whose text differs from their `textContent`. */
export const isNotPlain = (name: string): boolean => name === 'BR' || NOT_TEXT.has(name);

function collect(node: Node, out: string[], between: string): void {
  if (node.nodeType === TEXT) {
    out.push(node.nodeValue ?? '');
    return;
  }
  if (node.nodeType !== ELEMENT) return;
  const name = node.nodeName.toUpperCase();
  if (name === 'BR') out.push(between);
  if (isNotPlain(name)) return;
  const isLine = LINES.has(name);
  const endsLine = () => out.length === 0 || out.at(-1)?.endsWith('\n') === true;
  if (isLine && !endsLine()) out.push(between);
  for (let child = node.firstChild; child !== null; child = child.nextSibling)
    collect(child, out, between);
  if (isLine && !endsLine()) out.push(between);
}

/** One line, as a paragraph is read. */
export function lineOf(nodes: readonly Node[]): string {
  const out: string[] = [];
  for (const node of nodes) collect(node, out, ' ');
  return tidy(out.join(''));
}

/** The lines of a `<pre>` with their indentation. */
function preformattedText(element: Element): string {
  const out: string[] = [];
  for (const node of element.childNodes) collect(node, out, '\n');
  return out
    .join('')
    .replace(/\r\n?/g, '\n')
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
    .replace(/^\n+/, '')
    .trimEnd();
}

/** The cells of a row, separated by tabs. */
const rowText = (row: Element): string =>
  [...row.children]
    .map((cell) => lineOf([cell]))
    .join('\t')
    .trim();

/** The text of a block that is one segment. */
export function blockText(block: Element): string {
  if (block.tagName === 'PRE') return preformattedText(block);
  return block.tagName === 'TR' ? rowText(block) : lineOf([block]);
}

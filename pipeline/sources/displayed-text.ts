/** The text of a page as displayed: lines end at `<br>`, and ruby annotations are left out. */
import { tidy } from '#pipeline/sources/html-document.ts';

/** Elements that aren't displayed, or not within the line. */
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

/** Returns the text of nodes as one line. */
export function lineOf(nodes: readonly Node[]): string {
  const out: string[] = [];
  for (const node of nodes) collect(node, out, ' ');
  return tidy(out.join(''));
}

/** Returns the lines of a `<pre>` with their indentation. */
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

/** Returns the cells of a row, separated by tabs. */
const rowText = (row: Element): string =>
  [...row.children]
    .map((cell) => lineOf([cell]))
    .join('\t')
    .trim();

/** Returns the text of a block that forms one segment. */
export function blockText(block: Element): string {
  if (block.tagName === 'PRE') return preformattedText(block);
  return block.tagName === 'TR' ? rowText(block) : lineOf([block]);
}

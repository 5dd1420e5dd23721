/**
 * Finds the text blocks of a document: the smallest blocks that contain text, in order, each
 * visited once.
 */
import { tidy } from '#pipeline/sources/html-document.ts';
import { blockText, isNotPlain, lineOf } from '#pipeline/sources/displayed-text.ts';

const BLOCKS = new Set(
  (
    'ADDRESS ARTICLE ASIDE BLOCKQUOTE BODY CAPTION CENTER DD DETAILS DIALOG DIV DL DT FIELDSET FIGCAPTION FIGURE FOOTER FORM H1 H2 H3 H4 H5 H6 HEADER HGROUP HR LI MAIN MENU NAV OL OPTGROUP P PRE ' +
    'SECTION SUMMARY TABLE TBODY TD TFOOT TH THEAD TR UL'
  ).split(' '),
);
const TEXTLESS = new Set([
  'SCRIPT',
  'STYLE',
  'NOSCRIPT',
  'TEMPLATE',
  'SVG',
  'MATH',
  'SELECT',
  'TEXTAREA',
  'IFRAME',
  'OBJECT',
  'VIDEO',
  'AUDIO',
  'HEAD',
]);
/**
 * Marks elements that are displayed but are not paragraphs of the text: captions, a summary above
 * the text.
 */
export const ASIDE = 'data-gloss-aside';
/** Links a block of the Reader view to the same block of the page during extraction. */
export const TIE = 'data-gloss-tie';
/** A block of the page's text. */
export interface TextBlock {
  element: Element;
  text: string;
}
const ELEMENT = 1;
const TEXT = 3;

const isElement = (node: Node): node is Element => node.nodeType === ELEMENT;
const isTextless = (node: Node): boolean => !isElement(node) && node.nodeType !== TEXT;

/** In a `<pre>`, other blocks are lines of code; these are prose after an unclosed `<pre>`. */
const PROSE = /^(P|H[1-6]|ARTICLE|SECTION|HEADER|FOOTER|FORM)$/;
const UNDIVIDED = /^(H[1-6]|PRE)$/;

interface Structure {
  /** elements that contain a block or the end of a paragraph, at any depth */
  holders: WeakSet<Node>;
  /** elements whose text is not their `textContent` */
  notPlain: WeakSet<Node>;
  /** elements that end a paragraph: the second of two `<br>` */
  ends: WeakSet<Node>;
}

function followsBreak(element: Element): boolean {
  for (let node = element.previousSibling; node !== null; node = node.previousSibling) {
    if (isElement(node)) return node.tagName === 'BR';
    if (node.nodeType === TEXT && /\S/u.test(node.nodeValue ?? '')) return false;
  }
  return false;
}

/** Computed once per tree. */
function readStructure(root: Element): Structure {
  const structure = { holders: new WeakSet(), notPlain: new WeakSet(), ends: new WeakSet() };
  const markAround = (element: Element, set: WeakSet<Node>, until?: RegExp) => {
    for (
      let parent = element.parentElement;
      parent !== null && !set.has(parent) && until?.test(parent.tagName) !== true;
      parent = parent.parentElement
    )
      set.add(parent);
  };
  for (const element of root.querySelectorAll('*')) {
    const name = element.tagName;
    if (BLOCKS.has(name))
      markAround(element, structure.holders, PROSE.test(name) ? undefined : /^PRE$/);
    else if (isNotPlain(name)) {
      markAround(element, structure.notPlain);
      if (name !== 'BR' || !followsBreak(element)) continue;
      structure.ends.add(element);
      markAround(element, structure.holders, UNDIVIDED);
    }
  }
  return structure;
}

/** A table row with more text is page layout. */
const ROW_LENGTH = 600;
function textOfRow(row: Element, { holders }: Structure): string | undefined {
  const cells = [...row.children];
  if (cells.length < 2 || cells.some((cell) => holders.has(cell) || !/^T[DH]$/.test(cell.tagName)))
    return undefined;
  const text = blockText(row);
  return text.length <= ROW_LENGTH ? text : undefined;
}

/**
 * Calls `mark` for each text block of `root`, in document order. For text beside blocks
 * (`<li>text<ul>…`) and paragraphs that `<br><br>` ends, `wrap` creates an element around it;
 * without `wrap`, such text is skipped. A row of a table is one block. A `<math>` or `<svg>` inside
 * a block belongs to the block.
 */
export function eachTextBlock(
  root: Element,
  mark: (element: Element, text: string) => void,
  wrap?: (nodes: Node[]) => Element,
): void {
  const structure = readStructure(root);
  const { holders, notPlain, ends } = structure;
  const isPlain = (node: Node) => !notPlain.has(node) && !isNotPlain(node.nodeName);
  const textOf = (nodes: Node[]): string =>
    nodes.every(isPlain)
      ? tidy(nodes.map((node) => node.textContent ?? '').join(''))
      : lineOf(nodes);
  const markText = (element: Element, text: string) => {
    if (text.trim() !== '') mark(element, text);
  };
  const walk = (element: Element): void => {
    if (TEXTLESS.has(element.tagName.toUpperCase()) || element.hasAttribute(ASIDE)) return;
    if (!holders.has(element)) {
      markText(
        element,
        isPlain(element) && element.tagName !== 'PRE'
          ? tidy(element.textContent)
          : blockText(element),
      );
      return;
    }
    const row = element.tagName === 'TR' ? textOfRow(element, structure) : undefined;
    if (row !== undefined) {
      markText(element, row);
      return;
    }
    let run: Node[] = [];
    const flush = () => {
      const [from, to] = [run.findIndex(isNotBlank), run.findLastIndex(isNotBlank)];
      run = from === -1 ? [] : run.slice(from, to + 1);
      const text = textOf(run);
      if (text !== '' && wrap !== undefined) mark(wrap(run), text);
      run = [];
    };
    for (const node of [...element.childNodes]) {
      if (isTextless(node)) continue;
      if (ends.has(node)) flush();
      else if (isElement(node) && (holders.has(node) || BLOCKS.has(node.tagName))) {
        flush();
        walk(node);
      } else run.push(node);
    }
    flush();
  };
  walk(root);
}

const isNotBlank = (node: Node): boolean =>
  isElement(node) ? node.tagName !== 'BR' : /\S/u.test(node.nodeValue ?? '');

/** A `<p>` can't contain another, so it becomes a `<div>`. */
function divide(paragraph: Element): void {
  const division = paragraph.ownerDocument.createElement('div');
  for (const name of paragraph.getAttributeNames())
    division.setAttribute(name, paragraph.getAttribute(name) ?? '');
  for (const node of [...paragraph.childNodes]) division.append(node);
  paragraph.replaceWith(division);
}

/** Wraps adjacent nodes in a paragraph. */
export function wrapInParagraph(nodes: Node[]): Element {
  const around = nodes[0]?.parentElement?.closest('p');
  if (around) divide(around);
  return wrapIn('p', nodes);
}

/** Wraps adjacent nodes without changing how they look. */
export const wrapInSpan = (nodes: Node[]): Element => wrapIn('span', nodes);

function wrapIn(name: string, nodes: readonly Node[]): Element {
  const [first] = nodes;
  const wrapper = first?.ownerDocument?.createElement(name);
  if (first === undefined || !wrapper) throw new Error('There is nothing to wrap.');
  first.parentNode?.insertBefore(wrapper, first);
  // One by one: a page may have more nodes than a call takes arguments.
  for (const node of nodes) wrapper.append(node);
  return wrapper;
}

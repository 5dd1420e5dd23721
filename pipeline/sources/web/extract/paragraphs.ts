/**
 * Text blocks of a document: the smallest blocks that contain text, in order, each visited once.
 */
import { tidy } from '#pipeline/sources/html-document.ts';

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
const ELEMENT = 1;
const TEXT = 3;

const isElement = (node: Node): node is Element => node.nodeType === ELEMENT;
const isTextless = (node: Node): boolean => !isElement(node) && node.nodeType !== TEXT;

/** Elements that contain a block at any depth, computed once for the tree. */
function blockHolders(root: Element): WeakSet<Node> {
  const holders = new WeakSet<Node>();
  for (const element of root.querySelectorAll('*')) {
    if (!BLOCKS.has(element.tagName)) continue;
    for (
      let parent = element.parentElement;
      parent !== null && !holders.has(parent);
      parent = parent.parentElement
    )
      holders.add(parent);
  }
  return holders;
}

/**
 * Calls `mark` for each text block of `root`, in document order. For text beside blocks
 * (`<li>text<ul>…`), `wrap` creates an element around it; without `wrap`, such text is skipped. A
 * `<math>` or `<svg>` inside a block belongs to the block.
 */
export function eachTextBlock(
  root: Element,
  mark: (element: Element, text: string) => void,
  wrap?: (nodes: Node[]) => Element,
): void {
  const holders = blockHolders(root);
  const walk = (element: Element): void => {
    if (TEXTLESS.has(element.tagName.toUpperCase()) || element.hasAttribute(ASIDE)) return;
    if (!holders.has(element)) {
      const text = tidy(element.textContent);
      if (text !== '') mark(element, text);
      return;
    }
    let run: Node[] = [];
    const flush = () => {
      const text = tidy(run.map((node) => node.textContent ?? '').join(''));
      if (text !== '' && wrap !== undefined) mark(wrap(run), text);
      run = [];
    };
    for (const node of [...element.childNodes]) {
      if (isTextless(node)) continue;
      if (isElement(node) && (holders.has(node) || BLOCKS.has(node.tagName))) {
        flush();
        walk(node);
      } else run.push(node);
    }
    flush();
  };
  walk(root);
}

/** Wraps adjacent nodes in a paragraph. */
export function wrapInParagraph(nodes: Node[]): Element {
  const [first] = nodes;
  const document = first?.ownerDocument;
  if (first === undefined || !document) throw new Error('There is nothing to wrap.');
  const paragraph = document.createElement('p');
  first.parentNode?.insertBefore(paragraph, first);
  // One by one: a page may have more nodes than a call takes arguments.
  for (const node of nodes) paragraph.append(node);
  return paragraph;
}

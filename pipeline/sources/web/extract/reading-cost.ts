/**
 * Estimates what a page costs Readability. Some trees take it minutes: it lists the children of an
 * element once per child, and reads the text of each list once for every element around it.
 */
import { lengthOf } from './block-text.ts';

/**
 * `once`: only the first of Readability's four attempts is worth its time. `never`: one attempt
 * would take more than a few seconds.
 */
export type ReadingCost = 'usual' | 'once' | 'never';

/** Long books on one page have 25,000 elements. */
const MOST_ELEMENTS = 40_000;
const LARGE = 8_000;
/** Most children of a list, because Readability lists all of them once per child. */
const MOST_ITEMS = 2_000;
/**
 * The same for an element that contains lists; a change log on one page may have as many headings
 * between lists.
 */
const MOST_LEAVES = 5_000;
/**
 * The fraction of an element's text within lists. Readability uses 0.9, but removes text before it
 * measures.
 */
const LIST_SHARE = 0.5;
/** An element costs as much as this many characters of text. */
const ELEMENT_CHARS = 40;
/**
 * The sum of characters, each weighted by the square of its depth. A book of 1.2 MB reaches a tenth
 * of it.
 */
const MOST_WEIGHT = 1e9;

/** Doesn't modify the document. Linear in its size. */
export function readingCost(document: Document): ReadingCost {
  const depths = new Map<Element, number>();
  let weight = 0;
  for (const element of document.querySelectorAll('*')) {
    const parent = element.parentElement;
    const depth = (parent === null ? 0 : (depths.get(parent) ?? 0)) + 1;
    depths.set(element, depth);
    weight += depth ** 2 * (ELEMENT_CHARS + ownTextLength(element));
    if (depths.size > MOST_ELEMENTS || weight > MOST_WEIGHT || isHugeList(element)) return 'never';
  }
  return depths.size > LARGE ? 'once' : 'usual';
}

const TEXT = 3;
function ownTextLength(element: Element): number {
  let length = 0;
  for (const node of element.childNodes)
    if (node.nodeType === TEXT) length += node.nodeValue?.length ?? 0;
  return length;
}

function isHugeList(element: Element): boolean {
  if (element.childElementCount <= MOST_ITEMS) return false;
  if (/^[OU]L$/.test(element.tagName)) return true;
  // An element that consists almost only of lists counts as one, up to its first child with more
  // than one element.
  if (
    [...element.children].filter(({ childElementCount }) => childElementCount <= 1).length <=
    MOST_LEAVES
  )
    return false;
  const inLists = [...element.querySelectorAll('ul,ol')].reduce(
    (sum, list) => sum + lengthOf(list),
    0,
  );
  return inLists > lengthOf(element) * LIST_SHARE;
}

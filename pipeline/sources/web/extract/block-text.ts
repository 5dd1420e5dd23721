/** Measures the text of an element: its length, the share of links, whether it ends like a sentence. */
import { tidy } from '#pipeline/sources/html-document.ts';

export const SENTENCE_END = /[.!?…。！？؟।][)\]"'»”’」』]*$/u;
export const lengthOf = (element: Element): number => tidy(element.textContent).length;

const ELEMENT = 1;
const TEXT = 3;

/** Tells whether there is any text; stops at the first word. */
export function hasText(element: Element): boolean {
  const waiting: (Node | null)[] = [element.firstChild];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (node === null) continue;
    if (node.nodeType === TEXT && /\S/u.test(node.nodeValue ?? '')) return true;
    waiting.push(node.nextSibling);
    if (node.nodeType === ELEMENT) waiting.push(node.firstChild);
  }
  return false;
}

/**
 * The nearest element with one of the names: this one, or one around it. `closest` compiles its
 * selector again for every element, which took a tenth of extraction.
 */
export function nearest(element: Element, names: ReadonlySet<string>): Element | undefined {
  for (let at: Element | null = element; at !== null; at = at.parentElement)
    if (names.has(at.tagName)) return at;
  return undefined;
}
export const isIn = (element: Element, names: ReadonlySet<string>): boolean =>
  nearest(element, names) !== undefined;

const MOST_NODES = 400;
/** Tells whether an element has less text than this, and few descendants. Stops as early as possible. */
export function isShorter(element: Element, most: number): boolean {
  let length = 0;
  let nodes = 0;
  const waiting: Node[] = [element];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    nodes += 1;
    if (node.nodeType === TEXT) length += tidy(node.textContent ?? '').length;
    if (length >= most || nodes > MOST_NODES) return false;
    if (node.nodeType !== ELEMENT) continue;
    for (let child = node.lastChild; child !== null; child = child.previousSibling) {
      waiting.push(child);
      if (nodes + waiting.length > MOST_NODES) return false;
    }
  }
  return true;
}

export const LINK: ReadonlySet<string> = new Set(['A']);
/** The fraction of the text within links, 0..1. */
export function linkShare(element: Element): number {
  const total = lengthOf(element);
  if (total === 0) return 0;
  return (
    [...element.querySelectorAll('a')].reduce(
      (sum, link) => sum + lengthOf(link),
      isIn(element, LINK) ? total : 0,
    ) / total
  );
}

const BY_CONTENT = new Set([
  'H1',
  'H2',
  'H3',
  'H4',
  'H5',
  'H6',
  'SPAN',
  'A',
  'SECTION',
  'LI',
  'P',
  'DT',
  'DD',
  'TR',
  'TD',
  'TH',
  'FIGURE',
]);
/** The words of an element's class, and of its id unless that is a slug of the element's text. */
export function namesOf(element: Element): string {
  const id = BY_CONTENT.has(element.tagName) ? '' : (element.getAttribute('id') ?? '');
  return `${element.getAttribute('class') ?? ''} ${id}`.replace(/([a-z])([A-Z])/g, '$1-$2');
}

/** A part with this fraction of the text is the article, whatever its name. */
export const MOST_SHARE = 0.25;
export const PICTURES = 'img,picture,video,svg';
const ITEMS = new Set(['LI', 'TR', 'TD', 'TH', 'PRE', 'DD', 'DT']);
export const isItem = (element: Element): boolean => isIn(element, ITEMS);
/** Tells whether the text of an element is the title, or part of it. */
export const saysTitle = (element: Element, title: string): boolean =>
  tidy(title).toLowerCase().includes(tidy(element.textContent).toLowerCase()) ||
  tidy(element.textContent).toLowerCase().includes(tidy(title).toLowerCase());

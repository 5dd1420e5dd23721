/**
 * What the words of an element look like: how many, how much of them links, whether they end as
 * sentences do.
 */
import { tidy } from '#pipeline/sources/html-document.ts';

export const SENTENCE_END = /[.!?…。！？؟।][)\]"'»”’」』]*$/u;
export const lengthOf = (element: Element): number => tidy(element.textContent).length;

const ELEMENT = 1;
const TEXT = 3;

/** Whether there is any text: looks no further than to its first word. */
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

const MOST_NODES = 400;
/**
 * Whether there is less text than this, and not too much else: stops looking as soon as it knows.
 */
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

/** Share of the text that lies in links, 0..1. */
export function linkShare(element: Element): number {
  const total = lengthOf(element);
  if (total === 0) return 0;
  return (
    [...element.querySelectorAll('a')].reduce(
      (sum, link) => sum + lengthOf(link),
      element.closest('a') === null ? 0 : total,
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
/**
 * What its page calls the element, as words: its class, and its id where that is no slug of the
 * element's own words.
 */
export function namesOf(element: Element): string {
  const id = BY_CONTENT.has(element.tagName) ? '' : (element.getAttribute('id') ?? '');
  return `${element.getAttribute('class') ?? ''} ${id}`.replace(/([a-z])([A-Z])/g, '$1-$2');
}

/** A part that holds this share of the text is the article, whatever it is called. */
export const MOST_SHARE = 0.25;
export const PICTURES = 'img,picture,video,svg';
export const isItem = (element: Element): boolean => element.closest('li,td,th,pre,dd,dt') !== null;
/** Whether an element says the title, or a part of it. */
export const saysTitle = (element: Element, title: string): boolean =>
  tidy(title).toLowerCase().includes(tidy(element.textContent).toLowerCase()) ||
  tidy(element.textContent).toLowerCase().includes(tidy(title).toLowerCase());

/** Finds XML elements by name without prefix, in lower case. */
import { tidy } from './html-document.ts';

/** A document or an element. */
export interface XmlNode {
  querySelectorAll(selector: string): Iterable<Element>;
}

export const localName = (element: Element): string =>
  element.tagName.replace(/^[^:]*:/, '').toLowerCase();
/** Returns descendants at any depth. */
export const named = (root: XmlNode, name: string): Element[] =>
  [...root.querySelectorAll('*')].filter((it) => localName(it) === name);
/** Returns the text of the first such element that has text. */
export const textOf = (root: XmlNode, name: string): string | undefined =>
  named(root, name)
    .map((it) => tidy(it.textContent))
    .find((it) => it !== '');
/** Returns the first such child. */
export const childNamed = (element: Element, name: string): Element | undefined =>
  [...element.children].find((it) => localName(it) === name);

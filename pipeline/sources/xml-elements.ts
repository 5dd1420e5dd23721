/** Elements of XML by their names without the prefix, in lower case. */
import { tidy } from './html-document.ts';

/** A document or an element. */
export interface XmlNode {
  querySelectorAll(selector: string): Iterable<Element>;
}

export const localName = (element: Element): string =>
  element.tagName.replace(/^[^:]*:/, '').toLowerCase();
/** At any depth. */
export const named = (root: XmlNode, name: string): Element[] =>
  [...root.querySelectorAll('*')].filter((it) => localName(it) === name);
/** The text of the first of them that has some. */
export const textOf = (root: XmlNode, name: string): string | undefined =>
  named(root, name)
    .map((it) => tidy(it.textContent))
    .find((it) => it !== '');
/** Among the children. */
export const childNamed = (element: Element, name: string): Element | undefined =>
  [...element.children].find((it) => localName(it) === name);

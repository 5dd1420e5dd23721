import type { PageArea, PagedLocator, Rect } from '#core/contract/locator.ts';
import { matchQuote } from '../quote-match.ts';
import { boxToPage, joinLines } from './page-rects.ts';
import type { Rotation } from './page-rects.ts';

/** The inside of a page's border, to which rectangles are relative. */
export function pageBox(pageElement: HTMLElement) {
  const outer = pageElement.getBoundingClientRect();
  return {
    left: outer.left + pageElement.clientLeft,
    top: outer.top + pageElement.clientTop,
    width: pageElement.clientWidth,
    height: pageElement.clientHeight,
  };
}

function pageRects(
  boxes: readonly DOMRect[],
  pageElement: HTMLElement,
  rotation: Rotation,
): Rect[] {
  const page = pageBox(pageElement);
  return joinLines(boxes).flatMap((box) => boxToPage(box, page, rotation) ?? []);
}

/** The rectangles of a quote in a page's text layer. */
export function quoteRects(pageElement: HTMLElement, quote: string, rotation: Rotation): Rect[] {
  const layer = pageElement.querySelector('.textLayer');
  if (!layer) return [];
  const walker = document.createTreeWalker(layer, NodeFilter.SHOW_TEXT);
  const nodes: { node: Node; from: number }[] = [];
  let text = '';
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    nodes.push({ node, from: text.length });
    text += node.nodeValue ?? '';
  }
  const found = matchQuote(text, quote);
  if (!found) return [];
  const boxes: DOMRect[] = [];
  for (const { node, from } of nodes) {
    const start = Math.max(found.start - from, 0);
    const end = Math.min(found.end - from, node.nodeValue?.length ?? 0);
    if (start >= end) continue;
    const range = document.createRange();
    range.setStart(node, start);
    range.setEnd(node, end);
    boxes.push(...range.getClientRects());
  }
  return pageRects(boxes, pageElement, rotation);
}

export interface SelectedPage {
  page: number;
  text: string;
  rects: readonly Rect[];
}

/**
 * A selection becomes one locator: on the page where it starts, with every selected word in its
 * quote.
 */
export function pagesToLocator(pages: readonly SelectedPage[]): PagedLocator | undefined {
  const first = pages.find((it) => it.rects.length > 0);
  // A hyphen at the end of a line only splits a word there.
  const quote = pages
    .map((it) => it.text)
    .join(' ')
    .replace(/(\p{Ll})[-\u00ad][^\S\n]*\n\s*(?=\p{Ll})/gu, '$1')
    .replace(/\s+/g, ' ')
    .trim();
  return first && quote !== ''
    ? { medium: 'paged', page: first.page, rects: [...first.rects], quote }
    : undefined;
}

/** The lines of a selection on every page that it covers. */
export const pagesToAreas = (pages: readonly SelectedPage[]): PageArea[] =>
  pages.flatMap(({ page, rects }) => (rects.length > 0 ? [{ page, rects }] : []));

export interface PageSelection {
  locator: PagedLocator;
  areas: PageArea[];
  /** for a button next to it */
  range: Range;
}

/** The selected text of the pages in an element, as a locator. */
export function pageSelection(
  container: HTMLElement,
  rotationOf: (page: number) => Rotation,
): PageSelection | undefined {
  const selection = document.getSelection();
  if (!selection || selection.isCollapsed || selection.rangeCount === 0) return undefined;
  const range = selection.getRangeAt(0);
  if (!container.contains(range.startContainer)) return undefined;
  const pages = selectedPages(range, container.querySelectorAll<HTMLElement>('.page'), rotationOf);
  const locator = pagesToLocator(pages);
  return locator && { locator, areas: pagesToAreas(pages), range };
}

/** Splits a selection by page. */
function selectedPages(
  range: Range,
  pageElements: Iterable<HTMLElement>,
  rotationOf: (page: number) => Rotation,
): SelectedPage[] {
  const pages: SelectedPage[] = [];
  for (const element of pageElements) {
    const layer = element.querySelector('.textLayer');
    if (!layer || !range.intersectsNode(layer)) continue;
    const part = document.createRange();
    part.selectNodeContents(layer);
    if (layer.contains(range.startContainer))
      part.setStart(range.startContainer, range.startOffset);
    if (layer.contains(range.endContainer)) part.setEnd(range.endContainer, range.endOffset);
    const page = Number(element.dataset['pageNumber']);
    pages.push({ page, text: lineText(part), rects: textRects(part, element, rotationOf(page)) });
  }
  return pages;
}

/** The text of a range with line breaks, which are elements in a text layer. */
function lineText(range: Range): string {
  const copy = range.cloneContents();
  for (const lineBreak of copy.querySelectorAll('br')) lineBreak.replaceWith('\n');
  return copy.textContent ?? '';
}

/** Returns the rectangles of the text, without those of its container elements. */
function textRects(range: Range, pageElement: HTMLElement, rotation: Rotation): Rect[] {
  const root = range.commonAncestorContainer;
  if (root.nodeType === Node.TEXT_NODE)
    return pageRects([...range.getClientRects()], pageElement, rotation);
  const boxes: DOMRect[] = [];
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (!range.intersectsNode(node)) continue;
    const part = document.createRange();
    part.selectNodeContents(node);
    if (node === range.startContainer) part.setStart(node, range.startOffset);
    if (node === range.endContainer) part.setEnd(node, range.endOffset);
    boxes.push(...part.getClientRects());
  }
  return pageRects(boxes, pageElement, rotation);
}

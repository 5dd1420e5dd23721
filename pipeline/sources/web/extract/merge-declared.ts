/** Merges the text that a page declares into the extraction. */
import { lengthOf, SENTENCE_END } from './block-text.ts';
import { bare, ITEM, LEAST_BODY, tieOf, type Declared } from './declared-content.ts';
import { ASIDE, TIE } from '#pipeline/sources/text-blocks.ts';
import { lengthOfAll } from './removals.ts';

const LEAST_DECLARED = 120;
const LEAST_COVERED = 0.5;
/**
 * An extraction longer than the declared text by this factor is part of the page's text, not
 * something else.
 */
const OUTWEIGHS = 2;
const MOST_INSERTED = 400;

/**
 * Returns the extraction with missing declared blocks if it has most of the declared text; else the
 * declared part of the page.
 */
export function mergeDeclared(
  reading: Element | undefined,
  declared: Declared,
): { content: Element; isDeclared: boolean } | undefined {
  const { blocks, content, length, isBody, unshown } = declared;
  for (const aside of reading?.querySelectorAll(`[${ASIDE}]`) ?? [])
    if (blocks.get(tieOf(aside))?.copy !== undefined) aside.removeAttribute(ASIDE);
  const read = new Set([...(reading?.querySelectorAll(`[${TIE}]`) ?? [])].map(tieOf));
  const words = bare(reading?.textContent ?? '');
  const missing = [...blocks].filter(
    ([tie, block]) => !read.has(tie) && !holds(words, block.words),
  );
  const covered = length - missing.reduce((sum, [, block]) => sum + block.length, 0);
  const bodyLength = lengthOfAll(unshown.filter((text) => SENTENCE_END.test(text)));
  if (bodyLength >= LEAST_BODY && (reading === undefined || lengthOf(reading) < bodyLength / 3)) {
    content.replaceChildren();
    for (const text of unshown) {
      const paragraph = content.ownerDocument.createElement('p');
      paragraph.textContent = text;
      content.append(paragraph);
    }
    return { content, isDeclared: true };
  }
  const isMissed = length >= LEAST_DECLARED && covered < length * LEAST_COVERED;
  if (isMissed && (isBody || reading === undefined || lengthOf(reading) < length * OUTWEIGHS))
    return { content, isDeclared: true };
  if (reading === undefined) return undefined;
  if (isMissed)
    for (const part of [...content.children]) {
      const first = part.matches(`[${TIE}]`) ? part : part.querySelector(`[${TIE}]`);
      if (first !== null) insert(reading, part, tieOf(first));
    }
  else {
    for (const [tie, { copy }] of missing.slice(0, MOST_INSERTED))
      if (copy !== undefined) insert(reading, copy, tie);
  }
  return { content: reading, isDeclared: false };
}

const PIECE_LENGTH = 60;
const MOST_PIECES = 20;
/** Tells whether an extraction contains most of a text, which the page may repeat or hide. */
function holds(words: string, text: string): boolean {
  if (text.length < PIECE_LENGTH) return false;
  const step = Math.max(PIECE_LENGTH, Math.floor(text.length / MOST_PIECES));
  let pieces = 0;
  let found = 0;
  for (let at = 0; at + PIECE_LENGTH <= text.length; at += step) {
    pieces += 1;
    if (words.includes(text.slice(at, at + PIECE_LENGTH))) found += 1;
  }
  return found > pieces / 2;
}

/** Puts a block before the first one that follows it on the page. */
function insert(reading: Element, block: Element, tie: number): void {
  const next = [...reading.querySelectorAll(`[${TIE}]`)].find((element) => tieOf(element) > tie);
  const placed = standing(block);
  let before = next;
  for (
    let at = next?.parentElement;
    at && at !== reading && (ITEM.test(before?.tagName ?? '') || at.firstElementChild === before);
    at = at.parentElement
  )
    before = at;
  if (before?.parentElement) before.parentElement.insertBefore(placed, before);
  else reading.append(placed);
}

/** Wraps a row or an item without its table or list. */
function standing(block: Element): Element {
  if (!ITEM.test(block.tagName)) return block;
  const box = block.ownerDocument.createElement(block.tagName === 'TR' ? 'table' : 'p');
  if (block.tagName === 'TR') box.append(block);
  else {
    box.setAttribute(TIE, block.getAttribute(TIE) ?? '');
    box.append(...block.childNodes);
  }
  return box;
}

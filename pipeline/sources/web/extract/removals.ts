/**
 * Limits pruning: neither a single step nor all together may remove more than a fixed fraction of
 * the prose that both extractors agree on. A step that does is undone.
 */
import { tidy } from '#pipeline/sources/html-document.ts';
import type { Removal } from '../page-notes.ts';
import { hasText, linkShare, SENTENCE_END } from './block-text.ts';
import { ASIDE, eachTextBlock } from '#pipeline/sources/text-blocks.ts';

const MOST_BY_STEP = 0.2;
const MOST_BY_ALL = 0.3;
const PROSE_LENGTH = 60;
/** In characters; with less prose, a single phrase of the site would be a large fraction. */
const LEAST_AGREED = 300;

/** Returns the paragraphs of prose of an element, by their text. */
export function proseOf(element: Element): Set<string> {
  const prose = new Set<string>();
  eachTextBlock(element, (block, text) => {
    if (text.length >= PROSE_LENGTH && SENTENCE_END.test(text) && linkShare(block) < 0.5)
      prose.add(text);
  });
  return prose;
}

export const lengthOfAll = (texts: Iterable<string>): number => {
  let length = 0;
  for (const text of texts) length += text.length;
  return length;
};

interface Change {
  element: Element;
  /** previous position; undefined for an element that was set aside */
  from?: { parent: Element; next: ChildNode | null };
}

/** Records what pruning removes from one reading, so that it can be undone. */
export class Removals {
  readonly content: Element;
  readonly log: Removal[] = [];
  readonly #agreed: ReadonlySet<string>;
  readonly #total: number;
  #changes: Change[] = [];
  #lost = 0;

  constructor(content: Element, agreed: ReadonlySet<string>) {
    this.content = content;
    this.#agreed = agreed;
    this.#total = lengthOfAll(agreed);
  }

  /** Removes the element, and parents that it leaves empty. */
  drop(element: Element): void {
    const parent = element.parentElement;
    if (parent !== null)
      this.#changes.push({ element, from: { parent, next: element.nextSibling } });
    element.remove();
    if (
      parent !== null &&
      parent !== this.content &&
      !hasText(parent) &&
      parent.querySelector('img,picture,video,figure,table,svg,math') === null
    )
      this.drop(parent);
  }

  /** Runs a step, and undoes it if it removes too much of the agreed prose. */
  run(step: string, work: () => void): void {
    const { content } = this;
    const before = new Set(content.querySelectorAll(`[${ASIDE}]`));
    this.#changes = [];
    work();
    for (const element of content.querySelectorAll(`[${ASIDE}]`))
      if (!before.has(element)) this.#changes.push({ element });
    const prose = this.#changes.reduce((sum, { element }) => sum + this.#agreedIn(element), 0);
    const isUndone =
      this.#total >= LEAST_AGREED &&
      (prose > this.#total * MOST_BY_STEP || this.#lost + prose > this.#total * MOST_BY_ALL);
    if (isUndone) for (const change of this.#changes.toReversed()) undo(change);
    else this.#lost += prose;
    if (this.#changes.length > 0) this.log.push({ step, prose, isUndone });
  }

  #agreedIn(element: Element): number {
    const wasAside = element.hasAttribute(ASIDE);
    element.removeAttribute(ASIDE);
    let length = 0;
    if (tidy(element.textContent).length >= PROSE_LENGTH)
      eachTextBlock(element, (_, text) => {
        if (this.#agreed.has(text)) length += text.length;
      });
    if (wasAside) element.setAttribute(ASIDE, '');
    return length;
  }
}

function undo({ element, from }: Change): void {
  if (from === undefined) element.removeAttribute(ASIDE);
  else from.parent.insertBefore(element, from.next);
}

/**
 * Finds the summary of an article, which many sites put between the title and the part with the
 * text, so that both extractors miss it.
 */
import { isIn, isShorter, linkShare, namesOf, saysTitle, SENTENCE_END } from './block-text.ts';
import { CAPTION, FURNITURE_AROUND, HIDDEN, LEAD } from './noise.ts';
import { eachTextBlock, TIE, type TextBlock } from '#pipeline/sources/text-blocks.ts';

/** Characters; a shorter one is a second headline rather than text. */
const LEAST = 155;
const LEAST_PARAGRAPH = 60;
const MOST = 900;
const MOST_BLOCKS = 4;
const OUTSIDE = new Set('NAV ASIDE FOOTER FORM FIGURE FIGCAPTION LI TD BUTTON'.split(' '));
const isHidden = (element: Element): boolean => {
  for (let at: Element | null = element; at !== null; at = at.parentElement)
    if (at.hasAttribute('hidden') || at.getAttribute('aria-hidden') === 'true') return true;
  return false;
};

/** Tells whether an ancestor of the block has one of the names. */
function isNamed(element: Element, names: RegExp): boolean {
  for (let at: Element | null = element; at !== null; at = at.parentElement)
    if (isShorter(at, MOST) && names.test(namesOf(at))) return true;
    else if (!isShorter(at, MOST)) return false;
  return false;
}

/**
 * Returns a function that copies the summary, given the article. Call this before an extractor
 * modifies the page.
 */
export function standfirstFinder(
  blocks: readonly TextBlock[],
  title: string,
): (article: Element) => Element[] {
  const head = blocks.findLastIndex(
    ({ element, text }) =>
      /^H[12]$/.test(element.tagName) && text.length >= 10 && saysTitle(element, title),
  );
  const candidates =
    head === -1
      ? []
      : blocks
          .slice(head + 1, head + 1 + NEAR)
          .map(({ element, text }) => ({ text, summary: summaryOf(element, text) }));
  return (article) => {
    const read = new Set<string>();
    eachTextBlock(article, (_, text) => read.add(text));
    const start = candidates.findIndex(
      ({ text }) => text.length >= LEAST_PARAGRAPH && read.has(text),
    );
    const before = start === -1 ? candidates : candidates.slice(0, start);
    return before
      .flatMap(({ text, summary }) => (read.has(text) ? [] : (summary ?? [])))
      .slice(0, MOST_BLOCKS);
  };
}

/** Most blocks between the title and the summary. */
const NEAR = 12;

function summaryOf(element: Element, text: string): Element | undefined {
  if (text.length < LEAST || text.length > MOST) return undefined;
  if (isIn(element, OUTSIDE) || isHidden(element) || linkShare(element) > 0.3) return undefined;
  if ([CAPTION, HIDDEN, FURNITURE_AROUND].some((names) => isNamed(element, names)))
    return undefined;
  if (!isNamed(element, LEAD) && !SENTENCE_END.test(text)) return undefined;
  const paragraph = element.ownerDocument.createElement('p');
  const tie = element.getAttribute(TIE);
  if (tie !== null) paragraph.setAttribute(TIE, tie);
  for (const node of element.childNodes) paragraph.append(node.cloneNode(true));
  return paragraph;
}

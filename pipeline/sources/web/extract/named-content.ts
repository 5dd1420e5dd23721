/**
 * The second extractor. Readability scores paragraphs; this one trusts the names that a page gives
 * its parts: schema.org's `articleBody`, common names of content systems, `<article>` and `<main>`.
 * It takes the tightest named part that contains the prose.
 */
import { linkShare, namesOf, SENTENCE_END } from './block-text.ts';
import type { TextBlock } from '#pipeline/sources/text-blocks.ts';

const TEXT_NAMES = new RegExp(
  String.raw`(^|[\s_-])(${[
    '(article|story|post|entry|news|blog|blogpost|single|detail|item|recipe|review)s?[_-]*(inner[_-]*)?(body|content|contents|text|copy|bodytext|bodycopy|detail|details|main)',
    'body-?(copy|text|content)',
    'text-?(body|copy|content)',
    'content-?(body|text)',
    'main-?(article|story|text|content)',
    'e-content',
    'rich-?text(-?body)?',
    'prose',
    'markdown-?body',
    'mw-parser-output',
    'hentry',
    'entrytext',
    'storytext',
    'bodytext',
    'paywall',
    'field-name-body',
    'field--name-body',
  ].join('|')})([\s_-]|$)`,
  'i',
);
const LEAST_PROSE = 250;
const KEPT_BY_TIGHTER = 0.85;

/** Computes the prose within each element, in characters: blocks that are sentences, not links. */
function weighProse(blocks: readonly TextBlock[]): Map<Element, number> {
  const prose = new Map<Element, number>();
  for (const { element, text } of blocks) {
    if (text.length < 60 || !SENTENCE_END.test(text) || linkShare(element) > 0.5) continue;
    for (let at: Element | null = element; at !== null; at = at.parentElement)
      prose.set(at, (prose.get(at) ?? 0) + text.length);
  }
  return prose;
}

const within = (outer: Element, inner: Element): boolean =>
  outer !== inner && outer.contains(inner);

/** Returns the tightest part that contains most of the text of the largest. */
function tightest(
  parts: readonly Element[],
  prose: ReadonlyMap<Element, number>,
): Element | undefined {
  const weight = (element: Element) => prose.get(element) ?? 0;
  const [largest] = parts.toSorted((a, b) => weight(b) - weight(a));
  if (largest === undefined) return undefined;
  return (
    parts
      .filter((part) => within(largest, part) && weight(part) >= weight(largest) * KEPT_BY_TIGHTER)
      .toSorted((a, b) => weight(a) - weight(b))[0] ?? largest
  );
}

/**
 * Copies the part, or the sibling parts of the same name if the text is split into several. Doesn't
 * modify the document.
 */
export function namedContent(
  document: Document,
  blocks: readonly TextBlock[],
): Element | undefined {
  const prose = weighProse(blocks);
  const worth = (element: Element) => (prose.get(element) ?? 0) >= LEAST_PROSE;
  const schema = [...document.querySelectorAll('[itemprop~="articleBody"]')].filter(worth);
  const called =
    schema.length > 0
      ? []
      : [...document.querySelectorAll('[class],[id]')].filter(
          (element) => worth(element) && TEXT_NAMES.test(namesOf(element)),
        );
  const framed =
    schema.length > 0 || called.length > 0
      ? []
      : [...document.querySelectorAll('article,main,[role="main"]')].filter(worth);
  const found = tightest(schema.length > 0 ? schema : called.length > 0 ? called : framed, prose);
  if (found === undefined) return undefined;
  const name = found.getAttribute('class');
  const pieces =
    name === null || found.parentElement === null
      ? [found]
      : [...found.parentElement.children].filter(
          (one) => one.tagName === found.tagName && one.getAttribute('class') === name,
        );
  const copy = document.createElement('div');
  copy.append(
    ...(found.tagName === 'ARTICLE' ? [found] : pieces).map((piece) => piece.cloneNode(true)),
  );
  return copy;
}

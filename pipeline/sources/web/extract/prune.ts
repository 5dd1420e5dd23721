/**
 * Removes parts that extractors leave in although they are not the article: share buttons, bylines,
 * links to other stories, captions. The evidence: names that sites use, the share of links,
 * position, repeated text, and the phrases of `noise.ts`. Captions and the summary remain in the
 * view (`ASIDE`), but are not paragraphs of the text.
 */
import {
  isIn,
  isItem,
  isShorter,
  lengthOf,
  linkShare,
  MOST_SHARE,
  namesOf,
  PICTURES,
  saysTitle,
  SENTENCE_END,
} from './block-text.ts';
import { CAPTION_LENGTH, setAside, setCaptionsAside, setWordsAside } from './set-captions-aside.ts';
import {
  APART,
  FURNITURE,
  SITE_BOILERPLATE,
  STANDFIRST,
  CERTAIN_BOILERPLATE,
  HIDDEN,
} from './noise.ts';
import {
  ASIDE,
  eachTextBlock,
  wrapInParagraph,
  type TextBlock,
} from '#pipeline/sources/text-blocks.ts';
import {
  innerLinkShare,
  isHeading,
  readBlocks,
  SUBSTANTIAL,
  trimEnds,
  type PruneContext,
} from './trim-ends.ts';
import type { Removal } from '../page-notes.ts';
import { Removals } from './removals.ts';

/** Comments may be nearly as long as the article. */
const APART_SHARE = 0.5;
/** A nested article is a comment or another story, unless it is most of the text. */
const NESTED_SHARE = 0.6;
const FURNITURE_LENGTH = 400;
const SITE_TALK_LENGTH = 160;
const SURE_TALK_LENGTH = 260;
const HEADING_TALK_LENGTH = 40;
const TEASER_LENGTH = 350;
const LEAST_REPEATED = 40;
const VERBATIM = new Set(['MATH', 'math', 'PRE', 'CODE']);
const HEADER = new Set(['HEADER']);
const CELLS = new Set(['PRE', 'TR', 'TD', 'TH', 'DD', 'DT']);
/** Most blocks that are checked for repetition, because pages may be 20 MB of anything. */
const MOST_BLOCKS = 1_500;

/** Removes elements that contain no readable text, so that it doesn't count as prose. */
export function dropTextless(content: Element): void {
  for (const element of content.querySelectorAll('script,style,noscript,template,link,meta'))
    element.remove();
}

/** `agreed`: the prose that both extractors found, of which no step may remove much. */
export function pruneArticle(
  content: Element,
  { title, host, author }: PruneContext,
  agreed: ReadonlySet<string>,
): Removal[] {
  const total = lengthOf(content);
  const removals = new Removals(content, agreed);
  removals.run('furniture', () => {
    dropFurniture(removals, total, host);
  });
  removals.run('nested articles', () => {
    dropNested(removals, total);
  });
  removals.run('teasers', () => {
    dropTeasers(removals, host);
  });
  // Wraps text next to blocks in blocks, so that it is judged like others.
  eachTextBlock(content, () => undefined, wrapInParagraph);
  removals.run('captions', () => {
    setCaptionsAside(content);
  });
  const blocks = readBlocks(content);
  const left = () => blocks.filter(({ element }) => isRead(element, content));
  removals.run('head', () => {
    setHeadAside(content, blocks, title);
  });
  removals.run('talk', () => {
    dropTalk(removals, left(), host);
  });
  dropRepeated(removals, left());
  removals.run('ends', () => {
    trimEnds(removals, left(), { title, host, author });
  });
  return removals.log;
}

const OTHER_STORY =
  '.hentry,[id^="post-"],[class*="comment"],[id^="comment"],[class*="teaser"],[class*="card"]';
/** Removes comments and other stories; parts of the article may be `<article>` elements too. */
function dropNested(removals: Removals, total: number): void {
  const { content } = removals;
  const nested = [...content.querySelectorAll('article article')].filter(
    (article) => lengthOf(article) < total * NESTED_SHARE,
  );
  const isOther = (article: Element) => article.matches(OTHER_STORY) || linkShare(article) > 0.3;
  const parts = nested.filter(
    (article) =>
      !isOther(article) && !nested.some((outer) => outer !== article && outer.contains(article)),
  );
  const areText = parts.reduce((sum, part) => sum + lengthOf(part), 0) > total * MOST_SHARE;
  for (const article of nested)
    if (content.contains(article) && (!areText || isOther(article))) removals.drop(article);
}

/** For content found by a platform rule, which has nothing to prune: only sets captions aside. */
export function pruneRuled(content: Element): void {
  dropTextless(content);
  for (const element of content.querySelectorAll('figcaption,.thumbcaption'))
    setWordsAside(element);
}

function dropFurniture(removals: Removals, total: number, host: string): void {
  const { content } = removals;
  for (const element of content.querySelectorAll('[class],[id],[style],[hidden]')) {
    const names = namesOf(element);
    const isApart = APART.test(names);
    const isUnseen =
      HIDDEN.test(names) ||
      element.hasAttribute('hidden') ||
      /display\s*:\s*none|visibility\s*:\s*hidden/i.test(element.getAttribute('style') ?? '');
    if (!isApart && !isUnseen && !FURNITURE.test(names)) continue;
    if (
      !content.contains(element) ||
      element.querySelector('h1') !== null ||
      isIn(element, VERBATIM)
    )
      continue;
    const length = lengthOf(element);
    if (length >= total * (isApart ? APART_SHARE : MOST_SHARE)) continue;
    if (
      isUnseen
        ? element.querySelector(PICTURES) === null
        : isApart || length < FURNITURE_LENGTH || linkShare(element) > 0.3
    )
      removals.drop(element);
  }
  for (const element of content.querySelectorAll('ul,ol,table,aside,nav,footer')) {
    if (
      content.contains(element) &&
      (/^(NAV|FOOTER)$/.test(element.tagName) ||
        innerLinkShare(element, host) > 0.7 ||
        isContents(element)) &&
      lengthOf(element) < total * MOST_SHARE
    )
      removals.drop(element);
  }
}

/**
 * A heading that links to another page of the site introduces a teaser, with the text and the
 * picture in its box.
 */
function dropTeasers(removals: Removals, host: string): void {
  const { content } = removals;
  const boxes = [...content.querySelectorAll('h2,h3,h4,h5,h6')]
    .filter((heading) => innerLinkShare(heading, host) > 0.9)
    .map((heading) => {
      let box: Element = heading;
      for (
        let at = heading.parentElement;
        at !== null && at !== content && isShorter(at, TEASER_LENGTH);
        at = at.parentElement
      )
        box = at;
      return { heading, box };
    })
    .filter(({ heading, box }) => box !== heading);
  // A page that consists only of teasers is a list of stories, and the teasers are its text.
  if (boxes.reduce((sum, { box }) => sum + lengthOf(box), 0) > lengthOf(content) * MOST_SHARE)
    return;
  for (const { box } of boxes) if (content.contains(box)) removals.drop(box);
}

/** Tells whether an element is a list of the page's headings. */
function isContents(element: Element): boolean {
  if (!/^[OU]L$/.test(element.tagName)) return false;
  const links = [...element.querySelectorAll('a')];
  const total = lengthOf(element);
  return (
    links.length > 2 &&
    links.every((link) => link.getAttribute('href')?.startsWith('#') === true) &&
    links.reduce((sum, link) => sum + lengthOf(link), 0) > total * 0.7
  );
}

/** Tells whether an element is neither removed nor set aside. */
function isRead(element: Element, content: Element): boolean {
  let at: Element | null = element;
  while (at !== null && at !== content) {
    if (at.hasAttribute(ASIDE)) return false;
    at = at.parentElement;
  }
  return at === content;
}

/** Sets aside the title repeated above the text, and the summary below it. */
function setHeadAside(content: Element, blocks: readonly TextBlock[], title: string): void {
  const first = blocks.findIndex(
    ({ element, text }) =>
      text.length >= SUBSTANTIAL &&
      SENTENCE_END.test(text) &&
      !isIn(element, HEADER) &&
      !STANDFIRST.test(namesOf(element)),
  );
  for (const { element } of blocks.slice(0, Math.max(0, first))) {
    let named = isIn(element, HEADER);
    for (
      let at: Element | null = element;
      !named && at !== null && at !== content;
      at = at.parentElement
    )
      named = STANDFIRST.test(namesOf(at)) && isShorter(at, CAPTION_LENGTH);
    if (named && !(isHeading(element) && !saysTitle(element, title))) setAside(element);
  }
}
function dropTalk(removals: Removals, found: readonly TextBlock[], host: string): void {
  for (const { element, text } of found) {
    if (
      text.length > SURE_TALK_LENGTH ||
      (isHeading(element) && text.length > HEADING_TALK_LENGTH) ||
      isIn(element, CELLS) ||
      !SITE_BOILERPLATE.test(text)
    )
      continue;
    if (
      text.length <= SITE_TALK_LENGTH ||
      CERTAIN_BOILERPLATE.test(text) ||
      innerLinkShare(element, host) > 0.1
    )
      removals.drop(element);
  }
}

/**
 * Removes text that occurs again in another kind of element: a pull quote, a caption for each size
 * of a picture. A refrain repeats as the same element and remains.
 */
function dropRepeated(removals: Removals, found: readonly TextBlock[]): void {
  const look = (element: Element) =>
    [element, element.parentElement]
      .map((one) => `${one?.tagName ?? ''}.${one?.getAttribute('class') ?? ''}`)
      .join(' ');
  const blocks = found
    .filter(({ element, text }) => text.length >= LEAST_REPEATED && !isItem(element))
    .map(({ element, text }) => ({
      element,
      look: look(element),
      words: text.replace(/[\s"'“”„«»‘’.…]+/gu, ' ').trim(),
    }));
  if (blocks.length > MOST_BLOCKS) return;
  const whole = blocks.map((block) => block.words).join('\n');
  for (const [index, block] of blocks.entries()) {
    if (whole.indexOf(block.words) === whole.lastIndexOf(block.words)) continue;
    const original = blocks.findIndex(
      (other) => other !== block && other.look !== block.look && other.words.includes(block.words),
    );
    if (
      original >= 0 &&
      (original < index || (blocks[original]?.words.length ?? 0) > block.words.length)
    )
      removals.drop(block.element);
  }
}

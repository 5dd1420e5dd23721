/**
 * Removes parts that extractors leave in although they are not the article: share buttons, bylines,
 * links to other stories, captions. The evidence: names that sites use, the share of links,
 * position, repeated text, and the phrases of `noise.ts`. Captions and the summary remain in the
 * view (`ASIDE`), but are not paragraphs of the text.
 */
import { textLength } from '#core/text/text-length.ts';
import { tidy } from '#pipeline/sources/html-document.ts';
import {
  hasText,
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
import { CAPTION_LENGTH, setAside, setCaptionsAside, setWordsAside } from './captions-aside.ts';
import {
  APART,
  FURNITURE,
  SITE_BOILERPLATE,
  STANDFIRST,
  CERTAIN_BOILERPLATE,
  HIDDEN,
} from './noise.ts';
import { eachTextBlock, wrapInParagraph } from './paragraphs.ts';

/** Comments may be nearly as long as what they comment on. */
const APART_SHARE = 0.5;
/** Of a short article its frame may be more. */
const SHORT_ARTICLE = 1_500;
const MOST_SHARE_SHORT = 0.45;
/** A nested article is a comment or another story, unless it is most of the text. */
const NESTED_SHARE = 0.6;
const FURNITURE_LENGTH = 400;
const SUBSTANTIAL = 80;
const SITE_TALK_LENGTH = 160;
const SURE_TALK_LENGTH = 260;
const HEADING_TALK_LENGTH = 40;
const TEASER_LENGTH = 350;
const LEAST_REPEATED = 40;
/** What is looked at for repetition is bounded: pages may be 20 MB of anything. */
const MOST_BLOCKS = 1_500;

const isHeading = (element: Element): boolean => /^H[1-6]$/.test(element.tagName);

/** Takes the element out, and whatever it leaves empty. */
function drop(element: Element, root: Element): void {
  const parent = element.parentElement;
  element.remove();
  if (
    parent !== null &&
    parent !== root &&
    !hasText(parent) &&
    parent.querySelector('img,picture,video,figure,table,svg,math') === null
  )
    drop(parent, root);
}

export interface PruneContext {
  title: string;
  /** of the page */
  host: string;
  author?: string | undefined;
}

export function pruneArticle(content: Element, { title, host, author }: PruneContext): void {
  for (const element of content.querySelectorAll('script,style,noscript,template,link,meta'))
    element.remove();
  const total = lengthOf(content);
  dropFurniture(content, total, host);
  for (const nested of content.querySelectorAll('article article'))
    if (content.contains(nested) && lengthOf(nested) < total * NESTED_SHARE) drop(nested, content);
  dropTeasers(content, host);
  // Text beside blocks is wrapped in blocks and judged like others.
  eachTextBlock(content, () => undefined, wrapInParagraph);
  setCaptionsAside(content);
  setHeadAside(content, title);
  const blocks = readBlocks(content);
  dropTalk(blocks, content, host);
  dropRepeated(content);
  trimEnds(content, { title, host, author }, lengthOf(content));
}

/** For content found by a platform rule, which has nothing to prune: only sets captions aside. */
export function pruneRuled(content: Element): void {
  for (const element of content.querySelectorAll('script,style,noscript,template,link,meta'))
    element.remove();
  for (const element of content.querySelectorAll('figcaption,.thumbcaption'))
    setWordsAside(element);
}

function dropFurniture(content: Element, total: number, host: string): void {
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
      element.closest('math,pre,code') !== null
    )
      continue;
    const length = lengthOf(element);
    if (length >= total * (isApart ? APART_SHARE : MOST_SHARE)) continue;
    if (
      isUnseen
        ? element.querySelector(PICTURES) === null
        : isApart || length < FURNITURE_LENGTH || linkShare(element) > 0.3
    )
      drop(element, content);
  }
  for (const element of content.querySelectorAll('ul,ol,table,aside,nav,footer')) {
    if (
      content.contains(element) &&
      (/^(NAV|FOOTER)$/.test(element.tagName) ||
        innerLinkShare(element, host) > 0.7 ||
        isContents(element)) &&
      lengthOf(element) < total * MOST_SHARE
    )
      drop(element, content);
  }
}

/**
 * A heading that links to another page of the site introduces a teaser, with the text and the
 * picture in its box.
 */
function dropTeasers(content: Element, host: string): void {
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
  for (const { box } of boxes) if (content.contains(box)) drop(box, content);
}

/** A list of the headings of this page. */
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

/** The title repeated above the text, and the summary below it. */
function setHeadAside(content: Element, title: string): void {
  const blocks = readBlocks(content);
  const first = blocks.findIndex(
    ({ element, text }) =>
      text.length >= SUBSTANTIAL &&
      SENTENCE_END.test(text) &&
      element.closest('header') === null &&
      !STANDFIRST.test(namesOf(element)),
  );
  for (const { element } of blocks.slice(0, Math.max(0, first))) {
    let named = element.closest('header') !== null;
    for (
      let at: Element | null = element;
      !named && at !== null && at !== content;
      at = at.parentElement
    )
      named = STANDFIRST.test(namesOf(at)) && isShorter(at, CAPTION_LENGTH);
    if (named && !(isHeading(element) && !saysTitle(element, title))) setAside(element);
  }
}
interface Block {
  element: Element;
  text: string;
}
function readBlocks(content: Element): Block[] {
  const blocks: Block[] = [];
  eachTextBlock(content, (element, text) => {
    if (element !== content) blocks.push({ element, text });
  });
  return blocks;
}

/**
 * The fraction of the text that links elsewhere on the same site. Links to other sites and within
 * the page are part of the text.
 */
function innerLinkShare(element: Element, host: string): number {
  const total = lengthOf(element);
  if (total === 0) return 0;
  const around = element.closest('a');
  const links = around === null ? [...element.querySelectorAll('a')] : [around];
  const inner = links.filter(
    (link) => URL.parse(link.getAttribute('href') ?? '')?.hostname.replace(/^www\./, '') === host,
  );
  return inner.reduce((sum, link) => sum + Math.min(total, lengthOf(link)), 0) / total;
}

function dropTalk(blocks: readonly Block[], content: Element, host: string): void {
  for (const { element, text } of blocks) {
    if (
      text.length > SURE_TALK_LENGTH ||
      (isHeading(element) && text.length > HEADING_TALK_LENGTH) ||
      element.closest('pre,td,th,dd,dt') !== null ||
      !SITE_BOILERPLATE.test(text)
    )
      continue;
    if (
      text.length <= SITE_TALK_LENGTH ||
      CERTAIN_BOILERPLATE.test(text) ||
      innerLinkShare(element, host) > 0.1
    )
      drop(element, content);
  }
}

/**
 * Text that occurs twice, the second time as another element: a pull quote, a caption under each
 * size of a picture. A refrain repeats as the same element and remains.
 */
function dropRepeated(content: Element): void {
  const look = (element: Element) =>
    [element, element.parentElement]
      .map((one) => `${one?.tagName ?? ''}.${one?.getAttribute('class') ?? ''}`)
      .join(' ');
  const blocks = readBlocks(content)
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
      drop(block.element, content);
  }
}

/**
 * A date line such as `22 October 2019, 8:13` in any form: the digits of a day or time, and few
 * words.
 */
const DATE = /^(?=.*(\b(19|20)\d\d\b|\d{1,2}[:.h]\d{2}))[^.!?]{6,70}$/u;
const BYLINE =
  /^(by|von|par|por|di|door|od|av|от|автор|författare|staff|posted|published|updated|written)\b.{2,60}$/iu;
const RULE = /^[\s_*=~•·—–-]{3,}$/u;
const TAIL_SHARE = 0.15;

const BIO_LENGTH = 500;
/**
 * `Ada Byron is a reporter …`: the author in the third person, by name, where the page names the
 * author.
 */
function speaksOfAuthor(text: string, author: string | undefined): boolean {
  const names = (author ?? '')
    .split(/,|&| and | und | et | y | e /)
    .map((name) => tidy(name.replace(/^by\s+/i, '')))
    .filter((name) => name.includes(' ') && name.length < 50);
  return names.some((name) => {
    const at = text.indexOf(name);
    return at >= 0 && at < 40;
  });
}

/**
 * Short blocks before the first and after the last paragraph worth the name: crumbs, dates,
 * bylines; more stories, tags, legal lines.
 */
function trimEnds(content: Element, { title, host, author }: PruneContext, total: number): void {
  const blocks = readBlocks(content);
  const substantial = ({ element, text }: Block) =>
    text.length >= SUBSTANTIAL && SENTENCE_END.test(text) && linkShare(element) < 0.5;
  const known = blocks.findIndex(substantial);
  const [first, last] =
    known === -1
      ? [Math.min(3, blocks.length), blocks.length - 1]
      : [known, blocks.findLastIndex(substantial)];
  const isFragment = ({ text }: Block) => text.length < SUBSTANTIAL && !SENTENCE_END.test(text);
  const isLink = ({ element }: Block) => linkShare(element) > 0.7;
  const isFrame = (block: Block) =>
    isLink(block) ||
    (isHeading(block.element)
      ? saysTitle(block.element, title)
      : known === -1 || total < 400
        ? DATE.test(block.text) || BYLINE.test(block.text)
        : isFragment(block) && !isItem(block.element));
  // From either end, until something that belongs to the story.
  const opens = blocks.findIndex((block, index) => index >= first || !isFrame(block));
  const closes = blocks.findLastIndex((block, index) =>
    index <= last
      ? !(known === -1 && isLink(block))
      : !isLink(block) &&
        !isHeading(block.element) &&
        !(isFragment(block) && !isItem(block.element)),
  );
  const most = total * (total < SHORT_ARTICLE ? MOST_SHARE_SHORT : MOST_SHARE);
  const titled = blocks.findIndex(
    ({ element, text }, index) =>
      index < blocks.length * 0.3 &&
      isHeading(element) &&
      text.length >= 10 &&
      saysTitle(element, title),
  );
  const rule = blocks.findLastIndex(({ text }) => RULE.test(text));
  const noise = [
    blocks.filter((_, index) => index < opens || index < titled),
    blocks.filter((_, index) => index > closes),
    blocks
      .slice(-4)
      .filter(
        ({ element, text }, at, ends) =>
          !isHeading(element) &&
          !isItem(element) &&
          text.length < BIO_LENGTH &&
          ends.slice(at).every((block) => speaksOfAuthor(block.text, author)),
      ),
    rule > 0 && textLength(blocks.slice(rule)) < total * TAIL_SHARE ? blocks.slice(rule) : [],
    blocks.filter(
      (block, index) =>
        index >= opens &&
        index <= closes &&
        innerLinkShare(block.element, host) > 0.7 &&
        !isItem(block.element) &&
        !isHeading(block.element) &&
        block.text.length > 15 &&
        block.text.length < 200,
    ),
  ];
  for (const part of noise)
    if (textLength(part) <= most) for (const { element } of part) drop(element, content);
}

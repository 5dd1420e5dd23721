/** Removes what is before the first and after the last paragraph, and links between paragraphs. */
import { textLength } from '#core/text/text-length.ts';
import { tidy } from '#pipeline/sources/html-document.ts';
import {
  isItem,
  lengthOf,
  LINK,
  linkShare,
  MOST_SHARE,
  nearest,
  saysTitle,
  SENTENCE_END,
} from './block-text.ts';
import { eachTextBlock, type TextBlock } from '#pipeline/sources/text-blocks.ts';
import type { Removals } from './removals.ts';

/** In characters; in a shorter article the frame may be a larger part. */
const SHORT_ARTICLE = 1_500;
const MOST_SHARE_SHORT = 0.45;
export const SUBSTANTIAL = 80;

export interface PruneContext {
  title: string;
  /** host of the page */
  host: string;
  author?: string | undefined;
}

export const isHeading = (element: Element): boolean => /^H[1-6]$/.test(element.tagName);

export function readBlocks(content: Element): TextBlock[] {
  const blocks: TextBlock[] = [];
  eachTextBlock(content, (element, text) => {
    if (element !== content) blocks.push({ element, text });
  });
  return blocks;
}

/**
 * Returns the fraction of text that links to other pages of the same site. Links to other sites and
 * within the page are part of the text.
 */
export function innerLinkShare(element: Element, host: string): number {
  const total = lengthOf(element);
  if (total === 0) return 0;
  const around = nearest(element, LINK);
  const links = around === undefined ? [...element.querySelectorAll('a')] : [around];
  const inner = links.filter(
    (link) => URL.parse(link.getAttribute('href') ?? '')?.hostname.replace(/^www\./, '') === host,
  );
  return inner.reduce((sum, link) => sum + Math.min(total, lengthOf(link)), 0) / total;
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
 * Removes short blocks before the first and after the last real paragraph: breadcrumbs, dates,
 * bylines; more stories, tags, legal lines.
 */
export function trimEnds(
  removals: Removals,
  blocks: readonly TextBlock[],
  { title, host, author }: PruneContext,
): void {
  const total = lengthOf(removals.content);
  const substantial = ({ element, text }: TextBlock) =>
    text.length >= SUBSTANTIAL && SENTENCE_END.test(text) && linkShare(element) < 0.5;
  const known = blocks.findIndex(substantial);
  const [first, last] =
    known === -1
      ? [Math.min(3, blocks.length), blocks.length - 1]
      : [known, blocks.findLastIndex(substantial)];
  const isFragment = ({ text }: TextBlock) => text.length < SUBSTANTIAL && !SENTENCE_END.test(text);
  const isLink = ({ element }: TextBlock) => linkShare(element) > 0.7;
  const isFrame = (block: TextBlock) =>
    isLink(block) ||
    (isHeading(block.element)
      ? saysTitle(block.element, title)
      : known === -1 || total < 400
        ? DATE.test(block.text) || BYLINE.test(block.text)
        : isFragment(block) && !isItem(block.element));
  // From either end, up to the first block that belongs to the article.
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
    blocks.filter((block, index) => index < opens || (index < titled && !substantial(block))),
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
    if (textLength(part) <= most) for (const { element } of part) removals.drop(element);
}

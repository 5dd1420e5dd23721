/**
 * What Readability leaves in that is not the article: share buttons, bylines, captions, links to other stories. Told by what sites call
 * such parts, by how much of a block is links, and by where it stands; never by words of one language alone.
 */
import { tidy } from '#pipeline/sources/html-document.ts';
import { eachTextBlock } from './paragraphs.ts';

const NAMED = new RegExp(String.raw`(^|[\s_-])(${[
  'share', 'sharing', 'sharedaddy', 'social', 'related', 'recirc\\w*', 'recommend\\w*', 'promo\\w*', 'newsletter\\w*', 'subscri\\w*', 'sign-?up', 'breadcrumbs?', 'byline\\w*', 'dateline', 'timestamp', 'author-?(bio|info|box|name|card)', 'authors?', 'bio',
  'tags', 'tag-?lists?', 'keywords', 'comments?', 'disqus\\w*', 'captions?', 'credits?', 'sponsor\\w*', 'advert\\w*', 'ads?', 'outbrain', 'taboola\\w*', 'read-?more', 'more-?(on|from|stories)', 'see-?also', 'toolbar', 'nav', 'menu',
  'pagination', 'pager', 'copyright', 'disclaimer', '(entry|post|article)-?meta', 'rating', 'popup', 'modal', 'cookies?', 'sr-only', 'screen-reader\\w*', 'visually-?hidden', 'hide', 'published', 'updated', 'follow', 'trending', 'boilerplate',
].join('|')})([\s_-]|$)`, 'i');
/** A part that holds this share of the text is the article, whatever it is called. */
const MOST_SHARE = 0.25;
const SENTENCE_END = /[.!?…。！？؟।][)\]"'»”’」』]*$/u;
const SUBSTANTIAL = 80;

const lengthOf = (element: Element): number => tidy(element.textContent).length;

function linkShare(element: Element): number {
  const total = lengthOf(element);
  if (total === 0) return 0;
  return [...element.querySelectorAll('a')].reduce((sum, link) => sum + lengthOf(link), element.closest('a') === null ? 0 : total) / total;
}

/** Takes the element out, and whatever it leaves empty. */
function drop(element: Element, root: Element): void {
  const parent = element.parentElement;
  element.remove();
  if (parent !== null && parent !== root && tidy(parent.textContent) === '' && parent.querySelector('img,picture,video,figure,table,svg') === null) drop(parent, root);
}

export function pruneArticle(content: Element, title: string): void {
  const total = lengthOf(content);
  const within = (element: Element) => content.contains(element);
  for (const element of content.querySelectorAll('[class],[id]')) {
    if (!within(element) || element.querySelector('h1') !== null) continue;
    const names = `${element.getAttribute('class') ?? ''} ${element.getAttribute('id') ?? ''}`.replace(/([a-z])([A-Z])/g, '$1-$2');
    const length = lengthOf(element);
    if (NAMED.test(names) && length < total * MOST_SHARE && (length < 300 || linkShare(element) > 0.4) && element.querySelector('img,video') === null) drop(element, content);
  }
  for (const element of content.querySelectorAll('ul,ol,table,aside,nav,footer')) {
    if (within(element) && (/^(NAV|FOOTER)$/.test(element.tagName) || linkShare(element) > 0.7) && lengthOf(element) < total * MOST_SHARE) drop(element, content);
  }
  trimEnds(content, title, total);
}

interface Block { element: Element; text: string }

/** Short blocks before the first and after the last paragraph worth the name: crumbs, dates, bylines; more stories, tags, legal lines. */
function trimEnds(content: Element, title: string, total: number): void {
  const blocks: Block[] = [];
  eachTextBlock(content, (element, text) => { if (element !== content) blocks.push({ element, text }); });
  const substantial = ({ element, text }: Block) => text.length >= SUBSTANTIAL && SENTENCE_END.test(text) && linkShare(element) < 0.5;
  const first = blocks.findIndex(substantial);
  const last = blocks.findLastIndex(substantial);
  if (first === -1 || total < 400) return;
  const wanted = tidy(title).toLowerCase();
  const isHeading = ({ element }: Block) => /^H[1-6]$/.test(element.tagName);
  const isItem = ({ element }: Block) => element.closest('li,td,th,pre,dd,dt') !== null;
  const isFragment = ({ text }: Block) => text.length < SUBSTANTIAL && !SENTENCE_END.test(text);
  const isLink = ({ element }: Block) => linkShare(element) > 0.7;
  // From either end, until something that belongs to the story.
  const opens = blocks.findIndex((block, index) => index >= first || (!isLink(block) && (isHeading(block) ? !wanted.includes(block.text.toLowerCase()) : !isFragment(block))));
  const closes = blocks.findLastIndex((block, index) => index <= last || (!isLink(block) && !isHeading(block) && !(isFragment(block) && !isItem(block))));
  const noise = blocks.filter((block, index) => {
    if (index < opens || index > closes) return true;
    return isLink(block) && (index < first || index > last || (!isItem(block) && block.text.length > 15 && block.text.length < 200));
  });
  if (noise.reduce((sum, { text }) => sum + text.length, 0) > total * MOST_SHARE) return;
  for (const { element } of noise) drop(element, content);
}

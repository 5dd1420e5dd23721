/** Finds the article of a page by the rule of its platform, or as the better of two extractions. */
import { Readability } from '@mozilla/readability';
import { tidy } from '#pipeline/sources/html-document.ts';
import { defined, languageTag, type PageFacts } from '#pipeline/sources/source-facts.ts';
import { lengthOf } from './block-text.ts';
import { prefersNamed, weigh } from './judge.ts';
import { namedContent } from './named-content.ts';
import { pruneArticle, pruneRuled } from './prune.ts';
import { dropOtherStories } from './prune-document.ts';
import { readingCost } from './reading-cost.ts';
import { contentByRule, type SiteRule } from './site-rules.ts';

export interface Article {
  content: Element;
  /** found by a rule, so it counts as the article however short it is */
  isRuled?: boolean;
  title?: string;
  author?: string;
  siteName?: string;
  publishedAt?: string;
  language?: string;
  /** `ltr` or `rtl`, as declared */
  direction?: string;
}

const LEAST_RULED = 20;

const text = (value: string | null | undefined): string | undefined =>
  value && tidy(value) !== '' ? tidy(value) : undefined;
const directionOf = (value: string | null | undefined): string | undefined =>
  /^(rtl|ltr)$/i.exec(value ?? '')?.[0].toLowerCase();

/** Modifies the document. Returns undefined if no article is found. */
export function readArticle(
  document: Document,
  url: string,
  facts: PageFacts,
  rule: SiteRule | undefined,
): Article | undefined {
  const ruled = rule && contentByRule(document, rule);
  if (ruled !== undefined && lengthOf(ruled) >= LEAST_RULED) {
    pruneRuled(ruled);
    return {
      content: ruled,
      isRuled: true,
      ...defined({
        direction: directionOf(
          document.documentElement.getAttribute('dir') ?? document.body.getAttribute('dir'),
        ),
      }),
    };
  }
  dropOtherStories(document, facts.title);
  bareHeadings(document);
  const context = {
    title: facts.title,
    host: new URL(url).hostname.replace(/^www\./, ''),
    author: facts.author,
  };
  const named = namedContent(document);
  if (named !== undefined) pruneArticle(named, context);
  const weighed = readByWeight(document, context);
  if (
    named !== undefined &&
    (weighed === undefined || prefersNamed(weigh(named), weigh(weighed.content)))
  )
    return giveIdsBack({ ...weighed, content: named });
  return weighed && giveIdsBack(weighed);
}

const HEADINGS = 'h1,h2,h3,h4,h5,h6';
const KEPT_ID = 'data-gloss-id';
/**
 * Extractors judge elements by names, and the ids of headings repeat their words: a section about
 * promotion must not be mistaken for an advertisement. Removes permalink signs in headings as well.
 */
function bareHeadings(document: Document): void {
  for (const heading of document.querySelectorAll(HEADINGS)) {
    for (const inner of heading.querySelectorAll('a'))
      if (/^[¶#§🔗\u{f0c1}\s]*$/u.test(inner.textContent) && inner.querySelector('img') === null)
        inner.remove();
    for (const inner of heading.querySelectorAll('[class],[id]')) inner.removeAttribute('class');
    const id = heading.getAttribute('id');
    if (id !== null) heading.setAttribute(KEPT_ID, id);
    heading.removeAttribute('id');
  }
}
function giveIdsBack(article: Article): Article {
  for (const heading of article.content.querySelectorAll(`[${KEPT_ID}]`)) {
    heading.setAttribute('id', heading.getAttribute(KEPT_ID) ?? '');
    heading.removeAttribute(KEPT_ID);
  }
  return article;
}

/** Readability's default: for shorter results, it retries with laxer rules, up to three times. */
const LEAST_WEIGHED = 500;
/** Readability treats 0 as unset. */
const ANY_LENGTH = -1;

function readByWeight(
  document: Document,
  { host, author }: { host: string; author?: string | undefined },
): Article | undefined {
  const cost = readingCost(document);
  if (cost === 'never') return undefined;
  const options = {
    serializer: (node: Node) => node as Element,
    keepClasses: true,
    ...(cost === 'once' ? { charThreshold: ANY_LENGTH } : {}),
  };
  const article = new Readability<Element>(document, options).parse();
  if (!article?.content || tidy(article.content.textContent) === '') return undefined;
  if (cost === 'once' && lengthOf(article.content) < LEAST_WEIGHED) return undefined;
  pruneArticle(article.content, {
    title: article.title ?? '',
    host,
    author: author ?? article.byline ?? undefined,
  });
  if (tidy(article.content.textContent) === '') return undefined;
  return {
    content: article.content,
    ...defined({
      title: text(article.title),
      author: text(article.byline),
      siteName: text(article.siteName),
      publishedAt: text(article.publishedTime),
      language: languageTag(article.lang),
      direction: directionOf(article.dir),
    }),
  };
}

/** Finds the article of a page by the rule of its platform, or as the better of two extractions. */
import { Readability } from '@mozilla/readability';
import { tidy } from '#pipeline/sources/html-document.ts';
import { defined, languageTag, type PageFacts } from '#pipeline/sources/source-facts.ts';
import { hasText, lengthOf } from './block-text.ts';
import { readLinkedData } from '#pipeline/sources/linked-data.ts';
import { declaredContent, type Declared } from './declared-content.ts';
import { mergeDeclared } from './merge-declared.ts';
import { prefersNamed, scoreExtraction } from './extraction-score.ts';
import { namedContent } from './named-content.ts';
import { dropTextless, pruneArticle, pruneRuled } from './prune.ts';
import { dropOtherStories } from './prune-document.ts';
import { TIE, type TextBlock } from '#pipeline/sources/text-blocks.ts';
import type { Removal } from '../page-notes.ts';
import { readingCost } from './reading-cost.ts';
import { lengthOfAll, proseOf } from './removals.ts';
import { standfirstFinder } from './standfirst.ts';
import type { PruneContext } from './trim-ends.ts';
import { contentByRule, type SiteRule } from './site-rules.ts';

export interface Article {
  content: Element;
  /** found by a rule or declared by the page, so it counts as the article even if it is short */
  isCertain?: boolean;
  title?: string;
  author?: string;
  siteName?: string;
  publishedAt?: string;
  language?: string;
  /** `ltr` or `rtl`, as declared */
  direction?: string;
  removed?: Removal[];
}

const LEAST_RULED = 20;

const text = (value: string | null | undefined): string | undefined =>
  value && tidy(value) !== '' ? tidy(value) : undefined;
const directionOf = (value: string | null | undefined): string | undefined =>
  /^(rtl|ltr)$/i.exec(value ?? '')?.[0].toLowerCase();

export interface PageOfArticle {
  url: string;
  facts: PageFacts;
  rule: SiteRule | undefined;
  /** the tied text blocks of the page */
  blocks: readonly TextBlock[];
}

/** Modifies the document. Returns undefined if no article is found. */
export function readArticle(
  document: Document,
  { url, facts, rule, blocks }: PageOfArticle,
): Article | undefined {
  const ruled = rule && contentByRule(document, rule);
  if (ruled !== undefined && lengthOf(ruled) >= LEAST_RULED) {
    pruneRuled(ruled);
    return {
      content: ruled,
      isCertain: true,
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
  const present = new Set<Element>(document.querySelectorAll(`[${TIE}]`));
  const found = blocks.filter(({ element }) => present.has(element));
  // Text next to blocks, which is wrapped in a span, is rarely prose.
  const whole = found.filter(({ element }) => element.tagName !== 'SPAN');
  const named = namedContent(document, whole);
  const declared = declaredContent(document, readLinkedData(document), found);
  // Must run first, because Readability modifies the document.
  const summaryOf = standfirstFinder(whole, facts.title);
  const weighed = readByWeight(document);
  const read = chooseReading(named, weighed, context);
  const chosen = declared === undefined ? read : preferDeclared(read, declared, context);
  if (chosen === undefined) return undefined;
  chosen.content.prepend(...summaryOf(chosen.content));
  return giveIdsBack({ ...weighed, ...chosen });
}

/** Prunes both readings and returns the better one; its prose never falls below the shared prose. */
function chooseReading(
  named: Element | undefined,
  weighed: Article | undefined,
  context: PruneContext,
): Pick<Article, 'content' | 'removed'> | undefined {
  const readings = [named, weighed?.content].flatMap((it) => it ?? []);
  for (const reading of readings) dropTextless(reading);
  const [one, other] = readings.map(proseOf);
  const shared = one && other ? one.intersection(other) : (one ?? new Set<string>());
  // Extractions of different parts of the page share no prose, so each is judged by itself.
  const areApart =
    lengthOfAll(shared) < Math.min(lengthOfAll(one ?? []), lengthOfAll(other ?? [])) / 3;
  const agreed = (own: ReadonlySet<string> | undefined) => (areApart && own ? own : shared);
  const byName = named && { content: named, removed: pruneArticle(named, context, agreed(one)) };
  if (weighed === undefined) return byName;
  const title = weighed.title ?? '';
  const author = context.author ?? weighed.author;
  const own = named === undefined ? one : other;
  const { content } = weighed;
  const removed = pruneArticle(content, { ...context, title, author }, agreed(own));
  return byName &&
    (!hasText(content) || prefersNamed(scoreExtraction(byName.content), scoreExtraction(content)))
    ? byName
    : hasText(content)
      ? { content, removed }
      : undefined;
}

/** Uses the declared text of a page if the extraction missed most of it. */
function preferDeclared(
  read: Pick<Article, 'content' | 'removed'> | undefined,
  declared: Declared,
  context: PruneContext,
): Pick<Article, 'content' | 'removed' | 'isCertain'> | undefined {
  const better = mergeDeclared(read?.content, declared);
  if (better === undefined) return undefined;
  const { content, isDeclared } = better;
  if (!isDeclared) return { ...read, content };
  dropTextless(content);
  return {
    content,
    isCertain: true,
    removed: pruneArticle(content, context, proseOf(content)),
  };
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

function readByWeight(document: Document): Article | undefined {
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

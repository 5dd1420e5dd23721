/** The article of a page: by the rule of its platform, else the better of two readings. */
import { Readability } from '@mozilla/readability';
import { tidy } from '#pipeline/sources/html-document.ts';
import { defined, languageTag, type PageFacts } from '#pipeline/sources/page-facts.ts';
import { lengthOf } from './block-text.ts';
import { prefersNamed, weigh } from './judge.ts';
import { namedContent } from './named-content.ts';
import { pruneArticle, pruneRuled } from './prune.ts';
import { contentByRule } from './site-rules.ts';

export interface Article { content: Element; title?: string; author?: string; siteName?: string; publishedAt?: string; language?: string; /** `ltr` or `rtl`, as declared */ direction?: string }

const LEAST_RULED = 100;

const text = (value: string | null | undefined): string | undefined => (value && tidy(value) !== '' ? tidy(value) : undefined);
const directionOf = (value: string | null | undefined): string | undefined => /^(rtl|ltr)$/i.exec(value ?? '')?.[0].toLowerCase();

/** Takes the document apart. Undefined where no article can be told. */
export function readArticle(document: Document, url: string, facts: PageFacts): Article | undefined {
  const ruled = contentByRule(document, url);
  if (ruled !== undefined && lengthOf(ruled) >= LEAST_RULED) {
    pruneRuled(ruled);
    return { content: ruled, ...defined({ direction: directionOf(document.documentElement.getAttribute('dir') ?? document.body.getAttribute('dir')) }) };
  }
  const context = { title: facts.title, host: new URL(url).hostname.replace(/^www\./, ''), author: facts.author };
  const named = namedContent(document);
  if (named !== undefined) pruneArticle(named, context);
  const weighed = readByWeight(document, context);
  if (named !== undefined && (weighed === undefined || prefersNamed(weigh(named), weigh(weighed.content)))) return { ...weighed, content: named };
  return weighed;
}

function readByWeight(document: Document, { host, author }: { host: string; author?: string | undefined }): Article | undefined {
  const article = new Readability<Element>(document, { serializer: (node) => node as Element, keepClasses: true }).parse();
  if (!article?.content || tidy(article.content.textContent) === '') return undefined;
  pruneArticle(article.content, { title: article.title ?? '', host, author: author ?? article.byline ?? undefined });
  if (tidy(article.content.textContent) === '') return undefined;
  return {
    content: article.content,
    ...defined({
      title: text(article.title), author: text(article.byline), siteName: text(article.siteName), publishedAt: text(article.publishedTime),
      language: languageTag(article.lang), direction: directionOf(article.dir),
    }),
  };
}

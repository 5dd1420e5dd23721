import { Readability } from '@mozilla/readability';
import { detect } from 'tinyld';
import { Fault } from '#core/contract/faults.ts';
import type { Segment, Snapshot } from '#core/contract/snapshot.ts';
import type { Extracted, ExtractInput } from '#pipeline/sources/contract.ts';
import { parsePage, resolveAddresses, tidy } from '#pipeline/sources/html-document.ts';
import { defined, languageTag, readPageFacts } from '#pipeline/sources/page-facts.ts';
import { PAGE } from './fetch-page.ts';
import { prefersNamed, weigh } from './judge.ts';
import { resolveLazyImages } from './lazy-images.ts';
import { keepMath } from './math.ts';
import { namedContent } from './named-content.ts';
import { dropSignUps, pruneArticle } from './prune.ts';
import { ASIDE, eachTextBlock, wrapInParagraph } from './paragraphs.ts';

/** Ties a block of the reader view to the same block of the page while one is made from the other. */
const TIE = 'data-gloss-tie';

interface Article { content: Element; title?: string; author?: string; siteName?: string; publishedAt?: string; language?: string }

/** Takes the document apart. */
function bestArticle(document: Document, { title, author }: { title: string; author?: string }, host: string): Article | undefined {
  const named = namedContent(document);
  if (named !== undefined) pruneArticle(named, { title, host, author });
  const weighed = readArticle(document, author, host);
  if (named === undefined || (weighed !== undefined && !prefersNamed(weigh(named), weigh(weighed.content)))) return weighed;
  return { ...weighed, content: named };
}

function readArticle(document: Document, author: string | undefined, host: string): Article | undefined {
  const article = new Readability<Element>(document, { serializer: (node) => node as Element, charThreshold: 300, keepClasses: true }).parse();
  if (!article?.content || tidy(article.content.textContent) === '') return undefined;
  pruneArticle(article.content, { title: article.title ?? '', host, author: author ?? article.byline ?? undefined });
  return {
    content: article.content,
    ...defined({ title: text(article.title), author: text(article.byline), siteName: text(article.siteName), publishedAt: text(article.publishedTime), language: languageTag(article.lang) }),
  };
}
const text = (value: string | null | undefined): string | undefined => (value && tidy(value) !== '' ? tidy(value) : undefined);

/** For a page in which no article can be told: all of it but what frames it. */
function wholeBody(html: string, url: string): Element {
  const document = parsePage(html);
  resolveAddresses(document, url);
  for (const element of document.querySelectorAll('script,style,noscript,template,nav,header,footer,aside,form,iframe,object,embed,svg,[hidden],[aria-hidden="true"]')) element.remove();
  return document.body;
}

function languageOf(declared: string | undefined, sample: string): string {
  return declared ?? languageTag(sample.length >= 40 ? detect(sample.slice(0, 5000)) : '') ?? 'und';
}

function originOf({ read, limited }: Record<string, unknown>): string {
  if (limited !== undefined) return 'plain page, limited: its scripts could not be run';
  return read === 'browser' ? 'page as a browser shows it' : 'page';
}

export async function extractPage(input: ExtractInput): Promise<Extracted> {
  const bytes = input.part(PAGE);
  if (bytes === undefined) throw new Fault('internal', { message: `The page of ${input.url} was not kept.` });
  try {
    return { snapshot: readPage(new TextDecoder().decode(bytes), input), images: {} };
  } catch (error) {
    // Nested so deep that no reader follows it.
    if (error instanceof RangeError) throw new Fault('no_text', { cause: error });
    throw error;
  }
}

function readPage(html: string, { url, facts: known, notes }: ExtractInput): Snapshot {
  const document = parsePage(html);
  resolveAddresses(document, url);
  resolveLazyImages(document);
  keepMath(document);
  dropSignUps(document);
  const facts = readPageFacts(document, url);
  const page = webView(document);
  const article = bestArticle(document, facts, new URL(url).hostname.replace(/^www\./, ''));
  const content = article?.content ?? wholeBody(html, url);
  const { segments, ties } = markParagraphs(content);
  if (segments.length === 0) throw new Fault('no_text');
  const language = languageOf(article?.language ?? facts.language, segments.map((segment) => segment.text).join('\n'));
  return {
    medium: 'flow', title: article?.title ?? facts.title, language, segments, origin: originOf(notes),
    readerHtml: content.innerHTML, webHtml: carryMarks(page, ties),
    ...defined({
      author: article?.author ?? facts.author, publishedAt: article?.publishedAt ?? facts.publishedAt,
      siteName: article?.siteName ?? facts.siteName ?? known.siteName, iconUrl: facts.iconUrl, previewImageUrl: facts.previewImageUrl,
    }),
  };
}

function markParagraphs(content: Element): { segments: Segment[]; ties: Map<string, number> } {
  const segments: Segment[] = [];
  const ties = new Map<string, number>();
  for (const element of content.querySelectorAll('[data-p]')) element.removeAttribute('data-p');
  eachTextBlock(content, (element, words) => {
    const paragraph = segments.length + 1;
    // The article itself is the one block: its words get an element that a serialised view keeps.
    const block = element === content ? wrapInParagraph([...content.childNodes]) : element;
    block.setAttribute('data-p', String(paragraph));
    const tie = (block.closest(`[${TIE}]`) ?? block.querySelector(`[${TIE}]`))?.getAttribute(TIE);
    if (tie && !ties.has(tie)) ties.set(tie, paragraph);
    segments.push({ text: words, role: /^H[1-6]$/.test(block.tagName) ? 'heading' : 'text', at: { medium: 'flow', paragraph } });
  }, wrapInParagraph);
  for (const element of content.querySelectorAll(`[${TIE}],[${ASIDE}]`)) {
    element.removeAttribute(TIE);
    element.removeAttribute(ASIDE);
  }
  return { segments, ties };
}

/** The whole page without scripts, as text, with each text block tied. The document gets its JSON-LD back, which names author and date. */
function webView(document: Document): string {
  let blocks = 0;
  for (const element of document.querySelectorAll(`[data-p],[${TIE}]`)) {
    element.removeAttribute('data-p');
    element.removeAttribute(TIE);
  }
  eachTextBlock(document.body, (element) => { if (element !== document.body) element.setAttribute(TIE, String(blocks += 1)); });
  const data = [...document.querySelectorAll('script[type="application/ld+json"]')];
  for (const script of document.querySelectorAll('script')) script.remove();
  const html = document.toString();
  document.body.append(...data);
  return html;
}

const carryMarks = (page: string, ties: Map<string, number>): string =>
  page.replace(new RegExp(` ${TIE}="(\\d+)"`, 'g'), (_, tie: string) => (ties.has(tie) ? ` data-p="${ties.get(tie) ?? ''}"` : ''));

import { Fault } from '#core/contract/faults.ts';
import type { Segment, Snapshot } from '#core/contract/snapshot.ts';
import type { Extracted, ExtractInput } from '#pipeline/sources/contract.ts';
import { detectLanguage } from '#pipeline/sources/detect-language.ts';
import { markSegments } from '#pipeline/sources/flow-segments.ts';
import { parsePage, resolveAddresses } from '#pipeline/sources/html-document.ts';
import { readPageFacts, withoutSite } from '#pipeline/sources/page-facts.ts';
import { defined, type PageFacts } from '#pipeline/sources/source-facts.ts';
import { readArticle } from './article.ts';
import { lengthOf, linkShare, SENTENCE_END } from './block-text.ts';
import { dropConsentLayers } from './consent.ts';
import { resolveLazyImages } from './lazy-images.ts';
import { keepMath } from './math.ts';
import { PAGE, PageNotes, type Removal } from '../page-notes.ts';
import {
  ASIDE,
  eachTextBlock,
  TIE,
  wrapInSpan,
  type TextBlock,
} from '#pipeline/sources/text-blocks.ts';
import { dropSignUps } from './prune-document.ts';
import { embedResources, storedResources } from './embed-resources.ts';
import { siteRule } from './site-rules.ts';
import { findWall } from './find-wall.ts';

/**
 * Characters; a page with less text is a shell, a stub or a notice. Half of this for scripts with
 * more meaning per character.
 */
const LEAST_TEXT = 200;
const LEAST_SENTENCE = 60;
const FRAME =
  'script,style,noscript,template,nav,header,footer,aside,form,iframe,object,embed,svg,[hidden],[aria-hidden="true"]';

/** Opens the page, without style sheets unless `isStyled`. */
function openPage(html: string, url: string, { isStyled = false } = {}): Document {
  const document = parsePage(html);
  if (!isStyled) for (const style of document.querySelectorAll('style')) style.remove();
  openContainers(document);
  resolveAddresses(document, url);
  resolveLazyImages(document);
  if (/<math|katex|mathjax|<mjx-|type=["']math\//i.test(html)) keepMath(document);
  return document;
}

/** Least characters of a `<noscript>` that counts as an article for browsers without scripts. */
const LEAST_UNSCRIPTED = 400;
/**
 * Converts containers that extractors skip to `<div>`: a form around the page, and an article in
 * `<noscript>`.
 */
function openContainers(document: Document): void {
  const forms = [...document.body.querySelectorAll('form')];
  const most = forms.length === 0 ? 0 : lengthOf(document.body) / 2;
  const containers = [
    ...forms.filter((form) => lengthOf(form) > most),
    ...[...document.body.querySelectorAll('noscript')].filter(
      (noscript) => noscript.querySelector('p') !== null && lengthOf(noscript) >= LEAST_UNSCRIPTED,
    ),
  ];
  for (const container of containers) {
    const division = document.createElement('div');
    for (const name of ['id', 'class'])
      if (container.hasAttribute(name))
        division.setAttribute(name, container.getAttribute(name) ?? '');
    division.append(...container.childNodes);
    container.replaceWith(division);
  }
}

/** Used if no article is found: the page without its navigation and other framing. */
function wholeBody(html: string, url: string): Element {
  const { body } = openPage(html, url);
  for (const element of body.querySelectorAll(FRAME)) element.remove();
  return body;
}

/**
 * True if the text is a sentence of an article: a stub, a notice or a quotation is short, but a
 * page of labels and links has no sentence.
 */
const isShortArticle = (content: Element, segments: readonly Segment[]): boolean =>
  linkShare(content) < 0.5 &&
  segments.some(
    ({ role, text }) =>
      role === 'text' && readableLength(text) >= LEAST_SENTENCE && SENTENCE_END.test(text),
  );

const readableLength = (text: string): number =>
  text.length + (text.match(/[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/g)?.length ?? 0);

function originOf({ read, limited, isSaved }: PageNotes): string {
  if (isSaved === true) return 'saved page';
  if (limited !== undefined) return 'limited: read without a browser, though scripts make the page';
  return read === 'browser'
    ? 'read by the browser: scripts make the page'
    : 'read without a browser';
}

export async function extractPage(input: ExtractInput): Promise<Extracted> {
  const { snapshot, blocks, ties, removed } = withDepthLimit(() => readHtml(pageOf(input), input));
  const { language, ...rest } = snapshot;
  return {
    snapshot: {
      ...rest,
      language:
        language ?? (await detectLanguage(rest.segments.map(({ text }) => text).join('\n'))),
    },
    images: {},
    notes: { tied: { blocks, ties }, removed } satisfies Pick<PageNotes, 'tied' | 'removed'>,
  };
}

/**
 * Serialises the page without scripts and with its resources embedded; text blocks carry their ids.
 */
export function archivePage(input: ExtractInput): string {
  const { resources, tied } = PageNotes.parse(input.notes);
  const kept = storedResources(resources, input);
  return withDepthLimit(() => {
    const html = pageOf(input);
    const document = openPage(html, input.url, { isStyled: true });
    const blocks = tieBlocks(document);
    // Pages extracted by an earlier version of Gloss have no ties, or different ones.
    const ties = tied?.blocks === blocks.length ? tied.ties : readHtml(html, input).ties;
    for (const script of document.querySelectorAll('script')) script.remove();
    embedResources(document, input.url, kept);
    const paragraphs = new Map(ties.map((tie, at) => [tie, at + 1]));
    return document
      .toString()
      .replace(new RegExp(` ${TIE}="(\\d+)"`, 'g'), (_, tie: string) =>
        paragraphs.has(Number(tie)) ? ` data-p="${paragraphs.get(Number(tie)) ?? ''}"` : '',
      );
  });
}

interface PageText {
  snapshot: Omit<Snapshot, 'language'> & { language: string | undefined };
  /** text blocks of the page */
  blocks: number;
  /** for each paragraph, the text block that it is from, counted from 1; 0 for none */
  ties: number[];
  removed: Removal[];
}

function pageOf({ part, url }: ExtractInput): string {
  const bytes = part(PAGE);
  if (bytes === undefined)
    throw new Fault('internal', { message: `The page of ${url} was not kept.` });
  return new TextDecoder().decode(bytes);
}

/** Throws `no_text` for a page that is nested too deeply to be read. */
function withDepthLimit<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof RangeError) throw new Fault('no_text', { cause: error });
    throw error;
  }
}

function readHtml(html: string, input: ExtractInput): PageText {
  const { url, facts: known } = input;
  const notes = PageNotes.parse(input.notes);
  const document = openPage(html, url);
  const facts = readPageFacts(document, url);
  const rule = siteRule(document, url);
  const blocks = tieBlocks(document);
  keepOnlyData(document);
  dropConsentLayers(document);
  dropSignUps(document);
  const article = readArticle(document, { url, facts, rule, blocks });
  const content = article?.content ?? wholeBody(html, url);
  const { segments, ties } = markParagraphs(content);
  const siteName = article?.siteName ?? facts.siteName ?? known.siteName;
  const title = notes.isSaved === true ? known.title : titleOf(article?.title, facts);
  const words = segments.map((segment) => segment.text).join('\n');
  const wall =
    notes.isSaved === true
      ? undefined
      : findWall(html, {
          url,
          title,
          text: words,
          others: blocks.map(({ text }) => text),
        });
  if (wall !== undefined) throw new Fault(wall.code, { message: wall.message });
  if (words === '' && document.querySelector('img,picture,video,svg,canvas') === null)
    throw new Fault('no_text');
  const isReadable =
    notes.isText === true ||
    notes.isSaved === true ||
    article?.isCertain === true ||
    readableLength(words) >= LEAST_TEXT ||
    isShortArticle(content, segments);
  if (!isReadable && notes.limited === 'browser_missing') throw new Fault('browser_missing');
  const snapshot: PageText['snapshot'] = {
    medium: 'flow',
    title,
    language: article?.language ?? facts.language,
    origin: originOf(notes),
    segments: isReadable ? segments : [],
    readerHtml: isReadable ? directed(content.innerHTML, article?.direction) : '',
    ...defined({
      author: nameOfAuthor(article?.author) ?? nameOfAuthor(facts.author),
      publishedAt: article?.publishedAt ?? facts.publishedAt,
      siteName,
      iconUrl: facts.iconUrl,
      previewImageUrl: facts.previewImageUrl,
    }),
  };
  return {
    snapshot,
    blocks: blocks.length,
    ties: isReadable ? ties : [],
    removed: article?.removed ?? [],
  };
}

/** Bylines are found by class names, and may contain a date or only a label. */
const nameOfAuthor = (byline: string | undefined): string | undefined =>
  byline === undefined ||
  /\b\d{1,2}:\d{2}\b|^\W*\d{1,2}\b.{0,20}\d{4}|^(posted|published|written|by|von|autor)\W*$/i.test(
    byline,
  )
    ? undefined
    : byline;

/** Readability's title, unless it only adds the name of the site to the page's own. */
function titleOf(title: string | undefined, facts: PageFacts): string {
  if (title === undefined) return facts.title;
  const bare = withoutSite(title, facts.siteName);
  return bare.includes(facts.title) && facts.title.length >= LEAST_TITLE ? facts.title : bare;
}
const LEAST_TITLE = 8;

const directed = (html: string, direction: string | undefined): string =>
  direction === undefined ? html : `<div dir="${direction}">${html}</div>`;

function tiedAround(block: Element): Element | undefined {
  for (let at: Element | null = block; at !== null; at = at.parentElement)
    if (at.hasAttribute(TIE)) return at;
  return undefined;
}

function markParagraphs(content: Element): { segments: Segment[]; ties: number[] } {
  const ties: number[] = [];
  const known = new Set<number>();
  const segments = markSegments(content, (block) => {
    const tied = tiedAround(block) ?? block.querySelector(`[${TIE}]`);
    const tie = Number(tied?.getAttribute(TIE) ?? 0);
    ties.push(known.has(tie) ? 0 : tie);
    known.add(tie);
  });
  for (const element of content.querySelectorAll(`[${TIE}],[${ASIDE}]`)) {
    element.removeAttribute(TIE);
    element.removeAttribute(ASIDE);
  }
  return { segments, ties };
}

/** Ties the text blocks of the page, from 1, and returns them. */
function tieBlocks(document: Document): TextBlock[] {
  const blocks: TextBlock[] = [];
  for (const element of document.querySelectorAll(`[data-p],[${TIE}]`)) {
    element.removeAttribute('data-p');
    element.removeAttribute(TIE);
  }
  eachTextBlock(
    document.body,
    (element, text) => {
      if (element === document.body) return;
      blocks.push({ element, text });
      element.setAttribute(TIE, String(blocks.length));
    },
    wrapInSpan,
  );
  return blocks;
}

/** Removes the scripts of the page, except its JSON-LD, which names author and date. */
function keepOnlyData(document: Document): void {
  const data = [...document.querySelectorAll('script[type="application/ld+json"]')];
  for (const script of document.querySelectorAll('script')) script.remove();
  document.body.append(...data);
}

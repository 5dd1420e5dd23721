import { Fault } from '#core/contract/faults.ts';
import type { Segment, Snapshot } from '#core/contract/snapshot.ts';
import type { Extracted, ExtractInput } from '#pipeline/sources/contract.ts';
import { parsePage, resolveAddresses } from '#pipeline/sources/html-document.ts';
import { readPageFacts } from '#pipeline/sources/page-facts.ts';
import { defined, languageTag } from '#pipeline/sources/source-facts.ts';
import { readArticle } from './article.ts';
import { resolveLazyImages } from './lazy-images.ts';
import { keepMath } from './math.ts';
import { PAGE, PageNotes } from '../page-notes.ts';
import { ASIDE, eachTextBlock, wrapInParagraph } from './paragraphs.ts';
import { dropSignUps } from './prune-document.ts';
import { containPage, storedResources } from './self-contained.ts';
import { siteRule } from './site-rules.ts';
import { findWall } from './walls.ts';

/**
 * Ties a block of the reader view to the same block of the page while one is made from the other.
 */
const TIE = 'data-gloss-tie';
/**
 * Characters; a page with less text is a shell, a stub or a notice. Half of this for scripts with
 * more meaning per character.
 */
const LEAST_TEXT = 200;
const FRAME =
  'script,style,noscript,template,nav,header,footer,aside,form,iframe,object,embed,svg,[hidden],[aria-hidden="true"]';

function openPage(html: string, url: string): Document {
  const document = parsePage(html);
  resolveAddresses(document, url);
  resolveLazyImages(document);
  if (/<math|katex|mathjax|<mjx-|type=["']math\//i.test(html)) keepMath(document);
  return document;
}

/** Used if no article is found: the page without its navigation and other framing. */
function wholeBody(html: string, url: string): Element {
  const { body } = openPage(html, url);
  for (const element of body.querySelectorAll(FRAME)) element.remove();
  return body;
}

const readableLength = (text: string): number =>
  text.length + (text.match(/[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/g)?.length ?? 0);

/**
 * Of a text that no one has declared. What tells languages is heavy to load, and most pages tell
 * theirs.
 */
async function detectLanguage(sample: string): Promise<string> {
  if (sample.length < 40) return 'und';
  const { detect } = await import('tinyld');
  return languageTag(detect(sample.slice(0, 2_000))) ?? 'und';
}

function originOf({ read, limited }: PageNotes): string {
  if (limited !== undefined) return 'limited: read without a browser, though scripts make the page';
  return read === 'browser'
    ? 'read by the browser: scripts make the page'
    : 'read without a browser';
}

export async function extractPage(input: ExtractInput): Promise<Extracted> {
  const { language, ...snapshot } = readPage(input).snapshot;
  return {
    snapshot: {
      ...snapshot,
      language:
        language ?? (await detectLanguage(snapshot.segments.map(({ text }) => text).join('\n'))),
    },
    images: {},
  };
}

/**
 * Serialises the page without scripts and with its resources embedded; text blocks carry their ids.
 */
export function archivePage(input: ExtractInput): string {
  const { resources } = PageNotes.parse(input.notes);
  const kept = storedResources(resources, input);
  let page = '';
  const { ties } = readPage(input, (document) => {
    const restore = containPage(document, input.url, kept);
    page = document.toString();
    restore();
  });
  return page.replace(new RegExp(` ${TIE}="(\\d+)"`, 'g'), (_, tie: string) =>
    ties.has(tie) ? ` data-p="${ties.get(tie) ?? ''}"` : '',
  );
}

interface PageText {
  snapshot: Omit<Snapshot, 'language'> & { language: string | undefined };
  /** by the tie of a text block, its paragraph */
  ties: Map<string, number>;
}

/** `onTied` gets the document as it is before its article is taken out, its text blocks tied. */
function readPage(input: ExtractInput, onTied?: (document: Document) => void): PageText {
  const bytes = input.part(PAGE);
  if (bytes === undefined)
    throw new Fault('internal', { message: `The page of ${input.url} was not kept.` });
  try {
    return readHtml(new TextDecoder().decode(bytes), input, onTied);
  } catch (error) {
    // Nested so deep that no reader follows it.
    if (error instanceof RangeError) throw new Fault('no_text', { cause: error });
    throw error;
  }
}

function readHtml(
  html: string,
  input: ExtractInput,
  onTied: ((document: Document) => void) | undefined,
): PageText {
  const { url, facts: known } = input;
  const notes = PageNotes.parse(input.notes);
  const document = openPage(html, url);
  const facts = readPageFacts(document, url);
  const rule = siteRule(document, url);
  tieBlocks(document, onTied);
  dropSignUps(document);
  const article = readArticle(document, url, facts, rule);
  const content = article?.content ?? wholeBody(html, url);
  const { segments, ties } = markParagraphs(content);
  const title = article?.title ?? facts.title;
  const words = segments.map((segment) => segment.text).join('\n');
  const wall = findWall(html, { url, title, text: words });
  if (wall !== undefined) throw new Fault(wall.code, { message: wall.message });
  if (words === '' && document.querySelector('img,picture,video,svg,canvas') === null)
    throw new Fault('no_text');
  const isReadable =
    notes.isText === true || article?.isRuled === true || readableLength(words) >= LEAST_TEXT;
  if (!isReadable && notes.limited === 'browser_missing') throw new Fault('browser_missing');
  const snapshot: PageText['snapshot'] = {
    medium: 'flow',
    title,
    language: article?.language ?? facts.language,
    origin: originOf(notes),
    segments: isReadable ? segments : [],
    readerHtml: isReadable ? directed(content.innerHTML, article?.direction) : '',
    ...defined({
      author: article?.author ?? facts.author,
      publishedAt: article?.publishedAt ?? facts.publishedAt,
      siteName: article?.siteName ?? facts.siteName ?? known.siteName,
      iconUrl: facts.iconUrl,
      previewImageUrl: facts.previewImageUrl,
    }),
  };
  return { snapshot, ties: isReadable ? ties : new Map() };
}

const directed = (html: string, direction: string | undefined): string =>
  direction === undefined ? html : `<div dir="${direction}">${html}</div>`;

function markParagraphs(content: Element): { segments: Segment[]; ties: Map<string, number> } {
  const segments: Segment[] = [];
  const ties = new Map<string, number>();
  for (const element of content.querySelectorAll('[data-p]')) element.removeAttribute('data-p');
  eachTextBlock(
    content,
    (element, words) => {
      const paragraph = segments.length + 1;
      // The article is a single block, so its text gets an element that a serialised view
      // preserves.
      const block = element === content ? wrapInParagraph([...content.childNodes]) : element;
      block.setAttribute('data-p', String(paragraph));
      const tie = (block.closest(`[${TIE}]`) ?? block.querySelector(`[${TIE}]`))?.getAttribute(TIE);
      if (tie && !ties.has(tie)) ties.set(tie, paragraph);
      const level = /^H([1-6])$/.exec(block.tagName)?.[1];
      segments.push({
        text: words,
        ...(level === undefined ? { role: 'text' } : { role: 'heading', level: Number(level) }),
        at: { medium: 'flow', paragraph },
      });
    },
    wrapInParagraph,
  );
  for (const element of content.querySelectorAll(`[${TIE}],[${ASIDE}]`)) {
    element.removeAttribute(TIE);
    element.removeAttribute(ASIDE);
  }
  return { segments, ties };
}

/**
 * Ties the text blocks of the page and removes its scripts, except, once `onTied` has seen the
 * document, its JSON-LD, which names author and date.
 */
function tieBlocks(document: Document, onTied: ((document: Document) => void) | undefined): void {
  let blocks = 0;
  for (const element of document.querySelectorAll(`[data-p],[${TIE}]`)) {
    element.removeAttribute('data-p');
    element.removeAttribute(TIE);
  }
  eachTextBlock(document.body, (element) => {
    if (element !== document.body) element.setAttribute(TIE, String((blocks += 1)));
  });
  const data = [...document.querySelectorAll('script[type="application/ld+json"]')];
  for (const script of document.querySelectorAll('script')) script.remove();
  onTied?.(document);
  document.body.append(...data);
}

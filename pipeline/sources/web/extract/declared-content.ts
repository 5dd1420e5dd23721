/**
 * Finds the text that a page declares as its content, in JSON-LD or microdata: the body of an
 * article, ingredients and steps of a recipe, questions with answers, the description of a product.
 * It is evidence for which blocks of the page are its text.
 */
import { isRecord } from '#core/is-record.ts';
import { splitSentences } from '#core/text/sentences.ts';
import { tidy } from '#pipeline/sources/html-document.ts';
import { typesOf, type Thing } from '#pipeline/sources/linked-data.ts';
import { isIn, lengthOf, linkShare, SENTENCE_END } from './block-text.ts';
import { lengthOfAll } from './removals.ts';
import { SITE_BOILERPLATE } from './noise.ts';
import { TIE, type TextBlock } from '#pipeline/sources/text-blocks.ts';

export interface Declared {
  /** characters of the declared blocks of the page */
  length: number;
  /** most of them are in an element that is declared to be the body of the article */
  isBody: boolean;
  /** the declared blocks by tie, with a copy of those that belong into any extraction */
  blocks: Map<number, { length: number; words: string; copy: Element | undefined }>;
  /** copies of the smallest parts of the page that consist mostly of declared blocks */
  content: Element;
  /** paragraphs that the page declares but doesn't display, if most are like that */
  unshown: string[];
}

/** Properties with content for each type; nested values count too. */
const CONTENT: readonly (readonly [RegExp, readonly string[]])[] = [
  [/^Recipe$/, ['description', 'recipeIngredient', 'ingredients', 'recipeInstructions']],
  [/^HowTo$/, ['description', 'step']],
  [/^Question$/, ['text', 'acceptedAnswer', 'suggestedAnswer']],
  [/^(DiscussionForum|SocialMedia)Posting$/, ['text', 'articleBody', 'comment']],
  [/^Product$/, ['description']],
  [/^VideoObject$/, ['transcript']],
  [/(Article|BlogPosting|Report)$/, ['articleBody']],
];
/** Types whose short texts count too: ingredients, steps, answers. */
const LISTED = /^(Recipe|HowTo|Question|Product)$/;
/** Properties with the text of a step, an answer or a section. */
const INNER = ['text', 'itemListElement', 'articleBody', 'description', 'name'];

const MICRODATA =
  '[itemprop~="recipeIngredient"],[itemprop~="ingredients"],[itemprop~="recipeInstructions"]';
const MICRODATA_TYPES = '[itemtype$="schema.org/Product"],[itemtype$="schema.org/Recipe"]';
const OUTSIDE = new Set(['NAV', 'FOOTER', 'FORM', 'BUTTON', 'SELECT', 'HEAD']);
const FIGURE = new Set(['FIGURE', 'FIGCAPTION']);
/** Characters; a shorter body is a teaser. */
export const LEAST_BODY = 500;
const LEAST_MATCH = 12;
/** A part of the page with less than this share of declared text has other text too. */
const MOSTLY = 0.5;
const MOST_PIECES = 5_000;

export const bare = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');

/** Declared texts may contain markup. */
function plain(text: string, document: Document): string {
  if (!/[<&]/.test(text)) return text;
  const box = document.createElement('div');
  box.innerHTML = text.replace(/<\/?(?:br|p|li|div|h\d)[ />]/gi, '\n$&');
  return box.textContent;
}

function* stringsOf(value: unknown, depth = 0): Generator<string> {
  if (typeof value === 'string') yield value;
  else if (depth > 6) return;
  else if (Array.isArray(value)) for (const one of value) yield* stringsOf(one, depth + 1);
  else if (isRecord(value))
    for (const name of INNER) if (name in value) yield* stringsOf(value[name], depth + 1);
}

/** Several products or recipes on one page are a list of links to other pages. */
function declaredTexts(things: readonly Thing[], document: Document): string[] {
  const texts: string[] = [];
  for (const [type, names] of CONTENT) {
    const ofType = things.filter((thing) => typesOf(thing).some((name) => type.test(name)));
    if (ofType.length > 1 && /Product|Recipe|HowTo/.test(type.source)) continue;
    for (const thing of ofType)
      for (const name of names)
        for (const text of stringsOf(thing[name])) {
          if (texts.length >= MOST_PIECES) return texts;
          texts.push(plain(text, document));
        }
  }
  return texts;
}

/** Elements that microdata marks as content. */
function declaredElements(document: Document): Element[] {
  const scopes = [...document.querySelectorAll(MICRODATA_TYPES)].filter(
    (scope) => !scope.parentElement?.closest('[itemscope][itemprop]'),
  );
  const [only] = scopes;
  const descriptions =
    only === undefined || scopes.length > 1
      ? []
      : [...only.querySelectorAll('[itemprop~="description"]')].filter(
          (element) => element.closest('[itemscope]') === only,
        );
  return [...document.querySelectorAll(MICRODATA), ...descriptions];
}

/** Summaries of the article that a page declares, which sites show above the text. */
function summariesOf(document: Document, things: readonly Thing[]): string[] {
  const texts = [
    ...[...document.querySelectorAll(SUMMARIES)].map((meta) => meta.getAttribute('content')),
    ...things
      .filter((thing) => typesOf(thing).some((type) => /(Article|Posting|Report)$/.test(type)))
      .map((thing) => thing['description']),
  ];
  const words = texts.map((text) => (typeof text === 'string' ? bare(text) : ''));
  return [...new Set(words)].filter((text) => text.length >= SAME_START);
}
const SUMMARIES = 'meta[name="description" i],meta[property="og:description" i]';
/** Characters; a shorter one is a second headline rather than text. */
const LEAST_SUMMARY = 155;
const MOST_SUMMARY = 800;
const SAME_START = 50;
/** Descriptions are often cut off. */
const isSummary = (text: string, words: string, summary: string): boolean =>
  text.length >= LEAST_SUMMARY &&
  text.length <= MOST_SUMMARY &&
  (words === summary ||
    words.startsWith(summary.slice(0, Math.max(SAME_START, summary.length - 20))));

export const tieOf = (element: Element): number => Number(element.getAttribute(TIE) ?? 0);
/** A short text of an article's declared body is often a caption or a part of a player. */
const isProse = (element: Element, text: string): boolean =>
  text.length >= LEAST_PROSE && SENTENCE_END.test(text) && linkShare(element) < 0.3;
const LEAST_PROSE = 60;
const isWithin = (element: Element, parts: ReadonlySet<Element>): boolean => {
  for (let at: Element | null = element; at !== null; at = at.parentElement)
    if (parts.has(at)) return true;
  return false;
};
const aroundAll = (elements: readonly Element[]): Set<Element> => {
  const around = new Set<Element>();
  for (const element of elements)
    for (let at: Element | null = element; at !== null && !around.has(at); at = at.parentElement)
      around.add(at);
  return around;
};

/** Doesn't modify the document. `blocks`: the text blocks of the page. */
export function declaredContent(
  document: Document,
  things: readonly Thing[],
  blocks: readonly TextBlock[],
): Declared | undefined {
  const pieces = [...new Set(declaredTexts(things, document))];
  const summaries = summariesOf(document, things);
  const elements = declaredElements(document);
  const bodies = new Set(document.querySelectorAll('[itemprop~="articleBody"]'));
  if (pieces.length + summaries.length + elements.length + bodies.size === 0) return undefined;
  const marked = new Set(elements);
  const around = aroundAll(elements);
  const whole = new Set(pieces.flatMap((piece) => piece.split('\n')).map(bare));
  const running = pieces.map(bare).join('\n');
  const isOfArticle = !things.some((thing) => typesOf(thing).some((type) => LISTED.test(type)));
  const found: Declared['blocks'] = new Map();
  const own = new Map<Element, number>();
  let inBodies = 0;
  for (const { element, text } of blocks) {
    if (isIn(element, OUTSIDE)) continue;
    const words = bare(text);
    const tie = tieOf(element);
    const summary = summaries.findIndex((one) => isSummary(text, words, one));
    if (summary !== -1 && linkShare(element) < 0.3) {
      summaries.splice(summary, 1);
      found.set(tie, { length: 0, words, copy: element.cloneNode(true) as Element });
    }
    const isMarked = isWithin(element, marked) || around.has(element);
    const isSaid =
      isMarked || whole.has(words) || (words.length >= LEAST_MATCH && running.includes(words));
    const isOfBody = isWithin(element, bodies);
    const isLabel = !isMarked && text.length < 60 && linkShare(element) > 0.9;
    if (words === '' || !(isSaid || isOfBody) || isLabel) continue;
    const isInserted =
      isSaid &&
      (isMarked || !isOfArticle || isProse(element, text)) &&
      !SITE_BOILERPLATE.test(text) &&
      !isIn(element, FIGURE);
    const copy = isInserted ? (element.cloneNode(true) as Element) : undefined;
    found.set(tie, { length: text.length, words, copy });
    own.set(element, text.length);
    if (isOfBody) inBodies += text.length;
  }
  const length = [...own.values()].reduce((sum, one) => sum + one, 0);
  return {
    length,
    isBody: inBodies >= LEAST_BODY && inBodies > length * MOSTLY,
    blocks: found,
    content: copyOfParts(document, own),
    unshown: length < lengthOfAll(pieces) * MOSTLY ? pieces.flatMap(paragraphsOf) : [],
  };
}

/** Elements that need a parent, such as list items and cells. */
export const ITEM = /^(LI|TR|TD|TH|TBODY|THEAD|DT|DD|SPAN|A|B|STRONG|EM)$/;
function copyOfParts(document: Document, own: ReadonlyMap<Element, number>): Element {
  const within = new Map<Element, number>();
  for (const [block, length] of own)
    for (let at: Element | null = block; at !== null; at = at.parentElement)
      within.set(at, (within.get(at) ?? 0) + length);
  const lengths = new Map<Element, number>();
  const isMostly = (element: Element): boolean => {
    const length = lengths.get(element) ?? lengthOf(element);
    lengths.set(element, length);
    return (within.get(element) ?? 0) >= length * MOSTLY;
  };
  const parts = new Set<Element>();
  for (const block of own.keys()) {
    let part = block;
    for (
      let at = block.parentElement;
      at !== null &&
      at !== document.body &&
      !part.hasAttribute('itemtype') &&
      (ITEM.test(part.tagName) || isMostly(at));
      at = at.parentElement
    )
      part = at;
    parts.add(part);
  }
  const content = document.createElement('div');
  for (const part of parts)
    if (part.parentElement === null || !isWithin(part.parentElement, parts))
      content.append(part.cloneNode(true));
  return content;
}

const PARAGRAPH_LENGTH = 500;
function paragraphsOf(body: string): string[] {
  const lines = body
    .split('\n')
    .map(tidy)
    .filter((line) => line !== '');
  return lines.flatMap((line) => {
    const paragraphs: string[] = [];
    for (const { text } of splitSentences(line)) {
      const last = paragraphs.at(-1);
      if (last !== undefined && last.length + text.length < PARAGRAPH_LENGTH)
        paragraphs[paragraphs.length - 1] = `${last} ${text}`;
      else paragraphs.push(text);
    }
    return paragraphs;
  });
}

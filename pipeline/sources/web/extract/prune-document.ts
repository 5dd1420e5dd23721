/** Removes other stories and sign-up forms before extractors look for the article. */
import { tidy } from '#pipeline/sources/html-document.ts';
import { isShorter, lengthOf, linkShare, saysTitle, SENTENCE_END } from './block-text.ts';

const STORY = 'article,[class~="hentry"],[id^="post-"]';
/**
 * Some pages append other stories to the article: if exactly one has the title of the page, the
 * others with a title are removed.
 */
export function dropOtherStories(document: Document, title: string): void {
  dropPostsWithin(document);
  if (tidy(title).length < 10) return;
  dropOthersIn([...document.querySelectorAll(STORY)], title);
}

/** Descends into a single story, which may contain those loaded after it. */
function dropOthersIn(found: readonly Element[], title: string, isInner = false): void {
  const all = new Set(found);
  const isWithin = (story: Element): boolean => {
    for (let at = story.parentElement; at !== null; at = at.parentElement)
      if (all.has(at)) return true;
    return false;
  };
  const stories = found.filter((story) => !isWithin(story));
  const [only] = stories;
  if (stories.length === 1 && only !== undefined && !isInner) {
    const inner = found.filter((story) => story !== only && story.querySelector('h1,h2') !== null);
    if (inner.length > 1) dropOthersIn(inner, title, true);
  }
  if (stories.length < 2) return;
  const named = stories.filter((story) =>
    [...story.querySelectorAll('h1,h2')].some(
      (heading) => tidy(heading.textContent).length >= 10 && saysTitle(heading, title),
    ),
  );
  // A menu may contain the title as well.
  const titled = named.length > 1 ? named.filter((story) => lengthOf(story) >= LEAST_STORY) : named;
  const [own] = titled;
  if (own === undefined || titled.length > 1 || lengthOf(own) < LEAST_STORY) return;
  const others = stories.filter((story) => story !== own && isStory(story));
  for (const story of others) story.remove();
}

/** A list of ingredients may be an `<article>` too, but has no sentence. */
const isStory = (element: Element): boolean =>
  linkShare(element) > 0.3 ||
  [...element.querySelectorAll('h1,h2,h3,h4,p,div')].some((block) => {
    const text = tidy(block.textContent);
    return text.length >= 60 && (/^H/.test(block.tagName) || SENTENCE_END.test(text));
  });
const LEAST_STORY = 400;

const POST = 'article[id^="post-"]';
const LEAST_OWN = 200;
/** Removes nested posts: a blog post that contains posts with ids lists them below its text. */
function dropPostsWithin(document: Document): void {
  const isSingle = document.body.matches('.single');
  for (const post of document.querySelectorAll(POST)) {
    const within = [...post.querySelectorAll(POST)].filter(({ id }) => id !== post.id);
    const outer = within.filter((one) => one.parentElement?.closest(POST) === post);
    if (outer.length === 0) continue;
    const others = outer.reduce((sum, one) => sum + lengthOf(one), 0);
    if (isSingle || lengthOf(post) - others >= LEAST_OWN) for (const one of outer) one.remove();
  }
}

const SIGN_UP_LENGTH = 400;
/**
 * Removes email fields with the text around them. Must run first, because extractors remove the
 * field and keep the text.
 */
export function dropSignUps(document: Document): void {
  for (const field of document.querySelectorAll(
    'input[type="email"],input[name*="email" i],input[placeholder*="mail" i]',
  )) {
    if (!document.contains(field)) continue;
    let box: Element = field;
    for (
      let at = field.parentElement;
      at !== null &&
      at.tagName !== 'BODY' &&
      isShorter(at, SIGN_UP_LENGTH) &&
      at.querySelector('h1,article,main,[rel="author"],[class*="byline"]') === null;
      at = at.parentElement
    )
      box = at;
    if (box !== field) box.remove();
  }
}

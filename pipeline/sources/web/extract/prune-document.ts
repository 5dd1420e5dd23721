/** Removes other stories and sign-up forms before extractors look for the article. */
import { tidy } from '#pipeline/sources/html-document.ts';
import { isShorter, lengthOf, saysTitle } from './block-text.ts';

const STORY = 'article,[class~="hentry"],[id^="post-"]';
/**
 * Some pages append other stories to the article: if exactly one has the title of the page, the
 * others are removed.
 */
export function dropOtherStories(document: Document, title: string): void {
  const stories = [...document.querySelectorAll(STORY)].filter(
    (story) => story.parentElement?.closest(STORY) === null,
  );
  if (stories.length < 2 || tidy(title).length < 10) return;
  const titled = stories.filter((story) =>
    [...story.querySelectorAll('h1,h2')].some(
      (heading) => tidy(heading.textContent).length >= 10 && saysTitle(heading, title),
    ),
  );
  const [own] = titled;
  if (own === undefined || titled.length > 1 || lengthOf(own) < LEAST_STORY) return;
  for (const story of stories) if (story !== own) story.remove();
}
const LEAST_STORY = 400;

const SIGN_UP_LENGTH = 400;
/**
 * A field for an address, with the words around it that ask for one. Before anything else is read:
 * readers of articles take the field out and leave the words.
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

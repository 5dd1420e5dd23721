/** Sets captions and other text about pictures aside: it stays in the view, but not in the text. */
import { tidy } from '#pipeline/sources/html-document.ts';
import {
  isItem,
  isShorter,
  lengthOf,
  MOST_SHARE,
  namesOf,
  PICTURES,
  SENTENCE_END,
} from './block-text.ts';
import { CAPTION, NUMBERED, PICTURE } from './noise.ts';
import { ASIDE } from '#pipeline/sources/text-blocks.ts';

export const CAPTION_LENGTH = 600;
const LABEL_LENGTH = 150;
/** Limited, because pages may be 20 MB of anything. */
const MOST_PICTURES = 400;
const MOST_LEVELS = 8;

export function setCaptionsAside(content: Element): void {
  const total = lengthOf(content);
  for (const element of content.querySelectorAll('figcaption,[class],[id]')) {
    if (
      element.tagName === 'FIGCAPTION'
        ? lengthOf(element) < total * MOST_SHARE
        : CAPTION.test(namesOf(element)) && isShorter(element, CAPTION_LENGTH)
    )
      setWordsAside(element);
  }
  // Text in a box with a picture and hardly anything else.
  for (const picture of [...content.querySelectorAll('img')].slice(0, MOST_PICTURES)) {
    let box = picture.parentElement;
    for (
      let level = 0;
      level < MOST_LEVELS && box !== null && box !== content && isShorter(box, CAPTION_LENGTH);
      level += 1, box = box.parentElement
    ) {
      if (isItem(box) || box.querySelector('h1,h2,h3,h4,h5,h6') !== null) break;
      const words = tidy(box.textContent);
      const isBox =
        box.tagName === 'FIGURE' ||
        PICTURE.test(namesOf(box)) ||
        (words.length < LABEL_LENGTH && !SENTENCE_END.test(words));
      if (isBox)
        for (const child of box.children)
          if (child.querySelector(PICTURES) === null) setWordsAside(child);
    }
  }
}

export function setWordsAside(element: Element): void {
  const words = tidy(element.textContent);
  if (
    words !== '' &&
    !NUMBERED.test(words) &&
    element.querySelector('table,pre,ul,ol') === null &&
    !/^(TABLE|PRE|UL|OL)$/.test(element.tagName)
  )
    setAside(element);
}

export function setAside(element: Element): void {
  if (/^(SPAN|SMALL|EM|I|A|CITE|TIME|B|STRONG)$/.test(element.tagName)) {
    // Within a line, it would be read as part of the line.
    const caption = element.ownerDocument.createElement('figcaption');
    element.replaceWith(caption);
    caption.append(...element.childNodes);
    caption.setAttribute(ASIDE, '');
  } else element.setAttribute(ASIDE, '');
}

/** Converts a chapter of a book to HTML for the Reader view. */
import { parsePage, tidy } from '#pipeline/sources/html-document.ts';

const DROPPED = 'script,style,link,template,svg,img,picture,audio,video,object,iframe,form';
/** A reference to a note, whose number would interrupt the sentence it is in. */
const NOTE_REFERENCE = /(^|\s)(doc-)?noteref(\s|$)/;
const VOID = /^(area|base|br|col|embed|hr|img|input|link|meta|source|track|wbr)$/i;

/** XHTML closes any empty element with `/>`; HTML allows this only for void elements. */
function asHtml(xhtml: string): string {
  const markup = xhtml.replace(/^\s*<\?xml[^>]*>/i, '');
  return markup.replace(/<[^<>]+>/g, (tag) => {
    const name = tag.endsWith('/>') ? /^<([a-z][\w:-]*)/i.exec(tag)?.[1] : undefined;
    return name === undefined || VOID.test(name) ? tag : `${tag.slice(0, -2)}></${name}>`;
  });
}

/** `title`: from the table of contents; added as a heading if the chapter doesn't start with it. */
export function chapterHtml(xhtml: string, title: string | undefined): string {
  const { body } = parsePage(asHtml(xhtml));
  for (const element of body.querySelectorAll(DROPPED)) element.remove();
  for (const link of body.querySelectorAll('a')) {
    const kind = link.getAttribute('epub:type') ?? link.getAttribute('role') ?? '';
    if (NOTE_REFERENCE.test(kind)) (link.closest('sup') ?? link).remove();
    else if (!/^https?:/i.test(link.getAttribute('href') ?? ''))
      link.replaceWith(...link.childNodes);
  }
  const text = tidy(body.textContent);
  const heading = body.querySelector('h1,h2,h3,h4,h5,h6');
  const isTitled =
    title === undefined ||
    text === '' ||
    text.startsWith(title) ||
    tidy(heading?.textContent ?? '') === title;
  if (!isTitled) {
    const above = body.ownerDocument.createElement('h1');
    above.textContent = title;
    body.prepend(above);
  }
  return body.innerHTML;
}

/** Escapes text for any position in HTML, including quoted attributes. */
export const escapeHtml = (text: string): string =>
  text
    .replaceAll('&', '&#38;')
    .replaceAll('<', '&#60;')
    .replaceAll('>', '&#62;')
    .replaceAll('"', '&#34;')
    .replaceAll("'", '&#39;');

/** Escapes text between tags in the stored form of notes; quotes stay readable. */
export const escapeTagText = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
/** The reverse of `escapeTagText`. */
export const unescapeTagText = (html: string): string =>
  html.replaceAll('&gt;', '>').replaceAll('&lt;', '<').replaceAll('&amp;', '&');

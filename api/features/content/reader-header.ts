/**
 * The header of the Reader view: title, author, date and site of the page, and its reading time.
 */
import { escapeHtml } from '#core/text/escape-html.ts';
import { isoDate } from '#core/text/iso-date.ts';
import { readingMinutes } from '#core/text/reading-time.ts';

export interface HeaderFacts {
  title: string;
  author?: string | undefined;
  publishedAt?: string | undefined;
  /** undefined for an uploaded file */
  site?: { name: string; url: string };
}

const DAY = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeZone: 'UTC' });
const MONTH = new Intl.DateTimeFormat('en', { month: 'short', year: 'numeric', timeZone: 'UTC' });
/** Lengths of an ISO date with only a year or a month. */
const [YEAR_CHARS, MONTH_CHARS] = [4, 7];

function dateText(iso: string): string {
  if (iso.length === YEAR_CHARS) return iso;
  return (iso.length === MONTH_CHARS ? MONTH : DAY).format(new Date(iso));
}

/** Returns the text of sanitised HTML, which has `<` only in tags. */
const textOf = (html: string): string =>
  html
    .split('<')
    .map((part, at) => (at === 0 ? part : part.slice(part.indexOf('>') + 1)))
    .join(' ');
const letters = (html: string): string =>
  html
    .replace(/&[#\w]+;/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, '')
    .toLowerCase();

/** Tells whether a page begins with a heading that is its title, so that it is not repeated. */
function beginsWithTitle(html: string, title: string): boolean {
  const [before = '', inner] = html.slice(0, 5_000).split(/<h[1-6]\b/, 2);
  if (inner === undefined || textOf(before).trim() !== '') return false;
  return letters(escapeHtml(title)) === letters(textOf(`<${inner.split('</h', 1)[0] ?? ''}`));
}

export function readerHeader(
  { title, author, publishedAt, site }: HeaderFacts,
  html: string,
): string {
  const date = isoDate(publishedAt ?? '');
  const parts = [
    ...(author ? [`<span dir="auto">${escapeHtml(author)}</span>`] : []),
    ...(date ? [`<time datetime="${date}">${dateText(date)}</time>`] : []),
    ...(site ? [`<a href="${escapeHtml(site.url)}" dir="auto">${escapeHtml(site.name)}</a>`] : []),
    `${readingMinutes(textOf(html))} min read`,
  ];
  const heading = beginsWithTitle(html, title) ? '' : `<h1 dir="auto">${escapeHtml(title)}</h1>`;
  return `<header id="gloss-header">${heading}<p>${parts.join(' · ')}</p></header>`;
}

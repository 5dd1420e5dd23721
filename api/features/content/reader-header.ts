/** What stands above a page in Reader: its title, author, date and site, and how long it takes to read. */
import { escapeHtml } from '#core/text/escape-html.ts';
import { isoDate } from '#core/text/iso-date.ts';
import { readingMinutes } from '#core/text/reading-time.ts';

export interface HeaderFacts {
  title: string;
  author?: string | undefined;
  publishedAt?: string | undefined;
  /** none for an uploaded file */
  site?: { name: string; url: string };
}

const DAY = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeZone: 'UTC' });
const MONTH = new Intl.DateTimeFormat('en', { month: 'short', year: 'numeric', timeZone: 'UTC' });
/** How long an ISO date is that names a year or a month alone. */
const [YEAR_CHARS, MONTH_CHARS] = [4, 7];

function dateText(iso: string): string {
  if (iso.length === YEAR_CHARS) return iso;
  return (iso.length === MONTH_CHARS ? MONTH : DAY).format(new Date(iso));
}

/** The text of sanitised HTML, which has `<` in its tags alone. */
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

/** Whether a page begins with a heading that says its title, which is then not repeated. */
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

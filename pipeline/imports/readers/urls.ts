/** Reads text with addresses: one per line, Markdown, lists copied from OneTab, or prose with links. */
import type { Reader } from './contract.ts';
import { isListing } from './listing.ts';
import { folderPath, Reading, type ParsedEntry } from './reading.ts';

const BULLET = /^\s*(?:>\s*)*(?:[-*+•‣·–—]\s+|\(?\d{1,6}[.)]\s+)?(?:\[[ xX-]\]\s+)?/;
const MARKDOWN_LINK =
  /!?\[((?:[^[\]]|\[[^[\]]*\])*)\]\(\s*<?((?:[^\s()<>]|\([^\s()]*\))+)>?(?:\s+["'(][^()]{0,300})?\)/g;
/** Addresses may be separated by only a comma. */
const ADDRESS =
  /(?:https?|feed):\/\/(?:(?![,;]{1,3}(?:https?|feed):\/\/)[^\s<>"'`\u201c\u201d\u00ab\u00bb\\^{}|])+|\bwww\.[^\s<>"'`|]+\.[^\s<>"'`|]+/gi;
const OTHER_SCHEME = /^(?:[a-z][a-z0-9+.-]{1,20}:(?!\s)\S*|[^\s@]+@[^\s@]+\.[a-z]{2,})$/i;
const BARE_HOST =
  /^(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?\.)+\p{L}[\p{L}\p{N}-]+(?::\d{1,5})?(?:[/?#]\S*)?$/u;
/** File names look like hosts; these extensions are rarely or never top-level domains. */
const FILE_NAME =
  /^[^/?#]+\.(?:pdf|html?|txt|md|docx?|xlsx?|pptx?|odt|epub|csv|tsv|json|xml|png|jpe?g|gif|svg|webp|mp[34]|mkv|webm|zip|gz|py|js|ts)$/i;
const HEADING = /^(#{1,6})\s+(\S.{0,300})/;
/** A line without words, or the name of a single column. */
const ORNAMENT = /^[\p{P}\p{S}\s]*$|^(?:urls?|links?|address(?:es)?|href)$/iu;
const MARKDOWN = /\]\(<?https?:\/\//;

/**
 * Strips the marks from the ends. A loop, because a regex anchored at the end would start at every
 * offset.
 */
function strip(text: string, marks: string, from: 'both' | 'end'): string {
  let [start, end] = [0, text.length];
  while (end > start && marks.includes(text.charAt(end - 1))) end -= 1;
  while (from === 'both' && start < end && marks.includes(text.charAt(start))) start += 1;
  return text.slice(start, end);
}

const SENTENCE_ENDS = '.,;:!?*~_\u2026';
const BRACKETS = [
  ['(', ')'],
  ['[', ']'],
] as const;
const countOf = (text: string, mark: string): number => text.split(mark).length - 1;

/**
 * Strips sentence punctuation from the end of an address in running text; keeps a bracket that the
 * address opened itself.
 */
function withoutTail(address: string): string {
  let text = strip(address, SENTENCE_ENDS, 'end');
  for (const [open, close] of BRACKETS) {
    for (
      let spare = countOf(text, close) - countOf(text, open);
      spare > 0 && text.endsWith(close);
      spare -= 1
    )
      text = strip(text.slice(0, -1), SENTENCE_ENDS, 'end');
  }
  return text;
}

interface Piece {
  url: string;
  title?: string;
  start: number;
  end: number;
}

function piecesOf(line: string): Piece[] {
  const links = [...line.matchAll(MARKDOWN_LINK)].map(
    (match): Piece => ({
      url: match[2] ?? '',
      title: match[1] ?? '',
      start: match.index,
      end: match.index + match[0].length,
    }),
  );
  const pieces: Piece[] = [];
  let next = 0;
  for (const match of line.matchAll(ADDRESS)) {
    for (
      let link = links[next];
      link !== undefined && link.start <= match.index;
      link = links[next]
    ) {
      pieces.push(link);
      next += 1;
    }
    if (match.index < (pieces.at(-1)?.end ?? 0)) continue;
    const url = withoutTail(match[0]);
    pieces.push({ url, start: match.index, end: match.index + url.length });
  }
  return [...pieces, ...links.slice(next)];
}

/**
 * The text next to the only address of a line: a title if the line is `address | title` or
 * `address<tab>title`, else a note.
 */
function beside(line: string, piece: Piece): Pick<ParsedEntry, 'title' | 'note'> {
  const [before, after] = [line.slice(0, piece.start), line.slice(piece.end)];
  const [head, tail] = [before.trimEnd(), after.trimStart()];
  if (piece.title === undefined) {
    if (tail.startsWith('|')) return { title: tail.slice(1) };
    if (head.endsWith('|')) return { title: head.slice(0, -1) };
    if (tail !== '' && head === '' && after.slice(0, -tail.length).includes('\t'))
      return { title: tail };
    if (head !== '' && tail === '' && before.slice(head.length).includes('\t'))
      return { title: head };
  }
  const words = [before, after]
    .map((text) => strip(text, ' \t<>()[]"\',;:|–—-', 'both'))
    .filter((text) => /[\p{L}\p{N}]/u.test(text))
    .join(' … ');
  return { title: piece.title, note: words };
}

/** Reads one line; returns false if it contains no address. */
function readLine(
  reading: Reading,
  text: string,
  at: Pick<ParsedEntry, 'line' | 'folder'>,
): boolean {
  const kindOf = (url: string): ParsedEntry['kind'] => (isListing(url) ? 'listing' : 'source');
  const line = text.replace(BULLET, '');
  const pieces = piecesOf(line);
  const [first] = pieces;
  if (first === undefined) {
    const [lone = '', ...rest] = line.split(/(?<!\s)\s+\|\s+|\t+/);
    const bare = withoutTail(lone.trim().replace(/^<(.*)>$/, '$1'));
    if (FILE_NAME.test(bare))
      reading.skip(
        at.line,
        text,
        'This is the name of a file, not an address. Add the file itself with `gloss add FILE`.',
      );
    else if (BARE_HOST.test(bare) || OTHER_SCHEME.test(bare))
      reading.add({ ...at, url: bare, title: rest.join(' '), kind: kindOf(bare) });
    else return false;
    return true;
  }
  for (const piece of pieces)
    reading.add({
      ...at,
      url: piece.url,
      kind: kindOf(piece.url),
      ...(pieces.length === 1 ? beside(line, piece) : { title: piece.title }),
    });
  return true;
}

export const urls: Reader = {
  formats: ['urls'],
  called: 'a list of links',
  recognises: (input) => input.json === undefined && input.root === undefined,
  read(input) {
    const reading = new Reading();
    const markdown = /\.(md|markdown|mdown)$/i.test(input.name) || MARKDOWN.test(input.text);
    const headings: string[] = [];
    let line = 0;
    for (const text of input.text.split('\n')) {
      line += 1;
      if (ORNAMENT.test(text.trim())) continue;
      const folder = folderPath(headings);
      const [, marks, name = ''] = HEADING.exec(text.trim()) ?? [];
      if (marks !== undefined && markdown && piecesOf(text).length === 0) {
        headings.splice(marks.length - 1);
        headings[marks.length - 1] = strip(name, '# ', 'end');
        for (let level = 0; level < marks.length; level += 1) headings[level] ??= '';
        continue;
      }
      if (/^(#|\/\/|;|<!--)/.test(text.trim()) && !markdown) {
        // Comments are not records. A comment that contains a link is reported, because the user
        // expects links.
        if (piecesOf(text).length > 0)
          reading.skip(
            line,
            text,
            'This line is a comment. Remove the mark at its start to add the link.',
          );
        continue;
      }
      if (!readLine(reading, text, { line, folder }))
        reading.skip(line, text, 'There is no link in this line.');
    }
    return reading.as('urls', 'list of links');
  },
};

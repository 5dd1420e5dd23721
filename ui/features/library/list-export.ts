/** The list of sources as a file that other programs and Gloss itself can import. Pure. */
import { escapeHtml } from '#core/text/escape-html.ts';
import { csvCell } from '#core/text/csv-cell.ts';
import type { Source } from '#core/contract/source.ts';
import { bylineOf, originalOf, siteTitleOf, titleOf } from '#ui/features/sources/index.ts';

export const LIST_FORMATS = ['csv', 'json', 'bookmarks', 'links'] as const;
export type ListFormat = (typeof LIST_FORMATS)[number];

const COLUMNS = [
  'title',
  'own title',
  'url',
  'type',
  'channel',
  'tags',
  'folder',
  'added',
  'note',
  'flags',
  'state',
] as const;
function csv(sources: readonly Source[]): string {
  const rows = sources.map((it) => [
    siteTitleOf(it),
    it.ownTitle ?? '',
    addressOf(it) ?? '',
    it.sourceType,
    bylineOf(it),
    (it.tags ?? []).join('; '),
    it.folder ?? '',
    it.addedAt ?? it.createdAt,
    it.ownNote ?? '',
    (it.flags ?? []).join('; '),
    it.state,
  ]);
  return [[...COLUMNS], ...rows].map((row) => `${row.map(csvCell).join(',')}\r\n`).join('');
}

function json(sources: readonly Source[]): string {
  const items = sources.map((it) => ({
    title: siteTitleOf(it),
    ownTitle: it.ownTitle ?? null,
    url: addressOf(it),
    type: it.sourceType,
    tags: it.tags ?? [],
    folder: it.folder,
    folders: it.folders ?? [],
    addedAt: it.addedAt ?? it.createdAt,
    note: it.ownNote,
    flags: it.flags ?? [],
    highlights: it.highlights,
    refreshEvery: it.refreshEvery ?? undefined,
    state: it.state,
    error: it.error?.code,
  }));
  return `${JSON.stringify(items, undefined, 2)}\n`;
}

/** Folders with the same name and parent are one folder. */
interface Folder {
  inner: Map<string, Folder>;
  sources: Source[];
}
const emptyFolder = (): Folder => ({ inner: new Map(), sources: [] });

/** Browser bookmarks. The owner's fields are attributes that Gloss reads and others ignore. */
function bookmarks(sources: readonly Source[]): string {
  const root = emptyFolder();
  for (const source of sources) {
    let folder = root;
    for (const level of source.folders?.[0]?.split(' / ') ?? []) {
      const inner = folder.inner.get(level) ?? emptyFolder();
      folder.inner.set(level, inner);
      folder = inner;
    }
    folder.sources.push(source);
  }
  const head =
    '<!DOCTYPE NETSCAPE-Bookmark-file-1>\n<META HTTP-EQUIV="Content-Type" CONTENT="text/html; charset=UTF-8">\n<TITLE>Bookmarks</TITLE>\n<H1>Bookmarks</H1>\n';
  return `${head}<DL><p>\n${listOf(root)}</DL><p>\n`;
}
const listOf = ({ inner, sources }: Folder): string =>
  [
    ...[...inner].map(
      ([name, folder]) => `<DT><H3>${escapeHtml(name)}</H3>\n<DL><p>\n${listOf(folder)}</DL><p>\n`,
    ),
    ...sources.map(bookmark),
  ].join('');
function bookmark(source: Source): string {
  const url = addressOf(source);
  if (url === undefined) return '';
  const attributes = [
    ['HREF', url],
    ['ADD_DATE', String(Math.floor(Date.parse(source.addedAt ?? source.createdAt) / 1000))],
    ...(source.tags ? [['TAGS', `${source.tags.join(',')},`]] : []),
    ...(source.flags ?? []).map((flag) => [flag.toUpperCase(), '1']),
  ].map(([name, value = '']) => `${name}="${escapeHtml(value)}"`);
  const note = source.ownNote ? `<DD>${escapeHtml(source.ownNote)}\n` : '';
  return `<DT><A ${attributes.join(' ')}>${escapeHtml(titleOf(source))}</A>\n${note}`;
}

/** Its address, including those that browsers can't open. Undefined for a file. */
const addressOf = (source: Source): string | undefined =>
  originalOf(source) ??
  (source.canonicalUrl.startsWith('upload:') ? undefined : source.canonicalUrl);

const links = (sources: readonly Source[]): string =>
  [...new Set(sources.flatMap((it) => originalOf(it) ?? []))].map((url) => `${url}\n`).join('');

const FILES = {
  csv: { write: csv, name: 'gloss-library.csv', contentType: 'text/csv' },
  json: { write: json, name: 'gloss-library.json', contentType: 'application/json' },
  bookmarks: { write: bookmarks, name: 'gloss-bookmarks.html', contentType: 'text/html' },
  links: { write: links, name: 'gloss-library.txt', contentType: 'text/plain' },
} satisfies Record<
  ListFormat,
  { write: (sources: readonly Source[]) => string; name: string; contentType: string }
>;

export function listFile(
  sources: readonly Source[],
  format: ListFormat,
): { text: string; name: string; contentType: string } {
  const { write, name, contentType } = FILES[format];
  return { text: write(sources), name, contentType };
}

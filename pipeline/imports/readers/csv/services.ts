/** One entry per service whose CSV is recognised by its columns. */
import {
  flagOf,
  folderOf,
  highlightsOf,
  tagsOf,
  textAt,
  textOf,
  URL_NAMES,
  type Fields,
} from '../fields.ts';
import { isListing } from '../listing.ts';
import { deeper, type ParsedEntry, type ParsedHighlight } from '../reading.ts';
import { parseDate } from '../parse-date.ts';

export interface CsvService {
  format: string;
  label: string;
  /** by column names, normalised by `fieldName` */
  recognises(columns: ReadonlySet<string>): boolean;
  read(fields: Fields, found: ParsedEntry): ParsedEntry;
  /**
   * the column that joins rows of one document into one entry; rows without a value stay separate
   */
  document?(fields: Fields): string | undefined;
  /** the reason given for a row without an address */
  why?: string;
}

const has =
  (...names: string[]) =>
  (columns: ReadonlySet<string>): boolean =>
    names.every((name) => columns.has(name));

const pocket: CsvService = {
  format: 'pocket-csv',
  label: 'Pocket export',
  recognises: has('url', 'timeadded', 'status'),
  read: (fields, found) => ({ ...found, tags: tagsOf(fields.get('tags'), /\|/) }),
};

/** Parses `Highlight:…` and `Note:…` blocks, separated by empty lines. */
function raindropHighlights(text: string | undefined): ParsedHighlight[] {
  const found: ParsedHighlight[] = [];
  for (const part of (text ?? '').split(/\n\s*\n|\n(?=Highlight:)/)) {
    const [marked = '', ...notes] = part.split(/\n?^Note:\s*/m);
    const [mark, note] = [marked.replace(/^\s*Highlight:\s*/, '').trim(), notes.join('\n').trim()];
    const last = found.at(-1);
    if (mark === '' && last !== undefined && last.note === undefined && note !== '')
      last.note = note;
    else if (mark !== '' || note !== '')
      found.push({
        text: mark === '' ? note : mark,
        note: mark === '' || note === '' ? undefined : note,
      });
  }
  return found;
}

const raindrop: CsvService = {
  format: 'raindrop-csv',
  label: 'Raindrop export',
  recognises: (columns) =>
    has('url', 'folder', 'tags', 'created')(columns) &&
    (columns.has('excerpt') || columns.has('cover') || columns.has('note')),
  read(fields, found) {
    const folder = textOf(fields.get('folder'));
    return {
      ...found,
      folder: folder === 'Unsorted' ? undefined : folderOf(folder),
      note: textAt(fields, ['note']),
      highlights: raindropHighlights(textOf(fields.get('highlights'))),
    };
  },
};

const readwiseReader: CsvService = {
  format: 'readwise-csv',
  label: 'Readwise Reader export',
  recognises: has('url', 'documenttags', 'saveddate'),
  read: (_fields, found) => found,
};

const readwiseHighlights: CsvService = {
  format: 'readwise-highlights-csv',
  label: 'Readwise highlights',
  recognises: has('highlight', 'booktitle'),
  document: (fields) => textAt(fields, [...URL_NAMES]) ?? textAt(fields, ['booktitle']),
  read: (fields, found) => ({
    ...found,
    title: textAt(fields, ['booktitle']),
    tags: tagsOf(fields.get('documenttags')),
    note: undefined,
    addedAt: parseDate(fields.get('highlightedat')),
    highlights: [
      {
        text: textOf(fields.get('highlight')) ?? '',
        note: textAt(fields, ['note']),
        createdAt: parseDate(fields.get('highlightedat')),
      },
    ],
  }),
  why: 'Readwise wrote no address for this document. Export the library of Readwise Reader, or add a column `url`.',
};

const OWN_FOLDERS = /^(unread|archive|home|starred)$/i;
const instapaper: CsvService = {
  format: 'instapaper-csv',
  label: 'Instapaper export',
  recognises: has('url', 'title', 'selection', 'folder'),
  document: (fields) =>
    textOf(fields.get('selection')) === undefined ? undefined : textOf(fields.get('url')),
  read(fields, found) {
    const [folder, selection] = [textOf(fields.get('folder')), textOf(fields.get('selection'))];
    return {
      ...found,
      folder:
        folder === undefined || OWN_FOLDERS.test(folder.trim()) ? undefined : deeper('', folder),
      flags: [flagOf(folder)].filter((flag) => flag !== undefined),
      highlights: selection === undefined ? [] : [{ text: selection }],
    };
  },
};

const youtubeSubscriptions: CsvService = {
  format: 'youtube-subscriptions-csv',
  label: 'YouTube subscriptions',
  recognises: has('channelurl', 'channeltitle'),
  read: (fields, found) => ({
    ...found,
    kind: 'listing',
    url: textAt(fields, ['channelurl'])?.replace(/^http:/, 'https:'),
    title: textAt(fields, ['channeltitle']),
  }),
};

const youtubePlaylist: CsvService = {
  format: 'youtube-playlist-csv',
  label: 'YouTube playlist',
  recognises: (columns) => columns.has('videoid') && !columns.has('url'),
  read(fields, found) {
    const id = textAt(fields, ['videoid'])?.trim();
    return {
      ...found,
      url:
        id === undefined ? undefined : `https://www.youtube.com/watch?v=${encodeURIComponent(id)}`,
      addedAt:
        found.addedAt ?? parseDate(textAt(fields, ['playlistvideocreationtimestamp', 'timeadded'])),
    };
  },
};

/** Any table with a column of addresses. */
export const plainCsv: CsvService = {
  format: 'csv',
  label: 'CSV with links',
  recognises: (columns) => [...columns].some((name) => URL_NAMES.has(name)),
  read: (fields, found) => ({
    ...found,
    ...(found.url !== undefined && isListing(found.url) ? { kind: 'listing' } : {}),
    highlights: [
      ...highlightsOf(fields.get('highlights')),
      ...[textAt(fields, ['highlight', 'selection', 'quote'])].flatMap((text) =>
        text === undefined ? [] : [{ text }],
      ),
    ],
  }),
};

export const SERVICES: readonly CsvService[] = [
  pocket,
  instapaper,
  raindrop,
  readwiseReader,
  readwiseHighlights,
  youtubeSubscriptions,
  youtubePlaylist,
  plainCsv,
];

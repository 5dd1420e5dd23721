/** Common names of fields in CSV columns and JSON keys, and formats of lists. */
import type { SourceFlag } from '#core/contract/source.ts';
import { isRecord } from '#core/is-record.ts';
import { folderPath, type ParsedEntry, type ParsedHighlight } from './reading.ts';
import { parseDate } from './parse-date.ts';

/** Values by name; names are compared without case, spaces, `_` and `-`. */
export type Fields = ReadonlyMap<string, unknown>;

export const fieldName = (name: string): string => name.toLowerCase().replace(/[\s_.-]+/g, '');

/** Reads only own keys of an object, including names like `__proto__`. */
export function fieldsOf(record: unknown): Fields {
  const fields = new Map<string, unknown>();
  if (isRecord(record))
    for (const [name, value] of Object.entries(record))
      if (!fields.has(fieldName(name))) fields.set(fieldName(name), value);
  return fields;
}

const NAMES = {
  url: [
    'url',
    'href',
    'link',
    'uri',
    'sourceurl',
    'webpageurl',
    'originalurl',
    'givenurl',
    'resolvedurl',
    'articleurl',
    'pageurl',
    'externalurl',
    'address',
    'webaddress',
    'website',
    'bookmark',
    'source',
    'permalink',
  ],
  title: [
    'title',
    'name',
    'articletitle',
    'resolvedtitle',
    'giventitle',
    'documenttitle',
    'booktitle',
    'pagetitle',
    'text',
  ],
  tags: ['tags', 'tag', 'labels', 'documenttags', 'keywords', 'topics', 'categories'],
  addedAt: [
    'addedat',
    'createdat',
    'savedat',
    'dateadded',
    'timeadded',
    'adddate',
    'saveddate',
    'added',
    'created',
    'saved',
    'importdate',
    'timestamp',
    'time',
    'date',
  ],
  note: ['ownnote', 'note', 'notes', 'comment', 'comments', 'extended', 'description'],
  folder: ['folder', 'collection', 'path', 'list', 'group', 'category'],
  highlights: ['highlights', 'annotations', 'quotes'],
} as const;
export const URL_NAMES: ReadonlySet<string> = new Set(NAMES.url);

export function textOf(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
}

/** Returns the first non-empty field among the names. */
export function textAt(fields: Fields, names: readonly string[]): string | undefined {
  for (const name of names) {
    const text = textOf(fields.get(name));
    if (text !== undefined) return text;
  }
  return undefined;
}

const named = (value: unknown): string | undefined => {
  if (!isRecord(value)) return textOf(value);
  const fields = fieldsOf(value);
  return textAt(fields, ['name', 'title', 'label', 'tag', 'slug']);
};

/** Field names of flags that are stored as yes or no. */
const FLAG_NAMES: Record<SourceFlag, readonly string[]> = {
  archive: ['archive', 'archived', 'isarchived'],
  favorite: [
    'favorite',
    'favourite',
    'favorited',
    'favourited',
    'isfavorite',
    'isfavourite',
    'isfav',
    'starred',
    'isstarred',
    'important',
  ],
  toread: ['toread', 'unread', 'isunread', 'readlater'],
};
/** Names of states, such as archived or to read. */
const FLAG_WORDS: ReadonlyMap<string, SourceFlag> = new Map([
  ['archive', 'archive'],
  ['archived', 'archive'],
  ['favorite', 'favorite'],
  ['favourite', 'favorite'],
  ['starred', 'favorite'],
  ['liked', 'favorite'],
  ['toread', 'toread'],
  ['unread', 'toread'],
  ['later', 'toread'],
  ['readlater', 'toread'],
  ['shortlist', 'toread'],
]);
export const flagOf = (word: string | undefined): SourceFlag | undefined =>
  FLAG_WORDS.get(fieldName(word ?? ''));
const isYes = (value: unknown): boolean =>
  value === true || value === 1 || /^(1|true|yes|y|x)$/i.test(textOf(value)?.trim() ?? '');

/** Reads flags from boolean fields, and from fields that name a state or list flags. */
export function flagsOf(fields: Fields): SourceFlag[] {
  const marked = Object.entries(FLAG_NAMES).flatMap(([flag, names]) =>
    names.some((name) => isYes(fields.get(name))) ? [flag as SourceFlag] : [],
  );
  const words = ['flags', 'status', 'state', 'location'].flatMap((name) =>
    tagsOf(fields.get(name)),
  );
  return [...marked, ...words.flatMap((word) => flagOf(word) ?? [])];
}

const MAX_LIST = 40_000;

/**
 * Reads tags from `["a", {name: "b"}]`, from the text `['a', 'b']`, or from text separated by
 * `mark`, by default a comma, a semicolon or a bar.
 */
export function tagsOf(value: unknown, mark: RegExp = /[,;|]/): string[] {
  if (Array.isArray(value)) return value.flatMap((it) => named(it) ?? []);
  const text = textOf(value)?.trim().slice(0, MAX_LIST);
  if (text === undefined) return [];
  const list = /^\[(.*)\]$/s.exec(text)?.[1];
  if (list === undefined) return text.split(mark);
  return [
    ...list.matchAll(
      /"((?:[^"\\]|\\[^])*)(?:"|\\?$)|'((?:[^'\\]|\\[^])*)(?:'|\\?$)|([^\s,"'][^,"']*)/g,
    ),
  ].map(([, double, single, bare]) =>
    (double ?? single ?? bare ?? '').replace(/\\(["'\\])/g, '$1'),
  );
}

/** Reads highlights from texts, or from objects with the marked text and a note. */
export function highlightsOf(value: unknown): ParsedHighlight[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((it): ParsedHighlight[] => {
    const plain = textOf(it);
    if (plain !== undefined) return [{ text: plain }];
    const fields = fieldsOf(it);
    const quote = textAt(fields, ['quote', 'highlight', 'exact', 'selection']);
    const text = quote ?? textAt(fields, ['text', 'content']);
    const note =
      textAt(fields, ['note', 'annotation', 'comment']) ??
      (quote === undefined ? undefined : textAt(fields, ['text']));
    if (text === undefined) return note === undefined ? [] : [{ text: note }];
    return [
      {
        text,
        note,
        createdAt: parseDate(
          ['createdat', 'created', 'highlightedat', 'date', 'timestamp']
            .map((name) => fields.get(name))
            .find((date) => date !== undefined && date !== null),
        ),
      },
    ];
  });
}

/** Reads a folder path such as `a/b` or `a / b`. */
export const folderOf = (value: unknown): string =>
  folderPath((named(value) ?? '').slice(0, 2000).split(/[/›>]/));

export const looksLikeUrl = (value: unknown): value is string =>
  typeof value === 'string' && /^\s*https?:\/\/[^\s/]/i.test(value);

const firstOf = (value: unknown): unknown => (Array.isArray(value) ? value[0] : undefined);

/** Fields with addresses of images, icons and the like. */
const NOT_PAGES = /image|thumb|cover|icon|avatar|picture|logo|photo|preview|screenshot/;

/**
 * Reads the usual field names of any record. Without an address field, the first web address in the
 * record counts.
 */
export function entryFrom(fields: Fields, line: number): ParsedEntry {
  const first = (names: readonly string[]) =>
    names
      .map((name) => fields.get(name))
      .find((value) => value !== undefined && value !== null && value !== '');
  const url =
    NAMES.url.map((name) => fields.get(name)).find(looksLikeUrl) ??
    textAt(fields, NAMES.url.slice(0, 4)) ??
    textOf(
      [...fields].find(([name, value]) => looksLikeUrl(value) && !NOT_PAGES.test(name))?.[1],
    ) ??
    textAt(fields, NAMES.url);
  const named = textAt(fields, NAMES.title);
  const title = named === url ? undefined : named;
  // In exports of Gloss, the owner's title is separate from the page's.
  const own = textAt(fields, ['owntitle']);
  return {
    line,
    url,
    title: own ?? title,
    ...(own === undefined && fields.has('owntitle') ? { siteTitle: true } : {}),
    tags: tagsOf(first(NAMES.tags)),
    folder: folderOf(first(NAMES.folder) ?? firstOf(fields.get('folders'))),
    addedAt: NAMES.addedAt
      .map((name) => parseDate(fields.get(name)))
      .find((date) => date !== undefined),
    note: textAt(fields, NAMES.note),
    flags: flagsOf(fields),
    highlights: highlightsOf(first(NAMES.highlights)),
  };
}

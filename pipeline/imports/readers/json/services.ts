/**
 * One entry per service: how its export is recognised, where its records are, and how its fields
 * differ.
 */
import { isRecord } from '#core/is-record.ts';
import { fieldsOf, tagsOf, textAt, textOf } from '../fields.ts';
import { deeper, folderPath } from '../reading.ts';
import { parseDate } from '../parse-date.ts';
import { anyJson } from './any-json.ts';
import { chromium, firefox } from './browser-trees.ts';
import type { JsonRecord, JsonService } from './contract.ts';

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
const at = (json: unknown, name: string): unknown =>
  isRecord(json) && Object.hasOwn(json, name) ? json[name] : undefined;
const plain = (values: unknown): JsonRecord[] => listOf(values).map((value) => ({ value }));
/**
 * Tells whether one of the first records has all these keys; exports sometimes omit a key, but not
 * in all of the first records.
 */
const begins = (json: unknown, ...keys: string[]): boolean =>
  listOf(json)
    .slice(0, 20)
    .some((it) => isRecord(it) && keys.every((key) => Object.hasOwn(it, key)));

/** Builds the paths of folders that refer to their parent by id. */
function pathsById(folders: unknown): Map<unknown, string> {
  const byId = new Map(
    listOf(folders)
      .filter(isRecord)
      .map((it) => [it['id'], it]),
  );
  return new Map(
    [...byId].map(([id, folder]) => {
      const path: string[] = [];
      const seen = new Set<unknown>();
      for (
        let now: Record<string, unknown> | undefined = folder;
        now !== undefined && !seen.has(now['id']) && path.length < 50;
        now = byId.get(now['parentId'])
      ) {
        seen.add(now['id']);
        path.unshift(textOf(now['name']) ?? '');
      }
      return [id, folderPath(path)];
    }),
  );
}

const karakeep: JsonService = {
  format: 'karakeep',
  label: 'Karakeep export',
  recognises: (json) => begins(at(json, 'bookmarks'), 'content', 'tags'),
  *records(json) {
    const paths = pathsById(at(json, 'lists'));
    for (const value of listOf(at(json, 'bookmarks'))) {
      // A source belongs to one folder; its other lists become tags.
      const [first, ...others] = listOf(at(value, 'lists')).map(
        (list) =>
          paths.get(isRecord(list) ? list['id'] : list) ??
          deeper('', textOf(at(list, 'name')) ?? textOf(list) ?? ''),
      );
      yield { value, folder: first ?? '', tags: others };
    }
  },
  read(fields, found) {
    const content = fieldsOf(fields.get('content'));
    const url = textOf(content.get('url'));
    const text = textOf(content.get('text'));
    if (url === undefined && text !== undefined)
      return {
        why: 'This is a note kept in Karakeep, not a link. Copy it into the notes of a thread.',
      };
    if (url === undefined && content.get('type') === 'asset')
      return { why: 'This is a file kept in Karakeep. Download it there and add the file.' };
    return { ...found, url, title: found.title ?? textOf(content.get('title')) };
  },
};

const linkwarden: JsonService = {
  format: 'linkwarden',
  label: 'Linkwarden export',
  recognises: (json) => begins(at(json, 'collections'), 'links'),
  *records(json) {
    const collections = at(json, 'collections');
    const paths = pathsById(collections);
    for (const collection of listOf(collections)) {
      const folder =
        paths.get(at(collection, 'id')) ?? deeper('', textOf(at(collection, 'name')) ?? '');
      for (const value of listOf(at(collection, 'links'))) yield { value, folder };
    }
  },
  read: (fields, found) => ({
    ...found,
    title: textAt(fields, ['name', 'title']),
    addedAt: parseDate(fields.get('importdate')) ?? found.addedAt,
  }),
};

const omnivore: JsonService = {
  format: 'omnivore',
  label: 'Omnivore export',
  recognises: (json) => begins(json, 'slug', 'savedAt'),
  records: plain,
  // Its description is the page's own, not the reader's.
  read: (fields, found) => ({ ...found, note: textAt(fields, ['note', 'notes']) }),
};

const wallabag: JsonService = {
  format: 'wallabag',
  label: 'wallabag export',
  recognises: (json) =>
    begins(json, 'is_archived', 'url') || begins(json, 'is_read', 'is_fav', 'url'),
  records: plain,
  read: (_fields, found) => ({
    ...found,
    ...(found.title === 'No title found' ? { title: undefined } : {}),
  }),
};

const pinboard: JsonService = {
  format: 'pinboard',
  label: 'Pinboard export',
  recognises: (json) => begins(json, 'href', 'extended', 'toread'),
  records: plain,
  read: (fields, found) => ({
    ...found,
    title: textAt(fields, ['description']),
    note: textAt(fields, ['extended']),
    tags: tagsOf(fields.get('tags'), /\s+/),
  }),
};

const readability: JsonService = {
  format: 'readability',
  label: 'Readability export',
  recognises: (json) => begins(at(json, 'bookmarks'), 'article__url'),
  records: (json) => plain(at(json, 'bookmarks')),
  read: (_fields, found) => ({
    ...found,
    ...(found.title === 'No title found' ? { title: undefined } : {}),
  }),
};

/** Services whose records use the usual keys; only their names are needed. */
const usual = (format: string, label: string, keys: string[]): JsonService => ({
  format,
  label,
  recognises: (json) => begins(json, ...keys),
  records: plain,
});

const gloss: JsonService = {
  format: 'gloss',
  label: 'Gloss export',
  recognises: (json) => typeof at(json, 'gloss') === 'number' && Array.isArray(at(json, 'sources')),
  records: (json) => plain(at(json, 'sources')),
  read: (fields, found) => ({ ...found, siteTitle: !fields.has('owntitle') }),
};

export const SERVICES: readonly JsonService[] = [
  gloss,
  chromium,
  firefox,
  karakeep,
  linkwarden,
  readability,
  omnivore,
  wallabag,
  pinboard,
  usual('delicious', 'Delicious export', ['url', 'tags', 'created', 'others']),
  usual('elcurator', 'elCurator export', ['url', 'created_at', 'is_saved']),
  anyJson,
];

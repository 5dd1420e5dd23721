/**
 * Reads JSON of unknown services: lists of records with an address, in objects, in folders, keyed
 * by id, or a single record.
 */
import { isRecord } from '#core/is-record.ts';
import { fieldsOf, entryFrom, looksLikeUrl, textAt } from '../fields.ts';
import { deeper } from '../reading.ts';
import type { JsonRecord, JsonService } from './contract.ts';

/** Keys under which files keep their records; other keys are searched only if an object has none of these. */
const LISTS = [
  'bookmarks',
  'links',
  'items',
  'sources',
  'entries',
  'articles',
  'results',
  'documents',
  'records',
  'posts',
  'urls',
  'list',
  'data',
  'children',
  'folders',
  'collections',
  'groups',
];

/** True for an object of records keyed by id. */
const isById = (value: unknown): value is Record<string, unknown> =>
  isRecord(value) && Object.values(value).length > 0 && Object.values(value).every(isRecord);
const isList = (value: unknown): boolean =>
  Array.isArray(value)
    ? value.some((it) => isRecord(it) || Array.isArray(it) || looksLikeUrl(it))
    : isById(value);

function listsIn(record: Record<string, unknown>): unknown[] {
  const known = LISTS.flatMap((name) =>
    Object.hasOwn(record, name) && isList(record[name]) ? [record[name]] : [],
  );
  return known.length > 0 ? known : Object.values(record).filter(isList);
}

function* records(json: unknown): Generator<JsonRecord> {
  const ahead: { value: unknown; folder: string }[] = [{ value: json, folder: '' }];
  for (let next = ahead.pop(); next !== undefined; next = ahead.pop()) {
    const { value, folder } = next;
    const list = Array.isArray(value) ? value : isById(value) ? Object.values(value) : undefined;
    if (list !== undefined) {
      for (const it of list.toReversed()) ahead.push({ value: it, folder });
      continue;
    }
    const fields = fieldsOf(value);
    const inner = isRecord(value) && entryFrom(fields, 1).url === undefined ? listsIn(value) : [];
    if (inner.length === 0) {
      // The outermost object contains records or is one itself.
      if (value !== json || entryFrom(fields, 1).url !== undefined) yield { value, folder };
      continue;
    }
    const inside =
      value === json ? folder : deeper(folder, textAt(fields, ['name', 'title', 'folder']) ?? '');
    for (const it of inner.toReversed()) ahead.push({ value: it, folder: inside });
  }
}

export const anyJson: JsonService = {
  format: 'json',
  label: 'JSON with links',
  recognises: () => true,
  records,
  // The address may be in a nested object, as in `{"title": …, "content": {"url": …}}`.
  read: (fields, found) => ({
    ...found,
    url:
      found.url ??
      [...fields.values()]
        .map((value) => entryFrom(fieldsOf(value), found.line).url)
        .find((url) => url !== undefined),
  }),
};

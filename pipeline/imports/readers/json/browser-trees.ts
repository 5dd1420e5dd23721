/** Reads the bookmark trees of browsers, without recursion. */
import { isRecord } from '#core/is-record.ts';
import { tagsOf, textOf } from '../fields.ts';
import { deeper } from '../reading.ts';
import { parseDate, parseChromiumDate } from '../parse-date.ts';
import type { JsonRecord, JsonService } from './contract.ts';

const childrenOf = (node: Record<string, unknown>): unknown[] =>
  Array.isArray(node['children']) ? node['children'] : [];

/**
 * Yields the leaves of a tree in order, with the folders above them. Folders without a name are
 * left out of the path.
 */
function* leaves(
  roots: readonly unknown[],
  nameOf: (node: Record<string, unknown>) => string,
): Generator<JsonRecord> {
  const ahead: { value: unknown; folder: string }[] = roots
    .map((value) => ({ value, folder: '' }))
    .reverse();
  for (let next = ahead.pop(); next !== undefined; next = ahead.pop()) {
    const { value, folder } = next;
    if (!isRecord(value)) {
      yield { value, folder };
      continue;
    }
    const isFolder =
      Array.isArray(value['children']) ||
      value['type'] === 'folder' ||
      value['type'] === 'text/x-moz-place-container';
    if (!isFolder) {
      if (value['type'] !== 'text/x-moz-place-separator') yield { value, folder };
      continue;
    }
    const inner = deeper(folder, nameOf(value));
    for (const child of childrenOf(value).toReversed()) ahead.push({ value: child, folder: inner });
  }
}

export const chromium: JsonService = {
  format: 'chrome-bookmarks',
  label: 'bookmarks of Chrome',
  recognises: (json) =>
    isRecord(json) &&
    isRecord(json['roots']) &&
    Object.values(json['roots']).some((root) => isRecord(root) && Array.isArray(root['children'])),
  records: (json) =>
    leaves(
      isRecord(json) && isRecord(json['roots'])
        ? Object.values(json['roots']).filter(isRecord)
        : [],
      (node) => textOf(node['name']) ?? '',
    ),
  read: (fields, found) => ({ ...found, addedAt: parseChromiumDate(fields.get('dateadded')) }),
};

export const firefox: JsonService = {
  format: 'firefox-json',
  label: 'bookmarks of Firefox',
  recognises: (json) =>
    isRecord(json) &&
    (json['type'] === 'text/x-moz-place-container' || json['root'] === 'placesRoot'),
  records: (json) =>
    leaves([json], (node) => (node['root'] === 'placesRoot' ? '' : (textOf(node['title']) ?? ''))),
  read: (fields, found) => ({
    ...found,
    url: textOf(fields.get('uri')),
    tags: tagsOf(fields.get('tags')),
    addedAt: parseDate(fields.get('dateadded')),
  }),
};

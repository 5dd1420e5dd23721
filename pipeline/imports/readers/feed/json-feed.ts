import { isRecord } from '#core/is-record.ts';
import { fieldsOf, tagsOf, textAt, textOf } from '../fields.ts';
import { Reading } from '../reading.ts';
import { parseDate } from '../parse-date.ts';

export const isJsonFeed = (json: unknown): boolean =>
  isRecord(json) &&
  /^https?:\/\/(www\.)?jsonfeed\.org\/version\//.test(textOf(json['version']) ?? '') &&
  Array.isArray(json['items']);

const firstOf = (value: unknown): unknown => (Array.isArray(value) ? value[0] : value);

export function readJsonFeed(json: unknown): Reading {
  const reading = new Reading();
  const feed = fieldsOf(json);
  reading.title = textAt(feed, ['title']);
  const items: unknown = feed.get('items');
  for (const [index, value] of (Array.isArray(items) ? items : []).entries()) {
    const item = fieldsOf(value);
    const id = textAt(item, ['id']);
    reading.add({
      line: index + 1,
      url:
        textAt(item, ['url', 'externalurl']) ??
        (/^https?:\/\//i.test(id ?? '') ? id : undefined) ??
        textAt(fieldsOf(firstOf(item.get('attachments'))), ['url']),
      title: textAt(item, ['title', 'summary']),
      siteTitle: true,
      guid: id,
      addedAt: parseDate(item.get('datepublished')) ?? parseDate(item.get('datemodified')),
      tags: tagsOf(item.get('tags')),
    });
  }
  return reading;
}

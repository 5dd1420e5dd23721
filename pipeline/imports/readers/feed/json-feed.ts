import { fieldsOf, isRecord, tagsOf, textAt, textOf } from '../fields.ts';
import { when } from '../when.ts';
import type { FeedFound } from './contract.ts';

export const isJsonFeed = (json: unknown): boolean => isRecord(json) && /^https?:\/\/(www\.)?jsonfeed\.org\/version\//.test(textOf(json['version']) ?? '') && Array.isArray(json['items']);

const firstOf = (value: unknown): unknown => (Array.isArray(value) ? value[0] : value);

export function readJsonFeed(json: unknown): FeedFound {
  const feed = fieldsOf(json);
  const items: unknown = feed.get('items');
  return {
    title: textAt(feed, ['title']), siteUrl: textAt(feed, ['homepageurl']),
    items: (Array.isArray(items) ? items : []).map((value, index) => {
      const item = fieldsOf(value);
      const id = textAt(item, ['id']);
      return {
        line: index + 1,
        url: textAt(item, ['url', 'externalurl']) ?? (/^https?:\/\//i.test(id ?? '') ? id : undefined) ?? textAt(fieldsOf(firstOf(item.get('attachments'))), ['url']),
        title: textAt(item, ['title', 'summary']), addedAt: when(item.get('datepublished')) ?? when(item.get('datemodified')),
        tags: tagsOf(item.get('tags')), author: textAt(fieldsOf(firstOf(item.get('authors')) ?? item.get('author')), ['name']),
      };
    }),
  };
}

import { describe, expect, test } from 'vitest';
import { ThreadId } from '#core/contract/id.ts';
import { ImportPreview, NewImport } from '#core/contract/import.ts';
import { importCount, importKey, newImport } from './new-import.ts';

const threadId = ThreadId.parse('0b0f3a52-6c0d-4b52-9d0e-5f3f0c8a1e11');
const totals = { new: 0, known: 0, repeated: 0, listing: 0, bookmark: 0, unreadable: 0 };
const preview = ImportPreview.parse({
  format: 'netscape',
  label: 'Browser bookmarks',
  entries: [
    { line: 3, url: 'https://example.org/ice', title: 'Ice', tags: ['physics'], verdict: 'new' },
    { line: 4, url: 'https://example.org/ice', tags: [], verdict: 'repeated', of: '3' },
    { line: 9, url: 'ftp://example.org', tags: [], verdict: 'bookmark', why: 'No web address' },
  ],
  unread: [{ line: 12, text: 'not a link', why: 'No address in it' }],
  totals: { ...totals, new: 1, repeated: 1, bookmark: 1, unreadable: 1 },
});

describe('importKey', () => {
  const key = (text: string, thread = '') => importKey(new Blob([text]), thread);
  test('is the SHA-256 of the bytes and the thread', async () => {
    expect(await key('abc')).toBe(
      'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
    );
    expect(await key('a', 'bc')).toBe(await key('abc'));
  });
  test('differs by bytes and by thread', async () => {
    const keys = await Promise.all([key('a'), key('b'), key('a', threadId)]);
    expect(new Set(keys).size).toBe(3);
  });
});

describe('newImport', () => {
  const built = newImport(preview, { name: 'bookmarks.html', threadId, key: 'k' });
  test('takes the entries, including bookmarks, without the results of the preview', () => {
    expect(built.items.map((it) => [it.line, it.url, it.title])).toEqual([
      [3, 'https://example.org/ice', 'Ice'],
      [4, 'https://example.org/ice', undefined],
      [9, 'ftp://example.org', undefined],
    ]);
    for (const item of built.items)
      for (const field of ['verdict', 'of', 'why']) expect(item).not.toHaveProperty(field);
    expect(built.unread).toEqual(preview.unread);
  });
  test('is valid for the server', () => {
    expect(NewImport.parse(built)).toEqual(built);
  });
  test('omits an empty thread and key', () => {
    const bare = newImport(preview, { name: 'Pasted', threadId: undefined, key: undefined });
    expect(Object.keys(bare)).toEqual(['name', 'format', 'items', 'unread']);
  });
});

describe('importCount', () => {
  test.each([
    ['nothing at all', {}, true, 0],
    ['new sources and listings', { new: 2, listing: 1, known: 7 }, false, 3],
    ["known sources don't count for the library", { known: 7 }, false, 0],
    ['known sources are added to a thread', { known: 7 }, true, 7],
    ['new ones come first', { new: 2, known: 7 }, true, 2],
    ['bookmarks are added as well', { bookmark: 2, unreadable: 1 }, false, 2],
    ["unreadable lines don't count", { unreadable: 4, repeated: 5 }, true, 0],
  ])('%s', (_, some, intoThread, count) =>
    expect(importCount({ totals: { ...totals, ...some } }, intoThread)).toBe(count),
  );
});

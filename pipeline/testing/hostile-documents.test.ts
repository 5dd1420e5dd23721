import { expect, test } from 'vitest';
import { hostileDocuments } from './hostile-documents.ts';

test('there are at least 40 hostile documents, of every kind, each up to 2 MB', () => {
  const documents = hostileDocuments();
  expect(documents.length).toBeGreaterThanOrEqual(40);
  expect(new Set(documents.map(({ name }) => name)).size).toBe(documents.length);
  expect(new Set(documents.map(({ kind }) => kind))).toEqual(
    new Set(['page', 'css', 'robots', 'feed', 'captions', 'import', 'markdown', 'pdf']),
  );
  for (const { name, bytes } of documents) {
    expect(name).toMatch(/^[a-z0-9-]+$/);
    expect(bytes.length, name).toBeLessThan(2 * 2 ** 20);
  }
});

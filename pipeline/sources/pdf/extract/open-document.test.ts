import type { PDFDocumentProxy } from 'pdfjs-dist';
import { afterEach, expect, test, vi } from 'vitest';
import { longPdf } from '#pipeline/testing/plain-pdf.ts';
import { openPdf } from './open-pdf.ts';
import { letGo, withDocument } from './open-document.ts';

afterEach(async () => {
  vi.useRealTimers();
  await letGo();
});

const open = () => openPdf(new Uint8Array(longPdf(3)));
const reading = (file: string | undefined, { pages = 1, more = true } = {}) =>
  withDocument({ file }, open, (document) => Promise.resolve({ result: document, pages, more }));
const isOpen = ({ loadingTask }: PDFDocumentProxy) => !loadingTask.destroyed;

test('keeps a document open for the next batch of its file, and closes it after the last', async () => {
  const first = await reading('a');
  expect(isOpen(first)).toBe(true);
  expect(await reading('a')).toBe(first);
  expect(await reading('a', { more: false })).toBe(first);
  expect(isOpen(first)).toBe(false);
  expect(await reading('a')).not.toBe(first);
});

test.each(['another', undefined])('closes it before another file is opened (%s)', async (other) => {
  const first = await reading('a');
  const second = await withDocument(
    { file: other },
    () => {
      expect(isOpen(first)).toBe(false);
      return open();
    },
    (document) => Promise.resolve({ result: document, pages: 1, more: true }),
  );
  expect(second).not.toBe(first);
});

test("doesn't keep a file without an identity open", async () => {
  expect(isOpen(await reading(undefined))).toBe(false);
});

test('closes it when no batch comes', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const first = await reading('a');
  await vi.advanceTimersByTimeAsync(1_500);
  expect(await reading('a')).toBe(first);
  await vi.advanceTimersByTimeAsync(1_500);
  expect(isOpen(first)).toBe(true);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(isOpen(first)).toBe(false);
});

test('closes it after a failure, and after many pages', async () => {
  const first = await reading('a');
  await expect(
    withDocument({ file: 'a' }, open, () => Promise.reject(new Error('broken'))),
  ).rejects.toThrow('broken');
  expect(isOpen(first)).toBe(false);
  const second = await reading('a', { pages: 200 });
  expect(await reading('a', { pages: 100 })).toBe(second);
  expect(isOpen(second)).toBe(false);
});

test("doesn't share it between concurrent readers", async () => {
  const kept = await reading('a');
  const both = await Promise.all([reading('a'), reading('a')]);
  expect(both.filter((document) => document === kept)).toHaveLength(1);
  expect(new Set(both).size).toBe(2);
  expect(both.filter(isOpen)).toHaveLength(1);
});

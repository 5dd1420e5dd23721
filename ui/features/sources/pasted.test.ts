import { expect, test } from 'vitest';
import { readPasted } from './pasted.ts';

test('accepts many links, one per line, each once', () => {
  expect(
    readPasted('https://a.org/x\n\n  http://localhost:8080/page \nhttps://a.org/x').links,
  ).toEqual(['https://a.org/x', 'http://localhost:8080/page']);
});

test('completes an address without its scheme, and drops brackets around a link', () => {
  expect(readPasted('youtu.be/abc?t=3\n<https://b.org/y>,').links).toEqual([
    'https://youtu.be/abc?t=3',
    'https://b.org/y',
  ]);
});

test('treats words as a query, and leaves abbreviations alone', () => {
  expect(readPasted('attention is all, e.g. heads')).toEqual({
    links: [],
    query: 'attention is all, e.g. heads',
    ignored: ['attention is all, e.g. heads'],
  });
});

test('keeps text next to the links', () => {
  expect(readPasted('see https://a.org/x\nhello world')).toEqual({
    links: ['https://a.org/x'],
    query: 'see hello world',
    ignored: ['see', 'hello world'],
  });
});

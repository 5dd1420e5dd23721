import { expect, it } from 'vitest';
import { readSavedView, saveView } from './saved-view.ts';

const stored = () => JSON.parse(localStorage.getItem('gloss-pdf-views') ?? '[]') as unknown[];

it('shows a PDF that was never open as it comes', () => {
  expect(readSavedView('a')).toEqual({ scale: 'auto', rotation: 0, isSingle: false });
});

it('shows each PDF as it was looked at last', () => {
  saveView('a', { scale: 1.5, rotation: 90, isSingle: true });
  saveView('b', { scale: 'page-fit', rotation: 0, isSingle: false });
  saveView('a', { scale: 2, rotation: 180, isSingle: true, isSpread: true });
  expect(readSavedView('a')).toEqual({
    scale: 2,
    rotation: 180,
    isSingle: true,
    isSpread: true,
  });
  expect(readSavedView('b')).toEqual({ scale: 'page-fit', rotation: 0, isSingle: false });
  expect(stored()).toHaveLength(2);
});

it('remembers the two hundred PDFs that were looked at last', () => {
  for (let n = 0; n < 201; n += 1) saveView(`pdf-${n}`, { scale: 2, rotation: 0, isSingle: false });
  expect(stored()).toHaveLength(200);
  expect(readSavedView('pdf-200').scale).toBe(2);
  expect(readSavedView('pdf-1').scale).toBe(2);
  expect(readSavedView('pdf-0').scale).toBe('auto');
});

it.each([
  [
    'a scale out of bounds',
    { scale: 99, rotation: 90, isSingle: true },
    { scale: 'auto', rotation: 90, isSingle: true },
  ],
  [
    'a rotation that is no quarter',
    { scale: 1, rotation: 100, isSingle: false },
    { scale: 1, rotation: 90, isSingle: false },
  ],
  ['fields that are missing', {}, { scale: 'auto', rotation: 0, isSingle: false }],
])('makes the best of %s', (_, kept, shown) => {
  localStorage.setItem('gloss-pdf-views', JSON.stringify([['a', kept]]));
  expect(readSavedView('a')).toEqual(shown);
});

it('begins anew where what is stored is no list of views', () => {
  localStorage.setItem('gloss-pdf-views', '{"a":1}');
  expect(readSavedView('a').scale).toBe('auto');
  saveView('a', { scale: 3, rotation: 0, isSingle: false });
  expect(readSavedView('a').scale).toBe(3);
});

import { expect, it } from 'vitest';
import { readSavedView, saveView } from './saved-view.ts';

const stored = () => JSON.parse(localStorage.getItem('gloss-pdf-views') ?? '[]') as unknown[];

it('shows a new PDF with the defaults', () => {
  expect(readSavedView('a')).toEqual({ scale: 'auto', rotation: 0, isSingle: false });
});

it('restores the last view of each PDF', () => {
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

it('remembers the views of the last two hundred PDFs', () => {
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
    'a rotation that is not a multiple of 90°',
    { scale: 1, rotation: 100, isSingle: false },
    { scale: 1, rotation: 90, isSingle: false },
  ],
  ['missing fields', {}, { scale: 'auto', rotation: 0, isSingle: false }],
])('uses the valid part of %s', (_, kept, shown) => {
  localStorage.setItem('gloss-pdf-views', JSON.stringify([['a', kept]]));
  expect(readSavedView('a')).toEqual(shown);
});

it('starts over if the stored value is not a list of views', () => {
  localStorage.setItem('gloss-pdf-views', '{"a":1}');
  expect(readSavedView('a').scale).toBe('auto');
  saveView('a', { scale: 3, rotation: 0, isSingle: false });
  expect(readSavedView('a').scale).toBe(3);
});

import { expect, test } from 'vitest';
import { findPage, customLabels } from './page-labels.ts';

test('uses labels if they differ from the page numbers', () => {
  expect(customLabels(['i', 'ii', '1', null])).toEqual(['i', 'ii', '1', '']);
  expect(customLabels(['1', '2', '3'])).toBeUndefined();
  expect(customLabels([null, ''])).toBeUndefined();
  expect(customLabels(null)).toBeUndefined();
});
test('finds a page by its number or its label', () => {
  const labels = ['i', 'ii', 'A-1', 'A-2'];
  expect(findPage(' ii ', 4, labels)).toBe(2);
  expect(findPage('a-2', 4, labels)).toBe(4);
  expect(findPage('3', 4, labels)).toBe(3);
  expect(findPage('99', 4, labels)).toBe(4);
  expect(findPage('0', 4, undefined)).toBe(1);
  expect(findPage('xx', 4, labels)).toBeUndefined();
  expect(findPage('', 4, ['', ''])).toBeUndefined();
});

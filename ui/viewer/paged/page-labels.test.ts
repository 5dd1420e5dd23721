import { expect, test } from 'vitest';
import { pageNamed, tellingLabels } from './page-labels.ts';

test('uses labels if they differ from the page numbers', () => {
  expect(tellingLabels(['i', 'ii', '1', null])).toEqual(['i', 'ii', '1', '']);
  expect(tellingLabels(['1', '2', '3'])).toBeUndefined();
  expect(tellingLabels([null, ''])).toBeUndefined();
  expect(tellingLabels(null)).toBeUndefined();
});
test('finds a page by its number or its label', () => {
  const labels = ['i', 'ii', 'A-1', 'A-2'];
  expect(pageNamed(' ii ', 4, labels)).toBe(2);
  expect(pageNamed('a-2', 4, labels)).toBe(4);
  expect(pageNamed('3', 4, labels)).toBe(3);
  expect(pageNamed('99', 4, labels)).toBe(4);
  expect(pageNamed('0', 4, undefined)).toBe(1);
  expect(pageNamed('xx', 4, labels)).toBeUndefined();
  expect(pageNamed('', 4, ['', ''])).toBeUndefined();
});

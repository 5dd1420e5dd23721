import { expect, test } from 'vitest';
import { allOf, NONE, ranged, toggled, pruneSelection } from './selection.ts';

const ORDER = ['a', 'b', 'c', 'd', 'e'];
const chosen = ({ ids }: { ids: ReadonlySet<string> }) => [...ids].sort().join('');

test('selects and deselects with a click', () => {
  const one = toggled(NONE, 'b');
  expect(chosen(one)).toBe('b');
  expect(chosen(toggled(one, 'b'))).toBe('');
});

test('extends a range from the last clicked row in both directions, and deselects if that row was deselected', () => {
  expect(chosen(ranged(toggled(NONE, 'd'), 'b', ORDER))).toBe('bcd');
  const most = ranged(toggled(NONE, 'a'), 'e', ORDER);
  expect(chosen(most)).toBe('abcde');
  expect(chosen(ranged(toggled(most, 'b'), 'd', ORDER))).toBe('ae');
});

test('treats a range without a start as a click', () =>
  expect(chosen(ranged(NONE, 'c', ORDER))).toBe('c'));

test('deselects rows that the list no longer shows', () => {
  const all = allOf(ORDER);
  expect(chosen(pruneSelection(all, ['b', 'x']))).toBe('b');
  expect(pruneSelection(all, ORDER)).toBe(all);
});

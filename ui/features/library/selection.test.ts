import { expect, test } from 'vitest';
import { allOf, NONE, ranged, toggled, pruneSelection } from './selection.ts';

const ORDER = ['a', 'b', 'c', 'd', 'e'];
const chosen = ({ ids }: { ids: ReadonlySet<string> }) => [...ids].sort().join('');

test('a press chooses and lets go', () => {
  const one = toggled(NONE, 'b');
  expect(chosen(one)).toBe('b');
  expect(chosen(toggled(one, 'b'))).toBe('');
});

test('a range goes from the row pressed last in both directions, and takes away when that one was let go', () => {
  expect(chosen(ranged(toggled(NONE, 'd'), 'b', ORDER))).toBe('bcd');
  const most = ranged(toggled(NONE, 'a'), 'e', ORDER);
  expect(chosen(most)).toBe('abcde');
  expect(chosen(ranged(toggled(most, 'b'), 'd', ORDER))).toBe('ae');
});

test('a range without a beginning is a press', () =>
  expect(chosen(ranged(NONE, 'c', ORDER))).toBe('c'));

test('what the list does not show any more is not chosen any more', () => {
  const all = allOf(ORDER);
  expect(chosen(pruneSelection(all, ['b', 'x']))).toBe('b');
  expect(pruneSelection(all, ORDER)).toBe(all);
});

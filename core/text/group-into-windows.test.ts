import fc from 'fast-check';
import { expect, test } from 'vitest';
import { groupIntoWindows } from './group-into-windows.ts';

const sum = (window: readonly number[]) => window.reduce((all, it) => all + it, 0);
const bounds = { least: 10, most: 20 };

test.each([
  ['nothing', [], []],
  ['one small piece', [3], [[3]]],
  [
    'a window closes at the least size',
    [4, 6, 5, 5],
    [
      [4, 6],
      [5, 5],
    ],
  ],
  ['closes before a piece that exceeds the limit', [8, 15], [[8], [15]]],
  ['a piece that fits exactly stays', [8, 12], [[8, 12]]],
  ['joins a rest that fits exactly', [5, 11, 4], [[5, 11, 4]]],
  ['leaves a large piece alone', [50, 4], [[50], [4]]],
  ['a small rest joins the last window', [5, 5, 3], [[5, 5, 3]]],
  ['leaves a small rest alone that does not fit', [5, 13, 4], [[5, 13], [4]]],
])('%s', (_, pieces, windows) => expect(groupIntoWindows(pieces, sum, bounds)).toEqual(windows));

test('puts every piece in one window, in order, and keeps windows of several pieces within the limit', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 30 })), (pieces) => {
      const windows = groupIntoWindows(pieces, sum, bounds);
      expect(windows.flat()).toEqual(pieces);
      for (const window of windows) {
        expect(window.length).toBeGreaterThan(0);
        if (window.length > 1) expect(sum(window)).toBeLessThanOrEqual(bounds.most);
      }
    }),
  );
});

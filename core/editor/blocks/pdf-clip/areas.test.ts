import { expect, test } from 'vitest';
import { fromHighlightAreas, toHighlightAreas } from './areas.ts';
import { HighlightArea } from './highlight-area.ts';

const area = (pageIndex: number, top: number) => ({
  pageIndex,
  left: 12.5,
  top,
  width: 50,
  height: 2,
});

test('groups areas into lines by page, in the order of their first area', () =>
  expect(fromHighlightAreas([area(4, 25), area(3, 75), area(4, 50)])).toEqual([
    {
      page: 5,
      rects: [
        { x: 0.125, y: 0.25, width: 0.5, height: 0.02 },
        { x: 0.125, y: 0.5, width: 0.5, height: 0.02 },
      ],
    },
    { page: 4, rects: [{ x: 0.125, y: 0.75, width: 0.5, height: 0.02 }] },
  ]));
test('converts lines back to areas', () => {
  const areas = [area(0, 25), area(0, 50), area(7, 0)];
  expect(toHighlightAreas(fromHighlightAreas(areas))).toEqual(areas);
});
test('has no pages without areas', () => {
  expect(fromHighlightAreas([])).toEqual([]);
  expect(toHighlightAreas([{ page: 2, rects: [] }])).toEqual([]);
});
test('keeps invalid areas within the page', () =>
  expect(HighlightArea.parse({ pageIndex: -3, left: 300, top: '5', width: NaN })).toEqual({
    pageIndex: 0,
    left: 100,
    top: 0,
    width: 0,
    height: 0,
  }));

import { z } from 'zod';
import type { PageArea } from '../../../contract/locator.ts';
import { integer, number } from '../../fields.ts';

/** `pageIndex` counts from 0; the numbers are percents of the page, from its top left corner. */
export const HighlightArea = z.object({
  pageIndex: integer(0, 100_000, 0),
  left: number(0, 100, 0),
  top: number(0, 100, 0),
  width: number(0, 100, 0),
  height: number(0, 100, 0),
});
export type HighlightArea = z.infer<typeof HighlightArea>;

/** In the order in which the pages come first. */
export const fromHighlightAreas = (areas: readonly HighlightArea[]): PageArea[] =>
  [...Map.groupBy(areas, (it) => it.pageIndex)].map(([index, own]) => ({
    page: index + 1,
    rects: own.map((it) => ({
      x: it.left / 100,
      y: it.top / 100,
      width: it.width / 100,
      height: it.height / 100,
    })),
  }));
export const toHighlightAreas = (areas: readonly PageArea[]): HighlightArea[] =>
  areas.flatMap(({ page, rects }) =>
    rects.map(({ x, y, width, height }) => ({
      pageIndex: page - 1,
      left: 100 * x,
      top: 100 * y,
      width: 100 * width,
      height: 100 * height,
    })),
  );

/**
 * Areas of a page as a clip stores them. Without a schema, because the first load includes this.
 */
import type { PageArea } from '../../../contract/locator.ts';
import type { HighlightArea } from './highlight-area.ts';

/** In order of first appearance. */
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

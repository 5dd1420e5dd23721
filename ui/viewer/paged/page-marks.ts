import type { Rect } from '#core/contract/locator.ts';
import { turnRect } from './page-rects.ts';
import type { Rotation } from './page-rects.ts';

export interface PageMark { page: number; rects: readonly Rect[]; color?: string | undefined; flashes?: boolean }

/** Draws a page's marks over it, in place of those drawn before. In shares of the page, so that they hold at any zoom. */
export function drawMarks(pageElement: HTMLElement, marks: readonly PageMark[], rotation: Rotation): void {
  pageElement.querySelector(':scope > .gloss-marks')?.remove();
  if (marks.length === 0) return;
  const layer = document.createElement('div');
  layer.className = 'gloss-marks';
  layer.setAttribute('aria-hidden', 'true');
  for (const mark of marks) {
    for (const rect of mark.rects) {
      const { x, y, width, height } = turnRect(rect, rotation);
      const box = document.createElement('div');
      if (mark.flashes) box.className = 'flashes';
      if (mark.color !== undefined) box.style.backgroundColor = mark.color;
      box.style.left = `${x * 100}%`;
      box.style.top = `${y * 100}%`;
      box.style.width = `${width * 100}%`;
      box.style.height = `${height * 100}%`;
      layer.append(box);
    }
  }
  pageElement.append(layer);
}

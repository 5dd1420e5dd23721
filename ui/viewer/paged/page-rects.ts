/**
 * Rectangles of a page: stored as fractions of the unrotated page, shown on the page with its
 * current rotation and zoom.
 */
import type { Rect } from '#core/contract/locator.ts';

export type Rotation = 0 | 90 | 180 | 270;

export const asRotation = (degrees: number): Rotation => {
  const turned = (((Math.round(degrees / 90) * 90) % 360) + 360) % 360;
  return turned === 90 || turned === 180 || turned === 270 ? turned : 0;
};

/**
 * The position of a rectangle of the unrotated page after rotating the page clockwise by
 * `rotation`; still in fractions.
 */
export function rotateRect({ x, y, width, height }: Rect, rotation: Rotation): Rect {
  switch (rotation) {
    case 90:
      return { x: 1 - y - height, y: x, width: height, height: width };
    case 180:
      return { x: 1 - x - width, y: 1 - y - height, width, height };
    case 270:
      return { x: y, y: 1 - x - width, width: height, height: width };
    default:
      return { x, y, width, height };
  }
}

interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

/**
 * Converts a box on the screen to fractions of the unrotated page; `undefined` if it is outside the
 * page.
 */
export function boxToPage(box: Box, page: Box, rotation: Rotation): Rect | undefined {
  const share = (value: number) => Math.min(1, Math.max(0, value));
  const left = share((box.left - page.left) / page.width);
  const top = share((box.top - page.top) / page.height);
  const right = share((box.left + box.width - page.left) / page.width);
  const bottom = share((box.top + box.height - page.top) / page.height);
  if (right <= left || bottom <= top) return undefined;
  const back = asRotation(360 - rotation);
  return roundRect(
    rotateRect({ x: left, y: top, width: right - left, height: bottom - top }, back),
  );
}

/** The point of the unrotated page under a point of the screen, in fractions. */
export function pointToPage(
  point: { x: number; y: number },
  page: Box,
  rotation: Rotation,
): { x: number; y: number } {
  return rotateRect(
    {
      x: (point.x - page.left) / page.width,
      y: (point.y - page.top) / page.height,
      width: 0,
      height: 0,
    },
    asRotation(360 - rotation),
  );
}

const round = (value: number) => Math.round(value * 1e5) / 1e5;
const roundRect = ({ x, y, width, height }: Rect): Rect => ({
  x: round(x),
  y: round(y),
  width: round(width),
  height: round(height),
});

/** Merges the boxes of a line's words. */
export function joinLines(boxes: readonly Box[]): Box[] {
  const lines: Box[] = [];
  for (const box of boxes) {
    if (box.width < 0.5 || box.height < 0.5) continue;
    const line = lines.at(-1);
    const shared = line
      ? Math.min(line.top + line.height, box.top + box.height) - Math.max(line.top, box.top)
      : 0;
    const near = line
      ? box.left - (line.left + line.width) < 2 * box.height && box.left >= line.left - box.height
      : false;
    if (line && near && shared > 0.5 * Math.min(line.height, box.height)) {
      const top = Math.min(line.top, box.top);
      const left = Math.min(line.left, box.left);
      line.height = Math.max(line.top + line.height, box.top + box.height) - top;
      line.width = Math.max(line.left + line.width, box.left + box.width) - left;
      line.top = top;
      line.left = left;
    } else lines.push({ left: box.left, top: box.top, width: box.width, height: box.height });
  }
  return lines;
}

import type { Rect } from '#core/contract/locator.ts';
import { rotateRect } from './page-rects.ts';
import type { Rotation } from './page-rects.ts';

export interface PageMark {
  page: number;
  rects: readonly Rect[];
  /** its clip */
  id?: string;
  color?: string | undefined;
  underline?: boolean | undefined;
  flashes?: boolean;
  /** the accessible name; a mark without one can't be selected */
  label?: string;
  isOpen?: boolean;
}

/** Relative to a line's height. */
const UNDERLINE = 0.12;

/** The bottom of a line, cut off before the page is rotated, so that it stays under the text. */
export const underlineOf = ({ x, y, width, height }: Rect): Rect => ({
  x,
  y: y + height * (1 - UNDERLINE),
  width,
  height: height * UNDERLINE,
});

/**
 * The mark at a point of the unrotated page; of several overlapping ones the smallest, because it
 * has no other clickable area.
 */
export function markAt(
  marks: readonly PageMark[],
  point: { x: number; y: number },
): PageMark | undefined {
  const area = ({ rects }: PageMark) => rects.reduce((sum, it) => sum + it.width * it.height, 0);
  const holds = (it: Rect) =>
    point.x >= it.x && point.x <= it.x + it.width && point.y >= it.y && point.y <= it.y + it.height;
  return marks
    .filter((mark) => mark.rects.some(holds))
    .sort((one, other) => area(one) - area(other))[0];
}

function place(element: HTMLElement, rect: Rect, rotation: Rotation): void {
  const { x, y, width, height } = rotateRect(rect, rotation);
  element.style.left = `${x * 100}%`;
  element.style.top = `${y * 100}%`;
  element.style.width = `${width * 100}%`;
  element.style.height = `${height * 100}%`;
}

/** The box around all of them. */
export function boundingBox(rects: readonly Rect[]): Rect {
  const left = Math.min(...rects.map((it) => it.x));
  const top = Math.min(...rects.map((it) => it.y));
  return {
    x: left,
    y: top,
    width: Math.max(...rects.map((it) => it.x + it.width)) - left,
    height: Math.max(...rects.map((it) => it.y + it.height)) - top,
  };
}

/**
 * Draws a page's marks over it, replacing the previous ones. In fractions of the page, so that they
 * fit any zoom. Text under a mark stays selectable: a click is looked up by position (`markAt`),
 * and a button without pointer events serves the keyboard.
 */
export function drawMarks(
  pageElement: HTMLElement,
  marks: readonly PageMark[],
  rotation: Rotation,
): void {
  const focused =
    document.activeElement instanceof HTMLElement
      ? document.activeElement.dataset['mark']
      : undefined;
  for (const old of pageElement.querySelectorAll(
    ':scope > .gloss-marks, :scope > .gloss-mark-keys',
  ))
    old.remove();
  if (marks.length === 0) return;
  const layer = document.createElement('div');
  layer.className = 'gloss-marks';
  layer.setAttribute('aria-hidden', 'true');
  const keys = document.createElement('div');
  keys.className = 'gloss-mark-keys';
  for (const mark of marks) {
    for (const rect of mark.rects) {
      const box = document.createElement('div');
      if (mark.flashes) box.className = 'flashes';
      else if (mark.underline) box.className = 'underlines';
      if (mark.color !== undefined) box.style.setProperty('--mark-color', mark.color);
      place(box, mark.underline ? underlineOf(rect) : rect, rotation);
      layer.append(box);
    }
    if (mark.id === undefined || mark.label === undefined || mark.rects.length === 0) continue;
    const key = document.createElement('button');
    key.type = 'button';
    key.dataset['mark'] = mark.id;
    key.classList.toggle('is-open', mark.isOpen === true);
    key.setAttribute('aria-label', mark.label);
    key.setAttribute('aria-haspopup', 'dialog');
    place(key, boundingBox(mark.rects), rotation);
    keys.append(key);
  }
  pageElement.append(layer);
  if (keys.childElementCount === 0) return;
  pageElement.append(keys);
  if (focused !== undefined)
    keys
      .querySelector<HTMLElement>(`[data-mark="${CSS.escape(focused)}"]`)
      ?.focus({ preventScroll: true });
}

/** The box of selected text in the window, in px. */
export interface SelectionSpot {
  x: number;
  top: number;
  bottom: number;
}

/** The position of a selection, for a bar above it. */
export function spotOf(range: Range): SelectionSpot | undefined {
  const rects = [...range.getClientRects()].filter((it) => it.width > 0 && it.height > 0);
  const first = rects[0];
  const last = rects.at(-1);
  if (!first || !last) return undefined;
  return { x: first.left + Math.min(first.width, 240) / 2, top: first.top, bottom: last.bottom };
}

/** The same as a box, for popovers next to it. */
export const rectOf = ({ x, top, bottom }: SelectionSpot): DOMRect =>
  new DOMRect(x, top, 1, Math.max(1, bottom - top));

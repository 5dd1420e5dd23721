/**
 * Converts px in a frame to px in the window, clamped to the frame: a page can't place anything
 * outside of it.
 */
import type { SelectionSpot } from '../marks/selection-spot.ts';
import type { FrameBox } from './frame-messages.ts';

type Frame = Pick<DOMRect, 'left' | 'top' | 'width' | 'height'>;
const between = (value: number, least: number, most: number): number =>
  Math.min(Math.max(value, least), Math.max(least, most));

export const spotInWindow = ({ x, top, bottom }: SelectionSpot, frame: Frame): SelectionSpot => ({
  x: frame.left + between(x, 0, frame.width),
  top: frame.top + between(top, 0, frame.height),
  bottom: frame.top + between(bottom, 0, frame.height),
});

export function boxInWindow({ left, top, width, height }: FrameBox, frame: Frame): DOMRect {
  const from = { x: between(left, 0, frame.width), y: between(top, 0, frame.height) };
  const to = {
    x: between(left + width, from.x, frame.width),
    y: between(top + height, from.y, frame.height),
  };
  return new DOMRect(frame.left + from.x, frame.top + from.y, to.x - from.x, to.y - from.y);
}

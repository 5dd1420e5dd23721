/** Converts clips and positions for the page in the frame. */
import { highlightLabel } from '../marks/highlight-label.ts';
import { quoteOf, type Target, type ViewerClip } from '../viewer-handle.ts';
import { type FrameClip, type FramePosition, framePosition } from './frame-messages.ts';

export function frameClip({
  _id,
  locator,
  occurrence,
  color,
  underline,
}: ViewerClip): FrameClip | [] {
  if (locator.medium !== 'flow') return [];
  return {
    ...framePosition(locator, occurrence),
    _id,
    color,
    underline,
    label: highlightLabel(locator.quote),
  };
}

/** Undefined for a position in another medium. */
export function framePositionOf(target: Target): FramePosition | undefined {
  if ('medium' in target) return target.medium === 'flow' ? framePosition(target) : undefined;
  const quote = quoteOf(target);
  return { paragraph: target.place, ...(quote === undefined ? {} : { quote }) };
}

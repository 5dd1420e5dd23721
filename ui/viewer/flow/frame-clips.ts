/** Converts clips and positions for the page in the frame. */
import { highlightLabel } from '../marks/highlight-label.ts';
import { quoteOf, type Target, type ViewerClip } from '../viewer-handle.ts';
import { type FrameClip, type FramePlace, framePlace } from './frame-messages.ts';

export function frameClip({
  _id,
  locator,
  occurrence,
  color,
  underline,
}: ViewerClip): FrameClip | [] {
  if (locator.medium !== 'flow') return [];
  return {
    ...framePlace(locator, occurrence),
    _id,
    color,
    underline,
    label: highlightLabel(locator.quote),
  };
}

/** Undefined for a position in another medium. */
export function targetPlace(target: Target): FramePlace | undefined {
  if ('medium' in target) return target.medium === 'flow' ? framePlace(target) : undefined;
  const quote = quoteOf(target);
  return { paragraph: target.place, ...(quote === undefined ? {} : { quote }) };
}

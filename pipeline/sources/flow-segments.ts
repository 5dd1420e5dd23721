/** Segments of HTML text, for kinds of the medium `flow`. */
import type { Segment } from '#core/contract/snapshot.ts';
import { eachTextBlock, wrapInParagraph } from './text-blocks.ts';

/**
 * Gives each text block of `content` its `data-p`, from 1, and returns the segments in order.
 * `onSegment` is called with the block of each.
 */
export function markSegments(
  content: Element,
  onSegment: (block: Element) => void = () => undefined,
): Segment[] {
  const segments: Segment[] = [];
  for (const element of content.querySelectorAll('[data-p]')) element.removeAttribute('data-p');
  eachTextBlock(
    content,
    (element, words) => {
      const paragraph = segments.length + 1;
      // The text is a single block, so it gets an element that a serialised view preserves.
      const block = element === content ? wrapInParagraph([...content.childNodes]) : element;
      block.setAttribute('data-p', String(paragraph));
      const level = /^H([1-6])$/.exec(block.tagName)?.[1];
      segments.push({
        text: words,
        ...(level === undefined ? { role: 'text' } : { role: 'heading', level: Number(level) }),
        at: { medium: 'flow', paragraph },
      });
      onSegment(block);
    },
    wrapInParagraph,
  );
  for (const end of content.querySelectorAll('p[data-p] + br,p[data-p] + br + br')) end.remove();
  return segments;
}

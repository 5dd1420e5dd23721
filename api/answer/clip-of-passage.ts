import type { JSONContent } from '@tiptap/core';
import { toHighlightAreas } from '#core/editor/blocks/pdf-clip/areas.ts';
import { positionWithin } from '#pipeline/search/index.ts';
import type { Passage } from './retrieve.ts';

interface ClipText {
  /** the quoted text */
  words: string;
  heading: string;
  keypoints?: readonly string[];
}

/** A clip of `[start, end)` of a passage, as the block of its medium. */
export function clipOf(
  passage: Pick<Passage, 'sourceId' | 'text' | 'locator' | 'pieces'>,
  start: number,
  end: number,
  { words, heading, keypoints = [] }: ClipText,
): JSONContent {
  const at = positionWithin(passage, start, end);
  const source_id = passage.sourceId;
  switch (at.medium) {
    case 'timed': {
      const last = positionWithin(passage, end - 1, end);
      return {
        type: 'clip',
        attrs: {
          source_id,
          start: at.startS,
          end: last.medium === 'timed' ? Math.max(at.endS, last.endS) : at.endS,
          clip_text: words,
          clip_heading: heading,
          keypoints: [...keypoints],
        },
      };
    }
    case 'paged':
      return {
        type: 'pdf-clip',
        attrs: {
          source_id,
          text: words,
          highlightAreas: toHighlightAreas([
            { page: at.page, rects: at.rects ?? [{ x: 0, y: 0, width: 0, height: 0 }] },
          ]),
        },
      };
    case 'flow':
      return { type: 'web-clip', attrs: { source_id, text: words, paragraph: at.paragraph } };
  }
}

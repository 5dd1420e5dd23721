/**
 * Converts a highlighted passage to a block of the notes; the window that created a clip generates
 * its heading.
 */
import type { Locator } from '#core/contract/locator.ts';
import { toHighlightAreas } from '#core/editor/blocks/pdf-clip/areas.ts';
import { WINDOW_ID } from '#ui/kit/window-id.ts';
import type { ClipChange, ClipRequest } from '#ui/viewer/index.tsx';

export interface BlockJson {
  type: string;
  attrs: Record<string, unknown>;
}

const TYPES = { timed: 'clip', paged: 'pdf-clip', flow: 'web-clip' } as const;

function placeAttributes(at: Locator): Record<string, unknown> {
  switch (at.medium) {
    case 'timed':
      return { start: at.startS, end: at.endS };
    case 'paged':
      return {
        highlightAreas: toHighlightAreas([
          { page: at.page, rects: at.rects ?? [{ x: 0, y: 0, width: 0, height: 0 }] },
        ]),
      };
    case 'flow':
      return { paragraph: at.paragraph, prefix: at.prefix, suffix: at.suffix };
  }
}
const quoteAttributes = ({ medium, quote }: Locator): Record<string, unknown> => ({
  [medium === 'timed' ? 'clip_text' : 'text']: quote,
});

export const clipBlock = (
  sourceId: string,
  { locator: at, areas, occurrence, color, underline, moment }: ClipRequest,
  now: Date,
  by: string | undefined,
): BlockJson => ({
  type: TYPES[at.medium],
  attrs: {
    _id: crypto.randomUUID(),
    createdAt: now.toISOString(),
    ...(by !== undefined && { createdBy: by }),
    source_id: sourceId,
    ...placeAttributes(at),
    ...quoteAttributes(at),
    ...(at.medium === 'timed' &&
      (moment
        ? { clip_type: 'moment', moment_ref_id: moment.of ?? null }
        : { generatingBy: WINDOW_ID })),
    ...(areas && { highlightAreas: toHighlightAreas(areas) }),
    ...(occurrence !== undefined && { occurrence }),
    ...(color !== undefined && { color }),
    ...(underline !== undefined && { underline }),
  },
});

/** The attributes for a change. Text that isn't known stays. */
export function changedAttributes({
  locator,
  color,
  underline,
  heading,
}: ClipChange): Record<string, unknown> {
  return {
    ...(locator && {
      ...placeAttributes(locator),
      anchor: null,
      ...(locator.quote !== '' && quoteAttributes(locator)),
    }),
    ...(color !== undefined && { color }),
    ...(underline !== undefined && { underline }),
    ...(heading !== undefined && { clip_heading: heading }),
  };
}

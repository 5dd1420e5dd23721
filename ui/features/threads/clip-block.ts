/** A marked passage as the block that the notes keep. */
import type { Locator } from '#core/contract/locator.ts';

export interface BlockJson { type: string; attrs: Record<string, unknown> }

export function clipBlock(sourceId: string, at: Locator, now: Date): BlockJson {
  const shared = { _id: crypto.randomUUID(), createdAt: now.toISOString(), source_id: sourceId };
  switch (at.medium) {
    case 'timed': return { type: 'clip', attrs: { ...shared, start: at.startS, end: at.endS, clip_text: at.quote, shrink: false } };
    case 'paged': {
      const highlightAreas = (at.rects ?? [{ x: 0, y: 0, width: 0, height: 0 }]).map((it) => ({ pageIndex: at.page - 1, left: it.x * 100, top: it.y * 100, width: it.width * 100, height: it.height * 100 }));
      return { type: 'pdf-clip', attrs: { ...shared, text: at.quote, highlightAreas } };
    }
    case 'flow': return { type: 'web-clip', attrs: { ...shared, text: at.quote, paragraph: at.paragraph } };
  }
}

import type { SourceId } from '#core/contract/id.ts';
import type { Locator } from '#core/contract/locator.ts';
import type { Segment } from '#core/contract/snapshot.ts';
import { findQuote } from '#core/text/find-quote.ts';
import { linesWithin } from '#pipeline/search/index.ts';

export interface ReadSource {
  id: SourceId;
  title: string;
  segments: readonly Segment[];
}

/** Returns the position of a quote in the processed text of a source. */
export function locateQuote(source: ReadSource, quote: string): Locator | undefined {
  for (const segment of source.segments) {
    const found = findQuote(segment.text, quote);
    if (!found) continue;
    const exact = segment.text.slice(found.start, found.end);
    const { at } = segment;
    if (at.medium === 'timed')
      return { medium: 'timed', startS: at.startS, endS: at.endS, quote: exact };
    if (at.medium === 'paged')
      return {
        medium: 'paged',
        page: at.page,
        rects: linesWithin(at, segment.text.length, found.start, found.end).rects,
        quote: exact,
      };
    return {
      medium: 'flow',
      paragraph: at.paragraph,
      start: found.start,
      end: found.end,
      quote: exact,
      prefix: segment.text.slice(Math.max(0, found.start - 32), found.start),
      suffix: segment.text.slice(found.end, found.end + 32),
    };
  }
  return undefined;
}

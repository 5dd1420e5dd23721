import type { Source, SourceReading } from '#core/contract/source.ts';
import type { OpenedRow } from './thread-sources.ts';

/** Where the owner of a thread is in one of its sources. */
export function presentReading(
  { medium, duration, pages }: Pick<Source, 'medium' | 'duration' | 'pages'>,
  { metadata, openedAt }: Pick<OpenedRow, 'metadata' | 'openedAt'>,
): SourceReading {
  const [position, length] = {
    timed: [metadata.current_timestamp, duration],
    paged: [metadata.current_page, pages],
    flow: [metadata.current_paragraph, metadata.paragraphs],
  }[medium];
  return {
    openedAt: openedAt.toISOString(),
    ...(position !== undefined && position > 0 && { position }),
    ...(position !== undefined && length && { share: Math.min(1, position / length) }),
  };
}

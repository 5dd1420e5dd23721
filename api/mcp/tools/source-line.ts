import { z } from 'zod';
import { EmbeddingStatus, SourceType, type Source } from '#core/contract/source.ts';

/** A source in a list. */
export const SourceLine = z.object({
  source_id: z.string(),
  title: z.string(),
  type: SourceType,
  state: z.string(),
  address: z.string(),
});
type SourceLine = z.infer<typeof SourceLine>;

const stateOf = (source: Source): string => {
  if (source.status.embedding === EmbeddingStatus.processing)
    return source.progress ? `being read (${source.progress.stage})` : 'waiting';
  return source.status.embedding === EmbeddingStatus.ready
    ? 'ready'
    : `failed: ${source.error?.message ?? 'it cannot be read'}`;
};
export const sourceLine = (source: Source): SourceLine => ({
  source_id: source._id,
  title: source.title,
  type: source.sourceType,
  state: stateOf(source),
  address: source.canonicalUrl,
});
/** Returns the sources as a Markdown list. */
export const sourceList = (lines: readonly SourceLine[]): string =>
  lines
    .map(
      (it) => `- ${it.title} (${it.type}, ${it.state}) ${it.address} — source_id ${it.source_id}`,
    )
    .join('\n');

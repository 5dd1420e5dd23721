import { EmbeddingStatus } from '#core/contract/source.ts';
import type { Library, SourceRow } from '#pipeline/library/index.ts';
import type { IndexedSource, SearchIndex } from '#pipeline/search/index.ts';
import type { StageRunner } from './contract.ts';

/** Puts a source's passages in the index in place of what was there of it. Also how an index is rebuilt. */
export async function indexSource(source: SourceRow, library: Library, index: SearchIndex): Promise<number> {
  const chunks = await library.chunks(source.id, source.version);
  const indexed: IndexedSource = {
    sourceId: source.id, ownerId: source.ownerId, version: source.version, sourceType: source.kind, title: source.title, language: source.facts.language ?? 'und',
  };
  await index.replace(indexed, chunks);
  return chunks.length;
}

/** Reads: the passages. Writes: the index. Sets: ready. */
export const indexStage: StageRunner = async ({ source, ports }) => {
  const chunks = await indexSource(source, ports.library, ports.index);
  return {
    artifact: { chunks },
    patch: { embeddingStatus: EmbeddingStatus.ready, refreshedAt: new Date(), errorCode: null, errorMessage: null, progressDone: 0, progressTotal: 0, readyThrough: null },
  };
};

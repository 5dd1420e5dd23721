import type { SourceId } from '#core/contract/id.ts';
import { EmbeddingStatus } from '#core/contract/source.ts';
import type { SourceRow } from '#pipeline/library/index.ts';
import type { Chunk } from '#pipeline/search/contract.ts';
import type { IndexedSource } from '#pipeline/search/index.ts';
import { needsAssets } from './assets.ts';
import type { StagePorts, StageRunner } from './contract.ts';
import { hashOf, vectorsThere } from './passage-vectors.ts';

export type IndexingPorts = Pick<StagePorts, 'library' | 'index' | 'embedder'>;
/** `embeddedBy`: the model of the indexed vectors. */
export interface Indexed {
  chunks: number;
  embeddedBy: string | null;
}

/** Replaces the passages of a source in the index. Also used to rebuild an index. */
export async function indexSource(source: SourceRow, ports: IndexingPorts): Promise<Indexed> {
  const passages = await ports.library.chunks.of(source.id, source.version);
  const { embeddedBy, chunks } = await withVectors(source, passages, ports);
  const dimensions = chunks[0]?.vector?.length;
  const indexed: IndexedSource = {
    sourceId: source.id,
    ownerId: source.ownerId,
    version: source.version,
    sourceType: source.kind,
    title: source.title,
    language: source.facts.language ?? 'und',
    ...(embeddedBy !== null && dimensions !== undefined
      ? { embedding: { model: embeddedBy, dimensions } }
      : {}),
  };
  await ports.index.replace(indexed, chunks);
  return { chunks: chunks.length, embeddedBy };
}

/** Uses the configured model, or the previous one while it has vectors for every passage. */
async function withVectors(
  source: SourceRow,
  passages: readonly Chunk[],
  { library, embedder }: IndexingPorts,
): Promise<{ embeddedBy: string | null; chunks: readonly Chunk[] }> {
  if (!embedder) return { embeddedBy: null, chunks: passages };
  const hashes = passages.map(hashOf);
  await library.embeddings.use(source.id, new Set(hashes));
  for (const model of new Set([embedder.model, source.embeddedBy])) {
    const vectors = model === null ? undefined : await vectorsThere(library, model, hashes);
    if (vectors)
      return {
        embeddedBy: model,
        chunks: passages.map((passage, at) => {
          const vector = vectors[at];
          return vector ? { ...passage, vector } : passage;
        }),
      };
  }
  return { embeddedBy: null, chunks: passages };
}

/**
 * Indexes the current version of the row, and repeats if a refresh changed it meanwhile. Returns
 * undefined if the source is gone.
 */
export async function reindexSource(
  id: SourceId,
  ports: IndexingPorts,
): Promise<Indexed | undefined> {
  for (;;) {
    const source = await ports.library.find(id);
    if (!source || source.deletedAt) return undefined;
    const indexed = await indexSource(source, ports);
    await ports.library.embeddings.indexed(source, indexed.embeddedBy);
    if ((await ports.library.find(id))?.version === source.version) return indexed;
  }
}

/**
 * Input: the chunks and their vectors. Writes: the index. Sets: ready, and whether assets are due.
 * A version that was ready before, such as one restored from the trash, was not checked again by
 * being indexed again.
 */
export const indexStage: StageRunner = async ({ source, ports }) => {
  const { chunks, embeddedBy } = await indexSource(source, ports);
  const wasReady =
    source.embeddingStatus === EmbeddingStatus.ready && source.pendingVersion === null;
  return {
    artifact: { chunks },
    patch: {
      embeddingStatus: EmbeddingStatus.ready,
      embeddedBy,
      embedDueAt: null,
      assetsDueAt: (await needsAssets(source, ports)) ? new Date() : null,
      refreshedAt: (wasReady && source.refreshedAt) || new Date(),
      errorCode: null,
      errorMessage: null,
      progressDone: 0,
      progressTotal: 0,
      readyThrough: null,
    },
  };
};

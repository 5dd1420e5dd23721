import type { Chunk, IndexedSource, SearchIndex } from './contract.ts';

/**
 * An index on another machine, and the embedded one that answers by words while that is out of reach. What is written goes into the embedded
 * one first, without vectors, so that it is never behind; a write has succeeded when both have it.
 */
export function withFallback(index: SearchIndex, embedded: SearchIndex): SearchIndex {
  const wordsOf = ({ embedding: _, ...source }: IndexedSource): IndexedSource => source;
  const bare = (chunks: readonly Chunk[]): Chunk[] => chunks.map(({ vector: _, ...chunk }) => chunk);
  return {
    engine: index.engine,
    fallback: embedded,
    async replace(source, chunks) {
      await embedded.replace(wordsOf(source), bare(chunks));
      await index.replace(source, chunks);
    },
    async append(source, chunks) {
      await embedded.append(wordsOf(source), bare(chunks));
      await index.append(source, chunks);
    },
    async remove(sourceId) {
      await embedded.remove(sourceId);
      await index.remove(sourceId);
    },
    search: (query) => index.search(query),
    counts: () => index.counts(),
    models: (scope) => index.models(scope),
    held: () => index.held(),
    async clear() {
      await embedded.clear();
      await index.clear();
    },
    async close() { await Promise.all([index.close(), embedded.close()]); },
  };
}

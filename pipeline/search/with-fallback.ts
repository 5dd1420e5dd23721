import type { Log } from '#config/log.ts';
import { toFault } from '#core/contract/faults.ts';
import type { SourceId } from '#core/contract/id.ts';
import type { Chunk, IndexedSource, SearchIndex } from './contract.ts';

/**
 * Combines a remote index with the embedded one, which answers by words while the remote one is
 * unavailable. Writes go to the embedded index first, without vectors, so that it is never behind,
 * and succeed when both indexes have them. Removals don't wait for the remote index: the next
 * search that reaches it, or at the latest reconciling, completes them.
 */
export function withFallback(index: SearchIndex, embedded: SearchIndex, log: Log): SearchIndex {
  const removed = new Set<SourceId>();
  let catchingUp: Promise<void> | undefined;
  async function catchUp(): Promise<void> {
    for (const sourceId of removed) {
      await index.remove(sourceId);
      removed.delete(sourceId);
    }
  }
  const written = async (source: IndexedSource, write: () => Promise<void>) => {
    await write();
    removed.delete(source.sourceId);
  };
  return {
    engine: index.engine,
    fallback: embedded,
    async replace(source, chunks) {
      await embedded.replace(wordsOf(source), bare(chunks));
      await written(source, () => index.replace(source, chunks));
    },
    async append(source, chunks) {
      await embedded.append(wordsOf(source), bare(chunks));
      await written(source, () => index.append(source, chunks));
    },
    async remove(sourceId) {
      await embedded.remove(sourceId);
      try {
        await index.remove(sourceId);
      } catch (error) {
        if (toFault(error).code !== 'unavailable') throw error;
        removed.add(sourceId);
        log.warn(
          { sourceId, err: error },
          'a source will be removed from the index once it can be reached',
        );
      }
    },
    async search(query) {
      const hits = await index.search(query);
      if (removed.size === 0) return hits;
      const remaining = hits.filter((hit) => !removed.has(hit.sourceId));
      catchingUp ??= catchUp()
        .catch((error: unknown) =>
          log.warn({ err: error }, 'removed sources are still in the index'),
        )
        .finally(() => {
          catchingUp = undefined;
        });
      return remaining;
    },
    counts: () => index.counts(),
    models: (scope) => index.models(scope),
    indexedSources: () => index.indexedSources(),
    async clear() {
      await embedded.clear();
      await index.clear();
    },
    async close() {
      await catchingUp;
      await Promise.all([index.close(), embedded.close()]);
    },
  };
}

const wordsOf = ({ embedding: _, ...source }: IndexedSource): IndexedSource => source;
const bare = (chunks: readonly Chunk[]): Chunk[] => chunks.map(({ vector: _, ...chunk }) => chunk);

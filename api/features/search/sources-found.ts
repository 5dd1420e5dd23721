import { SearchQuery } from '#core/contract/search.ts';
import type { SourceId, UserId } from '#core/contract/id.ts';
import type { Retriever } from '#pipeline/search/index.ts';
import { scopeOf, type ScopePorts } from './search-scope.ts';

/** Passages whose sources count as found. */
const MAX_PASSAGES = 200;

/**
 * Returns the sources that a search finds: all matches of operators without words, otherwise those
 * of the best passages.
 */
export const createSourcesFound =
  ({ retriever, ...ports }: ScopePorts & { retriever: Retriever }) =>
  async (userId: UserId, q: string, signal: AbortSignal): Promise<SourceId[]> => {
    const { words, ownerId, kinds, sourceIds } = await scopeOf(
      ports,
      userId,
      SearchQuery.parse({ q }),
    );
    if (!kinds.has('sources')) return [];
    if (words === '') return sourceIds ?? [];
    const { hits } = await retriever.search(
      {
        text: words,
        ownerId,
        limit: MAX_PASSAGES,
        match: 'all',
        ...(sourceIds ? { sourceIds } : {}),
      },
      { signal },
    );
    return [...new Set(hits.map((it) => it.sourceId))];
  };

/**
 * Queries of the library: the ids of all matches, and the visible rows.
 */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Source } from '#core/contract/source.ts';
import { libraryApi, type LibraryFilter } from '#ui/client/library-api.ts';
import { keys } from '#ui/client/queries.ts';
import { batchRequests } from '#ui/client/batch-requests.ts';
import { isUnreachable, useIsReachable } from '#ui/client/reachability.ts';
import { saveIds, savedIds, savedRow, saveRows } from './saved-library.ts';

/** how often sources in progress are refetched */
const LOOK_MS = 2500;
/** another window or an import may have added more */
const ORDER_MS = 15_000;
const ROWS_AT_ONCE = 60;

const row = batchRequests<Source>(
  async (ids) => {
    const rows = await libraryApi.rows(ids);
    saveRows(rows);
    return new Map(rows.map((source) => [source._id, source]));
  },
  { most: ROWS_AT_ONCE, waitMs: 20 },
);

/** The saved first page while the server is unreachable. */
export function useLibraryIds(filter: LibraryFilter) {
  const isReachable = useIsReachable();
  const { data, ...query } = useQuery({
    queryKey: keys.sourceIds(filter),
    async queryFn({ signal }) {
      const ids = await libraryApi.ids(filter, signal);
      saveIds(filter, ids);
      return ids;
    },
    placeholderData: keepPreviousData,
    refetchInterval: ORDER_MS,
  });
  const isOffline = !isReachable || isUnreachable(query.error);
  return { ...query, data: data ?? (isOffline ? savedIds(filter) : undefined) };
}

/** Null if it was deleted elsewhere. */
export function useSourceRow(id: string) {
  const isReachable = useIsReachable();
  const { data, error } = useQuery({
    queryKey: keys.sourceRow(id),
    queryFn: async () => (await row(id)) ?? null,
    refetchInterval: ({ state: { data } }) =>
      data && (data.status.embedding === 0 || data.refreshing) ? LOOK_MS : false,
  });
  const isOffline = !isReachable || isUnreachable(error);
  return { data: data === undefined && isOffline ? savedRow(id) : data, error };
}

export const useUses = (id: string) =>
  useQuery({ queryKey: keys.uses(id), queryFn: ({ signal }) => libraryApi.uses(id, signal) });

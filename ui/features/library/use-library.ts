/**
 * The library as the server has it: the order of everything that matches, and the rows that are in
 * sight.
 */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Source } from '#core/contract/source.ts';
import { libraryApi, type LibraryFilter } from '#ui/client/library-api.ts';
import { keys } from '#ui/client/queries.ts';
import { batched } from '#ui/client/batched.ts';

/** how often what is still being read is looked at again */
const LOOK_MS = 2500;
/** another window, or an import, may have brought more */
const ORDER_MS = 15_000;
const ROWS_AT_ONCE = 60;

const row = batched<Source>(
  async (ids) => new Map((await libraryApi.rows(ids)).map((source) => [source._id, source])),
  { most: ROWS_AT_ONCE, waitMs: 20 },
);

export const useLibraryIds = (filter: LibraryFilter) =>
  useQuery({
    queryKey: keys.sourceIds(filter),
    queryFn: ({ signal }) => libraryApi.ids(filter, signal),
    placeholderData: keepPreviousData,
    refetchInterval: ORDER_MS,
  });

/** Null once it has been deleted elsewhere. */
export const useSourceRow = (id: string) =>
  useQuery({
    queryKey: keys.sourceRow(id),
    queryFn: async () => (await row(id)) ?? null,
    refetchInterval: ({ state: { data } }) =>
      data && (data.status.embedding === 0 || data.refreshing) ? LOOK_MS : false,
  });

export const useUses = (id: string) =>
  useQuery({ queryKey: keys.uses(id), queryFn: ({ signal }) => libraryApi.uses(id, signal) });

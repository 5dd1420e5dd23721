/** Queries of imports and playlists. */
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { importApi } from './import-api.ts';
import { keys } from './queries.ts';

/** The content of a playlist or channel, as it was when it was first opened. */
export const useListing = (url: string) =>
  useQuery({
    queryKey: keys.listing(url),
    queryFn: ({ signal }) => importApi.listing(url, signal),
    staleTime: 10 * 60_000,
    retry: false,
  });

/** Newest first; running ones are followed individually elsewhere. */
export const useImports = () =>
  useQuery({
    queryKey: keys.imports,
    queryFn: ({ signal }) => importApi.imports(signal),
    refetchInterval: ({ state }) =>
      state.data?.docs.some((it) => it.state === 'running') ? 5000 : false,
  });
const RECEIPT_PAGE = 200;
/** Entries in file order, optionally of one state. The next page starts after the last entry. */
export const useReceipt = (id: string, state: string) =>
  useInfiniteQuery({
    queryKey: [...keys.receipt(id), state],
    queryFn: ({ signal, pageParam }) =>
      importApi.importItems(id, { after: pageParam, state, limit: RECEIPT_PAGE }, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ items }) => {
      const last = items.at(-1);
      return last && items.length === RECEIPT_PAGE ? `${last.line}.${last.entry}` : undefined;
    },
  });

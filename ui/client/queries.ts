/** Server state as hooks; every query key is made here. */
import {
  keepPreviousData,
  QueryClient,
  queryOptions,
  useInfiniteQuery,
  useQuery,
} from '@tanstack/react-query';
import type { Me } from '#core/contract/account.ts';
import type { Source } from '#core/contract/source.ts';
import { api, ApiError, type SearchFilter } from './api.ts';
import { setRecordsEvents } from './track.ts';

export const keys = {
  me: ['me'] as const,
  signIn: ['sign-in'] as const,
  members: (threadId: string) => ['members', threadId] as const,
  tokens: ['tokens'] as const,
  sessions: ['sessions'] as const,
  passkeys: ['passkeys'] as const,
  secondFactor: ['second-factor'] as const,
  health: ['health'] as const,
  provider: ['provider'] as const,
  home: ['home'] as const,
  threads: ['threads'] as const,
  threadPages: (query: string) => ['threads', 'pages', query] as const,
  anyThread: ['thread'] as const,
  thread: (url: string) => ['thread', url] as const,
  answers: (threadId: string) => ['answers', threadId] as const,
  guides: ['guides'] as const,
  prompts: (threadId: string, sources: readonly string[]) =>
    ['prompts', threadId, [...sources].sort().join()] as const,
  sources: ['sources'] as const,
  source: (id: string) => ['sources', 'one', id] as const,
  sourceIds: (filter: object) => ['sources', 'ids', filter] as const,
  sourceRow: (id: string) => ['sources', 'row', id] as const,
  trash: ['sources', 'trash'] as const,
  uses: (id: string) => ['sources', 'uses', id] as const,
  versions: (id: string) => ['versions', id] as const,
  postLists: ['posts', 'list'] as const,
  postList: (status: readonly number[]) => ['posts', 'list', status] as const,
  post: (id: string) => ['posts', 'one', id] as const,
  postTags: ['posts', 'tags'] as const,
  imports: ['imports'] as const,
  follows: ['follows'] as const,
  listing: (url: string) => ['listing', url] as const,
  receipt: (id: string) => ['receipt', id] as const,
  search: (filter: SearchFilter) => ['search', filter] as const,
  searchNames: ['search-names'] as const,
};

export function makeQueryClient(): QueryClient {
  // Ignores the browser's network status, because a server on the same machine needs no network.
  const networkMode = 'offlineFirst';
  return new QueryClient({
    defaultOptions: {
      mutations: { networkMode },
      queries: {
        networkMode,
        staleTime: 15_000,
        retry: (count, error) =>
          count < 2 && !(error instanceof ApiError && error.status >= 400 && error.status < 500),
      },
    },
  });
}

/** Browsers support no longer timers. */
const LONGEST_MS = 2 ** 31 - 1;
const LEAST_MS = 1_000;
/** Refetches when the daily limit resets. */
const untilReset = ({ limits }: Me): number | false => {
  if (!limits.reset_at) return false;
  return Math.min(
    LONGEST_MS,
    Math.max(LEAST_MS, Date.parse(limits.reset_at) - Date.now() + LEAST_MS),
  );
};
/**
 * Null when signed out. After a session expires the user stays, because they can sign in again over
 * the page.
 */
async function whoLooks({
  signal,
  client,
}: {
  signal: AbortSignal;
  client: QueryClient;
}): Promise<Me | null> {
  try {
    const me = await api.me(signal);
    setRecordsEvents(me.features.events);
    return me;
  } catch (error) {
    if (error instanceof ApiError && error.status === 401 && !client.getQueryData(keys.me))
      return null;
    throw error;
  }
}
const meQuery = queryOptions({
  queryKey: keys.me,
  queryFn: whoLooks,
  staleTime: 60_000,
  refetchInterval: ({ state }) => (state.data ? untilReset(state.data) : false),
});
export const useMe = () =>
  useQuery({ ...meQuery, select: (me: Me | null): Me | undefined => me ?? undefined });
/** The cached value, without a request. */
export const useKnownViewer = (): Me | null | undefined =>
  useQuery({ ...meQuery, enabled: false }).data;
/** Null when signed out, which is enough to view a shared thread; undefined until it is known. */
export const useViewer = (): Me | null | undefined => useQuery(meQuery).data;
export const useThreads = () =>
  useQuery({ queryKey: keys.threads, queryFn: ({ signal }) => api.threads(signal) });
const THREADS_PAGE = 60;
/** Newest first; `query` searches titles. */
export const useThreadPages = (query: string) =>
  useInfiniteQuery({
    queryKey: keys.threadPages(query),
    queryFn: ({ signal, pageParam }) =>
      api.threads(signal, { query, cursor: pageParam, limit: THREADS_PAGE }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    placeholderData: keepPreviousData,
  });
export const threadQuery = (url: string) =>
  queryOptions({ queryKey: keys.thread(url), queryFn: ({ signal }) => api.thread(url, signal) });
export const useThread = (url: string) => useQuery(threadQuery(url));

/** Newest last. Refetches an answer that another window is receiving until it has ended. */
export const useAnswers = (threadId: string) =>
  useQuery({
    queryKey: keys.answers(threadId),
    queryFn: ({ signal }) => api.answers(threadId, signal),
    refetchInterval: ({ state }) =>
      state.data?.docs.some((it) => it.state === 'generating') ? 1500 : false,
  });

/** They only change with the app's version. */
export const useGuides = () =>
  useQuery({
    queryKey: keys.guides,
    queryFn: ({ signal }) => api.guides(signal),
    staleTime: Infinity,
    enabled: useViewer() !== null,
  });
/** Cached per thread and selected sources. */
/** `enabled`: false if a request would cost a question and none is left. */
export const usePrompts = (threadId: string, sources: readonly string[], enabled: boolean) =>
  useQuery({
    queryKey: keys.prompts(threadId, sources),
    queryFn: ({ signal }) => api.prompts(threadId, sources, signal),
    enabled: enabled && sources.length > 0,
    staleTime: Infinity,
    gcTime: 30 * 60_000,
    retry: false,
  });

export const useSourceSearch = (query: string, enabled: boolean) =>
  useQuery({
    queryKey: [...keys.sources, 'match', query],
    queryFn: ({ signal }) => api.sources({ query, limit: 20 }, signal),
    enabled,
    placeholderData: keepPreviousData,
  });

export const useVersions = (source: Source) =>
  useQuery({
    queryKey: [...keys.versions(source._id), source.version, source.held?.title],
    queryFn: ({ signal }) => api.versions(source._id, signal),
  });
export const useRefreshReport = (id: string, version: number) =>
  useQuery({
    queryKey: [...keys.versions(id), 'report', version],
    queryFn: ({ signal }) => api.refreshReport(id, version, signal),
    enabled: version > 1,
  });
/** The text of a held version can change later. */
export const useDiff = ({ _id: id, version }: Source, from: number, to: number) =>
  useQuery({
    queryKey: [...keys.versions(id), 'diff', from, to],
    queryFn: ({ signal }) => api.diff(id, from, to, signal),
    staleTime: to > version ? 0 : Infinity,
  });
export const useVersionText = (id: string, version: number) =>
  useQuery({
    queryKey: [...keys.versions(id), 'text', version],
    queryFn: ({ signal }) => api.versionText(id, version, signal),
    staleTime: Infinity,
  });

export const useSource = (id: string) =>
  useQuery({
    queryKey: keys.source(id),
    queryFn: ({ signal }) => api.source(id, signal),
    refetchInterval: ({ state }) =>
      state.data && (state.data.status.embedding === 0 || state.data.refreshing) ? 1500 : false,
  });

/** `keep`: shows the previous results until the next ones arrive. */
export const useSearch = (filter: SearchFilter, keep = true) =>
  useQuery({
    queryKey: keys.search(filter),
    queryFn: ({ signal }) => api.search(filter, signal),
    enabled: filter.q.trim() !== '',
    ...(keep ? { placeholderData: keepPreviousData } : {}),
  });
export const useSearchNames = () =>
  useQuery({
    queryKey: keys.searchNames,
    queryFn: ({ signal }) => api.searchNames(signal),
    staleTime: 60_000,
  });

/**
 * Adding to a thread and taking out of it: what is sent, what comes back, and what is said when it
 * fails.
 */
import {
  onlineManager,
  useMutation,
  useMutationState,
  useQueryClient,
  type QueryClient,
} from '@tanstack/react-query';
import type { Source, SourceDescription } from '#core/contract/source.ts';
import type { Thread } from '#core/contract/thread.ts';
import { api, ApiError, messageOf } from '#ui/client/api.ts';
import { fetchMissingSources } from '#ui/client/events.ts';
import { keys } from '#ui/client/queries.ts';
import { hideRemovedSource, applyThreadUpdate } from '#ui/client/thread-cache.ts';
import { toast } from '#ui/kit/toast.ts';
import { addTexts as texts, sourceTexts } from './texts/sources.ts';

/** the server takes no more at once */
const MOST_AT_ONCE = 500;
export const NONE_REFUSED: ReadonlyMap<string, string> = new Map();

/** What is to be added, under the names it is shown by until the server has it. */
export interface Addition {
  names: readonly string[];
  /** once its files are uploaded */
  describe: () => Promise<SourceDescription[]>;
}

const keyOf = (threadId: string) => ['add-sources', threadId] as const;
/** `waits`: for the network; it is sent by itself as soon as that is back. */
export interface Awaited {
  name: string;
  waits: boolean;
}
/** What is on its way into the thread. */
export function useAwaited(threadId: string): readonly Awaited[] {
  return useMutationState({
    filters: { mutationKey: keyOf(threadId), status: 'pending' },
    select: ({ state: { variables, isPaused } }) =>
      (variables as Addition).names.map((name): Awaited => ({ name, waits: isPaused })),
  }).flat();
}

const saidByServer = (error: unknown): string | undefined =>
  error instanceof ApiError && error.status > 0 && error.code !== 'unknown'
    ? error.message
    : undefined;

/** Adds one batch; where the server refuses some of it, adds the others. */
async function sendBatch(threadId: string, batch: readonly SourceDescription[]) {
  try {
    return { ...(await api.addSources(threadId, batch)), refused: NONE_REFUSED };
  } catch (error) {
    const refused = refusalsOf(error);
    const accepted = batch.filter((it) => !(it.url !== undefined && refused.has(it.url)));
    if (accepted.length === batch.length || accepted.length === 0) throw error;
    return { ...(await api.addSources(threadId, accepted)), refused };
  }
}

async function send(threadId: string, descriptions: readonly SourceDescription[]) {
  const first: Source['_id'][] = [];
  const refused = new Map<string, string>();
  let held: Thread['thread_sources'] = [];
  for (let from = 0; from < descriptions.length; from += MOST_AT_ONCE) {
    const batch = await sendBatch(threadId, descriptions.slice(from, from + MOST_AT_ONCE));
    held = batch.thread_sources;
    first.push(...(batch.added ?? []));
    for (const [url, why] of batch.refused) refused.set(url, why);
  }
  return { held, first, refused };
}

/**
 * `onAdded` gets the sources that were not in the thread before, loaded; when all were there, the
 * first of those.
 */
export function useAddSources(thread: Thread, onAdded: (sources: Source[]) => void) {
  const cache = useQueryClient();
  const now = () => cache.getQueryData<Thread>(keys.thread(thread.url)) ?? thread;
  return useMutation({
    mutationKey: keyOf(thread._id),
    // Without a network it is held until there is one.
    retry: (_, error) =>
      error instanceof ApiError && error.status === 0 && !onlineManager.isOnline(),
    retryDelay: 0,
    mutationFn: async ({ describe }: Addition) => {
      const here = new Set(now().thread_sources.map((it) => it.source));
      const descriptions = await describe();
      if (descriptions.length === 0)
        return { sources: [], known: undefined, refused: NONE_REFUSED };
      const { held, first, refused } = await send(thread._id, descriptions);
      await fetchMissingSources(
        cache,
        thread._id,
        applyThreadUpdate(cache, thread._id, { ...now(), thread_sources: held }),
        toast.error,
      );
      const sources = now().thread_source_data.filter((it) => !here.has(it._id));
      return {
        sources,
        known: now().thread_source_data.find((it) => it._id === first[0]),
        refused,
      };
    },
    onSuccess: ({ sources, known }) => {
      toldAnew(cache);
      if (sources.length === 0 && known) toast.info(texts.there);
      onAdded(sources.length > 0 || !known ? sources : [known]);
    },
    onError: (error, { names }) => {
      // For a single link, shows a fallback message at the link if the server gives none.
      const message = saidByServer(error) ?? (names.length > 1 ? texts.failed : undefined);
      if (message !== undefined) toast.error(message);
    },
  });
}

function toldAnew(cache: QueryClient): void {
  void cache.invalidateQueries({ queryKey: keys.threads });
  void cache.invalidateQueries({ queryKey: keys.sources });
}

export function useRemoveSource(thread: Thread) {
  const cache = useQueryClient();
  const key = keys.thread(thread.url);
  return useMutation({
    mutationFn: (source: Source) => api.removeSource(thread._id, source._id),
    onMutate: async (source) => {
      await cache.cancelQueries({ queryKey: key });
      const done = hideRemovedSource(thread._id, source._id);
      const before = cache.getQueryData<Thread>(key);
      if (before) applyThreadUpdate(cache, thread._id, before);
      return { done, at: before?.thread_sources.findIndex((it) => it.source === source._id) ?? -1 };
    },
    onError: (error, source, context) => {
      context?.done();
      // Others may have come and gone meanwhile: only this one comes back, to its place.
      cache.setQueryData<Thread>(
        key,
        (was) =>
          was && {
            ...was,
            thread_sources: was.thread_sources.toSpliced(context?.at ?? 0, 0, {
              source: source._id,
            }),
            thread_source_data: was.thread_source_data.toSpliced(context?.at ?? 0, 0, source),
          },
      );
      toast.error(messageOf(error));
    },
    onSuccess: (_nothing, _source, context) => {
      context.done();
      toast.success(sourceTexts.removed);
      toldAnew(cache);
    },
  });
}

/** What the server said of each thing that it would not add, by address. */
export function refusalsOf(error: unknown): ReadonlyMap<string, string> {
  const details =
    error instanceof ApiError && Array.isArray(error.details)
      ? (error.details as readonly unknown[])
      : [];
  return new Map(
    details.flatMap((it) => {
      const { field, message } = it as { field?: unknown; message?: unknown };
      return typeof field === 'string' && typeof message === 'string'
        ? [[field, message] as const]
        : [];
    }),
  );
}

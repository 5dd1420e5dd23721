/** Tracks sources being added to a thread, and removes sources. */
import {
  useMutation,
  useMutationState,
  useQueryClient,
  type QueryClient,
} from '@tanstack/react-query';
import type { Source, SourceDescription } from '#core/contract/source.ts';
import type { Thread } from '#core/contract/thread.ts';
import { api, messageOf } from '#ui/client/api.ts';
import { keys } from '#ui/client/queries.ts';
import { hideRemovedSource, applyThreadUpdate } from '#ui/client/thread-cache.ts';
import { toast } from '#ui/kit/toast.ts';
import { sourceTexts } from './texts/sources.ts';

/** The additions, with the names that are shown until the server has them. */
export interface Addition {
  names: readonly string[];
  /** once its files are uploaded */
  describe: () => Promise<SourceDescription[]>;
}

export const additionKey = (threadId: string) => ['add-sources', threadId] as const;
/** `waits`: for the network; it is sent automatically once that is back. */
export interface Awaited {
  name: string;
  waits: boolean;
}
/** The additions to the thread that are in progress. */
export function useAwaited(threadId: string): readonly Awaited[] {
  return useMutationState({
    filters: { mutationKey: additionKey(threadId), status: 'pending' },
    select: ({ state: { variables, isPaused } }) =>
      (variables as Addition).names.map((name): Awaited => ({ name, waits: isPaused })),
  }).flat();
}

/** Lists of threads and sources are fetched again. */
export function invalidateLists(cache: QueryClient): void {
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
      // Other sources may have changed meanwhile: only this one returns, to its position.
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
      invalidateLists(cache);
    },
  });
}

/** Adding to a thread: what is sent, what comes back, and what is said when it fails. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { toast } from '#ui/kit/toast.ts';
import type { Source, SourceDescription } from '#core/contract/source.ts';
import type { Thread } from '#core/contract/thread.ts';
import { api, ApiError, messageOf } from '#ui/client/api.ts';
import { keys } from '#ui/client/queries.ts';

const said = (error: unknown): string | undefined => (error instanceof ApiError ? error.message : undefined);

/** `onAdded` gets the sources that were not in the thread before, loaded; when all were there, the first of those. */
export function useAddSources(thread: Thread, onAdded: (sources: Source[]) => void) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: async (descriptions: readonly SourceDescription[]) => {
      const { thread_sources, added } = await api.addSources(thread._id, descriptions);
      const here = new Set(thread.thread_source_data.map((it) => it._id));
      const loaded = await Promise.allSettled(thread_sources.filter((it) => !here.has(it.source)).map((it) => api.loadSource(thread._id, it.source)));
      if (loaded.some((it) => it.status === 'rejected')) toast.error('Failed to load some sources');
      const sources = loaded.flatMap((it) => (it.status === 'fulfilled' ? [it.value] : []));
      return { sources, known: thread.thread_source_data.find((it) => it._id === added?.[0]) };
    },
    onSuccess: ({ sources, known }) => {
      cache.setQueryData<Thread>(keys.thread(thread.url), (was) => {
        if (!was) return was;
        const fresh = sources.filter((it) => !was.thread_source_data.some((old) => old._id === it._id));
        return { ...was, thread_source_data: [...was.thread_source_data, ...fresh], thread_sources: [...was.thread_sources, ...fresh.map((it) => ({ source: it._id }))] };
      });
      void cache.invalidateQueries({ queryKey: keys.threads });
      void cache.invalidateQueries({ queryKey: keys.sources });
      void cache.invalidateQueries({ queryKey: keys.anyThread });
      if (sources.length === 0 && known) toast.info('This source is already in the thread.');
      onAdded(sources.length > 0 || !known ? sources : [known]);
    },
    onError: (error, descriptions) => {
      const message = said(error) ?? (descriptions.length > 1 ? 'Failed to add sources to thread' : messageOf(error));
      toast.error(message);
    },
  });
}

export function useRemoveSource(thread: Thread) {
  const cache = useQueryClient();
  const key = keys.thread(thread.url);
  return useMutation({
    mutationFn: (source: Source) => api.removeSource(thread._id, source._id),
    onMutate: async (source) => {
      await cache.cancelQueries({ queryKey: key });
      const before = cache.getQueryData<Thread>(key);
      cache.setQueryData<Thread>(key, (was) => was && ({
        ...was, thread_source_data: was.thread_source_data.filter((it) => it._id !== source._id), thread_sources: was.thread_sources.filter((it) => it.source !== source._id),
      }));
      return { before };
    },
    onError: (error, _source, context) => { cache.setQueryData(key, context?.before); toast.error(messageOf(error)); },
    onSuccess: () => toast.success('deleted successfully'),
    onSettled: () => { void cache.invalidateQueries({ queryKey: keys.anyThread }); void cache.invalidateQueries({ queryKey: keys.threads }); },
  });
}

/** Reading a source once more: it is being read from the moment it is asked for. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Source } from '#core/contract/source.ts';
import { api, messageOf } from '#ui/client/api.ts';
import { keys } from '#ui/client/queries.ts';
import { putSource } from '#ui/client/thread-cache.ts';
import { toast } from '#ui/kit/toast.ts';

function beingRead({ error: _error, progress: _progress, ...rest }: Source): Source {
  return { ...rest, status: { transcript: 0, embedding: 0, webpage_processing: rest.medium === 'flow' ? 1 : 0 } };
}

export function useRetrySource() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (source: Source) => api.retrySource(source._id),
    onMutate: (source) => { putSource(cache, beingRead(source)); },
    onError: (error, source) => { putSource(cache, source); toast.error(messageOf(error)); },
    onSettled: () => cache.invalidateQueries({ queryKey: keys.sources }),
  });
}

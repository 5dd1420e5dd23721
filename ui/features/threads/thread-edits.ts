/** Naming, making and deleting threads: shown at once, put back when the server says no. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { toast } from '#ui/kit/toast.ts';
import type { z } from 'zod';
import type { Thread, ThreadCard, ThreadPage } from '#core/contract/thread.ts';
import { api, messageOf } from '#ui/client/api.ts';
import { keys } from '#ui/client/queries.ts';

export const UNTITLED = 'Untitled thread';
type Cards = z.infer<typeof ThreadPage>;

export function useNewThread() {
  const cache = useQueryClient();
  const go = useNavigate();
  return useMutation({
    mutationFn: () => api.createThread(UNTITLED),
    onSuccess: (thread) => { void cache.invalidateQueries({ queryKey: keys.threads }); void go(`/t/${thread.url}`); },
    onError: (error) => toast.error(messageOf(error)),
  });
}

interface Change { title?: string; visibility?: Thread['visibility'] }

export function usePatchThread(thread: Pick<Thread, '_id' | 'url'>) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (patch: Change) => api.patchThread(thread._id, patch),
    onMutate: (patch) => {
      cache.setQueryData<Thread>(keys.thread(thread.url), (was) => was && { ...was, ...patch });
      cache.setQueryData<Cards>(keys.threads, (was) => was && { ...was, docs: was.docs.map((it) => (it._id === thread._id ? { ...it, ...patch } : it)) });
    },
    onError: (error) => toast.error(messageOf(error)),
    onSettled: () => { void cache.invalidateQueries({ queryKey: keys.threads }); void cache.invalidateQueries({ queryKey: keys.thread(thread.url) }); },
  });
}

export function useDeleteThread() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (thread: ThreadCard) => api.deleteThread(thread._id),
    onMutate: (thread) => cache.setQueryData<Cards>(keys.threads, (was) => was && { ...was, docs: was.docs.filter((it) => it._id !== thread._id) }),
    onSuccess: () => toast.success('deleted successfully'),
    onError: (error) => toast.error(messageOf(error)),
    onSettled: () => cache.invalidateQueries({ queryKey: keys.threads }),
  });
}

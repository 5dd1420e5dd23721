/** Renames and creates threads: shown immediately, reverted if the server refuses. */
import {
  useMutation,
  useQueryClient,
  type InfiniteData,
  type QueryClient,
} from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { toast } from '#ui/kit/toast.ts';
import type { z } from 'zod';
import type { Thread, ThreadCard, ThreadPage } from '#core/contract/thread.ts';
import { api, messageOf } from '#ui/client/api.ts';
import { keys } from '#ui/client/queries.ts';
import { threadTexts } from './texts/workspace.ts';

type Cards = z.infer<typeof ThreadPage>;

/** In every cached list. */
export function changeCards(
  cache: QueryClient,
  change: (docs: ThreadCard[]) => ThreadCard[],
): void {
  cache.setQueriesData<Cards | InfiniteData<Cards>>({ queryKey: keys.threads }, (was) => {
    if (!was) return was;
    return 'pages' in was
      ? { ...was, pages: was.pages.map((page) => ({ ...page, docs: change(page.docs) })) }
      : { ...was, docs: change(was.docs) };
  });
}

/**
 * Removes it from every list permanently. A running request may still contain it, so the lists are
 * fetched again.
 */
export async function dropCard(cache: QueryClient, id: string): Promise<void> {
  const isRead = cache.isFetching({ queryKey: keys.threads }) > 0;
  if (isRead) await cache.cancelQueries({ queryKey: keys.threads });
  changeCards(cache, (docs) => docs.filter((it) => it._id !== id));
  if (isRead) void cache.invalidateQueries({ queryKey: keys.threads });
}

export function useNewThread() {
  const cache = useQueryClient();
  const go = useNavigate();
  return useMutation({
    mutationFn: () => api.createThread(threadTexts.untitled),
    onSuccess: (thread) => {
      void cache.invalidateQueries({ queryKey: keys.threads });
      void go(`/t/${thread.url}`);
    },
    onError: (error) => toast.error(messageOf(error)),
  });
}

interface Change {
  title?: string;
  visibility?: Thread['visibility'];
}

export function usePatchThread(thread: Pick<Thread, '_id' | 'url'>) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (patch: Change) => api.patchThread(thread._id, patch),
    onMutate: (patch) => {
      cache.setQueryData<Thread>(keys.thread(thread.url), (was) => was && { ...was, ...patch });
      changeCards(cache, (docs) =>
        docs.map((it) => (it._id === thread._id ? { ...it, ...patch } : it)),
      );
    },
    onError: (error) => {
      toast.error(messageOf(error));
      void cache.invalidateQueries({ queryKey: keys.threads });
    },
    onSettled: () => cache.invalidateQueries({ queryKey: keys.thread(thread.url) }),
  });
}

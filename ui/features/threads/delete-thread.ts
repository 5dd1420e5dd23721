import { useQueryClient } from '@tanstack/react-query';
import type { ThreadCard } from '#core/contract/thread.ts';
import { api, ApiError, messageOf } from '#ui/client/api.ts';
import { keys } from '#ui/client/queries.ts';
import { toast } from '#ui/kit/toast.ts';
import { threadsTexts as texts } from './texts/threads.ts';
import { markDeleted, undoDelete } from './deleted-threads.ts';
import { dropCard } from './thread-edits.ts';

/** Hides a thread immediately, and deletes it when undo is no longer offered. */
export function useDeleteThread() {
  const cache = useQueryClient();
  const remove = async ({ _id }: ThreadCard) => {
    try {
      await api.deleteThread(_id);
      await dropCard(cache, _id);
    } catch (error) {
      if (!(error instanceof ApiError && error.status === 404)) toast.error(messageOf(error));
      await cache.invalidateQueries({ queryKey: keys.threads });
    }
    undoDelete(_id);
  };
  return (thread: ThreadCard) => {
    let isUndone = false;
    const once = (then: () => void) => () => {
      if (isUndone) return;
      isUndone = true;
      then();
    };
    markDeleted(thread._id);
    toast.success(texts.deleted, {
      action: {
        label: texts.undo,
        onClick: once(() => {
          undoDelete(thread._id);
        }),
      },
      onGone: once(() => {
        void remove(thread);
      }),
    });
  };
}

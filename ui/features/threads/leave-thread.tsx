/**
 * Leaves a shared thread after a confirmation, because only its owner can invite the person again.
 */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useLocation, useNavigate } from 'react-router';
import type { Thread } from '#core/contract/thread.ts';
import { accountApi } from '#ui/client/account-api.ts';
import { messageOf } from '#ui/client/api.ts';
import { keys, useViewer } from '#ui/client/queries.ts';
import { Confirm } from '#ui/kit/dialog.tsx';
import { toast } from '#ui/kit/toast.ts';
import { threadsTexts as texts } from './texts/threads.ts';
import { dropCard } from './thread-edits.ts';

export function LeaveThread({
  thread,
  onClose,
}: {
  thread: Pick<Thread, '_id' | 'url'>;
  onClose: () => void;
}) {
  const cache = useQueryClient();
  const go = useNavigate();
  const { pathname } = useLocation();
  const myId = useViewer()?.user._id;
  const leave = useMutation({
    mutationFn: async () => {
      if (myId !== undefined) await accountApi.dismiss(thread._id, myId);
    },
    onMutate: () => {
      if (pathname !== '/') void go('/');
    },
    onSuccess: async () => {
      await dropCard(cache, thread._id);
      cache.removeQueries({ queryKey: keys.thread(thread.url) });
      toast.success(texts.left);
    },
    onError: (error) => toast.error(messageOf(error)),
  });
  return (
    <Confirm
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      {...texts.sureToLeave}
      onConfirm={() => leave.mutate()}
    />
  );
}

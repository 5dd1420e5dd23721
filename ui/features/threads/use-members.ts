/**
 * Invites members, changes roles and removes access: shown immediately, reverted if the server
 * refuses.
 */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Member } from '#core/contract/account.ts';
import { accountApi } from '#ui/client/account-api.ts';
import { messageOf } from '#ui/client/api.ts';
import { keys } from '#ui/client/queries.ts';
import { toast } from '#ui/kit/toast.ts';
import { shareTexts as texts } from './texts/share.ts';

interface List {
  docs: Member[];
}

export const nameOf = (it: Member): string => it.name ?? it.email;

export function useMembers(threadId: string) {
  const cache = useQueryClient();
  const queryKey = keys.members(threadId);
  const list = useQuery({
    queryKey,
    queryFn: ({ signal }) => accountApi.members(threadId, signal),
  });
  const updateMembers = async (change: (docs: Member[]) => Member[]) => {
    await cache.cancelQueries({ queryKey });
    const before = cache.getQueryData<List>(queryKey);
    cache.setQueryData<List>(queryKey, (was) => was && { docs: change(was.docs) });
    return before;
  };
  const back = (error: unknown, before: List | undefined) => {
    cache.setQueryData(queryKey, before);
    toast.error(messageOf(error));
  };
  const refetch = () => cache.invalidateQueries({ queryKey });

  const invite = useMutation({
    mutationFn: (it: Pick<Member, 'email' | 'role'>) => accountApi.invite(threadId, it),
    onSuccess: (member) => {
      void updateMembers((docs) => [...docs.filter(({ _id }) => _id !== member._id), member]);
      toast.success(texts.invited(member.email));
    },
    onSettled: refetch,
  });
  const change = useMutation({
    mutationFn: ({ member, role }: { member: Member; role: Member['role'] }) =>
      accountApi.invite(threadId, { email: member.email, role }),
    onMutate: ({ member, role }) =>
      updateMembers((docs) => docs.map((it) => (it._id === member._id ? { ...it, role } : it))),
    onSuccess: () => toast.success(texts.changed),
    onError: (error, _it, before) => back(error, before),
    onSettled: refetch,
  });
  const dismiss = useMutation({
    mutationFn: (member: Member) => accountApi.dismiss(threadId, member._id),
    onMutate: (member) => updateMembers((docs) => docs.filter(({ _id }) => _id !== member._id)),
    onSuccess: (_done, member) => toast.success(texts.removed(nameOf(member))),
    onError: (error, _it, before) => back(error, before),
    onSettled: refetch,
  });
  return { list, invite, change, dismiss };
}

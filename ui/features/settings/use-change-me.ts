import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Me } from '#core/contract/account.ts';
import { accountApi } from '#ui/client/account-api.ts';
import { messageOf } from '#ui/client/api.ts';
import { keys } from '#ui/client/queries.ts';
import { toast } from '#ui/kit/toast.ts';
import { settingsTexts as texts } from './texts/settings.ts';

/** Shown immediately, and reverted if the server refuses. */
export function useChangeMe() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (patch: { name?: string; timezone?: string }) => accountApi.change(patch),
    onMutate: async ({ name, timezone }) => {
      await cache.cancelQueries({ queryKey: keys.me });
      const before = cache.getQueryData<Me>(keys.me);
      if (before)
        cache.setQueryData<Me>(keys.me, {
          ...before,
          ...(timezone !== undefined && { timezone }),
          user: { ...before.user, ...(name !== undefined && { name }) },
        });
      return { before };
    },
    onSuccess: (me) => {
      cache.setQueryData(keys.me, me);
      toast.success(texts.saved);
    },
    onError: (error, _patch, kept) => {
      cache.setQueryData(keys.me, kept?.before);
      toast.error(texts.notSaved(messageOf(error)));
    },
  });
}

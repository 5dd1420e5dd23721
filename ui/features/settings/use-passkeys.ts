import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Passkey } from '#core/contract/passkey.ts';
import { ApiError, messageOf } from '#ui/client/api.ts';
import { alreadyExists, passkeyApi, wasCancelled } from '#ui/client/passkey-api.ts';
import { keys } from '#ui/client/queries.ts';
import { toast } from '#ui/kit/toast.ts';
import { passkeyTexts as texts } from './texts/passkeys.ts';
import { needsPassword } from './ask-password.tsx';

/** A name for the passkey of this device. */
export function deviceName(): string {
  const platform =
    (navigator as { userAgentData?: { platform?: string } }).userAgentData?.platform ??
    /Mac|iPhone|iPad|Android|Windows|Linux/.exec(navigator.userAgent)?.[0];
  return platform || texts.plain;
}
export const addPasskeyErrorText = (error: unknown): string =>
  error instanceof ApiError
    ? messageOf(error)
    : alreadyExists(error)
      ? texts.there
      : texts.notAdded;

export function useReloadPasskeys(): () => Promise<void> {
  const cache = useQueryClient();
  return () => cache.invalidateQueries({ queryKey: keys.passkeys });
}

/** Adds a passkey of this device; the password is asked for if the server wants it. */
export function useAddPasskey() {
  const reload = useReloadPasskeys();
  const [asking, setAsking] = useState(false);
  const add = useMutation({
    mutationFn: (password: string | undefined) => passkeyApi.add(deviceName(), password),
    onSuccess: () => {
      setAsking(false);
      toast.success(texts.added);
    },
    onError: (cause, password) => {
      if (needsPassword(cause) && password === undefined) setAsking(true);
      else if (!asking || wasCancelled(cause)) {
        setAsking(false);
        toast.error(addPasskeyErrorText(cause));
      }
    },
    onSettled: reload,
  });
  return {
    start: () => add.mutate(undefined),
    isPending: add.isPending,
    /** while asking for the password */
    asking,
    confirm: (password: string) => add.mutate(password),
    cancel: () => setAsking(false),
    /** what was wrong with the password, or else with the next step */
    problem:
      add.isPending || !add.error || needsPassword(add.error)
        ? undefined
        : addPasskeyErrorText(add.error),
  };
}

/** Removes a passkey after one confirmation; the password is asked for if the server wants it. */
export function useRemovePasskey() {
  const cache = useQueryClient();
  const reload = useReloadPasskeys();
  const [leaving, setLeaving] = useState<Passkey>();
  const [sure, setSure] = useState<Passkey>();
  const remove = useMutation({
    mutationFn: ({ it, password }: { it: Passkey; password?: string }) =>
      passkeyApi.remove(it._id, password),
    onSuccess: () => {
      setSure(undefined);
      toast.success(texts.deleted);
      void cache.invalidateQueries({ queryKey: keys.me });
    },
    onError: (cause, { it, password }) => {
      if (needsPassword(cause)) setSure(it);
      else if (password === undefined) toast.error(messageOf(cause));
    },
    onSettled: reload,
  });
  return {
    /** the passkey that the reader is asked about */
    leaving,
    ask: setLeaving,
    dismiss: () => setLeaving(undefined),
    confirm: () => {
      if (leaving) remove.mutate({ it: leaving });
    },
    isPending: remove.isPending,
    /** while asking for the password */
    needsPassword: sure !== undefined,
    confirmWithPassword: (password: string) => {
      if (sure) remove.mutate({ it: sure, password });
    },
    cancel: () => setSure(undefined),
    problem:
      remove.isPending || !remove.error || needsPassword(remove.error)
        ? undefined
        : messageOf(remove.error),
  };
}

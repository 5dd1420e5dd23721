/**
 * If the server requires a second factor: the only screen for people without one.
 */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Fingerprint } from 'lucide-react';
import { useState } from 'react';
import type { Me } from '#core/contract/account.ts';
import { accountApi } from '#ui/client/account-api.ts';
import { useSignInOptions } from '#ui/client/account-queries.ts';
import { api, ApiError, messageOf } from '#ui/client/api.ts';
import { beginSignOut } from '#ui/client/sign-out.ts';
import { hasPasskeys, passkeyApi } from '#ui/client/passkey-api.ts';
import { keys } from '#ui/client/queries.ts';
import { secondFactorApi } from '#ui/client/second-factor-api.ts';
import { AccountFrame, preloadSignOut } from '#ui/features/account/index.ts';
import { EmptyState, Skeleton } from '#ui/kit/empty-state.tsx';
import { Button } from '#ui/kit/button.tsx';
import { toast } from '#ui/kit/toast.ts';
import { passkeyTexts } from './texts/passkeys.ts';
import { dueTexts as texts, setUpTexts } from './texts/second-factor.ts';
import { AskPassword, needsPassword } from './ask-password.tsx';
import { deviceName, addPasskeyErrorText } from './use-passkeys.ts';
import { AuthenticatorSetUp } from './authenticator-set-up.tsx';

const brought = preloadSignOut();

export function SecondFactorDuePage({
  me: { user },
  onEnabled,
  onDone,
}: {
  me: Me;
  /** one is set up, and its recovery codes are still to be read */
  onEnabled: () => void;
  onDone: () => void;
}) {
  const foot = (
    <Button
      look="quiet"
      onClick={() =>
        void brought.then((it) => beginSignOut({ show: it.SignOutScreen, everywhere: false }))
      }
    >
      {texts.signOut}
    </Button>
  );
  if (!user.is_verified_user)
    return (
      <AccountFrame
        page={texts.page}
        heading={texts.confirmHeading}
        text={texts.confirmText(user.email)}
        foot={foot}
      >
        <Unconfirmed />
      </AccountFrame>
    );
  return (
    <AccountFrame page={texts.page} heading={texts.heading} text={texts.text} foot={foot}>
      <Ways onEnabled={onEnabled} onDone={onDone} />
    </AccountFrame>
  );
}

function Unconfirmed() {
  const cache = useQueryClient();
  const resend = useMutation({
    mutationFn: accountApi.resend,
    onSuccess: () => toast.success(texts.resent),
    onError: (cause) => toast.error(messageOf(cause)),
  });
  const look = async () => {
    const me = await cache
      .fetchQuery({ queryKey: keys.me, queryFn: ({ signal }) => api.me(signal), staleTime: 0 })
      .catch((cause: unknown) => {
        toast.error(messageOf(cause));
      });
    if (me && !me.user.is_verified_user) toast.error(texts.notYet);
  };
  return (
    <div className="flex flex-wrap gap-2">
      <Button look="primary" onClick={() => void look()}>
        {texts.confirmed}
      </Button>
      <Button disabled={resend.isPending} onClick={() => resend.mutate()}>
        {texts.resend}
      </Button>
    </div>
  );
}

function Ways({ onEnabled, onDone }: { onEnabled: () => void; onDone: () => void }) {
  const { data: options } = useSignInOptions();
  const [password, setPassword] = useState<string>();
  const [enabled, setEnabled] = useState(false);
  // Created once, so that the key doesn't change after it was scanned.
  const {
    data: question,
    error,
    refetch,
  } = useQuery({
    queryKey: ['second-factor', 'question', password],
    queryFn: () => secondFactorApi.question(password),
    staleTime: Infinity,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    retry: (count, cause) => count < 2 && !(cause instanceof ApiError),
  });
  const passkey = useMutation({
    mutationFn: () => passkeyApi.add(deviceName(), password),
    onSuccess: onDone,
    onError: (cause) => toast.error(addPasskeyErrorText(cause)),
  });
  if (error && (needsPassword(error) || password !== undefined))
    return (
      <AskPassword
        wrong={needsPassword(error) ? undefined : messageOf(error)}
        busy={false}
        onGiven={(given) => {
          setPassword(given);
          void refetch();
        }}
        onClose={() => void refetch()}
      />
    );
  if (error)
    return (
      <EmptyState title={setUpTexts.failed} text={messageOf(error)}>
        <Button onClick={() => void refetch()}>{passkeyTexts.retry}</Button>
      </EmptyState>
    );
  if (!question) return <Skeleton className="h-56 rounded-card!" />;
  return (
    <div className="space-y-6">
      <AuthenticatorSetUp
        question={question}
        onEnabled={() => {
          setEnabled(true);
          onEnabled();
        }}
        onDone={onDone}
      />
      {!enabled && options?.passkeys === true && hasPasskeys() && (
        <div className="space-y-3 border-t border-line pt-4">
          <p className="text-sm text-ink-soft">{texts.orPasskey}</p>
          <Button
            className="h-11 w-full"
            disabled={passkey.isPending}
            onClick={() => passkey.mutate()}
          >
            <Fingerprint size={17} aria-hidden />
            {passkey.isPending ? passkeyTexts.adding : texts.passkey}
          </Button>
        </div>
      )}
    </div>
  );
}

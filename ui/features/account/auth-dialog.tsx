/** Explains why the assistant is locked: the person must sign in or confirm their address. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Me } from '#core/contract/account.ts';
import { accountApi } from '#ui/client/account-api.ts';
import { messageOf } from '#ui/client/api.ts';
import { useSignInOptions } from '#ui/client/account-queries.ts';
import { useMe } from '#ui/client/queries.ts';
import { Skeleton } from '#ui/kit/empty-state.tsx';
import { Button } from '#ui/kit/button.tsx';
import { Sheet } from '#ui/kit/dialog.tsx';
import { toast } from '#ui/kit/toast.ts';
import { unlockTexts } from './texts/account.ts';
import { accountTexts, authDialogTexts as texts, loginTexts } from './texts/pages.ts';
import { PageLink } from './account-frame.tsx';
import { currentPath, withNext } from './return-path.ts';
import { PersonalLogin } from './personal-login.tsx';
import { SignInMethods } from './sign-in-methods.tsx';
import { FormError } from './form-error.tsx';

interface DialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

export function AuthDialog(props: DialogProps) {
  const { data: me } = useMe();
  return me ? <Unconfirmed {...props} me={me} /> : <Login {...props} />;
}

function Login({ open, onOpenChange }: DialogProps) {
  const cache = useQueryClient();
  const { data: options } = useSignInOptions();
  const enter = () => {
    onOpenChange(false);
    void cache.invalidateQueries();
  };
  return (
    <Sheet
      open={open}
      onOpenChange={onOpenChange}
      title={unlockTexts.title}
      description={unlockTexts.text}
    >
      <div className="pt-3">
        {!options && <Skeleton className="h-56 rounded-card!" />}
        {options?.accounts === 'personal' && <PersonalLogin onSignedIn={enter} />}
        {options?.accounts === 'accounts' && (
          <SignInMethods options={options} next={currentPath()} onSignedIn={enter} />
        )}
        {options?.signup === 'open' && (
          <p className="mt-4 flex min-h-target flex-wrap items-center gap-x-2 border-t border-line pt-3 text-sm text-ink-soft">
            {loginTexts.new}
            <PageLink to={withNext('/signup', currentPath())}>{accountTexts.signUp}</PageLink>
          </p>
        )}
      </div>
    </Sheet>
  );
}

function Unconfirmed({ open, onOpenChange, me: { user } }: DialogProps & { me: Me }) {
  const { refetch } = useMe();
  const [trouble, setTrouble] = useState<string>();
  const resend = useMutation({
    mutationFn: accountApi.resend,
    onSuccess: () => toast.success(texts.resent),
    onError: (error) => setTrouble(messageOf(error)),
  });
  const look = async () => {
    const { data, error } = await refetch();
    if (data?.user.is_verified_user) onOpenChange(false);
    else setTrouble(error ? messageOf(error) : texts.notYet);
  };
  return (
    <Sheet
      open={open}
      onOpenChange={onOpenChange}
      title={texts.confirmTitle}
      description={texts.confirmText(user.email)}
      footer={
        <>
          <Button
            disabled={resend.isPending}
            onClick={() => {
              setTrouble(undefined);
              resend.mutate();
            }}
          >
            {texts.resend}
          </Button>
          <Button look="primary" onClick={() => void look()}>
            {texts.confirmed}
          </Button>
        </>
      }
    >
      <FormError text={trouble} />
    </Sheet>
  );
}

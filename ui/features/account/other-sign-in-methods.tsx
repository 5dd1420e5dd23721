import { useMutation } from '@tanstack/react-query';
import { Fingerprint, LogIn } from 'lucide-react';
import type { z } from 'zod';
import type { SignInOptions, User } from '#core/contract/account.ts';
import { ApiError, messageOf } from '#ui/client/api.ts';
import { hasPasskeys, passkeyApi, wasCancelled } from '#ui/client/passkey-api.ts';
import { Button } from '#ui/kit/button.tsx';
import { passkeyTexts as texts } from './texts/passkeys.ts';
import { FormError } from './form-error.tsx';

interface OtherWaysProps {
  options: z.output<typeof SignInOptions>;
  /** path to open afterwards */
  next: string;
  onSignedIn: (user: User) => void;
}

export const passkeyErrorText = (error: unknown): string =>
  error instanceof ApiError
    ? messageOf(error)
    : wasCancelled(error)
      ? texts.stopped
      : texts.unknown;

/** Sign-in methods besides a password, if this server and this browser have any. */
export function OtherSignInMethods({
  options: { passkeys, oidc },
  next,
  onSignedIn,
}: OtherWaysProps) {
  const signIn = useMutation({ mutationFn: passkeyApi.signIn, onSuccess: onSignedIn });
  const failed = new URLSearchParams(location.search).get('failed');
  const byPasskey = passkeys && hasPasskeys();
  if (!byPasskey && !oidc) return null;
  return (
    <section aria-label={texts.others} className="mt-6 space-y-3">
      <p
        aria-hidden
        className="flex items-center gap-3 text-xs text-ink-soft before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line"
      >
        {texts.or}
      </p>
      <FormError
        text={
          signIn.error
            ? passkeyErrorText(signIn.error)
            : failed === null
              ? undefined
              : (texts.failed[failed] ?? texts.failed['not_allowed'])
        }
      />
      {byPasskey && (
        <Button className="h-11 w-full" disabled={signIn.isPending} onClick={() => signIn.mutate()}>
          <Fingerprint size={17} aria-hidden />
          {texts.signIn}
        </Button>
      )}
      {oidc && (
        <Button
          className="h-11 w-full"
          onClick={() => location.assign(`/api/auth/oidc?to=${encodeURIComponent(next)}`)}
        >
          <LogIn size={17} aria-hidden />
          {texts.outside(oidc.name)}
        </Button>
      )}
    </section>
  );
}

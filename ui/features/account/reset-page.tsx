/**
 * A forgotten password: requests an email or, with its link, sets a new password.
 */
import { useState } from 'react';
import { Link, useLocation } from 'react-router';
import { z } from 'zod';
import { normaliseEmail, PASSWORD_LENGTH } from '#core/contract/account.ts';
import { accountApi } from '#ui/client/account-api.ts';
import { useSignInOptions } from '#ui/client/account-queries.ts';
import { ApiError } from '#ui/client/api.ts';
import { Button, buttonClass } from '#ui/kit/button.tsx';
import { accountTexts, resetTexts as texts } from './texts/pages.ts';
import { AccountFrame, PageLink } from './account-frame.tsx';
import { Field, NewPasswordField } from '#ui/kit/field.tsx';
import { useLinkToken } from './link-token.ts';
import { nextPath, withNext } from './return-path.ts';
import { passwordFault } from '#ui/kit/password-strength.ts';
import { FormError } from './form-error.tsx';
import { useForm } from './use-form.ts';

const Handed = z.object({ email: z.string().optional() }).nullish().catch(undefined);

export function ResetPage() {
  const token = useLinkToken();
  return token ? <NewPassword key={token} token={token} /> : <Forgot />;
}

function Forgot() {
  const next = nextPath();
  const handed = Handed.parse(useLocation().state)?.email ?? '';
  const [sent, setSent] = useState<string>();
  const form = useForm({
    first: { email: handed },
    check: (it) => ({
      email: normaliseEmail(it.email) === undefined ? accountTexts.wrong.email : undefined,
    }),
    send: async ({ email }) => {
      await accountApi.forgot(email);
      setSent(email);
    },
  });
  const back = (
    <PageLink to={withNext('/login', next)} state={{ email: form.values.email }}>
      {accountTexts.back}
    </PageLink>
  );
  if (sent !== undefined)
    return (
      <AccountFrame
        page={texts.page}
        heading={texts.sentHeading}
        text={texts.sent(sent)}
        foot={back}
      >
        <Button onClick={() => setSent(undefined)}>{texts.other}</Button>
      </AccountFrame>
    );
  return (
    <AccountFrame page={texts.page} heading={texts.heading} text={texts.text} foot={back}>
      <form noValidate aria-label={texts.page} onSubmit={form.submit} className="space-y-4">
        <FormError text={form.trouble} />
        <Field
          name="email"
          type="email"
          label={accountTexts.email}
          autoComplete="username"
          autoCapitalize="none"
          inputMode="email"
          autoFocus
          value={form.values.email}
          onChange={form.set('email')}
          error={form.wrong.email}
        />
        <Button
          type="submit"
          look="primary"
          disabled={form.busy || form.barred}
          className="h-11 w-full"
        >
          {form.busy ? texts.sending : texts.send}
        </Button>
      </form>
    </AccountFrame>
  );
}

function NewPassword({ token }: { token: string }) {
  const [done, setDone] = useState<string>();
  const [spent, setSpent] = useState<string>();
  const [removeOtherWays, setRemoveOtherWays] = useState(false);
  const { data: options } = useSignInOptions();
  const form = useForm({
    first: { password: '' },
    check: (it) => ({ password: passwordFault(it.password) }),
    send: async ({ password }) => {
      try {
        setDone((await accountApi.reset({ token, password, removeOtherWays })).user.email);
      } catch (error) {
        if (error instanceof ApiError && error.code === 'link_spent') setSpent(error.message);
        else throw error;
      }
    },
  });
  if (done !== undefined)
    return (
      <AccountFrame page={texts.page} heading={texts.done} text={texts.doneText}>
        <Link to="/login" state={{ email: done }} className={buttonClass('primary', 'h-11')}>
          {accountTexts.signIn}
        </Link>
      </AccountFrame>
    );
  if (spent !== undefined)
    return (
      <AccountFrame page={texts.page} heading={texts.newHeading} text={spent}>
        <Link to="/reset" className={buttonClass('primary', 'h-11')}>
          {texts.newLink}
        </Link>
      </AccountFrame>
    );
  return (
    <AccountFrame page={texts.page} heading={texts.newHeading} text={texts.newText}>
      <form noValidate aria-label={texts.page} onSubmit={form.submit} className="space-y-4">
        <FormError text={form.trouble} />
        <NewPasswordField
          name="password"
          label={accountTexts.newPassword}
          autoFocus
          minLength={PASSWORD_LENGTH.min}
          value={form.values.password}
          onChange={form.set('password')}
          error={form.wrong.password}
        />
        {(options?.passkeys || options?.oidc) && (
          <label className="flex min-h-target cursor-pointer items-start gap-2.5 text-sm">
            <input
              type="checkbox"
              className="mt-0.5 size-4 shrink-0"
              checked={removeOtherWays}
              onChange={(event) => setRemoveOtherWays(event.target.checked)}
            />
            <span>
              {texts.removeOthers}
              <span className="block text-[0.8125rem] text-ink-soft">{texts.removeOthersText}</span>
            </span>
          </label>
        )}
        <Button
          type="submit"
          look="primary"
          disabled={form.busy || form.barred}
          className="h-11 w-full"
        >
          {form.busy ? texts.setting : texts.set}
        </Button>
      </form>
    </AccountFrame>
  );
}

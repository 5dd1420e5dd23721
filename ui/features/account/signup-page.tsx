import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { normaliseEmail, PASSWORD_LENGTH } from '#core/contract/account.ts';
import { accountApi } from '#ui/client/account-api.ts';
import { messageOf } from '#ui/client/api.ts';
import { useSignInOptions } from '#ui/client/account-queries.ts';
import { Button } from '#ui/kit/button.tsx';
import { toast } from '#ui/kit/toast.ts';
import { accountTexts, loginTexts, signupTexts as texts } from './texts/pages.ts';
import { AccountFrame, PageLink } from './account-frame.tsx';
import { Field, NewPasswordField } from '#ui/kit/field.tsx';
import { saveNextPath, nextPath, withNext } from './return-path.ts';
import { passwordFault } from '#ui/kit/password-strength.ts';
import { deviceTimeZone } from './device-time-zone.ts';
import { FormError } from './form-error.tsx';
import { useForm } from './use-form.ts';

interface Typed {
  name: string;
  email: string;
  password: string;
}

const signUp = (typed: Typed) => accountApi.signUp({ ...typed, timezone: deviceTimeZone() });

export function SignupPage() {
  const [sent, setSent] = useState<Typed>();
  const [before, setBefore] = useState<Typed>({ name: '', email: '', password: '' });
  const { data: options } = useSignInOptions();
  const next = nextPath();
  const back = (
    <>
      {texts.known}
      <PageLink to={withNext('/login', next)}>{accountTexts.signIn}</PageLink>
    </>
  );
  if (sent)
    return (
      <Sent
        to={sent}
        next={next}
        onOther={() => {
          setBefore(sent);
          setSent(undefined);
        }}
      />
    );
  if (options?.signup === 'closed')
    return (
      <AccountFrame
        page={texts.page}
        heading={texts.heading}
        text={loginTexts.closed}
        foot={back}
      />
    );
  return (
    <AccountFrame page={texts.page} heading={texts.heading} foot={back}>
      <SignupForm
        first={before}
        onSent={(typed) => {
          saveNextPath(next);
          setSent(typed);
        }}
      />
    </AccountFrame>
  );
}

function SignupForm({ first, onSent }: { first: Typed; onSent: (typed: Typed) => void }) {
  const form = useForm<{ name: string; email: string; password: string }>({
    first: { ...first },
    check: (it) => ({
      name: it.name.trim() === '' ? accountTexts.wrong.name : undefined,
      email: normaliseEmail(it.email) === undefined ? accountTexts.wrong.email : undefined,
      password: passwordFault(it.password),
    }),
    send: async (it) => {
      await signUp({ ...it, name: it.name.trim() });
      onSent(it);
    },
  });
  const { values, wrong, set } = form;
  return (
    <form noValidate aria-label={texts.page} onSubmit={form.submit} className="space-y-4">
      <FormError text={form.trouble} />
      <Field
        name="name"
        label={accountTexts.name}
        autoComplete="name"
        autoFocus
        maxLength={120}
        value={values.name}
        onChange={set('name')}
        error={wrong.name}
      />
      <Field
        name="email"
        type="email"
        label={accountTexts.email}
        autoComplete="username"
        autoCapitalize="none"
        inputMode="email"
        value={values.email}
        onChange={set('email')}
        error={wrong.email}
      />
      <NewPasswordField
        name="password"
        label={accountTexts.password}
        minLength={PASSWORD_LENGTH.min}
        known={[values.name, values.email]}
        value={values.password}
        onChange={set('password')}
        error={wrong.password}
      />
      <Button
        type="submit"
        look="primary"
        disabled={form.busy || form.barred}
        className="h-11 w-full"
      >
        {form.busy ? texts.creating : texts.create}
      </Button>
    </form>
  );
}

function Sent({ to, next, onOther }: { to: Typed; next: string; onOther: () => void }) {
  const resend = useMutation({
    mutationFn: () => signUp(to),
    onSuccess: () => toast.success(texts.sentAgain),
    onError: (error) => toast.error(messageOf(error)),
  });
  return (
    <AccountFrame
      page={texts.page}
      heading={texts.sentHeading}
      text={texts.sent(to.email)}
      foot={
        <PageLink to={withNext('/login', next)} state={{ email: to.email }}>
          {accountTexts.signIn}
        </PageLink>
      }
    >
      <p className="text-sm text-ink-soft">{texts.none}</p>
      <div className="mt-4 flex flex-wrap gap-2">
        <Button disabled={resend.isPending} onClick={() => resend.mutate()}>
          {texts.again}
        </Button>
        <Button look="quiet" onClick={onOther}>
          {texts.other}
        </Button>
      </div>
    </AccountFrame>
  );
}

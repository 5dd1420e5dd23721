import { normaliseEmail, type User } from '#core/contract/account.ts';
import type { SecondStep } from '#core/contract/second-factor.ts';
import { accountApi } from '#ui/client/account-api.ts';
import { Button } from '#ui/kit/button.tsx';
import { accountTexts as texts, loginTexts } from './texts/pages.ts';
import { PageLink } from './account-frame.tsx';
import { Field, PasswordField } from '#ui/kit/field.tsx';
import { withNext } from './return-path.ts';
import { FormError } from './form-error.tsx';
import { useForm } from './use-form.ts';

interface LoginFormProps {
  email?: string | undefined;
  /** path to open afterwards */
  next: string;
  /** over a page that should stay open: links open in new tabs */
  beside?: boolean;
  /** shown before anything is sent */
  before?: string | undefined;
  onSignedIn: (user: User) => void;
  /** the password is not enough; `email`: as typed */
  onStep: (step: SecondStep, email: string) => void;
}

/** Signs in with an email address and a password. */
export function LoginForm({
  email = '',
  next,
  beside = false,
  before,
  onSignedIn,
  onStep,
}: LoginFormProps) {
  const form = useForm({
    first: { email, password: '' },
    check: (it) => ({
      email: normaliseEmail(it.email) === undefined ? texts.wrong.email : undefined,
      password: it.password === '' ? texts.wrong.password : undefined,
    }),
    async send(it) {
      const answer = await accountApi.signIn(it);
      if ('step' in answer) onStep(answer.step, it.email);
      else onSignedIn(answer.user);
    },
  });
  return (
    <form noValidate aria-label={loginTexts.page} onSubmit={form.submit} className="space-y-4">
      <FormError text={form.trouble ?? (before || undefined)} />
      <Field
        name="email"
        type="email"
        label={texts.email}
        autoComplete="username"
        autoCapitalize="none"
        inputMode="email"
        autoFocus={email === ''}
        value={form.values.email}
        onChange={form.set('email')}
        error={form.wrong.email}
      />
      <PasswordField
        name="password"
        label={texts.password}
        autoComplete="current-password"
        autoFocus={email !== ''}
        value={form.values.password}
        onChange={form.set('password')}
        error={form.wrong.password}
        aside={
          <span className="-my-2 text-[0.8125rem]">
            <PageLink
              to={withNext('/reset', next)}
              state={{ email: form.values.email }}
              beside={beside}
            >
              {loginTexts.forgot}
            </PageLink>
          </span>
        }
      />
      <Button
        type="submit"
        look="primary"
        disabled={form.busy || form.barred}
        className="h-11 w-full"
      >
        {form.busy ? texts.signingIn : texts.signIn}
      </Button>
    </form>
  );
}

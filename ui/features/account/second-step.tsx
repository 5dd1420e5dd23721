import { useMutation } from '@tanstack/react-query';
import { Fingerprint } from 'lucide-react';
import { useState } from 'react';
import type { User } from '#core/contract/account.ts';
import type { SecondStep } from '#core/contract/second-factor.ts';
import { messageOf } from '#ui/client/api.ts';
import { hasPasskeys, passkeyApi } from '#ui/client/passkey-api.ts';
import { isStepExpired, secondFactorApi } from '#ui/client/second-factor-api.ts';
import { Button } from '#ui/kit/button.tsx';
import { Field } from '#ui/kit/field.tsx';
import { accountTexts } from './texts/pages.ts';
import { secondStepTexts as texts } from './texts/second-step.ts';
import { passkeyErrorText } from './other-sign-in-methods.tsx';
import { FormError } from './form-error.tsx';
import { useForm } from './use-form.ts';

interface StepProps {
  step: SecondStep;
  onSignedIn: (user: User) => void;
  /** It expired, or belongs to someone else; `why`: empty if the person goes back. */
  onOver: (why: string) => void;
}

/** The second step after the password. */
export function SecondStepForm({ step: { challenge, ways }, onSignedIn, onOver }: StepProps) {
  const typed = ways.filter((it) => it !== 'passkey');
  const [way, setWay] = useState(typed[0]);
  const passkey = useMutation({ mutationFn: passkeyApi.signIn, onSuccess: onSignedIn });
  const byPasskey = ways.includes('passkey') && hasPasskeys();
  return (
    <section aria-label={texts.heading} className="space-y-4">
      {way === typed[0] && way !== 'code' && (
        <p className="text-sm text-ink-soft text-pretty">
          {byPasskey ? texts.onlyPasskey : texts.none}
        </p>
      )}
      <FormError text={passkey.error ? passkeyErrorText(passkey.error) : undefined} />
      {byPasskey && way !== 'code' && (
        <Button
          look="primary"
          className="h-11 w-full"
          disabled={passkey.isPending}
          onClick={() => passkey.mutate()}
        >
          <Fingerprint size={17} aria-hidden />
          {texts.usePasskey}
        </Button>
      )}
      {way && (
        <CodeForm
          key={way}
          way={way}
          challenge={challenge}
          onSignedIn={onSignedIn}
          onOver={onOver}
        />
      )}
      <div className="flex flex-wrap justify-between gap-x-4 gap-y-1 border-t border-line pt-3">
        {byPasskey && way === 'code' && (
          <Button look="quiet" disabled={passkey.isPending} onClick={() => passkey.mutate()}>
            <Fingerprint size={16} aria-hidden />
            {texts.usePasskey}
          </Button>
        )}
        {typed
          .filter((it) => it !== way)
          .map((it) => (
            <Button key={it} look="quiet" onClick={() => setWay(it)}>
              {it === 'code' ? texts.useCode : texts.useRecovery}
            </Button>
          ))}
        <Button look="quiet" onClick={() => onOver('')}>
          {texts.again}
        </Button>
      </div>
    </section>
  );
}

const FIELDS = {
  code: {
    label: texts.code,
    hint: texts.codeHint,
    autoComplete: 'one-time-code',
    inputMode: 'numeric',
  },
  recovery: {
    label: texts.recovery,
    hint: texts.recoveryHint,
    autoComplete: 'off',
    autoCapitalize: 'characters',
    spellCheck: false,
  },
} as const;

function CodeForm({
  way,
  challenge,
  onSignedIn,
  onOver,
}: { way: 'code' | 'recovery'; challenge: string } & Omit<StepProps, 'step'>) {
  const form = useForm({
    first: { code: '' },
    check: ({ code }) => ({ code: code.trim() === '' ? texts.type : undefined }),
    async send({ code }) {
      try {
        onSignedIn(await secondFactorApi.answer(way, { challenge, code: code.trim() }));
      } catch (error) {
        if (isStepExpired(error)) onOver(messageOf(error));
        else throw error;
      }
    },
  });
  return (
    <form noValidate aria-label={FIELDS[way].label} onSubmit={form.submit} className="space-y-4">
      <FormError text={form.trouble} />
      <Field
        name="code"
        {...FIELDS[way]}
        autoFocus
        maxLength={60}
        value={form.values.code}
        onChange={form.set('code')}
        error={form.wrong.code}
      />
      <Button
        type="submit"
        look="primary"
        disabled={form.busy || form.barred}
        className="h-11 w-full"
      >
        {form.busy ? accountTexts.signingIn : accountTexts.signIn}
      </Button>
    </form>
  );
}

/**
 * Sets up an authenticator app: its key as a QR code and as text, a code to confirm, then the
 * recovery codes.
 */
import { useMutation } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import type { z } from 'zod';
import type { NewSecondFactor } from '#core/contract/second-factor.ts';
import { messageOf } from '#ui/client/api.ts';
import { secondFactorApi } from '#ui/client/second-factor-api.ts';
import { Skeleton } from '#ui/kit/empty-state.tsx';
import { Button } from '#ui/kit/button.tsx';
import { Field } from '#ui/kit/field.tsx';
import { setUpTexts as texts } from './texts/second-factor.ts';
import { CopyButton } from './copy-button.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';

const Qr = lazy(() => import('./qr-code.tsx').then((it) => ({ default: it.QrCode })));
export type Question = z.output<typeof NewSecondFactor>;

export function AuthenticatorSetUp({
  question: { key, uri, ticket },
  onEnabled,
  onDone,
}: {
  question: Question;
  /** the second factor is active from now on */
  onEnabled: () => void;
  onDone: () => void;
}) {
  const [code, setCode] = useState('');
  const [empty, setEmpty] = useState(false);
  const enable = useMutation({
    mutationFn: () => secondFactorApi.enable(ticket, code.trim()),
    onSuccess: onEnabled,
  });
  if (enable.data)
    return (
      <>
        <h2 className="mb-2 font-semibold">{texts.codesTitle}</h2>
        <RecoveryCodes codes={enable.data.codes} onKept={onDone} />
      </>
    );
  return (
    <form
      noValidate
      aria-label={texts.title}
      className="space-y-4"
      onSubmit={(event) => {
        event.preventDefault();
        setEmpty(code.trim() === '');
        if (code.trim() !== '' && !enable.isPending) enable.mutate();
      }}
    >
      <p className="text-sm text-ink-soft text-pretty">{texts.scan}</p>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-4">
        <Suspense fallback={<Skeleton className="size-48 rounded-control!" />}>
          <Qr text={uri} label={texts.picture} />
        </Suspense>
        <div className="min-w-0 flex-1 basis-48 space-y-2">
          <p className="text-sm font-medium">{texts.key}</p>
          <p className="font-mono text-sm wrap-anywhere select-all">
            {key.match(/.{1,4}/g)?.join(' ')}
          </p>
          <CopyButton
            text={key}
            label={texts.copy}
            copied={texts.copied}
            failed={texts.copyFailed}
          />
        </div>
      </div>
      <Field
        name="code"
        label={texts.code}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={20}
        value={code}
        onChange={(typed) => {
          setCode(typed);
          setEmpty(false);
          enable.reset();
        }}
        error={empty ? texts.type : enable.error ? messageOf(enable.error) : undefined}
      />
      <Button type="submit" look="primary" disabled={enable.isPending} className="h-11 w-full">
        {enable.isPending ? texts.confirming : texts.confirm}
      </Button>
    </form>
  );
}

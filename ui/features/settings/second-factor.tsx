import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import type { Me } from '#core/contract/account.ts';
import type { SecondFactor as Standing } from '#core/contract/second-factor.ts';
import { ApiError, messageOf } from '#ui/client/api.ts';
import { keys } from '#ui/client/queries.ts';
import { secondFactorApi } from '#ui/client/second-factor-api.ts';
import { EmptyState, Skeleton } from '#ui/kit/empty-state.tsx';
import { Button } from '#ui/kit/button.tsx';
import { Confirm, Sheet } from '#ui/kit/dialog.tsx';
import { toast } from '#ui/kit/toast.ts';
import { dayText } from '#ui/kit/format.ts';
import { secondFactorTexts as texts, setUpTexts } from './texts/second-factor.ts';
import { SettingsCard } from './settings-card.tsx';
import { AskPassword, needsPassword } from './ask-password.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { AuthenticatorSetUp, type Question } from './authenticator-set-up.tsx';

/** Actions that require a recent sign-in. */
type Act = 'setUp' | 'newCodes' | 'off';

/** The second step after the password. */
export function SecondFactor({ me }: { me: Me }) {
  const cache = useQueryClient();
  const { data, error, refetch } = useQuery({
    queryKey: keys.secondFactor,
    queryFn: ({ signal }) => secondFactorApi.standing(signal),
  });
  const [asking, setAsking] = useState<Act>();
  const [leaving, setLeaving] = useState(false);
  const [question, setQuestion] = useState<Question>();
  const [codes, setCodes] = useState<readonly string[]>();
  const look = () =>
    Promise.all(
      [keys.secondFactor, keys.sessions].map((queryKey) => cache.invalidateQueries({ queryKey })),
    );
  const done = () => {
    setQuestion(undefined);
    setCodes(undefined);
    void look();
    void cache.invalidateQueries({ queryKey: keys.me });
  };
  const act = useMutation({
    async mutationFn({ what, password }: { what: Act; password?: string }) {
      if (what === 'setUp') setQuestion(await secondFactorApi.question(password));
      else if (what === 'newCodes') setCodes((await secondFactorApi.newCodes(password)).codes);
      else {
        await secondFactorApi.disable(password);
        toast.success(texts.isOff);
        done();
      }
    },
    onSuccess: () => setAsking(undefined),
    onError: (cause, { what, password }) => {
      if (needsPassword(cause)) setAsking(what);
      else if (password === undefined) toast.error(messageOf(cause));
    },
  });
  const wrong =
    act.isPending || !act.error || needsPassword(act.error)
      ? undefined
      : act.error instanceof ApiError
        ? messageOf(act.error)
        : texts.failed;
  return (
    <SettingsCard title={texts.title} text={texts.text}>
      {error && !data && (
        <EmptyState title={texts.failed} text={messageOf(error)}>
          <Button onClick={() => void refetch()}>{texts.retry}</Button>
        </EmptyState>
      )}
      {!data && !error && <Skeleton className="h-14 rounded-control!" />}
      {data && <State standing={data} />}
      {data && !me.user.is_verified_user && (
        <p className="text-[0.8125rem] text-warn">{texts.unverified}</p>
      )}
      {data && me.user.is_verified_user && (
        <div className="flex flex-wrap gap-2">
          <Button disabled={act.isPending} onClick={() => act.mutate({ what: 'setUp' })}>
            {data.app ? texts.change : texts.setUp}
          </Button>
          {(data.app ?? isByPasskey(data)) && (
            <Button disabled={act.isPending} onClick={() => act.mutate({ what: 'newCodes' })}>
              {texts.newCodes}
            </Button>
          )}
          {data.app && (
            <Button disabled={act.isPending} onClick={() => setLeaving(true)}>
              {texts.off}
            </Button>
          )}
        </div>
      )}
      {asking && (
        <AskPassword
          wrong={wrong}
          busy={act.isPending}
          onGiven={(password) => act.mutate({ what: asking, password })}
          onClose={() => setAsking(undefined)}
        />
      )}
      <Confirm
        open={leaving}
        onOpenChange={setLeaving}
        title={texts.offTitle}
        text={data?.required ? texts.offDue : texts.offText}
        action={texts.offAction}
        onConfirm={() => act.mutate({ what: 'off' })}
      />
      <Sheet
        open={question !== undefined}
        onOpenChange={(open) => {
          if (!open) done();
        }}
        title={setUpTexts.title}
      >
        <div className="pt-3">
          {question && (
            <AuthenticatorSetUp
              question={question}
              onEnabled={() => void look()}
              onDone={() => {
                toast.success(setUpTexts.ended);
                done();
              }}
            />
          )}
        </div>
      </Sheet>
      <Sheet
        open={codes !== undefined}
        onOpenChange={(open) => {
          if (!open) done();
        }}
        title={setUpTexts.codesTitle}
      >
        <div className="pt-3">{codes && <RecoveryCodes codes={codes} onKept={done} />}</div>
      </Sheet>
    </SettingsCard>
  );
}

/** There is no app, so passkeys are the only second factor. */
const isByPasskey = ({ app, passkeys, required }: Standing): boolean =>
  !app && required && passkeys > 0;

function State({ standing }: { standing: Standing }) {
  const { app, recovery_left: left } = standing;
  if (!app)
    return isByPasskey(standing) ? (
      <p className="mb-4 text-[0.8125rem] text-ink-soft text-pretty">
        {left > 0 ? texts.left(left) : texts.passkeysOnly}
      </p>
    ) : null;
  const facts = [
    app.lastUsedAt ? texts.used(dayText(app.lastUsedAt)) : texts.neverUsed,
    ...(left > 0 ? [texts.left(left)] : []),
  ];
  return (
    <div className="mb-4 space-y-2">
      <div className="flex items-center gap-2 rounded-control border border-line px-3 py-2">
        <ShieldCheck size={18} strokeWidth={1.8} aria-hidden className="shrink-0 text-accent" />
        <div className="min-w-0 flex-1">
          <p className="text-sm font-medium">{texts.on(dayText(app.since))}</p>
          <p className="text-xs text-ink-soft">{facts.join(texts.join)}</p>
        </div>
      </div>
      {!app.readable && (
        <p className="text-[0.8125rem] text-warn text-pretty">{texts.unreadable}</p>
      )}
      {left === 0 && <p className="text-[0.8125rem] text-warn text-pretty">{texts.noneLeft}</p>}
    </div>
  );
}

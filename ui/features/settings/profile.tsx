import { useMutation } from '@tanstack/react-query';
import { BadgeCheck, CircleAlert } from 'lucide-react';
import { useId, useState } from 'react';
import type { Me } from '#core/contract/account.ts';
import { accountApi } from '#ui/client/account-api.ts';
import { messageOf } from '#ui/client/api.ts';
import { Button } from '#ui/kit/button.tsx';
import { toast } from '#ui/kit/toast.ts';
import { profileTexts as texts, settingsTexts } from './texts/settings.ts';
import { FIELD, SettingsCard } from './settings-card.tsx';
import { Passkeys } from './passkeys.tsx';
import { Password, RemoveAccount } from './password.tsx';
import { SecondFactor } from './second-factor.tsx';
import { TimeZone } from './time-zone.tsx';
import { useChangeMe } from './use-change-me.ts';

export function Profile({ me }: { me: Me }) {
  const shared = me.accounts === 'accounts';
  return (
    <>
      <SettingsCard>
        <Name name={me.user.name} />
        <div className="mt-4 border-t border-line pt-4">
          {shared ? (
            <Address me={me} />
          ) : (
            <p className="text-[0.8125rem] text-ink-soft text-pretty">{texts.personal}</p>
          )}
        </div>
      </SettingsCard>
      <SettingsCard title={texts.zone} text={texts.zoneText}>
        <TimeZone zone={me.timezone} />
      </SettingsCard>
      {shared && <Password known={[me.user.name, me.user.email]} />}
      {shared && <SecondFactor me={me} />}
      {shared && <Passkeys me={me} />}
      {shared && <RemoveAccount />}
    </>
  );
}

function Name({ name }: { name: string }) {
  const id = useId();
  const change = useChangeMe();
  // Keeps what is typed until it is saved, even if the first attempt fails.
  const [typed, setTyped] = useState<string>();
  const text = typed ?? name;
  const wanted = text.trim();
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (wanted && wanted !== name)
          change.mutate({ name: wanted }, { onSuccess: () => setTyped(undefined) });
      }}
    >
      <label htmlFor={id} className="mb-1 block text-sm font-medium">
        {texts.name}
      </label>
      <div className="flex gap-2">
        <input
          id={id}
          value={text}
          maxLength={120}
          autoComplete="name"
          onChange={(event) => setTyped(event.target.value)}
          className={FIELD}
        />
        <Button type="submit" disabled={wanted === '' || wanted === name || change.isPending}>
          {settingsTexts.save}
        </Button>
      </div>
    </form>
  );
}

function Address({ me: { user } }: { me: Me }) {
  const resend = useMutation({
    mutationFn: accountApi.resend,
    onSuccess: () => toast.success(texts.sent),
    onError: (error) => toast.error(messageOf(error)),
  });
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 text-sm">
      <p className="min-w-0 flex-1 basis-48">
        <span className="block font-medium">{texts.email}</span>
        <span className="block text-ink-soft wrap-anywhere">{user.email}</span>
      </p>
      {user.is_verified_user ? (
        <p className="flex items-center gap-1.5 text-[0.8125rem] text-accent">
          <BadgeCheck size={16} aria-hidden />
          {texts.verified}
        </p>
      ) : (
        <>
          <p className="flex items-center gap-1.5 text-[0.8125rem] text-warn">
            <CircleAlert size={16} aria-hidden />
            {texts.unverified}
          </p>
          <Button disabled={resend.isPending} onClick={() => resend.mutate()}>
            {texts.resend}
          </Button>
        </>
      )}
    </div>
  );
}

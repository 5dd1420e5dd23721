/** Personal mode: one owner, who signs in with a link printed in their terminal. */
import { useEffect, useEffectEvent, useState } from 'react';
import { api, ApiError, messageOf } from '#ui/client/api.ts';
import { Button } from '#ui/kit/button.tsx';
import { loginTexts as texts } from './texts/pages.ts';
import { FormError } from './form-error.tsx';

export function PersonalLogin({
  used = false,
  onSignedIn,
}: {
  /** an invalid link led here */
  used?: boolean;
  onSignedIn: () => void;
}) {
  const [trouble, setTrouble] = useState<string | undefined>(used ? texts.used : undefined);
  const look = async (asked: boolean) => {
    try {
      await api.me();
      onSignedIn();
    } catch (error) {
      if (asked)
        setTrouble(
          error instanceof ApiError && error.status === 401 ? texts.notYet : messageOf(error),
        );
    }
  };
  const back = useEffectEvent(() => {
    if (document.visibilityState === 'visible') void look(false);
  });
  useEffect(() => {
    // The link opens in another tab; this one continues when it is focused again.
    const seen = () => back();
    document.addEventListener('visibilitychange', seen);
    return () => document.removeEventListener('visibilitychange', seen);
  }, []);
  return (
    <div className="space-y-4">
      <FormError text={trouble} />
      <p className="text-ink-soft text-pretty">{texts.personal}</p>
      <pre className="rounded-card border border-line bg-sunken px-4 py-3.5 font-mono text-[0.9375rem]">
        <span aria-hidden className="text-ink-faint select-none">
          {texts.prompt}
        </span>
        <code>{texts.command}</code>
      </pre>
      <p className="text-sm text-ink-soft text-pretty">
        {texts.works} <code className="font-mono text-[0.8125rem] text-ink">{texts.checkout}</code>
      </p>
      <Button look="primary" className="h-11" onClick={() => void look(true)}>
        {texts.opened}
      </Button>
    </div>
  );
}

import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import type { PersonalToken } from '#core/contract/account.ts';
import { accountApi } from '#ui/client/account-api.ts';
import { messageOf } from '#ui/client/api.ts';
import { keys } from '#ui/client/queries.ts';
import { dayText } from '#ui/kit/format.ts';
import { keepTokenTexts as texts, tokenTexts } from './texts/settings.ts';

interface KeepTokensProps {
  /** ids of the ticked ones */
  kept: readonly string[];
  onChange: (kept: string[]) => void;
}

function factsOf({ scope, lastUsedAt }: PersonalToken): string {
  const used = lastUsedAt ? tokenTexts.used(dayText(lastUsedAt)) : tokenTexts.neverUsed;
  return [tokenTexts.scopes[scope], used].join(tokenTexts.join);
}

/** The tokens to keep when all others end; none is ticked at first. Hidden if there are none. */
export function KeepTokens({ kept, onChange }: KeepTokensProps) {
  const id = useId();
  const { data, error } = useQuery({
    queryKey: keys.tokens,
    queryFn: ({ signal }) => accountApi.tokens(signal),
  });
  if (error && !data)
    return (
      <p role="alert" className="text-[0.8125rem] text-danger">
        {messageOf(error)}
      </p>
    );
  if (!data || data.docs.length === 0) return null;
  const turn = (token: string, on: boolean) =>
    onChange(on ? [...kept, token] : kept.filter((it) => it !== token));
  return (
    <fieldset aria-describedby={id} className="rounded-control border border-line px-3 pt-2 pb-1">
      <legend className="px-1 text-sm font-medium">{texts.title}</legend>
      <p id={id} className="text-[0.8125rem] text-ink-soft">
        {texts.text}
      </p>
      <ul className="max-h-48 overflow-y-auto">
        {data.docs.map((token) => (
          <li key={token._id}>
            <label className="flex min-h-target cursor-pointer items-center gap-2.5 text-sm">
              <input
                type="checkbox"
                className="size-4 accent-(--accent)"
                checked={kept.includes(token._id)}
                onChange={(event) => turn(token._id, event.target.checked)}
              />
              <span className="min-w-0 flex-1 wrap-anywhere">{token.name}</span>
              <span className="text-xs text-ink-soft">{factsOf(token)}</span>
            </label>
          </li>
        ))}
      </ul>
    </fieldset>
  );
}

import { useMutation } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { accountApi } from '#ui/client/account-api.ts';
import { messageOf } from '#ui/client/api.ts';
import { Button } from '#ui/kit/button.tsx';
import { Sheet } from '#ui/kit/dialog.tsx';
import { Choice } from '#ui/kit/filter-fields.tsx';
import { tokenTexts as texts } from './texts/settings.ts';
import { CopyButton } from './copy-button.tsx';
import { FIELD } from './settings-card.tsx';
import { AskPassword, needsPassword } from './ask-password.tsx';

const SCOPES = (['write', 'read'] as const).map((value) => ({ value, label: texts.scopes[value] }));
const EXPIRIES = [90, 30, 365, undefined].map((days) => ({
  value: String(days ?? 'never'),
  label: texts.expiresAfter(days),
}));

/** A new token, shown once. */
export function NewToken({ onClose }: { onClose: () => void }) {
  const id = useId();
  const [name, setName] = useState('');
  const [scope, setScope] = useState<'read' | 'write'>('write');
  const [ends, setEnds] = useState('90');
  const make = useMutation({
    mutationFn: (password: string | undefined) =>
      accountApi.makeToken({
        name: name.trim(),
        scope,
        ...(ends !== 'never' && { days: Number(ends) }),
        ...(password !== undefined && { password }),
      }),
  });
  const [asking, setAsking] = useState(false);
  const begin = () =>
    make.mutate(undefined, { onError: (cause) => setAsking(needsPassword(cause)) });
  if (asking && !make.data)
    return (
      <AskPassword
        wrong={
          make.isPending || !make.error || needsPassword(make.error)
            ? undefined
            : messageOf(make.error)
        }
        busy={make.isPending}
        onGiven={(password) => make.mutate(password)}
        onClose={() => {
          setAsking(false);
          make.reset();
        }}
      />
    );
  const { data } = make;
  const ok = name.trim() !== '' && !make.isPending;
  return (
    <Sheet
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={data ? texts.madeTitle : texts.make}
      {...(data && { description: texts.made })}
      footer={
        data ? (
          <Button look="primary" onClick={onClose}>
            {texts.done}
          </Button>
        ) : (
          <Button look="primary" disabled={!ok} onClick={begin}>
            {texts.create}
          </Button>
        )
      }
    >
      {data ? (
        <div className="pt-3">
          <div className="flex flex-wrap items-center gap-2">
            <input
              readOnly
              aria-label={texts.token}
              value={data.token}
              onFocus={(event) => event.target.select()}
              className={`${FIELD} flex-1 basis-60 font-mono text-[0.8125rem]!`}
            />
            <CopyButton
              text={data.token}
              label={texts.copy}
              copied={texts.copied}
              failed={texts.copyFailed}
            />
          </div>
          <p className="mt-4 text-[0.8125rem] text-ink-soft">{texts.use}</p>
          <pre className="mt-1 rounded-control border border-line bg-sunken px-3 py-2 font-mono text-[0.8125rem] whitespace-pre-wrap wrap-anywhere">
            <code>{`GLOSS_SERVER=${location.origin} GLOSS_TOKEN=… gloss list`}</code>
          </pre>
        </div>
      ) : (
        <form
          className="space-y-4 pt-3"
          onSubmit={(event) => {
            event.preventDefault();
            if (ok) begin();
          }}
        >
          <div>
            <label htmlFor={id} className="mb-1 block text-xs font-medium text-ink-soft">
              {texts.name}
            </label>
            <input
              id={id}
              autoFocus
              value={name}
              maxLength={120}
              placeholder={texts.namePlaceholder}
              onChange={(event) => setName(event.target.value)}
              className={FIELD}
            />
          </div>
          <div className="grid gap-4 sm:grid-cols-2">
            <Choice
              label={texts.scope}
              value={scope}
              options={SCOPES}
              onChange={(value) => setScope(value === 'read' ? 'read' : 'write')}
            />
            <Choice label={texts.expiry} value={ends} options={EXPIRIES} onChange={setEnds} />
          </div>
          {make.error && (
            <p role="alert" className="text-sm text-danger">
              {messageOf(make.error)}
            </p>
          )}
          <button type="submit" hidden />
        </form>
      )}
    </Sheet>
  );
}

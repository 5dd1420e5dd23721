import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { PASSWORD_LENGTH } from '#core/contract/account.ts';
import { accountApi } from '#ui/client/account-api.ts';
import { ApiError, messageOf } from '#ui/client/api.ts';
import { keys } from '#ui/client/queries.ts';
import { NewPasswordField, PasswordField } from '#ui/kit/field.tsx';
import { Button } from '#ui/kit/button.tsx';
import { Sheet } from '#ui/kit/dialog.tsx';
import { toast } from '#ui/kit/toast.ts';
import { profileTexts as texts } from './texts/settings.ts';
import { KeepTokens } from './keep-tokens.tsx';
import { SettingsCard } from './settings-card.tsx';

const isWrong = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'bad_credentials';

/** `known`: facts about the person that a password should not contain */
export function Password({ known }: { known: readonly string[] }) {
  const [current, setCurrent] = useState('');
  const [wanted, setWanted] = useState('');
  const [kept, setKept] = useState<readonly string[]>([]);
  const cache = useQueryClient();
  const change = useMutation({
    mutationFn: () =>
      accountApi.change({ password: { current, new: wanted, keepTokens: [...kept] } }),
    onSuccess: () => {
      setCurrent('');
      setWanted('');
      setKept([]);
      void cache.invalidateQueries({ queryKey: keys.tokens });
      toast.success(texts.passwordChanged);
    },
  });
  const wrong = isWrong(change.error);
  return (
    <SettingsCard title={texts.password}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          change.mutate();
        }}
        className="space-y-3"
      >
        <PasswordField
          name="current"
          label={texts.passwordNow}
          autoComplete="current-password"
          value={current}
          onChange={(text) => {
            setCurrent(text);
            change.reset();
          }}
          error={wrong ? texts.passwordWrong : undefined}
        />
        <NewPasswordField
          name="new"
          label={texts.passwordNew}
          value={wanted}
          onChange={setWanted}
          known={known}
        />
        {wanted !== '' && <KeepTokens kept={kept} onChange={setKept} />}
        {change.error && !wrong && (
          <p role="alert" className="text-sm text-danger">
            {messageOf(change.error)}
          </p>
        )}
        <p className="text-[0.8125rem] text-ink-soft">{texts.passwordHint}</p>
        <Button
          type="submit"
          disabled={current === '' || wanted.length < PASSWORD_LENGTH.min || change.isPending}
        >
          {texts.passwordChange}
        </Button>
      </form>
    </SettingsCard>
  );
}

export function RemoveAccount() {
  const cache = useQueryClient();
  const go = useNavigate();
  const [open, setOpen] = useState(false);
  const [password, setPassword] = useState('');
  const remove = useMutation({
    mutationFn: () => accountApi.remove(password),
    onSuccess: async () => {
      toast.success(texts.removed);
      await go('/login', { replace: true });
      cache.clear();
    },
  });
  return (
    <SettingsCard title={texts.remove} text={texts.removeText}>
      <Button className="text-danger!" onClick={() => setOpen(true)}>
        {texts.remove}
      </Button>
      <Sheet
        open={open}
        onOpenChange={setOpen}
        title={texts.remove}
        description={texts.removeText}
        footer={
          <Button
            look="danger"
            disabled={password === '' || remove.isPending}
            onClick={() => remove.mutate()}
          >
            {texts.removeAction}
          </Button>
        }
      >
        <div className="pt-3">
          <PasswordField
            name="password"
            label={texts.removePassword}
            autoComplete="current-password"
            value={password}
            onChange={(text) => {
              setPassword(text);
              remove.reset();
            }}
            error={isWrong(remove.error) ? texts.passwordWrong : undefined}
          />
          {remove.error && !isWrong(remove.error) && (
            <p role="alert" className="mt-2 text-sm text-danger">
              {messageOf(remove.error)}
            </p>
          )}
        </div>
      </Sheet>
    </SettingsCard>
  );
}

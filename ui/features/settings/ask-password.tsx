import { useId, useState } from 'react';
import { ApiError } from '#ui/client/api.ts';
import { Button } from '#ui/kit/button.tsx';
import { Sheet } from '#ui/kit/dialog.tsx';
import { passkeyTexts as texts } from './texts/passkeys.ts';
import { FIELD } from './settings-card.tsx';

export const needsPassword = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'confirm_password';

/** Asks for the password before something sensitive is changed. */
export function AskPassword({
  wrong,
  busy,
  onGiven,
  onClose,
}: {
  wrong: string | undefined;
  busy: boolean;
  onGiven: (password: string) => void;
  onClose: () => void;
}) {
  const [id, form] = [useId(), useId()];
  const [password, setPassword] = useState('');
  return (
    <Sheet
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={texts.confirm}
      description={texts.confirmText}
      footer={
        <Button type="submit" form={form} look="primary" disabled={password === '' || busy}>
          {texts.next}
        </Button>
      }
    >
      <form
        id={form}
        className="pt-3"
        onSubmit={(event) => {
          event.preventDefault();
          if (password !== '' && !busy) onGiven(password);
        }}
      >
        <label htmlFor={id} className="mb-1 block text-sm font-medium">
          {texts.password}
        </label>
        <input
          id={id}
          type="password"
          autoFocus
          autoComplete="current-password"
          value={password}
          onChange={(event) => setPassword(event.target.value)}
          className={FIELD}
        />
        {wrong && (
          <p role="alert" className="mt-2 text-sm text-danger">
            {wrong}
          </p>
        )}
      </form>
    </Sheet>
  );
}

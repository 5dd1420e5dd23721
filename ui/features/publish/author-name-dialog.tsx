import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId, useState, type FormEvent } from 'react';
import { accountApi } from '#ui/client/account-api.ts';
import { messageOf } from '#ui/client/api.ts';
import { keys } from '#ui/client/queries.ts';
import { Button } from '#ui/kit/button.tsx';
import { Sheet } from '#ui/kit/dialog.tsx';
import { Field, INPUT } from './field.tsx';
import { publishTexts as texts } from './texts.ts';

const MAX_CHARS = 120;

interface AuthorNameDialogProps {
  /** label of the button that saves the name and publishes */
  action: string;
  onClose: () => void;
  /** called once the name is saved */
  onNamed: () => void;
}

/** Asks an author without a name for one, before their first post is published. */
export function AuthorNameDialog({ action, onClose, onNamed }: AuthorNameDialogProps) {
  const cache = useQueryClient();
  const formId = useId();
  const [name, setName] = useState('');
  const [isSubmitted, setSubmitted] = useState(false);
  const save = useMutation({
    mutationFn: () => accountApi.change({ name: name.trim() }),
    onSuccess: (me) => {
      cache.setQueryData(keys.me, me);
      onNamed();
    },
  });
  const isMissing = name.trim() === '';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setSubmitted(true);
    if (!isMissing) save.mutate();
  };
  const problem =
    isSubmitted && isMissing ? texts.authorMissing : save.error ? messageOf(save.error) : undefined;
  return (
    <Sheet
      open
      onOpenChange={onClose}
      title={texts.authorAsk}
      description={texts.authorText}
      footer={
        <>
          <Button onClick={onClose}>{texts.cancel}</Button>
          <Button type="submit" form={formId} look="primary" disabled={save.isPending}>
            {action}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={submit}>
        <Field label={texts.author} problem={problem}>
          {(ids) => (
            <input
              {...ids}
              autoComplete="name"
              maxLength={MAX_CHARS}
              value={name}
              onChange={(event) => setName(event.target.value)}
              className={INPUT}
            />
          )}
        </Field>
      </form>
    </Sheet>
  );
}

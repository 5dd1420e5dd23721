import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Fingerprint, Pencil, Plus, Trash2 } from 'lucide-react';
import { useId, useState } from 'react';
import type { Me } from '#core/contract/account.ts';
import type { Passkey } from '#core/contract/passkey.ts';
import { ApiError, messageOf } from '#ui/client/api.ts';
import { hasPasskeys, isThere, passkeyApi, wasStopped } from '#ui/client/passkey-api.ts';
import { useSignInOptions } from '#ui/client/account-queries.ts';
import { keys } from '#ui/client/queries.ts';
import { EmptyState, Skeleton } from '#ui/kit/empty-state.tsx';
import { Button, IconButton } from '#ui/kit/button.tsx';
import { Confirm, Sheet } from '#ui/kit/dialog.tsx';
import { toast } from '#ui/kit/toast.ts';
import { dayText } from '#ui/texts/format.ts';
import { passkeyTexts as texts } from '#ui/texts/passkeys.ts';
import { FIELD, SettingsCard } from './settings-card.tsx';

/** What this device calls itself, to know its passkey by. */
export function deviceName(): string {
  const platform =
    (navigator as { userAgentData?: { platform?: string } }).userAgentData?.platform ??
    /Mac|iPhone|iPad|Android|Windows|Linux/.exec(navigator.userAgent)?.[0];
  return platform || texts.plain;
}
export const needsPassword = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'confirm_password';
export const saidOfAdding = (error: unknown): string =>
  error instanceof ApiError ? messageOf(error) : isThere(error) ? texts.there : texts.notAdded;

export function Passkeys({ me }: { me: Me }) {
  const cache = useQueryClient();
  const { data: options } = useSignInOptions();
  const shown = options?.passkeys === true && hasPasskeys();
  const { data, error, refetch } = useQuery({
    queryKey: keys.passkeys,
    queryFn: ({ signal }) => passkeyApi.list(signal),
    enabled: shown,
  });
  const [asking, setAsking] = useState(false);
  const [sure, setSure] = useState<Passkey>();
  const [naming, setNaming] = useState<Passkey>();
  const [leaving, setLeaving] = useState<Passkey>();
  const look = () => cache.invalidateQueries({ queryKey: keys.passkeys });
  const add = useMutation({
    mutationFn: (password: string | undefined) => passkeyApi.add(deviceName(), password),
    onSuccess: () => {
      setAsking(false);
      toast.success(texts.added);
    },
    onError: (cause, password) => {
      if (needsPassword(cause) && password === undefined) setAsking(true);
      else if (!asking || wasStopped(cause)) {
        setAsking(false);
        toast.error(saidOfAdding(cause));
      }
    },
    onSettled: look,
  });
  const remove = useMutation({
    mutationFn: ({ it, password }: { it: Passkey; password?: string }) =>
      passkeyApi.remove(it._id, password),
    onSuccess: () => {
      setSure(undefined);
      toast.success(texts.deleted);
      void cache.invalidateQueries({ queryKey: keys.me });
    },
    onError: (cause, { it, password }) => {
      if (needsPassword(cause)) setSure(it);
      else if (password === undefined) toast.error(messageOf(cause));
    },
    onSettled: look,
  });
  if (!shown) return null;
  return (
    <SettingsCard title={texts.title} text={texts.text}>
      {error && !data && (
        <EmptyState title={texts.failedList} text={messageOf(error)}>
          <Button onClick={() => void refetch()}>{texts.retry}</Button>
        </EmptyState>
      )}
      {!data && !error && <Skeleton className="h-14 rounded-control!" />}
      {data && data.docs.length > 0 && (
        <ul
          aria-label={texts.list}
          className="mb-4 divide-y divide-line rounded-control border border-line"
        >
          {data.docs.map((it) => (
            <Row
              key={it._id}
              passkey={it}
              onRename={() => setNaming(it)}
              onDelete={() => setLeaving(it)}
            />
          ))}
        </ul>
      )}
      {data &&
        (me.user.is_verified_user ? (
          <Button disabled={add.isPending} onClick={() => add.mutate(undefined)}>
            <Plus size={16} aria-hidden />
            {add.isPending && !asking ? texts.adding : texts.add}
          </Button>
        ) : (
          <p className="text-[0.8125rem] text-warn">{texts.unverified}</p>
        ))}
      {asking && (
        <AskPassword
          wrong={
            add.isPending || !add.error || needsPassword(add.error)
              ? undefined
              : saidOfAdding(add.error)
          }
          busy={add.isPending}
          onGiven={(password) => add.mutate(password)}
          onClose={() => setAsking(false)}
        />
      )}
      {naming && (
        <Rename
          passkey={naming}
          onClose={() => {
            setNaming(undefined);
            void look();
          }}
        />
      )}
      <Confirm
        open={leaving !== undefined}
        onOpenChange={(open) => {
          if (!open) setLeaving(undefined);
        }}
        title={texts.deleteTitle(leaving?.name ?? '')}
        text={texts.deleteText}
        action={texts.deleteAction}
        onConfirm={() => {
          if (leaving) remove.mutate({ it: leaving });
        }}
      />
      {sure && (
        <AskPassword
          wrong={
            remove.isPending || !remove.error || needsPassword(remove.error)
              ? undefined
              : messageOf(remove.error)
          }
          busy={remove.isPending}
          onGiven={(password) => remove.mutate({ it: sure, password })}
          onClose={() => setSure(undefined)}
        />
      )}
    </SettingsCard>
  );
}

function Row({
  passkey: { name, createdAt, lastUsedAt, synced },
  onRename,
  onDelete,
}: {
  passkey: Passkey;
  onRename: () => void;
  onDelete: () => void;
}) {
  const facts = [
    texts.created(dayText(createdAt)),
    lastUsedAt ? texts.used(dayText(lastUsedAt)) : texts.neverUsed,
    ...(synced ? [texts.synced] : []),
  ];
  return (
    <li className="flex items-center gap-2 py-2 pr-1.5 pl-3">
      <Fingerprint size={18} strokeWidth={1.8} aria-hidden className="shrink-0 text-ink-faint" />
      <div className="min-w-0 flex-1">
        <p className="text-sm font-medium wrap-anywhere">{name}</p>
        <p className="text-xs text-ink-soft">{facts.join(texts.join)}</p>
      </div>
      <IconButton label={texts.rename(name)} onClick={onRename}>
        <Pencil size={16} aria-hidden />
      </IconButton>
      <IconButton label={texts.delete(name)} onClick={onDelete}>
        <Trash2 size={16} aria-hidden />
      </IconButton>
    </li>
  );
}

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
          {texts.goOn}
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

function Rename({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const [id, form] = [useId(), useId()];
  const [name, setName] = useState(passkey.name);
  const rename = useMutation({
    mutationFn: () => passkeyApi.rename(passkey._id, name.trim()),
    onSuccess: onClose,
  });
  return (
    <Sheet
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={texts.renameTitle}
      footer={
        <Button
          type="submit"
          form={form}
          look="primary"
          disabled={name.trim() === '' || rename.isPending}
        >
          {texts.save}
        </Button>
      }
    >
      <form
        id={form}
        className="pt-3"
        onSubmit={(event) => {
          event.preventDefault();
          if (name.trim() !== '') rename.mutate();
        }}
      >
        <label htmlFor={id} className="mb-1 block text-sm font-medium">
          {texts.name}
        </label>
        <input
          id={id}
          autoFocus
          maxLength={120}
          value={name}
          onChange={(event) => setName(event.target.value)}
          onFocus={(event) => event.target.select()}
          className={FIELD}
        />
        {rename.error && (
          <p role="alert" className="mt-2 text-sm text-danger">
            {messageOf(rename.error)}
          </p>
        )}
      </form>
    </Sheet>
  );
}

import { useMutation, useQuery } from '@tanstack/react-query';
import { Fingerprint, Pencil, Plus, Trash2 } from 'lucide-react';
import { useId, useState } from 'react';
import type { Me } from '#core/contract/account.ts';
import type { Passkey } from '#core/contract/passkey.ts';
import { messageOf } from '#ui/client/api.ts';
import { hasPasskeys, passkeyApi } from '#ui/client/passkey-api.ts';
import { useSignInOptions } from '#ui/client/account-queries.ts';
import { keys } from '#ui/client/queries.ts';
import { EmptyState, Skeleton } from '#ui/kit/empty-state.tsx';
import { Button, IconButton } from '#ui/kit/button.tsx';
import { Confirm, Sheet } from '#ui/kit/dialog.tsx';
import { dayText } from '#ui/kit/format.ts';
import { useRovingList } from '#ui/kit/use-roving-list.ts';
import { passkeyTexts as texts } from './texts/passkeys.ts';
import { AskPassword } from './ask-password.tsx';
import { FIELD, SettingsCard } from './settings-card.tsx';
import { useAddPasskey, useReloadPasskeys, useRemovePasskey } from './use-passkeys.ts';

export function Passkeys({ me }: { me: Me }) {
  const { data: options } = useSignInOptions();
  const shown = options?.passkeys === true && hasPasskeys();
  const { data, error, refetch } = useQuery({
    queryKey: keys.passkeys,
    queryFn: ({ signal }) => passkeyApi.list(signal),
    enabled: shown,
  });
  const roving = useRovingList({ count: data?.docs.length ?? 0 });
  const reload = useReloadPasskeys();
  const adding = useAddPasskey();
  const removal = useRemovePasskey();
  const [naming, setNaming] = useState<Passkey>();
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
          ref={roving}
          aria-label={texts.list}
          className="mb-4 divide-y divide-line rounded-control border border-line"
        >
          {data.docs.map((it) => (
            <Row
              key={it._id}
              passkey={it}
              onRename={() => setNaming(it)}
              onDelete={() => removal.ask(it)}
            />
          ))}
        </ul>
      )}
      {data &&
        (me.user.is_verified_user ? (
          <Button disabled={adding.isPending} onClick={adding.start}>
            <Plus size={16} aria-hidden />
            {adding.isPending && !adding.asking ? texts.adding : texts.add}
          </Button>
        ) : (
          <p className="text-[0.8125rem] text-warn">{texts.unverified}</p>
        ))}
      {adding.asking && (
        <AskPassword
          wrong={adding.problem}
          busy={adding.isPending}
          onGiven={adding.confirm}
          onClose={adding.cancel}
        />
      )}
      {naming && (
        <Rename
          passkey={naming}
          onClose={() => {
            setNaming(undefined);
            void reload();
          }}
        />
      )}
      <Confirm
        open={removal.leaving !== undefined}
        onOpenChange={(open) => {
          if (!open) removal.dismiss();
        }}
        title={texts.deleteTitle(removal.leaving?.name ?? '')}
        text={texts.deleteText}
        action={texts.deleteAction}
        onConfirm={removal.confirm}
      />
      {removal.needsPassword && (
        <AskPassword
          wrong={removal.problem}
          busy={removal.isPending}
          onGiven={removal.confirmWithPassword}
          onClose={removal.cancel}
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

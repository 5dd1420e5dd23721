import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { KeyRound, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { PersonalToken } from '#core/contract/account.ts';
import { accountApi } from '#ui/client/account-api.ts';
import { messageOf } from '#ui/client/api.ts';
import { keys } from '#ui/client/queries.ts';
import { EmptyState, Skeleton } from '#ui/kit/empty-state.tsx';
import { Button, IconButton } from '#ui/kit/button.tsx';
import { Confirm } from '#ui/kit/dialog.tsx';
import { toast } from '#ui/kit/toast.ts';
import { dayText } from '#ui/kit/format.ts';
import { useRovingList } from '#ui/kit/use-roving-list.ts';
import { settingsTexts, tokenTexts as texts } from './texts/settings.ts';
import { NewToken } from './new-token.tsx';
import { SettingsCard } from './settings-card.tsx';

type List = { docs: PersonalToken[] };

export function Tokens() {
  const cache = useQueryClient();
  const { data, error, refetch } = useQuery({
    queryKey: keys.tokens,
    queryFn: ({ signal }) => accountApi.tokens(signal),
  });
  const roving = useRovingList({ count: data?.docs.length ?? 0 });
  const [making, setMaking] = useState(false);
  const [leaving, setLeaving] = useState<PersonalToken>();
  const remove = useMutation({
    mutationFn: (it: PersonalToken) => accountApi.deleteToken(it._id),
    onMutate: (it) => {
      const before = cache.getQueryData<List>(keys.tokens);
      if (before)
        cache.setQueryData<List>(keys.tokens, {
          docs: before.docs.filter(({ _id }) => _id !== it._id),
        });
      return { before };
    },
    onSuccess: () => toast.success(texts.deleted),
    onError: (cause, _it, kept) => {
      cache.setQueryData(keys.tokens, kept?.before);
      toast.error(messageOf(cause));
    },
    onSettled: () => cache.invalidateQueries({ queryKey: keys.tokens }),
  });
  const make = (
    <Button look="primary" onClick={() => setMaking(true)}>
      <Plus size={16} aria-hidden />
      {texts.make}
    </Button>
  );
  return (
    <>
      <div className="flex flex-wrap items-center gap-3">
        <p className="min-w-0 flex-1 basis-60 text-[0.8125rem] text-ink-soft text-pretty">
          {texts.text}
        </p>
        {make}
      </div>
      {error && !data && (
        <EmptyState title={texts.failed} text={messageOf(error)}>
          <Button onClick={() => void refetch()}>{settingsTexts.retry}</Button>
        </EmptyState>
      )}
      {!data && !error && <Skeleton className="h-36 rounded-card!" />}
      {data?.docs.length === 0 && (
        <SettingsCard>
          <EmptyState
            className="py-4!"
            icon={<KeyRound size={20} aria-hidden />}
            title={texts.none}
          />
        </SettingsCard>
      )}
      {data && data.docs.length > 0 && (
        <ul
          ref={roving}
          aria-label={texts.list}
          className="divide-y divide-line overflow-hidden rounded-card border border-line bg-surface"
        >
          {data.docs.map((it) => (
            <Row key={it._id} token={it} onDelete={() => setLeaving(it)} />
          ))}
        </ul>
      )}
      {making && (
        <NewToken
          onClose={() => {
            setMaking(false);
            void cache.invalidateQueries({ queryKey: keys.tokens });
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
          if (leaving) remove.mutate(leaving);
        }}
      />
    </>
  );
}

function Row({ token, onDelete }: { token: PersonalToken; onDelete: () => void }) {
  const over = token.expiresAt !== null && Date.parse(token.expiresAt) < Date.now();
  const facts = [
    texts.created(dayText(token.createdAt)),
    token.lastUsedAt ? texts.used(dayText(token.lastUsedAt)) : texts.neverUsed,
    ...(token.expiresAt
      ? [over ? texts.expired(dayText(token.expiresAt)) : texts.expires(dayText(token.expiresAt))]
      : []),
  ];
  return (
    <li className="flex items-center gap-3 py-3 pr-2 pl-4">
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-baseline gap-x-2.5 text-sm">
          <span className="font-medium wrap-anywhere">{token.name}</span>
          <span className="rounded-chip bg-sunken px-1.5 py-0.5 text-xs text-ink-soft">
            {texts.scopes[token.scope]}
          </span>
          <code className="font-mono text-xs text-ink-soft">{token.prefix}…</code>
        </p>
        <p className={`mt-0.5 text-xs ${over ? 'text-danger' : 'text-ink-soft'}`}>
          {facts.join(texts.join)}
        </p>
      </div>
      <IconButton label={texts.delete(token.name)} onClick={onDelete}>
        <Trash2 size={16} aria-hidden />
      </IconButton>
    </li>
  );
}

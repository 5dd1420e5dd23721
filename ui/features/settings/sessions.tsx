import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { LogOut } from 'lucide-react';
import { useState } from 'react';
import type { ActiveSession } from '#core/contract/account.ts';
import { accountApi } from '#ui/client/account-api.ts';
import { messageOf } from '#ui/client/api.ts';
import { keys } from '#ui/client/queries.ts';
import { EmptyState, Skeleton } from '#ui/kit/empty-state.tsx';
import { Button, IconButton } from '#ui/kit/button.tsx';
import { toast } from '#ui/kit/toast.ts';
import { useRovingList } from '#ui/kit/use-roving-list.ts';
import { dayText } from '#ui/kit/format.ts';
import { deviceOf } from './texts/devices.ts';
import { sessionTexts as texts, settingsTexts } from './texts/settings.ts';
import { SettingsCard } from './settings-card.tsx';
import { AskPassword, needsPassword } from './ask-password.tsx';

/** The user's sessions, each of which can be ended. */
export function Sessions() {
  const cache = useQueryClient();
  const { data, error, refetch } = useQuery({
    queryKey: keys.sessions,
    queryFn: ({ signal }) => accountApi.sessions(signal),
  });
  const roving = useRovingList({ count: data?.docs.length ?? 0 });
  const [asking, setAsking] = useState<ActiveSession>();
  const end = useMutation({
    mutationFn: ({ it, password }: { it: ActiveSession; password?: string }) =>
      accountApi.endSession(it._id, password),
    onSuccess: () => {
      setAsking(undefined);
      toast.success(texts.ended);
    },
    onError: (cause, { it, password }) => {
      if (needsPassword(cause)) setAsking(it);
      else if (password === undefined) toast.error(messageOf(cause));
    },
    onSettled: () => cache.invalidateQueries({ queryKey: keys.sessions }),
  });
  // A sign-in by the printed link has no session to identify.
  if (data?.docs.length === 0) return null;
  return (
    <SettingsCard title={texts.title} text={texts.text}>
      {error && !data && (
        <EmptyState title={texts.failed} text={messageOf(error)}>
          <Button onClick={() => void refetch()}>{settingsTexts.retry}</Button>
        </EmptyState>
      )}
      {!data && !error && <Skeleton className="h-14 rounded-control!" />}
      {data && (
        <ul
          ref={roving}
          aria-label={texts.list}
          className="divide-y divide-line rounded-control border border-line"
        >
          {data.docs.map((it) => (
            <Row key={it._id} session={it} onEnd={() => end.mutate({ it })} />
          ))}
        </ul>
      )}
      {asking && (
        <AskPassword
          wrong={end.isPending || !end.error || needsPassword(end.error) ? undefined : texts.wrong}
          busy={end.isPending}
          onGiven={(password) => end.mutate({ it: asking, password })}
          onClose={() => setAsking(undefined)}
        />
      )}
    </SettingsCard>
  );
}

function Row({
  session: { current, agent, createdAt, lastUsedAt, expiresAt },
  onEnd,
}: {
  session: ActiveSession;
  onEnd: () => void;
}) {
  const device = deviceOf(agent);
  const facts = [
    ...(current ? [texts.current] : []),
    texts.began(dayText(createdAt)),
    texts.used(dayText(lastUsedAt)),
    texts.ends(dayText(expiresAt)),
  ];
  return (
    <li className="flex items-center gap-2 py-2 pr-1.5 pl-3">
      <div className="min-w-0 flex-1">
        <p className="text-sm font-medium">{device ?? (current ? texts.current : texts.other)}</p>
        <p className="text-xs text-ink-soft">{facts.join(texts.join)}</p>
      </div>
      {!current && (
        <IconButton label={texts.end(device, dayText(createdAt))} onClick={onEnd}>
          <LogOut size={16} aria-hidden />
        </IconButton>
      )}
    </li>
  );
}

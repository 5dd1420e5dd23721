import { Trash2 } from 'lucide-react';
import { useId, useState, type FormEvent } from 'react';
import { normaliseEmail, type Me, type Member, type MemberRole } from '#core/contract/account.ts';
import { messageOf } from '#ui/client/api.ts';
import { EmptyState, Skeleton } from '#ui/kit/empty-state.tsx';
import { Button, IconButton } from '#ui/kit/button.tsx';
import { dayText } from '#ui/kit/format.ts';
import { shareTexts as texts } from './texts/share.ts';
import { threadsTexts } from './texts/threads.ts';
import { nameOf, useMembers } from './use-members.ts';

type Role = Member['role'];
const ROLES: readonly Role[] = ['viewer', 'editor'] satisfies (typeof MemberRole.options)[number][];
const SELECT =
  'h-10 min-h-target cursor-pointer rounded-control border border-line-field bg-surface px-2 text-sm [&>option]:bg-raised [&>option]:text-ink';

export function People({ threadId, me }: { threadId: string; me: Me }) {
  const { list, invite, change, dismiss } = useMembers(threadId);
  const { data, error, refetch } = list;
  return (
    <section aria-label={texts.people} className="mt-5 border-t border-line pt-4">
      <Invite me={me} busy={invite.isPending} error={invite.error} onInvite={invite.mutateAsync} />
      {!data && !error && (
        <div className="mt-4 space-y-2">
          <Skeleton className="h-11" />
          <Skeleton className="h-11" />
        </div>
      )}
      {!data && error && (
        <EmptyState className="py-4!" title={texts.failed} text={messageOf(error)}>
          <Button onClick={() => void refetch()}>{threadsTexts.retry}</Button>
        </EmptyState>
      )}
      {data && (
        <ul aria-label={texts.list} className="mt-3 divide-y divide-line text-sm">
          <li className="flex min-h-13 items-center gap-3 py-1.5">
            <Face name={me.user.name || me.user.email} />
            <span className="min-w-0 flex-1 truncate font-medium">
              {me.user.name || me.user.email}{' '}
              <span className="font-normal text-ink-soft">{texts.you}</span>
            </span>
            <span className="px-2 text-ink-soft">{texts.owner}</span>
          </li>
          {data.docs.map((it) => (
            <Row
              key={it._id}
              member={it}
              onRole={(role) => change.mutate({ member: it, role })}
              onRemove={() => dismiss.mutate(it)}
            />
          ))}
        </ul>
      )}
    </section>
  );
}

const Face = ({ name }: { name: string }) => (
  <span
    aria-hidden
    className="grid size-8 shrink-0 place-items-center rounded-full bg-sunken text-xs font-semibold text-ink-soft uppercase"
  >
    {name.slice(0, 1)}
  </span>
);

function Row({
  member,
  onRole,
  onRemove,
}: {
  member: Member;
  onRole: (role: Role) => void;
  onRemove: () => void;
}) {
  const who = nameOf(member);
  return (
    <li className="flex min-h-13 items-center gap-2 py-1.5">
      <Face name={who} />
      <span className="ml-1 min-w-0 flex-1">
        <span className="block truncate font-medium" title={who}>
          {who}
        </span>
        <span className="block truncate text-xs text-ink-soft">
          {member.name === null ? texts.pending(dayText(member.invitedAt)) : member.email}
        </span>
      </span>
      <select
        aria-label={texts.roleOf(who)}
        value={member.role}
        onChange={(event) => onRole(event.target.value === 'editor' ? 'editor' : 'viewer')}
        className={`${SELECT} border-transparent! bg-transparent! hover:bg-hover!`}
      >
        {ROLES.map((role) => (
          <option key={role} value={role}>
            {texts.roles[role]}
          </option>
        ))}
      </select>
      <IconButton label={texts.remove(who)} onClick={onRemove}>
        <Trash2 size={16} aria-hidden />
      </IconButton>
    </li>
  );
}

interface InviteProps {
  me: Me;
  busy: boolean;
  /** why the last invitation was refused */
  error: unknown;
  onInvite: (it: { email: string; role: Role }) => Promise<unknown>;
}

function Invite({ me, busy, error, onInvite }: InviteProps) {
  const id = useId();
  const [text, setText] = useState('');
  const [role, setRole] = useState<Role>('viewer');
  const [wrong, setWrong] = useState<string>();
  const message = wrong ?? (error && !busy ? messageOf(error) : undefined);
  const send = async (event: FormEvent) => {
    event.preventDefault();
    const email = normaliseEmail(text);
    const fault =
      email === undefined ? texts.wrongEmail : email === me.user.email ? texts.self : undefined;
    setWrong(fault);
    if (fault !== undefined || email === undefined || busy) return;
    try {
      await onInvite({ email, role });
      setText('');
    } catch (cause) {
      console.info('Nobody was invited.', cause);
    }
  };
  if (!me.user.is_verified_user) return <p className="text-sm text-ink-soft">{texts.unverified}</p>;
  return (
    <form noValidate aria-label={texts.invite} onSubmit={(event) => void send(event)}>
      <div className="flex flex-wrap gap-2">
        <input
          type="email"
          aria-label={texts.email}
          placeholder={texts.email}
          autoComplete="off"
          autoCapitalize="none"
          inputMode="email"
          value={text}
          maxLength={320}
          aria-invalid={message !== undefined}
          aria-describedby={id}
          onChange={(event) => {
            setText(event.target.value);
            setWrong(undefined);
          }}
          className={`h-10 min-h-target min-w-0 flex-1 basis-52 rounded-control border bg-surface px-3 text-sm placeholder:text-ink-faint ${message ? 'border-danger' : 'border-line-field'}`}
        />
        <select
          aria-label={texts.role}
          value={role}
          onChange={(event) => setRole(event.target.value === 'editor' ? 'editor' : 'viewer')}
          className={SELECT}
        >
          {ROLES.map((it) => (
            <option key={it} value={it}>
              {texts.roles[it]}
            </option>
          ))}
        </select>
        <Button type="submit" look="primary" disabled={busy} className="h-10 grow sm:grow-0">
          {busy ? texts.inviting : texts.invite}
        </Button>
      </div>
      <p id={id} className={`mt-1.5 text-[0.8125rem] ${message ? 'text-danger' : 'text-ink-soft'}`}>
        {message ?? texts.rolesAbout[role]}
      </p>
    </form>
  );
}

/** The other people who have the notes open. */
import { useEffect, useState } from 'react';
import type { Awareness } from 'y-protocols/awareness';
import { z } from 'zod';
import { notesTexts as texts } from './texts.ts';

const SHOWN = 4;
const Seen = z.object({
  user: z.object({ _id: z.string(), name: z.string(), color: z.string().regex(/^#[0-9a-f]{6}$/i) }),
});
interface Person {
  key: string;
  name: string;
  color: string;
}

/**
 * Several windows of one account count as one person; viewers who are not signed in count by
 * window.
 */
function peopleOf(awareness: Awareness): Person[] {
  const people = new Map<string, Person>();
  for (const [client, state] of awareness.getStates()) {
    const seen = client === awareness.clientID ? undefined : Seen.safeParse(state).data;
    if (!seen) continue;
    const { _id, name, color } = seen.user;
    const key = _id || `reader ${client}`;
    people.set(key, { key, name: _id ? name : texts.reader, color });
  }
  return [...people.values()].sort((one, other) => one.name.localeCompare(other.name));
}

function usePeople(awareness: Awareness | undefined): Person[] {
  const [people, setPeople] = useState<Person[]>([]);
  useEffect(() => {
    if (!awareness) return undefined;
    // A moving cursor doesn't change the list of people.
    const look = () =>
      setPeople((before) => {
        const now = peopleOf(awareness);
        return JSON.stringify(now) === JSON.stringify(before) ? before : now;
      });
    awareness.on('change', look);
    look();
    return () => {
      awareness.off('change', look);
      setPeople([]);
    };
  }, [awareness]);
  return people;
}

const initials = (name: string): string =>
  name
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => [...word][0] ?? '')
    .join('')
    .toUpperCase();

export function People({ awareness }: { awareness: Awareness | undefined }) {
  const people = usePeople(awareness);
  if (people.length === 0) return null;
  const rest = people.slice(SHOWN);
  return (
    <ul aria-label={texts.here} className="flex items-center -space-x-1.5">
      {people.slice(0, SHOWN).map((it) => (
        <li key={it.key}>
          <Avatar label={it.name} color={it.color}>
            {initials(it.name)}
          </Avatar>
        </li>
      ))}
      {rest.length > 0 && (
        <li>
          <Avatar label={rest.map((it) => it.name).join(', ')}>{texts.more(rest.length)}</Avatar>
        </li>
      )}
    </ul>
  );
}

function Avatar({ label, color, children }: { label: string; color?: string; children: string }) {
  return (
    <span
      role="img"
      aria-label={label}
      title={label}
      style={color ? { backgroundColor: color, color: '#fff' } : undefined}
      className={`grid size-6.5 place-items-center rounded-full text-[0.6875rem] font-semibold ring-2 ring-surface ${color ? '' : 'bg-pressed text-ink'}`}
    >
      {children}
    </span>
  );
}

/** Who may do what: the one place that decides it. Routes, sockets and the assistant ask here. */
import { Fault, type FaultCode } from '#core/contract/faults.ts';
import type { UserId } from '#core/contract/id.ts';

/** The person who makes a request; `id` is missing if nobody is signed in. */
export interface Actor {
  id?: UserId | undefined;
  /** their address is confirmed */
  verified?: boolean;
  /** runs this server */
  operator?: boolean;
}

export type ThreadRole = 'owner' | 'editor' | 'viewer' | 'reader' | 'none';
/** What of a thread a decision needs. `role`: of the actor, where they are invited. */
export interface ThreadAccess {
  ownerId: UserId;
  visibility: 'private' | 'link';
  role?: ThreadRole | undefined;
}
/** What belongs to one person: a source, an answer, an import, a token. */
export interface Owned {
  ownerId: UserId;
}

/**
 * `ask`: put questions to its sources. `write`: its notes, sources and files. `manage`: its name,
 * who may open it, its end.
 */
export type ThreadAction = 'read' | 'ask' | 'write' | 'manage';

export function roleIn({ id }: Actor, { ownerId, visibility, role }: ThreadAccess): ThreadRole {
  if (id !== undefined && id === ownerId) return 'owner';
  if (id !== undefined && (role === 'editor' || role === 'viewer')) return role;
  return visibility === 'link' ? 'reader' : 'none';
}

const ALLOWED: Record<ThreadAction, readonly ThreadRole[]> = {
  read: ['owner', 'editor', 'viewer', 'reader'],
  ask: ['owner', 'editor', 'viewer', 'reader'],
  write: ['owner', 'editor'],
  manage: ['owner'],
};

export type Asked =
  | { action: `thread.${ThreadAction}`; object: ThreadAccess }
  | { action: 'own'; object: Owned }
  /** put anything to the assistant */
  | { action: 'assistant' }
  /** create credentials; an unconfirmed address may belong to somebody else */
  | { action: 'way in' }
  /** accounts, indexes and whatever else concerns everybody */
  | { action: 'operate' };

const threadActionOf = (action: `thread.${ThreadAction}`): ThreadAction =>
  action.slice('thread.'.length) as ThreadAction;

/**
 * Why not, or nothing where it is allowed. What may not be seen is `absent`, as if it were not
 * there.
 */
export function refusal(actor: Actor, asked: Asked): FaultCode | undefined {
  if (asked.action === 'assistant' || asked.action === 'way in')
    return actor.id === undefined ? 'not_signed_in' : actor.verified ? undefined : 'unverified';
  if (asked.action === 'operate')
    return actor.id === undefined ? 'not_signed_in' : actor.operator ? undefined : 'not_allowed';
  if (asked.action === 'own')
    return actor.id === undefined
      ? 'not_signed_in'
      : actor.id === asked.object.ownerId
        ? undefined
        : 'absent';
  const role = roleIn(actor, asked.object);
  const action = threadActionOf(asked.action);
  if (actor.id === undefined && (role === 'none' || action !== 'read')) return 'not_signed_in';
  if (role === 'none') return 'absent';
  return ALLOWED[action].includes(role) ? undefined : 'not_allowed';
}

export const can = (actor: Actor, asked: Asked): boolean => refusal(actor, asked) === undefined;

/** Faults: the refusal's, with `words` for its code where there are some. */
export function authorise(
  actor: Actor,
  asked: Asked,
  words: Partial<Record<FaultCode, string>> = {},
): void {
  const code = refusal(actor, asked);
  if (code === undefined) return;
  const message = words[code];
  throw new Fault(code, message === undefined ? {} : { message });
}

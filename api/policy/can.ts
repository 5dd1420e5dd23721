/** The policy: decides who may do what, for routes, sockets and the assistant. */
import { Fault, type FaultCode } from '#core/contract/faults.ts';
import type { UserId } from '#core/contract/id.ts';

/** The person who makes a request; `id` is missing if nobody is signed in. */
export interface Actor {
  id?: UserId | undefined;
  /** their address is confirmed */
  verified?: boolean;
  /** they run this server */
  operator?: boolean;
}

export type ThreadRole = 'owner' | 'editor' | 'viewer' | 'reader' | 'none';
/** The fields of a thread for a decision. `role`: of the actor, if they are a member. */
export interface ThreadAccess {
  ownerId: UserId;
  visibility: 'private' | 'link';
  role?: ThreadRole | undefined;
}
/** A thing with one owner: a source, an answer, an import, a token. */
export interface Owned {
  ownerId: UserId;
}

/**
 * `ask`: ask questions to its sources. `write`: change its notes, sources and files. `manage`:
 * rename, share and delete it.
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
  /** use the assistant */
  | { action: 'assistant' }
  /** create credentials; an unconfirmed address may belong to someone else */
  | { action: 'create credential' }
  /** manage accounts, indexes and the server */
  | { action: 'operate' };

const threadActionOf = (action: `thread.${ThreadAction}`): ThreadAction =>
  action.slice('thread.'.length) as ThreadAction;

/**
 * Returns the fault of a refusal, or undefined if it is allowed. What the actor may not see is
 * `absent`, as if it did not exist.
 */
export function refusal(actor: Actor, asked: Asked): FaultCode | undefined {
  if (asked.action === 'assistant' || asked.action === 'create credential')
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

/** Throws the fault of a refusal, with the message in `words` for its code. */
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

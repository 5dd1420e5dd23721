/**
 * The routes that are audited, with the name of their action. Reads are not audited, except for
 * exports of all data.
 */
import type { Context } from 'koa';
import { normaliseEmail } from '#core/contract/account.ts';
import { toFault } from '#core/contract/faults.ts';
import type { Route } from '../../http/route.ts';
import type { Entry } from './audit.ts';

type Call = Parameters<Route['handle']>[0];
interface Audited {
  action: string;
  /** the target of the action */
  of?: (call: Call) => unknown;
  /** only for some requests */
  when?: (call: Call) => boolean;
}
const body = (field: string) => (call: Call) =>
  (call.body as Record<string, unknown> | undefined)?.[field];
const param = (field: string) => (call: Call) =>
  (call.params as Record<string, unknown> | undefined)?.[field];
/**
 * Returns a valid address in its canonical form. Other text is not stored, because people may type
 * secrets there by mistake.
 */
const address = (call: Call) => normaliseEmail(String(body('email')(call) ?? ''));

export const AUDITED: Readonly<Record<string, Audited>> = {
  'GET auth/link': { action: 'sign-in.link' },
  'POST auth/link': { action: 'link.made' },
  'POST auth/login': { action: 'sign-in.password', of: address },
  'POST auth/code': { action: 'sign-in.code', of: ({ koa }) => koa.state['second'] },
  'POST auth/recovery': { action: 'sign-in.recovery', of: ({ koa }) => koa.state['second'] },
  'POST auth/passkey': { action: 'sign-in.passkey' },
  'GET auth/oidc/callback': { action: 'sign-in.outside' },
  'POST auth/refresh': {
    action: 'session.stolen',
    when: ({ koa }) => koa.state['reused'] !== undefined,
  },
  'POST auth/logout': { action: 'sign-out' },
  'POST auth/signup': { action: 'account.signed-up', of: address },
  'POST auth/verify': { action: 'account.confirmed' },
  'PUT me/provider': { action: 'provider.changed', of: body('base_url') },
  'POST auth/forgot': { action: 'password.forgotten', of: address },
  'POST auth/reset': { action: 'password.reset' },
  'PATCH me': {
    action: 'account.changed',
    of: (call) => Object.keys((call.body ?? {}) as object).join(' '),
  },
  'DELETE me': { action: 'account.deleted' },
  'DELETE me/sessions/:id': { action: 'session.ended', of: param('id') },
  'POST me/tokens': { action: 'token.made', of: body('name') },
  'DELETE me/tokens/:id': { action: 'token.deleted', of: param('id') },
  'POST me/passkeys': { action: 'passkey.added', of: body('name') },
  'DELETE me/passkeys/:id': { action: 'passkey.deleted', of: param('id') },
  'POST me/second-factor': { action: 'second-factor.enabled' },
  'DELETE me/second-factor': { action: 'second-factor.disabled' },
  'POST me/recovery-codes': { action: 'recovery-codes.made' },
  'PATCH threads/:id': { action: 'thread.changed', of: param('id') },
  'DELETE threads/:id': { action: 'thread.deleted', of: param('id') },
  'POST threads/:id/members': {
    action: 'member.invited',
    of: (call) => `${String(param('id')(call))} ${address(call) ?? ''}`,
  },
  'DELETE threads/:id/members/:userId': { action: 'member.removed', of: param('userId') },
  'DELETE sources/:id': { action: 'source.deleted', of: param('id') },
  'POST thread/delete-file': { action: 'file.deleted', of: body('fileKey') },
  'GET threads/:id/export': { action: 'thread.exported', of: param('id') },
  'GET export': { action: 'library.exported' },
  'GET posts/:id/export': { action: 'post.exported', of: param('id') },
  'GET backup': { action: 'backup.made' },
  'PUT post/v1/update-post/:id': { action: 'post.changed', of: param('id') },
  'POST users': { action: 'user.added', of: address },
  'PATCH users/:id': {
    action: 'user.plan',
    of: (call) => `${String(param('id')(call))} ${String(body('plan')(call))}`,
  },
  'POST users/:id/sign-out': { action: 'user.signed-out', of: param('id') },
  'DELETE users/:id/second-factor': { action: 'user.second-factor-reset', of: param('id') },
  'POST users/:id/tokens': { action: 'user.token', of: param('id') },
  'POST reindex': { action: 'index.rebuilt' },
  'POST reconcile': { action: 'index.compared' },
};
/** Repeated attempts are refused and recorded only once. */
const UNRECORDED = new Set(['rate_limited', 'bad_request']);
const MOST = 500;

const who = (koa: Context, call: Call, result: unknown): string | undefined =>
  call.user?._id ??
  (koa.state['signedIn'] as string | undefined) ??
  (result as { user?: { _id?: string } } | undefined)?.user?._id;

/** Wraps routes so that each records its action after it was done or refused. */
export function audited(
  routes: readonly Route[],
  note: (koa: Context, entry: Entry) => Promise<void>,
): Route[] {
  return routes.map((route) => {
    const audited = AUDITED[`${route.method.toUpperCase()} ${route.path}`];
    if (!audited) return route;
    const tell = async (call: Call, outcome: string, result?: unknown): Promise<void> => {
      if (UNRECORDED.has(outcome) || audited.when?.(call) === false) return;
      const object = audited.of?.(call);
      await note(call.koa, {
        action: audited.action,
        outcome,
        userId: who(call.koa, call, result),
        object: object === undefined ? undefined : String(object).slice(0, MOST),
      });
    };
    return {
      ...route,
      async handle(call) {
        try {
          const result = await route.handle(call);
          await tell(call, (call.koa.state['refused'] as string | undefined) ?? 'ok', result);
          return result;
        } catch (error) {
          await tell(call, toFault(error).code);
          throw error;
        }
      },
    };
  });
}

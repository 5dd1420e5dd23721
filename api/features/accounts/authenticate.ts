import type { Context } from 'koa';
import { Fault } from '#core/contract/faults.ts';
import type { Caller } from '../../http/route.ts';
import type { Accounts } from './accounts.ts';
import type { CookieJar } from './cookies.ts';

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS']);

export const bearerToken = (koa: Context): string | undefined =>
  /^Bearer (\S+)$/i.exec(koa.get('Authorization'))?.[1];

/**
 * Refuses requests from pages of other origins. `needed`: the request must have an origin, as
 * browsers send it.
 */
export function assertOwnOrigin(koa: Context, origins: ReadonlySet<string>, needed: boolean): void {
  const origin = koa.get('Origin');
  if (origin === '' ? needed : !origins.has(origin))
    throw new Fault('not_allowed', {
      message: "This request was refused because it didn't come from the Gloss page.",
    });
}

/**
 * Identifies the user by bearer token, else by session cookie. A write with only the cookie must
 * come from one of `origins`.
 */
export const authenticator =
  (accounts: Accounts, jar: CookieJar, origins: ReadonlySet<string>) =>
  async (koa: Context, again = false, due = false): Promise<Caller | undefined> => {
    const bearer = bearerToken(koa);
    if (bearer) return accounts.caller(bearer, { asAtSignIn: again, due });
    const token = jar.read('session', koa.req.headers.cookie);
    const caller = token ? await accounts.caller(token, { asAtSignIn: again, due }) : undefined;
    if (caller && !SAFE.has(koa.method)) assertOwnOrigin(koa, origins, true);
    return caller;
  };

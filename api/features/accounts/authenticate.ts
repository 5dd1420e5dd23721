import type { IncomingHttpHeaders } from 'node:http';
import type { Context } from 'koa';
import type { User } from '#core/contract/account.ts';
import { Fault } from '#core/contract/faults.ts';
import type { Accounts } from './accounts.ts';

export const SESSION_COOKIE = 'gloss_session';
const SAFE = new Set(['GET', 'HEAD', 'OPTIONS']);

export function cookieToken(header: string | undefined): string | undefined {
  for (const pair of header?.split(';') ?? []) {
    const [name, value] = pair.trim().split('=', 2);
    if (name === SESSION_COOKIE) return value;
  }
  return undefined;
}
function bearerToken(headers: IncomingHttpHeaders): string | undefined {
  return /^Bearer (\S+)$/i.exec(headers.authorization ?? '')?.[1];
}

/** By bearer token, else by session cookie. A write borne by the cookie alone must come from one of `origins`. */
export const authenticator = (accounts: Accounts, origins: ReadonlySet<string>) => async (koa: Context): Promise<User | undefined> => {
  const bearer = bearerToken(koa.req.headers);
  if (bearer) return accounts.byToken(bearer);
  const token = cookieToken(koa.req.headers.cookie);
  const user = token ? await accounts.byToken(token) : undefined;
  if (user && !SAFE.has(koa.method) && !origins.has(koa.get('Origin'))) {
    throw new Fault('not_allowed', { message: 'This request does not come from the Gloss page, so it was refused.' });
  }
  return user;
};

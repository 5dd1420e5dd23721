/** What all sign-in methods share. */
import type { Context } from 'koa';
import type { z } from 'zod';
import type { SignedIn } from '#core/contract/account.ts';
import { Fault } from '#core/contract/faults.ts';
import type { Settings } from '#config/settings.ts';
import type { Attempts } from '../../http/attempts.ts';
import { assertOwnOrigin } from './authenticate.ts';
import type { Accounts } from './accounts.ts';
import type { CookieJar } from './cookies.ts';
import type { Pair } from './sign-in.ts';

export interface SessionIssuerPorts {
  accounts: Accounts;
  attempts: Attempts;
  jar: CookieJar;
  settings: Pick<Settings, 'accounts'>;
  /** origins of Gloss's own pages */
  origins: ReadonlySet<string>;
}
export interface SessionIssuer {
  assertAccounts(): void;
  /**
   * Refuses requests of other origins and limits attempts at `what`, per `account` if one is given.
   * A successful attempt does not count, unless `counts` is set.
   */
  guarded<T>(
    koa: Context,
    what: string,
    account: string | undefined,
    attempt: () => Promise<T>,
    more?: { counts?: boolean },
  ): Promise<T>;
  /** Sets the cookies, and returns the response. */
  signedIn(koa: Context, pair: Pair): z.input<typeof SignedIn>;
  /** Like `guarded`, and signs in: the browser's previous session ends. */
  entered(koa: Context, pair: Pair): Promise<z.input<typeof SignedIn>>;
}

export function sessionIssuer({
  accounts,
  attempts,
  jar,
  settings,
  origins,
}: SessionIssuerPorts): SessionIssuer {
  const assertAccounts = (): void => {
    if (settings.accounts !== 'accounts')
      throw new Fault('not_allowed', {
        message: 'This is a personal workspace. Sign in with the link that `gloss open` prints.',
      });
  };
  const signedIn: SessionIssuer['signedIn'] = (koa, { access, refresh, user }) => {
    jar.set(koa, 'session', access.token, refresh.expiresAt);
    jar.set(koa, 'refresh', refresh.token, refresh.expiresAt);
    jar.set(koa, 'until', access.expiresAt.toISOString(), refresh.expiresAt);
    koa.set('Cache-Control', 'no-store');
    koa.state['signedIn'] = user._id;
    return { accessToken: access.token, expiresAt: access.expiresAt.toISOString(), user };
  };
  return {
    assertAccounts,
    async guarded(koa, what, account, attempt, { counts = false } = {}) {
      assertAccounts();
      assertOwnOrigin(koa, origins, false);
      const giveBack = await attempts.take(koa.req, what, account);
      const result = await attempt();
      if (!counts) await giveBack();
      return result;
    },
    signedIn,
    async entered(koa, pair) {
      const before = jar.read('session', koa.req.headers.cookie);
      if (before) await accounts.endSession(before);
      return signedIn(koa, pair);
    },
  };
}

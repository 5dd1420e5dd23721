/** Opens accounts and policy. */
import type { IncomingMessage } from 'node:http';
import type { UserId } from '#core/contract/id.ts';
import {
  authenticator,
  signInHealth,
  type Accounts,
  type Allowance,
  type CookieJar,
} from '../features/accounts/index.ts';
import { audited, type Entry } from '../features/audit/index.ts';
import type { Feature } from '../http/feature.ts';
import type { Authenticate } from '../http/mount.ts';
import type { Route } from '../http/route.ts';
import type { AccountParts } from './account-parts.ts';
import { accountRoutes } from './account-routes.ts';
import { openPeople } from './open-people.ts';
import { openSignIn } from './open-sign-in.ts';

export interface AccountsFeature extends Feature {
  accounts: Accounts;
  allowance: Allowance;
  jar: CookieJar;
  /** the IANA time zone of a person's days; null until one is set */
  timeZone(userId: UserId): Promise<string | null>;
  authenticate: Authenticate;
  health(): ReturnType<typeof signInHealth>;
  /** Records an action that no route records. */
  note(request: IncomingMessage, entry: Entry): Promise<void>;
  /** Wraps all routes of the server, so that their actions are recorded. */
  audited(all: readonly Route[]): Route[];
  /** Removes leftover sign-ups that lost their address. */
  tidy(): Promise<void>;
}

export async function openAccounts(parts: AccountParts): Promise<AccountsFeature> {
  const { settings, log, origins } = parts;
  const people = await openPeople(parts);
  const signIn = await openSignIn(parts, people);
  const { accounts, allowance, jar, audit, mailer, attempts } = people;
  const { signUps, outside, passkeys } = signIn;
  return {
    name: 'accounts',
    accounts,
    allowance,
    jar,
    timeZone: (id) => people.users.timeZone(id),
    routes: accountRoutes(parts, people, signIn),
    authenticate: authenticator(accounts, jar, origins),
    health: () => signInHealth({ settings, outside, passkeys: passkeys.possible }),
    note: (request, entry) => audit.note(request, entry),
    audited(all) {
      audit
        .prune()
        .catch((error: unknown) =>
          log.warn({ err: error }, 'old entries of the audit log could not be deleted'),
        );
      return audited(all, (koa, entry) => audit.note(koa.req, entry));
    },
    async tidy() {
      await signUps.removeShutOut();
    },
    async close() {
      await signUps.settled();
      await mailer.close();
      await attempts.close();
      await signIn.closeProviders();
    },
  };
}

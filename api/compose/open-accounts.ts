/** Who may come in, and what they may do: the parts of accounts, put together. */
import type { Log } from '#config/log.ts';
import { plans } from '#config/plans.ts';
import type { Settings } from '#config/settings.ts';
import type { ModelChoice } from '#core/contract/account.ts';
import { Fault } from '#core/contract/faults.ts';
import type { UserId } from '#core/contract/id.ts';
import type { Database } from '#pipeline/library/index.ts';
import { Accounts, Allowance, authenticator, authRoutes, cookieJar, createMailer, mails, meRoutes, PersonalTokens, SignIn, userRoutes, Users } from '../features/accounts/index.ts';
import { memberRoutes, Members, type Threads } from '../features/threads/index.ts';
import { createAttempts } from '../http/attempts.ts';
import type { Route } from '../http/route.ts';
import { authorise, type AccessChanges } from '../policy/index.ts';

export interface AccountParts { settings: Settings; log: Log; database: Database; changes: AccessChanges; threads: Threads; publicUrl: string; /** of Gloss's own pages */ origins: ReadonlySet<string> }
export interface AccountRouteParts {
  capabilities(): { models: ModelChoice[]; offline: boolean; embeddings: boolean; transcription: boolean };
  /** Before an account goes: what other stores hold of it. */ onRemoving(user: UserId): Promise<void>;
}

export function openAccounts({ settings, log, database, changes, threads, publicUrl, origins }: AccountParts) {
  const accounts = new Accounts(database, changes);
  const jar = cookieJar(publicUrl.startsWith('https:'));
  const known = plans(settings);
  const users = new Users(database, known, changes);
  const tokens = new PersonalTokens(database, changes);
  const allowance = new Allowance({ database, plans: known, unlimited: settings.accounts === 'personal' });
  const mailer = createMailer(settings.mail, log);
  const attempts = createAttempts({ ...settings.signInPace, trustedProxies: settings.trustedProxies, redisUrl: settings.redisUrl, log });
  const members = new Members({ database, changes, byEmail: (email) => users.confirmedAs(email), names: (ids) => users.names(ids) });
  const signIn = new SignIn({ database, mailer, log, publicUrl, changes, onVerified: (user, transaction) => members.confirmed(user, transaction) });

  const routes = ({ capabilities, onRemoving }: AccountRouteParts): Route[] => [
    ...authRoutes({ accounts, signIn, attempts, jar, publicUrl, settings, origins }),
    ...meRoutes({ users, signIn, tokens, allowance, attempts, jar, settings, capabilities, onRemoving }),
    ...userRoutes({ users, signIn, tokens, allowance, onVerified: (user) => database.write((transaction) => members.confirmed(user, transaction)) }),
    ...memberRoutes({
      threads, members,
      async mayInvite(user) {
        if (settings.accounts !== 'accounts') throw new Fault('not_allowed', { message: 'This server has one owner. Share the thread by its link.' });
        authorise({ id: user._id, verified: user.is_verified_user }, { action: 'assistant' }, { unverified: 'Confirm your address first: open the link in the mail we sent you.' });
      },
      onInvited: (by, thread, { email, role }) => mailer.send(mails.invited(email, by.name, thread.title, role, `${publicUrl}/t/${thread.url}`)),
    }),
  ];
  return {
    accounts, allowance, jar, routes, authenticate: authenticator(accounts, jar, origins),
    async close(): Promise<void> {
      await mailer.close();
      await attempts.close();
    },
  };
}

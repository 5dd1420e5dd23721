import type { Transaction } from 'sequelize';
import type { UserId } from '#core/contract/id.ts';
import { plans } from '#config/plans.ts';
import {
  Accounts,
  Allowance,
  cookieJar,
  createMailer,
  createSecurityNotices,
  PersonalTokens,
  sessionIssuer,
  Users,
} from '../features/accounts/index.ts';
import { Audit } from '../features/audit/index.ts';
import { Members } from '../features/threads/index.ts';
import { createAttempts } from '../http/attempts.ts';
import { clientAddress } from '../http/client-address.ts';
import type { AccountParts } from './account-parts.ts';

export type People = Awaited<ReturnType<typeof openPeople>>;

/** Opens people and their permissions, without sign-in. */
export async function openPeople(parts: AccountParts) {
  const { settings, log, database, changes, publicUrl, origins, onNew } = parts;
  const isMany = settings.accounts === 'accounts';
  const factorRequired = isMany && settings.secondFactor === 'required';
  const accounts = new Accounts(database, changes, { factorRequired });
  const jar = cookieJar(publicUrl.startsWith('https:'));
  const known = plans(settings);
  const users = new Users(database, known, changes);
  const mailer = createMailer(settings.mail, log);
  const attempts = await createAttempts({
    ...settings.signInPace,
    trustedProxies: settings.trustedProxies,
    redisUrl: settings.redisUrl,
    log,
  });
  const members = new Members({
    database,
    changes,
    byEmail: (email) => users.confirmedAs(email),
    names: (ids) => users.names(ids),
  });
  return {
    isMany,
    factorRequired,
    accounts,
    jar,
    users,
    mailer,
    attempts,
    members,
    tokens: new PersonalTokens(database, changes),
    allowance: new Allowance({ database, plans: known, unlimited: !isMany }),
    notices: createSecurityNotices({ mailer, isMany, resetUrl: `${publicUrl}/reset` }),
    entry: sessionIssuer({ accounts, attempts, jar, settings, origins }),
    audit: new Audit({
      database,
      log,
      addressOf: clientAddress(settings.trustedProxies),
      emails: (ids) => users.emails(ids),
    }),
    /** Called in the transaction that confirms the address of a person. */
    async onConfirmed(
      user: { id: UserId; email: string },
      transaction: Transaction,
      isFirst = true,
    ): Promise<void> {
      await members.confirmed(user, transaction);
      if (isFirst) database.afterCommit(() => onNew(user.id));
    },
    async remove(user: UserId): Promise<void> {
      await parts.onRemoving(user);
      await users.remove(user);
    },
  };
}

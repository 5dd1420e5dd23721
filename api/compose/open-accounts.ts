/** Who may come in, and what they may do: the parts of accounts, put together. */
import type { IncomingMessage } from 'node:http';
import type { Transaction } from 'sequelize';
import type { Log } from '#config/log.ts';
import { plans } from '#config/plans.ts';
import type { Settings } from '#config/settings.ts';
import type { ModelChoice } from '#core/contract/account.ts';
import { Fault } from '#core/contract/faults.ts';
import type { UserId } from '#core/contract/id.ts';
import type { Database } from '#pipeline/library/index.ts';
import { createProviderFetch } from '#pipeline/net/index.ts';
import {
  Accounts,
  Allowance,
  authenticator,
  authRoutes,
  Challenges,
  cookieJar,
  createBreachedPasswords,
  createMailer,
  entrance,
  mails,
  meRoutes,
  OutsideSignIn,
  oidcRoutes,
  OWNER,
  passkeyRoutes,
  Passkeys,
  PersonalTokens,
  Revocation,
  Sealer,
  secondFactorRoutes,
  SecondFactors,
  secondSteps,
  SignIn,
  signInHealth,
  SignUps,
  userRoutes,
  Users,
  type Mail,
  type NewToken,
  type SecurityMail,
} from '../features/accounts/index.ts';
import { Audit, audited, auditRoutes, type Entry } from '../features/audit/index.ts';
import { memberRoutes, Members, type Threads } from '../features/threads/index.ts';
import { createAttempts } from '../http/attempts.ts';
import { clientAddress } from '../http/client-address.ts';
import type { Route } from '../http/route.ts';
import { authorise, type AccessChanges } from '../policy/index.ts';

/** Metadata, keys and tokens of a sign-in provider have a few kilobytes. */
const MAX_OIDC_BYTES = 2 ** 20;

export interface AccountParts {
  settings: Settings;
  log: Log;
  database: Database;
  changes: AccessChanges;
  threads: Threads;
  publicUrl: string;
  /** signs what is given out */
  secret: string;
  /** of Gloss's own pages */
  origins: ReadonlySet<string>;
  /** Called when an address is confirmed for the first time, after the commit. */
  onNew(id: UserId): void;
  /** Before an account goes: what other stores hold of it. */
  onRemoving(user: UserId): Promise<void>;
  /** what this server can do, for its settings page */
  capabilities(): {
    models: ModelChoice[];
    offline: boolean;
    embeddings: boolean;
    transcription: boolean;
  };
}

/** The one private address that a provider of the operator's own settings may have. */
function hostPortOf(address: string): string {
  const { hostname, port, protocol } = new URL(address);
  return `${hostname}:${port || (protocol === 'https:' ? 443 : 80)}`;
}

export async function openAccounts({
  settings,
  log,
  database,
  changes,
  threads,
  publicUrl,
  secret,
  origins,
  onNew,
  onRemoving,
  capabilities,
}: AccountParts) {
  const isMany = settings.accounts === 'accounts';
  const factorRequired = settings.accounts === 'accounts' && settings.secondFactor === 'required';
  const accounts = new Accounts(database, changes, { factorRequired });
  const jar = cookieJar(publicUrl.startsWith('https:'));
  const known = plans(settings);
  const users = new Users(database, known, changes);
  const tokens = new PersonalTokens(database, changes);
  const allowance = new Allowance({
    database,
    plans: known,
    unlimited: settings.accounts === 'personal',
  });
  const mailer = createMailer(settings.mail, log);
  /** One owner is on their own machine and has no address. */
  const tell = (
    user: { email: string; name: string },
    mail: (told: SecurityMail) => Mail,
  ): void => {
    if (isMany && user.email !== OWNER)
      mailer.send(mail({ to: user.email, name: user.name, forgot: `${publicUrl}/reset` }));
  };
  const onToken = (
    user: { email: string; name: string },
    token: NewToken,
    agent: string | null,
  ): void => tell(user, (told) => mails.tokenMade(told, token, { at: new Date(), agent }));
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
  const confirmed = async (
    user: { id: UserId; email: string },
    transaction: Transaction,
    isFirst = true,
  ): Promise<void> => {
    await members.confirmed(user, transaction);
    if (isFirst) database.afterCommit(() => onNew(user.id));
  };
  const audit = new Audit({
    database,
    log,
    addressOf: clientAddress(settings.trustedProxies),
    emails: (ids) => users.emails(ids),
  });
  const { file, url } = settings.breachedPasswords;
  const range = url === undefined ? undefined : { url, ...createProviderFetch(hostPortOf(url)) };
  const breached = createBreachedPasswords({ file, range, log });
  const remove = async (user: UserId): Promise<void> => {
    await onRemoving(user);
    await users.remove(user);
  };
  const revocation = new Revocation(database, changes);
  const signUps = new SignUps({
    database,
    mailer,
    log,
    publicUrl,
    breached,
    revocation,
    onVerified: confirmed,
    remove,
  });
  const signIn = new SignIn({
    database,
    mailer,
    log,
    publicUrl,
    changes,
    breached,
    revocation,
    signUps,
    factorRequired,
  });
  const entry = entrance({ accounts, attempts, jar, settings, origins });
  const challenges = new Challenges(database, secret, settings.previousSecret);
  const passkeys = new Passkeys({ database, changes, challenges, publicUrl, log });
  const factors = new SecondFactors({
    database,
    sealer: new Sealer(secret, settings.previousSecret),
    required: factorRequired,
    send: (mail) => mailer.send(mail),
    forgot: `${publicUrl}/reset`,
    endOthers: (userId, transaction, but) => revocation.endSessions(userId, transaction, but),
  });
  if (settings.previousSecret !== undefined) await factors.sealAnew();
  await factors.endSingleFactor();
  const steps = secondSteps({
    challenges,
    factors,
    user: (id) => users.byId(id),
    required: factorRequired,
    passkeys: passkeys.possible,
  });
  const provider =
    settings.oidc &&
    createProviderFetch(hostPortOf(settings.oidc.issuer), { maxBytes: MAX_OIDC_BYTES });
  const outside =
    settings.oidc &&
    provider &&
    new OutsideSignIn({
      database,
      provider: settings.oidc,
      fetch: provider.fetch,
      log,
      signup: settings.signup,
      callback: `${publicUrl}/api/auth/oidc/callback`,
      signUps,
      onVerified: confirmed,
      onLinked: (user) =>
        tell(user, (told) =>
          mails.identityLinked(told, hostPortOf(settings.oidc?.issuer ?? publicUrl), new Date()),
        ),
    });
  const offers = {
    passkeys: isMany && passkeys.possible,
    oidc: isMany && settings.oidc ? { name: settings.oidc.name } : null,
  };

  const routes: Route[] = [
    ...authRoutes({
      accounts,
      signIn,
      signUps,
      steps,
      entry,
      jar,
      publicUrl,
      settings,
      origins,
      offers,
    }),
    ...passkeyRoutes({
      passkeys,
      factors,
      signIn,
      entry,
      attempts,
      onAdded: (user, passkey, agent) =>
        tell(user, (told) => mails.passkeyAdded(told, passkey, { at: new Date(), agent })),
      onDeleted: (user, passkey) =>
        tell(user, ({ to, name, forgot }) => mails.passkeyDeleted(to, name, passkey, forgot)),
    }),
    ...secondFactorRoutes({ factors, steps, signIn, entry, attempts }),
    ...oidcRoutes({ outside, signIn, entry, attempts, jar, log }),
    ...meRoutes({
      users,
      signIn,
      tokens,
      allowance,
      attempts,
      jar,
      settings,
      capabilities,
      remove,
      onToken,
    }),
    ...auditRoutes({ audit, userCalled: (idOrEmail) => users.called(idOrEmail) }),
    ...userRoutes({
      users,
      signIn,
      factors,
      tokens,
      allowance,
      onToken,
      async onAdded(user, transaction) {
        await signUps.shutOutOthers(user.email, user.id, transaction);
        await confirmed(user, transaction);
      },
    }),
    ...memberRoutes({
      threads,
      members,
      async mayInvite(user) {
        if (!isMany)
          throw new Fault('not_allowed', {
            message: 'This server has one owner. Share the thread by its link.',
          });
        authorise(
          { id: user._id, verified: user.is_verified_user },
          { action: 'assistant' },
          { unverified: 'Confirm your address first: open the link in the mail we sent you.' },
        );
      },
      onInvited: (by, thread, { email, role }) =>
        mailer.send(
          mails.invited(email, by.name, thread.title, role, `${publicUrl}/t/${thread.url}`),
        ),
    }),
  ];
  return {
    name: 'accounts',
    accounts,
    allowance,
    jar,
    routes,
    authenticate: authenticator(accounts, jar, origins),
    health: () => signInHealth({ settings, outside, passkeys: passkeys.possible }),
    /** Writes down what no route tells of itself. */
    note: (request: IncomingMessage, entry: Entry) => audit.note(request, entry),
    /** All routes of the server, with what is done by them written down. */
    audited(all: readonly Route[]): Route[] {
      audit
        .prune()
        .catch((error: unknown) =>
          log.warn({ err: error }, 'what was done long ago is still written down'),
        );
      return audited(all, (koa, entry) => audit.note(koa.req, entry));
    },
    /** Removes sign-ups that were shut out and left over. */
    tidy: () => signUps.removeShutOut(),
    async close(): Promise<void> {
      await signUps.settled();
      await mailer.close();
      await attempts.close();
      await provider?.close();
      await range?.close();
    },
  };
}

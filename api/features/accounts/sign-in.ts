/**
 * Sign-in and sign-out with an email address and a password, and new passwords. Responses never
 * reveal whether an account exists.
 */
import type { Context } from 'koa';
import { Op, type Transaction } from 'sequelize';
import { v7 as uuidv7 } from 'uuid';
import { normaliseEmail, type ActiveSession, type User } from '#core/contract/account.ts';
import { Fault } from '#core/contract/faults.ts';
import type { UserId } from '#core/contract/id.ts';
import type { Log } from '#config/log.ts';
import type { Database } from '#pipeline/library/index.ts';
import type { AccessChanges } from '../../policy/index.ts';
import { inMinutes, present } from './accounts.ts';
import {
  defineAccounts,
  type SessionRow,
  type UserRow,
  type SignInMethod,
} from './accounts.model.ts';
import type { BreachedPasswords } from './breached-passwords.ts';
import { assertUncommon } from './common-passwords.ts';
import { mails, type Mailer } from './mails.ts';
import { listSessions } from './list-sessions.ts';
import { mailTokens, RESET_MINUTES, VERIFY_MINUTES } from './mail-tokens.ts';
import { otherSignInMethods } from './other-sign-in-methods.ts';
import type { KeptCredentials, Revocation } from './revocation.ts';
import { hashOf, hashPassword, isOutdated, isPassword, newSecret } from './secrets.ts';
import type { SignUps } from './sign-ups.ts';

const ACCESS_MINUTES = 15;
/** an unused session ends after this time */
const REFRESH_DAYS = 30;
/** any session ends after this time */
const LOGIN_DAYS = 90;
/** Two tabs may send the same refresh token at once. Used again later, it counts as stolen. */
const GRACE_MS = 30_000;
const DAY_MINUTES = 24 * 60;
/** Time after a sign-in without another confirmation, in minutes. */
const REAUTH_WINDOW_MINUTES = 10;
const AGENT_LENGTH = 200;

export interface SignInPorts {
  database: Database;
  mailer: Mailer;
  log: Log;
  publicUrl: string;
  changes: AccessChanges;
  breached: BreachedPasswords;
  revocation: Revocation;
  signUps: SignUps;
  /** Passkeys count as a second factor here: access to the mailbox alone can't remove them. */
  factorRequired: boolean;
}
/** How a person signed in. */
export interface From {
  way: SignInMethod;
  agent: string | null;
  /**
   * the account's epoch when the password was checked, so that a password changed meanwhile doesn't
   * sign in
   */
  epoch?: number | undefined;
}
export const agentOf = (koa: Context): string | null =>
  koa
    .get('User-Agent')
    .replace(/\p{Cc}/gu, '')
    .slice(0, AGENT_LENGTH) || null;
export interface Pair {
  access: { token: string; expiresAt: Date };
  refresh: { token: string; expiresAt: Date };
  user: User;
}

export class SignIn {
  readonly #ports: SignInPorts;
  readonly #models;
  readonly #mail;
  constructor(ports: SignInPorts) {
    this.#ports = ports;
    this.#models = defineAccounts(ports.database.sequelize);
    this.#mail = mailTokens(this.#models);
  }
  #resetLink(token: string): string {
    return `${this.#ports.publicUrl}/reset?token=${token}`;
  }
  get #forgot(): string {
    return `${this.#ports.publicUrl}/reset`;
  }

  async #byId(id: UserId, transaction?: Transaction): Promise<UserRow> {
    const row = (await this.#models.users.findByPk(id, transaction ? { transaction } : {}))?.get({
      plain: true,
    });
    if (!row) throw new Fault('not_signed_in');
    return row;
  }

  /** Faults: `bad_credentials`, with the same time and text for every error. */
  async known(typed: string, password: string): Promise<UserRow> {
    const user = await this.#ports.signUps.withPassword(normaliseEmail(typed), password);
    if (!user) throw new Fault('bad_credentials');
    return this.#upgradeHash(user, password);
  }
  /** Hashes the password again if its hash is outdated, which is possible only at sign-in. */
  async #upgradeHash(user: UserRow, password: string): Promise<UserRow> {
    const was = user.passwordHash;
    // Sign-ups share their salt until one is confirmed.
    if (was === null || !user.verified || !isOutdated(was)) return user;
    const passwordHash = await hashPassword(password);
    await this.#ports.database.write((transaction) =>
      this.#models.users.update(
        { passwordHash },
        { where: { id: user.id, passwordHash: was }, transaction },
      ),
    );
    return { ...user, passwordHash };
  }
  /** Signs in a person who was identified by other means. */
  async begin(userId: UserId, { way, agent, epoch }: From): Promise<Pair> {
    return this.#ports.database.write(async (transaction) => {
      if (epoch !== undefined && epoch !== (await this.#byId(userId, transaction)).epoch)
        throw new Fault('bad_credentials');
      const loginId = uuidv7();
      await this.#models.logins.destroy({
        where: { userId, expiresAt: { [Op.lt]: new Date() } },
        transaction,
      });
      await this.#models.logins.create(
        {
          id: loginId,
          userId,
          createdAt: new Date(),
          expiresAt: inMinutes(LOGIN_DAYS * DAY_MINUTES),
          way,
          agent,
        },
        { transaction },
      );
      return this.#pair(userId, loginId, transaction);
    });
  }
  async #pair(userId: UserId, loginId: string, transaction: Transaction): Promise<Pair> {
    const { sessions } = this.#models;
    // Sockets are checked by the token that opened them, even after it expires. They reconnect with
    // another one within a day.
    await sessions.destroy({
      where: {
        userId,
        loginId: { [Op.ne]: null },
        expiresAt: { [Op.lt]: inMinutes(-DAY_MINUTES) },
      },
      transaction,
    });
    const make = async (kind: 'access' | 'refresh', minutes: number) => {
      const [token, expiresAt] = [newSecret(), inMinutes(minutes)];
      await sessions.create(
        {
          tokenHash: hashOf(token),
          userId,
          kind,
          loginId,
          createdAt: new Date(),
          expiresAt,
          replacedAt: null,
        },
        { transaction },
      );
      return { token, expiresAt };
    };
    return {
      access: await make('access', ACCESS_MINUTES),
      refresh: await make('refresh', REFRESH_DAYS * DAY_MINUTES),
      user: present(await this.#byId(userId, transaction)),
    };
  }

  /**
   * A refresh token works once, and again within the following 30 seconds. Later reuse ends the
   * sign-in and calls `onReuse`. Faults: `not_signed_in`.
   */
  async refresh(token: string, onReuse: (userId: UserId) => void): Promise<Pair> {
    const now = new Date();
    const tokenHash = hashOf(token);
    const { sessions, logins } = this.#models;
    const pair = await this.#ports.database.write(async (transaction) => {
      const row = (
        await sessions.findOne({ where: { tokenHash, kind: 'refresh' }, transaction })
      )?.get({ plain: true }) as SessionRow | undefined;
      if (!row?.loginId || (row.expiresAt && row.expiresAt < now)) return undefined;
      const login = (await logins.findByPk(row.loginId, { transaction }))?.get({ plain: true });
      if (!login || login.expiresAt < now) return undefined;
      const [first] = await sessions.update(
        { replacedAt: now },
        { where: { tokenHash, replacedAt: null }, transaction },
      );
      if (first === 0 && now.getTime() - (row.replacedAt ?? now).getTime() > GRACE_MS) {
        await logins.destroy({ where: { id: row.loginId }, transaction });
        await this.#ports.changes.note(transaction);
        this.#ports.log.warn(
          { userId: row.userId },
          'a refresh token was used again; its sign-in is ended',
        );
        onReuse(row.userId);
        return undefined;
      }
      return this.#pair(row.userId, row.loginId, transaction);
    });
    if (!pair)
      throw new Fault('not_signed_in', { message: 'Your session has ended. Sign in again.' });
    return pair;
  }

  /** Ends all sessions of the person, and all tokens that are not in the list. */
  async signOutEverywhere(userId: UserId, keepTokens: readonly string[] = []): Promise<void> {
    await this.#ports.database.write((transaction) =>
      this.#ports.revocation.revoke(userId, transaction, { tokens: keepTokens }),
    );
  }

  /** Sends a reset link in the background, so that the response reveals nothing. */
  forgot(email: string): void {
    const { database, mailer, log } = this.#ports;
    database
      .write(async (transaction) => {
        const [user] = await this.#ports.signUps.called(email, transaction);
        if (!user) return;
        if (!user.verified) {
          // Unconfirmed sign-ups may belong to anyone. The owner of the mailbox signs up again.
          database.afterCommit(() =>
            mailer.send(mails.neverConfirmed(email, `${this.#ports.publicUrl}/signup`)),
          );
          return;
        }
        const token = await this.#mail.make(user.id, 'reset', RESET_MINUTES, transaction);
        database.afterCommit(() =>
          mailer.send(mails.reset(user.email, user.name, this.#resetLink(token))),
        );
      })
      .catch((error: unknown) => {
        log.error({ err: error }, 'a link for a new password could not be sent');
      });
  }
  /** Returns a link to set a password, for an account that the operator created. */
  async invitation(userId: UserId): Promise<string> {
    return this.#ports.database.write(async (transaction) =>
      this.#resetLink(await this.#mail.make(userId, 'reset', VERIFY_MINUTES, transaction)),
    );
  }
  /**
   * Sets a new password by a link, and ends all sign-ins and tokens. `removeOtherWays` also removes
   * passkeys and single sign-on. Faults: `link_spent`.
   */
  async reset(token: string, password: string, removeOtherWays = false): Promise<User> {
    await this.#ports.breached.assertNot(password);
    const passwordHash = await hashPassword(password);
    const { database, mailer, revocation, signUps, factorRequired } = this.#ports;
    return database.write(async (transaction) => {
      const userId = await this.#mail.take(token, 'reset', transaction);
      await revocation.revoke(userId, transaction);
      if (removeOtherWays && !factorRequired) await revocation.removeOtherWays(userId, transaction);
      const user = await signUps.confirm(userId, { passwordHash }, transaction);
      await assertUncommon(password, [user.email, user.name]);
      const otherMethods = await otherSignInMethods(this.#models, userId, transaction);
      database.afterCommit(() =>
        mailer.send(mails.passwordReset(user.email, user.name, this.#forgot, otherMethods)),
      );
      return user;
    });
  }

  /** Faults: `bad_credentials`. */
  async assertPassword(userId: UserId, password: string): Promise<void> {
    if (!(await isPassword(password, (await this.#byId(userId)).passwordHash)))
      throw new Fault('bad_credentials', { message: 'Wrong password.' });
  }
  /**
   * Call it before a sign-in method changes. Faults: `bad_credentials`; `confirm_password` without a
   * password, if the sign-in is older than 10 minutes.
   */
  async assertSure(
    userId: UserId,
    loginId: string | undefined,
    password: string | undefined,
  ): Promise<void> {
    if (password !== undefined) return this.assertPassword(userId, password);
    const login =
      loginId === undefined
        ? undefined
        : (await this.#models.logins.findByPk(loginId))?.get({ plain: true });
    if (login && login.createdAt > inMinutes(-REAUTH_WINDOW_MINUTES)) return;
    const { passwordHash } = await this.#byId(userId);
    throw new Fault(
      'confirm_password',
      passwordHash === null
        ? { message: 'Sign out and back in first: this needs a sign-in from the last ten minutes.' }
        : {},
    );
  }
  /** Newest first, without expired ones. */
  async sessions(userId: UserId, current: string | undefined): Promise<ActiveSession[]> {
    return listSessions(this.#ports.database, userId, current);
  }
  /**
   * Ends one of the person's sign-ins. Faults: `absent` if it is not theirs.
   */
  async endSession(userId: UserId, id: string): Promise<void> {
    const ended = await this.#ports.database.write(async (transaction) => {
      await this.#ports.changes.note(transaction);
      return this.#models.logins.destroy({ where: { id, userId }, transaction });
    });
    if (ended === 0) throw new Fault('absent', { message: 'Session not found.' });
  }
  /** Ends all other sign-ins and all tokens that are not in the given list. */
  async changePassword(
    { _id: userId, email, name }: Pick<User, '_id' | 'email' | 'name'>,
    password: string,
    kept: KeptCredentials,
  ): Promise<void> {
    await assertUncommon(password, [email, name]);
    await this.#ports.breached.assertNot(password);
    const { passwordHash: was, verified } = await this.#byId(userId);
    // Sign-ups share their salt until one is confirmed.
    const passwordHash = await hashPassword(password, verified || was === null ? undefined : was);
    const { database, mailer, revocation } = this.#ports;
    await database.write(async (transaction) => {
      await this.#models.users.update({ passwordHash }, { where: { id: userId }, transaction });
      await revocation.revoke(userId, transaction, kept);
      const user = await this.#byId(userId, transaction);
      database.afterCommit(() =>
        mailer.send(mails.passwordChanged(user.email, user.name, this.#forgot)),
      );
    });
  }
}

import { Op, QueryTypes } from 'sequelize';
import { v7 as uuidv7 } from 'uuid';
import { UNNAMED, type User } from '#core/contract/account.ts';
import { Fault } from '#core/contract/faults.ts';
import type { UserId } from '#core/contract/id.ts';
import { FREE, PERSONAL } from '#config/plans.ts';
import type { Database } from '#pipeline/library/index.ts';
import type { Caller } from '../../http/route.ts';
import type { AccessChanges } from '../../policy/index.ts';
import {
  defineAccounts,
  type PersonalTokenRow,
  type SessionRow,
  type UserRow,
} from './accounts.model.ts';
import { hashOf, newSecret } from './secrets.ts';

const SESSION_DAYS = 90;
const LINK_MINUTES = 10;
/** precision of "last used" */
const USED_MS = 60_000;
/** Marks personal tokens, so that leaked ones are recognised. */
export const TOKEN_PREFIX = 'gloss_';
/** of `#session`; sign-ins with the sign-in provider need no second factor */
const FACTOR_DUE = `CASE WHEN l.id IS NOT NULL AND (l.way IS NULL OR l.way <> 'outside') AND u.password_hash IS NOT NULL
  AND NOT EXISTS (SELECT 1 FROM second_factors f WHERE f.user_id = u.id) AND NOT EXISTS (SELECT 1 FROM passkeys p WHERE p.user_id = u.id) THEN 1 ELSE 0 END`;
/** The account that runs this server; it receives no email. */
export const OWNER = 'owner@localhost';
export const inMinutes = (minutes: number): Date => new Date(Date.now() + minutes * 60_000);
/** The fields of a user that every request needs. */
type RequestUser = Pick<
  UserRow,
  'id' | 'email' | 'name' | 'plan' | 'verified' | 'operator' | 'epoch'
>;
type Found = RequestUser & { credential: Caller['credential'] };
/** A time as the databases return it without a model. */
type Moment = Date | string | null;
export const present = (row: Omit<RequestUser, 'operator' | 'epoch'>): User => ({
  _id: row.id,
  email: row.email,
  name: row.name,
  is_verified_user: row.verified,
  plan: row.plan,
});
const isPast = (moment: Moment): boolean =>
  moment !== null && new Date(moment).getTime() < Date.now();

/** A new row: on the free plan, and without a time zone unless one is given. */
export const newUser = ({
  email,
  name,
  plan = FREE,
  verified,
  passwordHash = null,
  timeZone = null,
}: Pick<UserRow, 'email' | 'name' | 'verified'> &
  Partial<Pick<UserRow, 'plan' | 'passwordHash' | 'timeZone'>>): UserRow => {
  const id = uuidv7() as UserId;
  const claim = verified ? email : id;
  return {
    id,
    email,
    name,
    plan,
    verified,
    createdAt: new Date(),
    passwordHash,
    timeZone,
    operator: false,
    claim,
    epoch: 0,
  };
};

/** Resolves a secret to its account. Secrets are stored as hashes; sign-in links work once. */
export class Accounts {
  readonly #database: Database;
  readonly #models;
  readonly #changes: AccessChanges | undefined;
  readonly #due: string;
  /**
   * Without `changes`, other processes don't learn that a session ended. `factorRequired`: people
   * who signed in with a password alone must set up a second factor first.
   */
  constructor(database: Database, changes?: AccessChanges, { factorRequired = false } = {}) {
    this.#database = database;
    this.#changes = changes;
    this.#due = factorRequired ? FACTOR_DUE : '0';
    this.#models = defineAccounts(database.sequelize);
  }

  /** The operator's account, created at the first start; the only account in personal mode. */
  async owner(): Promise<User> {
    return this.#database.write(async (transaction) => {
      const [row] = await this.#models.users.findOrCreate({
        where: { claim: OWNER },
        transaction,
        defaults: {
          id: uuidv7() as UserId,
          email: OWNER,
          name: UNNAMED,
          plan: PERSONAL,
          verified: true,
          operator: true,
          createdAt: new Date(),
        },
      });
      return present(row.get({ plain: true }));
    });
  }

  async newSession(
    userId: UserId,
    kind: 'session' | 'token',
  ): Promise<{ token: string; expiresAt: Date | null }> {
    const token = newSecret();
    const expiresAt = kind === 'session' ? inMinutes(SESSION_DAYS * 24 * 60) : null;
    await this.keepToken(userId, token, kind, expiresAt);
    return { token, expiresAt };
  }
  /** Stores a given secret as a token of the user, such as the one in the data folder. */
  async keepToken(
    userId: UserId,
    token: string,
    kind: 'session' | 'token',
    expiresAt: Date | null,
  ): Promise<void> {
    await this.#database.write((transaction) =>
      this.#models.sessions.upsert(
        { tokenHash: hashOf(token), userId, kind, createdAt: new Date(), expiresAt },
        { transaction },
      ),
    );
  }

  async newLink(userId: UserId): Promise<string> {
    const code = newSecret();
    await this.#database.write((transaction) =>
      this.#models.links.create(
        { codeHash: hashOf(code), userId, expiresAt: inMinutes(LINK_MINUTES) },
        { transaction },
      ),
    );
    return code;
  }
  /** One conditional delete: two windows that open the same link get one session. */
  async redeemLink(
    code: string,
  ): Promise<{ token: string; expiresAt: Date | null; userId: UserId }> {
    const userId = await this.#database.write(async (transaction) => {
      const link = await this.#models.links.findOne({
        where: { codeHash: hashOf(code), expiresAt: { [Op.gt]: new Date() } },
        transaction,
      });
      const deleted = await this.#models.links.destroy({
        where: { codeHash: hashOf(code) },
        transaction,
      });
      return link && deleted === 1 ? (link.get('userId') as UserId) : undefined;
    });
    if (!userId)
      throw new Fault('not_signed_in', {
        message: 'This link was already used or has expired. Run `gloss open` for a new one.',
      });
    return { ...(await this.newSession(userId, 'session')), userId };
  }

  /**
   * Returns the account of a bearer token or session cookie. `asAtSignIn`: an access token is valid
   * as long as its login, like a socket that it opened. `due`: also returns people who must set up
   * a second factor first, who are otherwise treated as signed out.
   */
  async caller(
    token: string,
    { asAtSignIn = false, due = false } = {},
  ): Promise<Caller | undefined> {
    const tokenHash = hashOf(token);
    const found = token.startsWith(TOKEN_PREFIX)
      ? await this.#personal(tokenHash)
      : await this.#session(tokenHash, asAtSignIn);
    if (!found || (found.credential.due && !due)) return undefined;
    return {
      user: present(found),
      actor: { id: found.id, verified: found.verified, operator: found.operator },
      credential: found.credential,
    };
  }
  /**
   * One statement, run for every request without a cache, so that revoked access takes effect at
   * once.
   */
  async #asked<T>(
    columns: string,
    from: string,
    tokenHash: string,
  ): Promise<(T & RequestUser) | undefined> {
    const [row] = await this.#database.sequelize.query<T & RequestUser>(
      `SELECT ${columns}, u.id, u.email, u.name, u.plan, u.verified, u.operator, u.epoch FROM ${from} WHERE t.token_hash = $1`,
      { bind: [tokenHash], type: QueryTypes.SELECT },
    );
    return row && { ...row, verified: Boolean(row.verified), operator: Boolean(row.operator) };
  }
  async #session(tokenHash: string, asAtSignIn: boolean): Promise<Found | undefined> {
    const row = await this.#asked<{
      kind: SessionRow['kind'];
      loginId: string | null;
      expiresAt: Moment;
      loginExpiresAt: Moment;
      due: number;
    }>(
      `t.kind, t.login_id AS "loginId", t.expires_at AS "expiresAt", l.expires_at AS "loginExpiresAt", ${this.#due} AS due`,
      'sessions t JOIN users u ON u.id = t.user_id LEFT JOIN logins l ON l.id = t.login_id',
      tokenHash,
    );
    if (!row || row.kind === 'refresh') return undefined;
    const { kind, loginId } = row;
    const credential = {
      kind,
      scope: 'write' as const,
      loginId: loginId ?? undefined,
      epoch: Number(row.epoch),
      due: Number(row.due) === 1,
    };
    if (asAtSignIn && loginId !== null)
      return row.loginExpiresAt === null || isPast(row.loginExpiresAt)
        ? undefined
        : { ...row, credential };
    return isPast(row.expiresAt) ? undefined : { ...row, credential };
  }
  async #personal(tokenHash: string): Promise<Found | undefined> {
    const row = await this.#asked<{
      tokenId: string;
      scope: PersonalTokenRow['scope'];
      lastUsedAt: Moment;
      expiresAt: Moment;
    }>(
      't.id AS "tokenId", t.scope, t.last_used_at AS "lastUsedAt", t.expires_at AS "expiresAt"',
      'personal_tokens t JOIN users u ON u.id = t.user_id',
      tokenHash,
    );
    if (!row || isPast(row.expiresAt)) return undefined;
    const now = new Date();
    if (row.lastUsedAt === null || now.getTime() - new Date(row.lastUsedAt).getTime() > USED_MS) {
      await this.#database.write((transaction) =>
        this.#models.personalTokens.update(
          { lastUsedAt: now },
          { where: { id: row.tokenId }, transaction },
        ),
      );
    }
    return {
      ...row,
      credential: {
        kind: 'personal',
        scope: row.scope,
        loginId: undefined,
        epoch: Number(row.epoch),
      },
    };
  }
  async endSession(token: string): Promise<void> {
    await this.#database.write(async (transaction) => {
      const session = await this.#models.sessions.findByPk(hashOf(token), { transaction });
      const loginId = session?.get('loginId') as string | null | undefined;
      if (loginId) await this.#models.logins.destroy({ where: { id: loginId }, transaction });
      else await session?.destroy({ transaction });
      await this.#changes?.note(transaction);
    });
  }
}

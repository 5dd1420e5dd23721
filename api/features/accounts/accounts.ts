import { createHash, randomBytes } from 'node:crypto';
import { Op } from 'sequelize';
import { v7 as uuidv7 } from 'uuid';
import type { User } from '#core/contract/account.ts';
import { Fault } from '#core/contract/faults.ts';
import type { UserId } from '#core/contract/id.ts';
import type { Database } from '#pipeline/library/index.ts';
import { defineAccounts, type UserRow } from './accounts.model.ts';

const SESSION_DAYS = 90;
const LINK_MINUTES = 10;
const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('hex');
const secret = (): string => randomBytes(32).toString('base64url');
const inMinutes = (minutes: number): Date => new Date(Date.now() + minutes * 60_000);
const present = (row: UserRow): User => ({ _id: row.id, email: row.email, name: row.name, is_verified_user: row.verified, plan: row.plan });

/** Who may sign in, and by which secret. Secrets are kept as hashes; a link works once. */
export class Accounts {
  readonly #database: Database;
  readonly #models;
  constructor(database: Database) {
    this.#database = database;
    this.#models = defineAccounts(database.sequelize);
  }

  /** Personal mode: the one owner, made at the first start. */
  async owner(): Promise<User> {
    return this.#database.write(async (transaction) => {
      const [row] = await this.#models.users.findOrCreate({
        where: { email: 'owner@localhost' }, transaction,
        defaults: { id: uuidv7() as UserId, email: 'owner@localhost', name: 'You', plan: 'PERSONAL', verified: true, createdAt: new Date() },
      });
      return present(row.get({ plain: true }));
    });
  }

  async newSession(userId: UserId, kind: 'session' | 'token'): Promise<{ token: string; expiresAt: Date | null }> {
    const token = secret();
    const expiresAt = kind === 'session' ? inMinutes(SESSION_DAYS * 24 * 60) : null;
    await this.keepToken(userId, token, kind, expiresAt);
    return { token, expiresAt };
  }
  /** Makes a known secret stand for the user, as the token that the data folder keeps. */
  async keepToken(userId: UserId, token: string, kind: 'session' | 'token', expiresAt: Date | null): Promise<void> {
    await this.#database.write((transaction) => this.#models.sessions.upsert({ tokenHash: hashOf(token), userId, kind, createdAt: new Date(), expiresAt }, { transaction }));
  }

  async newLink(userId: UserId): Promise<string> {
    const code = secret();
    await this.#database.write((transaction) => this.#models.links.create({ codeHash: hashOf(code), userId, expiresAt: inMinutes(LINK_MINUTES) }, { transaction }));
    return code;
  }
  /** One conditional delete: two windows that open the same link get one session. */
  async redeemLink(code: string): Promise<{ token: string; expiresAt: Date | null }> {
    const userId = await this.#database.write(async (transaction) => {
      const link = await this.#models.links.findOne({ where: { codeHash: hashOf(code), expiresAt: { [Op.gt]: new Date() } }, transaction });
      const taken = await this.#models.links.destroy({ where: { codeHash: hashOf(code) }, transaction });
      return link && taken === 1 ? link.get('userId') as UserId : undefined;
    });
    if (!userId) throw new Fault('not_signed_in', { message: 'This link was already used or has run out. Run `scripts/gloss open` for a new one.' });
    return this.newSession(userId, 'session');
  }

  async byToken(token: string): Promise<User | undefined> {
    const session = (await this.#models.sessions.findByPk(hashOf(token)))?.get({ plain: true });
    if (!session || (session.expiresAt && session.expiresAt < new Date())) return undefined;
    const user = await this.#models.users.findByPk(session.userId);
    return user ? present(user.get({ plain: true })) : undefined;
  }
  async endSession(token: string): Promise<void> {
    await this.#database.write((transaction) => this.#models.sessions.destroy({ where: { tokenHash: hashOf(token) }, transaction }));
  }
}

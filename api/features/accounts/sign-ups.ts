/**
 * Accounts with an unconfirmed address. Several sign-ups may use the same address: each is a
 * separate account with its own password, link and content. The first one that is confirmed becomes
 * the account of the address; the same transaction locks out the others, which are then removed.
 */
import { Op, QueryTypes, UniqueConstraintError, type Transaction } from 'sequelize';
import type { User } from '#core/contract/account.ts';
import { Fault } from '#core/contract/faults.ts';
import type { UserId } from '#core/contract/id.ts';
import type { Log } from '#config/log.ts';
import type { Database } from '#pipeline/library/index.ts';
import { inMinutes, newUser, present } from './accounts.ts';
import { defineAccounts, type UserRow } from './accounts.model.ts';
import type { BreachedPasswords } from './breached-passwords.ts';
import { assertUncommon } from './common-passwords.ts';
import { mails, type Mailer } from './mails.ts';
import { BROWSER_MINUTES, mailTokens, VERIFY_MINUTES } from './mail-tokens.ts';
import type { Revocation } from './revocation.ts';
import { hashPassword, matchingHash, newSecret } from './secrets.ts';

/**
 * Sign-ups per address and hour. Further ones are dropped silently, so that they can't flood a
 * mailbox.
 */
const MOST_AN_HOUR = 5;
/** Sign-ups of one address that a sign-in compares with. */
const MOST_COMPARED = 500;
const DAY_MINUTES = 24 * 60;

export interface SignUpPorts {
  database: Database;
  mailer: Mailer;
  log: Log;
  publicUrl: string;
  breached: BreachedPasswords;
  revocation: Revocation;
  /** Runs in the transaction that confirms an address. `isFirst`: the account is new. */
  onVerified(
    user: { id: UserId; email: string },
    transaction: Transaction,
    isFirst: boolean,
  ): Promise<void>;
  /** Deletes an account and all its data. */
  remove(userId: UserId): Promise<void>;
}
interface Wanted {
  email: string;
  password: string;
  name: string;
  timezone?: string | undefined;
}
/** `browserToken`: the secret that its browser holds until the address is confirmed. */
export interface NewSignUp {
  user: User;
  browserToken: string;
  browserTokenExpiresAt: Date;
}
/** `isSameBrowser`: confirmed in the browser where its password was chosen within the last hour. */
export interface ConfirmedSignUp {
  user: User;
  row: UserRow;
  isSameBrowser: boolean;
}

export class SignUps {
  readonly #ports: SignUpPorts;
  readonly #models;
  readonly #mail;
  #removing: Promise<void> = Promise.resolve();
  constructor(ports: SignUpPorts) {
    this.#ports = ports;
    this.#models = defineAccounts(ports.database.sequelize);
    this.#mail = mailTokens(this.#models);
  }

  /** Returns the confirmed account of an address, otherwise its sign-ups, newest first. */
  async called(email: string, transaction?: Transaction): Promise<UserRow[]> {
    const query = {
      where: { email },
      order: [['createdAt', 'DESC']] as [string, string][],
      limit: MOST_COMPARED,
    };
    const found = await this.#models.users.findAll({
      ...query,
      ...(transaction ? { transaction } : {}),
    });
    const rows = found.map((row) => row.get({ plain: true }));
    const confirmed = rows.find(({ verified }) => verified);
    return confirmed ? [confirmed] : rows;
  }
  async confirmed(email: string, transaction: Transaction): Promise<UserRow | undefined> {
    const row = await this.#models.users.findOne({
      where: { claim: email, verified: true },
      transaction,
    });
    return row?.get({ plain: true });
  }

  /**
   * Adds a sign-up and sends an email with its link. The same password again changes the existing
   * sign-up's name, and a new link replaces the previous one. The response is the same in any case.
   * Faults: `bad_request` for a common or breached password.
   */
  async add(wanted: Wanted): Promise<NewSignUp> {
    await assertUncommon(wanted.password, [wanted.email, wanted.name]);
    await this.#ports.breached.assertNot(wanted.password);
    // All sign-ups of an address share one salt, so that a sign-in compares with all of them in one
    // derivation.
    let like =
      (await this.called(wanted.email)).find(({ verified }) => !verified)?.passwordHash ??
      undefined;
    const browserToken = newSecret();
    for (;;) {
      const passwordHash = await hashPassword(wanted.password, like);
      const { email, name, timezone: timeZone = null } = wanted;
      const fresh = newUser({ email, name, timeZone, verified: false, passwordHash });
      const other = await this.#keep(fresh, browserToken);
      if (other === undefined)
        return {
          user: present(fresh),
          browserToken,
          browserTokenExpiresAt: inMinutes(BROWSER_MINUTES),
        };
      like = other;
    }
  }
  /** Returns a hash whose salt must be used, if a concurrent sign-up used another. */
  async #keep(fresh: UserRow, browserToken: string): Promise<string | undefined> {
    const { email, name, passwordHash } = fresh;
    const { database, mailer } = this.#ports;
    return database.write(async (transaction) => {
      await this.#lock(email, transaction);
      const known = await this.called(email, transaction);
      const confirmed = known.find(({ verified }) => verified);
      if (confirmed) {
        // Writes nonetheless, so that it takes as long.
        await this.#models.users.update(
          { verified: true },
          { where: { id: confirmed.id }, transaction },
        );
        const forgot = `${this.#ports.publicUrl}/reset`;
        database.afterCommit(() => mailer.send(mails.alreadyThere(email, confirmed.name, forgot)));
        return undefined;
      }
      const other = known.find((it) => it.passwordHash !== null);
      if (other?.passwordHash && saltOf(other.passwordHash) !== saltOf(passwordHash ?? ''))
        return other.passwordHash;
      const same = known.find((it) => it.passwordHash === passwordHash);
      if (same) {
        await this.#models.users.update({ name }, { where: { id: same.id }, transaction });
        await this.#sendLink({ ...same, name }, new Date(), transaction);
        await this.#keepBrowser(same.id, browserToken, transaction);
        return undefined;
      }
      await this.#dropUnused(email, transaction);
      if (known.filter(({ createdAt }) => createdAt > inMinutes(-60)).length >= MOST_AN_HOUR)
        return undefined;
      await this.#models.users.create(fresh, { transaction });
      await this.#sendLink(fresh, fresh.createdAt, transaction);
      await this.#keepBrowser(fresh.id, browserToken, transaction);
      return undefined;
    });
  }
  #keepBrowser(userId: UserId, token: string, transaction: Transaction): Promise<void> {
    return this.#mail.keep(userId, 'browser', token, BROWSER_MINUTES, transaction);
  }
  /**
   * Holds the address until the transaction ends: two sign-ups at once would each see no other, and
   * choose different salts. SQLite has one writer at a time anyway.
   */
  async #lock(email: string, transaction: Transaction): Promise<void> {
    const { dialect, sequelize } = this.#ports.database;
    if (dialect === 'sqlite') return;
    await sequelize.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 4871))', {
      bind: [email],
      type: QueryTypes.SELECT,
      transaction,
    });
  }
  /** Deletes sign-ups older than a day that have no session and no content. */
  async #dropUnused(email: string, transaction: Transaction): Promise<void> {
    await this.#ports.database.sequelize.query(
      `DELETE FROM users WHERE email = $1 AND verified = FALSE AND created_at < $2
        AND NOT EXISTS (SELECT 1 FROM logins WHERE logins.user_id = users.id)
        AND NOT EXISTS (SELECT 1 FROM threads WHERE threads.owner_id = users.id)
        AND NOT EXISTS (SELECT 1 FROM sources WHERE sources.owner_id = users.id) RETURNING id`,
      { bind: [email, this.#time(inMinutes(-DAY_MINUTES))], type: QueryTypes.SELECT, transaction },
    );
  }
  /** Formats a time as the database compares it. */
  #time(moment: Date): string {
    const text = moment.toISOString();
    return this.#ports.database.dialect === 'sqlite'
      ? text.replace('T', ' ').replace('Z', ' +00:00')
      : text;
  }
  async #sendLink(
    { id, email, name }: UserRow,
    signedUpAt: Date,
    transaction: Transaction,
  ): Promise<void> {
    const { database, mailer, publicUrl } = this.#ports;
    const token = await this.#mail.make(id, 'verify', VERIFY_MINUTES, transaction);
    const link = `${publicUrl}/verify?token=${token}`;
    database.afterCommit(() => mailer.send(mails.verify(email, name, link, signedUpAt)));
  }
  /** Sends another email for a person's own sign-up; the previous link becomes invalid. */
  async resend(userId: UserId): Promise<void> {
    await this.#ports.database.write(async (transaction) => {
      const user = (await this.#models.users.findByPk(userId, { transaction }))?.get({
        plain: true,
      });
      if (user && !user.verified) await this.#sendLink(user, user.createdAt, transaction);
    });
  }

  /** `browserToken`: the secret of a sign-up in this browser, if any. Faults: `link_spent`. */
  async verify(token: string, browserToken: string | undefined): Promise<ConfirmedSignUp> {
    return this.#ports.database.write(async (transaction) => {
      const userId = await this.#mail.take(token, 'verify', transaction);
      const user = await this.confirm(userId, {}, transaction);
      const isSameBrowser =
        browserToken !== undefined &&
        (await this.#mail.takeFrom(userId, browserToken, 'browser', transaction));
      const row = await this.#models.users.findByPk(userId, { transaction });
      if (!row) throw new Fault('link_spent');
      return { user, row: row.get({ plain: true }), isSameBrowser };
    });
  }
  /**
   * Makes this the account of its address, and locks out the other sign-ups. Faults: `link_spent`
   * if the address has another account.
   */
  async confirm(
    userId: UserId,
    changes: Partial<UserRow>,
    transaction: Transaction,
  ): Promise<User> {
    const { users } = this.#models;
    const before = (await users.findByPk(userId, { transaction }))?.get({ plain: true });
    if (!before) throw new Fault('link_spent');
    try {
      await users.update(
        { ...changes, verified: true, claim: before.email },
        { where: { id: userId }, transaction },
      );
    } catch (error) {
      if (error instanceof UniqueConstraintError) throw new Fault('link_spent', { cause: error });
      throw error;
    }
    await this.shutOutOthers(before.email, userId, transaction);
    await this.#ports.onVerified(before, transaction, !before.verified);
    return present({ ...before, ...changes, verified: true });
  }
  /** Locks out all sign-ups of an address except for `but`; they are removed in the background. */
  async shutOutOthers(email: string, but: UserId, transaction: Transaction): Promise<void> {
    const where = { email, verified: false, id: { [Op.ne]: but } };
    const others = await this.#models.users.findAll({ where, attributes: ['id'], transaction });
    for (const row of others)
      await this.#ports.revocation.shutOut(row.get('id') as UserId, transaction);
    if (others.length > 0)
      this.#ports.database.afterCommit(() => {
        void this.removeShutOut();
      });
  }
  /** Removes locked-out sign-ups and their data, including those that a stopped server left. */
  removeShutOut(): Promise<void> {
    const { log, remove } = this.#ports;
    this.#removing = this.#removing
      .then(async () => {
        const where = { verified: false, passwordHash: null };
        const rows = await this.#models.users.findAll({ where, attributes: ['id'] });
        for (const row of rows) await remove(row.get('id') as UserId);
      })
      .catch((error: unknown) => {
        log.warn({ err: error }, 'not all locked-out sign-ups could be removed');
      });
    return this.#removing;
  }
  /** Resolves when nothing is being removed. */
  settled(): Promise<void> {
    return this.#removing;
  }

  /**
   * Returns the account or sign-up of an address with this password. Takes the same time whether or
   * not there is one.
   */
  async withPassword(email: string | undefined, password: string): Promise<UserRow | undefined> {
    const rows = email === undefined ? [] : await this.called(email);
    return rows[
      await matchingHash(
        password,
        rows.map(({ passwordHash }) => passwordHash),
      )
    ];
  }
}

const saltOf = (hash: string): string => hash.slice(0, hash.lastIndexOf('$'));

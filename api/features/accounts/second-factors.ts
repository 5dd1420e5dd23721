/** Second factors: codes of an authenticator app, and recovery codes. */
import { Op, QueryTypes, type Transaction } from 'sequelize';
import type { User } from '#core/contract/account.ts';
import { Fault } from '#core/contract/faults.ts';
import type { UserId } from '#core/contract/id.ts';
import type { SecondFactor } from '#core/contract/second-factor.ts';
import type { Database } from '#pipeline/library/index.ts';
import { inMinutes } from './accounts.ts';
import { defineAccounts, type SecondFactorRow } from './accounts.model.ts';
import { mails, type Mail } from './mails.ts';
import { keyUri, newKey, newRecoveryCodes, recoveryForm, stepOf } from './one-time-codes.ts';
import type { Encryptor } from './encryptor.ts';
import { hashOf } from './secrets.ts';

const TICKET_MINUTES = 10;
const kept = (userId: UserId): string => `kept ${userId}`;
/** Includes the epoch, so that ending all sessions invalidates it. */
const offered = (userId: UserId, epoch: number): string => `offered ${userId} ${epoch}`;
const wrong = (): Fault => new Fault('wrong_code');
type Named = Pick<User, '_id' | 'email' | 'name'>;

export interface SecondFactorPorts {
  database: Database;
  sealer: Encryptor;
  required: boolean;
  send(mail: Mail): void;
  /** the page to set a new password */
  forgot: string;
  /** Ends all sessions except for `but`, if given. */
  endOthers(userId: UserId, transaction: Transaction, but?: string): Promise<void>;
}

export class SecondFactors {
  readonly #ports: SecondFactorPorts;
  readonly #models;
  constructor(ports: SecondFactorPorts) {
    this.#ports = ports;
    this.#models = defineAccounts(ports.database.sequelize);
  }
  async #row(userId: UserId): Promise<SecondFactorRow | undefined> {
    return (await this.#models.secondFactors.findByPk(userId))?.get({ plain: true });
  }
  async #epoch(userId: UserId): Promise<number> {
    return (
      ((await this.#models.users.findByPk(userId, { attributes: ['epoch'] }))?.get('epoch') as
        | number
        | undefined) ?? 0
    );
  }
  #key(row: SecondFactorRow): string | undefined {
    return this.#ports.sealer.open(kept(row.userId), row.seed);
  }

  /** Returns the state for its owner. */
  async state(userId: UserId): Promise<SecondFactor> {
    const row = await this.#row(userId);
    return {
      app: row
        ? {
            since: row.createdAt.toISOString(),
            lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
            readable: this.#key(row) !== undefined,
          }
        : null,
      recovery_left: await this.#models.recoveryCodes.count({ where: { userId } }),
      passkeys: await this.#models.passkeys.count({ where: { userId } }),
      required: this.#ports.required,
    };
  }
  async has(userId: UserId): Promise<{ app: boolean; recovery: boolean; passkey: boolean }> {
    const { secondFactors, recoveryCodes, passkeys } = this.#models;
    const [app, recovery, passkey] = await Promise.all(
      [secondFactors, recoveryCodes, passkeys].map((of) =>
        (of as typeof passkeys).count({ where: { userId } }),
      ),
    );
    return { app: app !== 0, recovery: recovery !== 0, passkey: passkey !== 0 };
  }

  /** Nothing is stored until a code proves that the app works. */
  async question({
    _id: userId,
    email,
  }: Named): Promise<{ key: string; uri: string; ticket: string }> {
    const key = newKey();
    const purpose = offered(userId, await this.#epoch(userId));
    return {
      key,
      uri: keyUri(key, email),
      ticket: this.#ports.sealer.encrypt(purpose, `${inMinutes(TICKET_MINUTES).getTime()} ${key}`),
    };
  }
  /**
   * Replaces the previous one. All other sessions end. Faults: `second_step_over` for an expired or
   * foreign ticket, `wrong_code`.
   */
  async enable(
    user: Named,
    ticket: string,
    code: string,
    loginId: string | undefined,
  ): Promise<string[]> {
    const userId = user._id;
    const [until, key] =
      this.#ports.sealer.open(offered(userId, await this.#epoch(userId)), ticket)?.split(' ') ?? [];
    if (key === undefined || Number(until) < Date.now())
      throw new Fault('second_step_over', { message: 'This took too long. Start again.' });
    const step = stepOf(key, code);
    if (step === undefined) throw wrong();
    return this.#change(user, mails.secondFactorOn, loginId, async (transaction) => {
      await this.#models.secondFactors.upsert(
        {
          userId,
          seed: this.#ports.sealer.encrypt(kept(userId), key),
          lastStep: step,
          createdAt: new Date(),
          lastUsedAt: null,
        },
        { transaction },
      );
      await this.#raise(userId, loginId, transaction);
      return this.#newRecovery(userId, transaction);
    });
  }
  /** Also deletes the recovery codes, unless they serve as a substitute for passkeys. */
  async disable(user: Named, loginId: string | undefined): Promise<void> {
    const { secondFactors, recoveryCodes, passkeys } = this.#models;
    const where = { userId: user._id };
    await this.#change(user, mails.secondFactorOff, loginId, async (transaction) => {
      if ((await secondFactors.destroy({ where, transaction })) === 0)
        throw new Fault('conflict', { message: 'Two-factor authentication is already off.' });
      if ((await passkeys.count({ where, transaction })) === 0)
        await recoveryCodes.destroy({ where, transaction });
    });
  }
  /** For people who lost everything: only the password is required again. Ends all sessions. */
  async reset(user: Named): Promise<void> {
    await this.#change(user, mails.secondFactorReset, undefined, async (transaction) => {
      await this.drop(user._id, transaction);
      await this.#models.passkeys.destroy({ where: { userId: user._id }, transaction });
    });
  }
  async drop(userId: UserId, transaction: Transaction): Promise<void> {
    await this.#models.secondFactors.destroy({ where: { userId }, transaction });
    await this.#models.recoveryCodes.destroy({ where: { userId }, transaction });
  }
  async #change<T>(
    user: Named,
    mail: (to: string, name: string, forgot: string) => Mail,
    loginId: string | undefined,
    act: (transaction: Transaction) => Promise<T>,
  ): Promise<T> {
    const { database, endOthers, send, forgot } = this.#ports;
    return database.write(async (transaction) => {
      const result = await act(transaction);
      await endOthers(user._id, transaction, loginId);
      database.afterCommit(() => send(mail(user.email, user.name, forgot)));
      return result;
    });
  }
  /** Marks the sign-in that set up a factor as made with it. */
  async #raise(
    userId: UserId,
    loginId: string | undefined,
    transaction: Transaction,
  ): Promise<void> {
    if (loginId !== undefined)
      await this.#models.logins.update(
        { way: 'second' },
        { where: { id: loginId, userId, way: { [Op.or]: ['password', null] } }, transaction },
      );
  }
  /**
   * After a passkey was added: if a second factor is required, ends the other sign-ins that used
   * the password alone.
   */
  async passkeyAdded(userId: UserId, loginId: string | undefined): Promise<void> {
    await this.#ports.database.write(async (transaction) => {
      await this.#raise(userId, loginId, transaction);
      if (this.#ports.required) await this.#ports.endOthers(userId, transaction, loginId);
    });
  }

  /**
   * Invalidates the previous codes. Faults: `conflict` if there is no second factor that they could
   * replace.
   */
  async newCodes(user: Named): Promise<string[]> {
    const { app, passkey } = await this.has(user._id);
    if (!app && !passkey)
      throw new Fault('conflict', {
        message: 'Set up an authenticator app or a passkey before you create recovery codes.',
      });
    const { database, send, forgot } = this.#ports;
    return database.write(async (transaction) => {
      database.afterCommit(() => send(mails.recoveryCodesMade(user.email, user.name, forgot)));
      return this.#newRecovery(user._id, transaction);
    });
  }
  async #newRecovery(userId: UserId, transaction: Transaction): Promise<string[]> {
    const codes = newRecoveryCodes();
    await this.#models.recoveryCodes.destroy({ where: { userId }, transaction });
    await this.#models.recoveryCodes.bulkCreate(
      codes.map((code) => ({ userId, codeHash: hashOf(recoveryForm(code)) })),
      { transaction },
    );
    return codes;
  }

  /**
   * Uses up a code. Of two requests with the same code, one succeeds. Faults: `wrong_code`,
   * `codes_unreadable`.
   */
  async spendCode(userId: UserId, code: string): Promise<void> {
    const row = await this.#row(userId);
    if (!row) throw wrong();
    const key = this.#key(row);
    if (key === undefined) throw new Fault('codes_unreadable');
    const step = stepOf(key, code);
    if (step === undefined) throw wrong();
    const [spent] = await this.#ports.database.write((transaction) =>
      this.#models.secondFactors.update(
        { lastStep: step, lastUsedAt: new Date() },
        { where: { userId, lastStep: { [Op.lt]: step } }, transaction },
      ),
    );
    if (spent === 0) throw wrong();
  }
  /** Faults: `wrong_code`. */
  async spendRecovery(user: Named, typed: string): Promise<void> {
    const { database, send, forgot } = this.#ports;
    await database.write(async (transaction) => {
      const where = { userId: user._id };
      if (
        (await this.#models.recoveryCodes.destroy({
          where: { ...where, codeHash: hashOf(recoveryForm(typed)) },
          transaction,
        })) !== 1
      )
        throw new Fault('wrong_code', {
          message: 'This recovery code is wrong or was already used.',
        });
      const remaining = await this.#models.recoveryCodes.count({ where, transaction });
      database.afterCommit(() =>
        send(mails.recoveryCodeUsed(user.email, user.name, remaining, forgot)),
      );
    });
  }

  /**
   * At the start after the secret changed: encrypts stored keys with the new secret, so that the
   * old one is no longer needed.
   */
  async reencrypt(): Promise<void> {
    const { database, sealer } = this.#ports;
    for (const row of (await this.#models.secondFactors.findAll()).map((it) =>
      it.get({ plain: true }),
    )) {
      const key = this.#key(row);
      if (key !== undefined)
        await database.write((transaction) =>
          this.#models.secondFactors.update(
            { seed: sealer.encrypt(kept(row.userId), key) },
            { where: { userId: row.userId, seed: row.seed }, transaction },
          ),
        );
    }
  }
  /**
   * At the start, if a second factor is required: people who have one must use it, even if they
   * signed in earlier without it.
   */
  async endSingleFactor(): Promise<void> {
    if (!this.#ports.required) return;
    await this.#ports.database.write((transaction) =>
      this.#ports.database.sequelize.query(
        `DELETE FROM logins WHERE (way IS NULL OR way = 'password') AND user_id IN (SELECT id FROM users WHERE password_hash IS NOT NULL)
        AND (user_id IN (SELECT user_id FROM second_factors) OR user_id IN (SELECT user_id FROM passkeys))`,
        { type: QueryTypes.DELETE, transaction },
      ),
    );
  }
}

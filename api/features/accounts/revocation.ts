/** Revokes credentials. Only this module knows all kinds of them. */
import { literal, Op, type Transaction } from 'sequelize';
import type { UserId } from '#core/contract/id.ts';
import type { Database } from '#pipeline/library/index.ts';
import type { AccessChanges } from '../../policy/index.ts';
import { defineAccounts } from './accounts.model.ts';

export interface KeptCredentials {
  /** the sign-in that stays valid */
  loginId?: string | undefined;
  /** ids of personal tokens to keep; default none */
  tokens?: readonly string[] | undefined;
}

export class Revocation {
  readonly #models;
  readonly #changes: AccessChanges;
  constructor(database: Database, changes: AccessChanges) {
    this.#models = defineAccounts(database.sequelize);
    this.#changes = changes;
  }

  /**
   * Ends all sessions but `loginId`, sign-in links, and everything with the epoch: upload
   * addresses, challenges of passkeys and second factors. Open sockets and streams close.
   */
  async endSessions(userId: UserId, transaction: Transaction, loginId?: string): Promise<void> {
    const { logins, sessions, links, users } = this.#models;
    const others = loginId === undefined ? {} : { id: { [Op.ne]: loginId } };
    await logins.destroy({ where: { userId, ...others }, transaction });
    await sessions.destroy({ where: { userId, kind: 'session' }, transaction });
    await links.destroy({ where: { userId }, transaction });
    await users.update({ epoch: literal('epoch + 1') }, { where: { id: userId }, transaction });
    await this.#changes.note(transaction);
  }

  /**
   * For a new password and for signing out everywhere: ends sessions, personal tokens and links in
   * emails. Passkeys, second factors and linked identities stay.
   */
  async revoke(
    userId: UserId,
    transaction: Transaction,
    { loginId, tokens = [] }: KeptCredentials = {},
  ): Promise<void> {
    const { personalTokens, mailTokens } = this.#models;
    await personalTokens.destroy({
      where: { userId, id: { [Op.notIn]: [...tokens] } },
      transaction,
    });
    await mailTokens.destroy({ where: { userId }, transaction });
    await this.endSessions(userId, transaction, loginId);
  }

  /** Removes passkeys and linked identities, which a new password does not. */
  async removeOtherWays(userId: UserId, transaction: Transaction): Promise<void> {
    await this.#models.passkeys.destroy({ where: { userId }, transaction });
    await this.#models.outsideIdentities.destroy({ where: { userId }, transaction });
  }

  /** Revokes all credentials of the account. */
  async shutOut(userId: UserId, transaction: Transaction): Promise<void> {
    const { secondFactors, recoveryCodes, users } = this.#models;
    await this.revoke(userId, transaction);
    await this.removeOtherWays(userId, transaction);
    await secondFactors.destroy({ where: { userId }, transaction });
    await recoveryCodes.destroy({ where: { userId }, transaction });
    await users.update({ passwordHash: null }, { where: { id: userId }, transaction });
  }
}

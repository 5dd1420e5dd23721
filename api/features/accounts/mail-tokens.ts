import { Op, type Transaction } from 'sequelize';
import { Fault } from '#core/contract/faults.ts';
import type { UserId } from '#core/contract/id.ts';
import { inMinutes } from './accounts.ts';
import type { AccountModels, MailTokenRow } from './accounts.model.ts';
import { hashOf, newSecret } from './secrets.ts';

type Purpose = MailTokenRow['purpose'];
export const VERIFY_MINUTES = 24 * 60;
export const RESET_MINUTES = 10;
/** Minutes in which confirming the address signs in the browser that signed up. */
export const BROWSER_MINUTES = 60;

/**
 * Secrets in links of emails, and of the browser that signed up. Each works once, and a new one
 * replaces the old one of the same purpose.
 */
export const mailTokens = ({ mailTokens: rows }: Pick<AccountModels, 'mailTokens'>) => ({
  async make(
    userId: UserId,
    purpose: Purpose,
    minutes: number,
    transaction: Transaction,
  ): Promise<string> {
    const token = newSecret();
    await this.keep(userId, purpose, token, minutes, transaction);
    return token;
  },
  /** Like `make`, with an existing secret. */
  async keep(
    userId: UserId,
    purpose: Purpose,
    token: string,
    minutes: number,
    transaction: Transaction,
  ): Promise<void> {
    await rows.upsert(
      { userId, purpose, tokenHash: hashOf(token), expiresAt: inMinutes(minutes) },
      { transaction },
    );
  },
  /** Deletes a secret, and returns whether it was valid for this account. */
  async takeFrom(
    userId: UserId,
    token: string,
    purpose: Purpose,
    transaction: Transaction,
  ): Promise<boolean> {
    const expiresAt = { [Op.gt]: new Date() };
    const where = { userId, tokenHash: hashOf(token), purpose, expiresAt };
    return (await rows.destroy({ where, transaction })) === 1;
  },
  /** One conditional delete, so that of two requests one succeeds. Faults: `link_spent`. */
  async take(token: string, purpose: Purpose, transaction: Transaction): Promise<UserId> {
    const where = { tokenHash: hashOf(token), purpose };
    const row = await rows.findOne({
      where: { ...where, expiresAt: { [Op.gt]: new Date() } },
      transaction,
    });
    const deleted = await rows.destroy({ where, transaction });
    if (!row || deleted !== 1) throw new Fault('link_spent');
    return row.get('userId') as UserId;
  },
});

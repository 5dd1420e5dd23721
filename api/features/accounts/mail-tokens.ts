import { Op, type Transaction } from 'sequelize';
import { Fault } from '#core/contract/faults.ts';
import type { UserId } from '#core/contract/id.ts';
import { inMinutes } from './accounts.ts';
import type { AccountModels, MailTokenRow } from './accounts.model.ts';
import { hashOf, newSecret } from './secrets.ts';

type Purpose = MailTokenRow['purpose'];
export const VERIFY_MINUTES = 24 * 60;
export const RESET_MINUTES = 10;
/** How long the browser of a sign-up is signed in by confirming the address. */
export const BROWSER_MINUTES = 60;

/**
 * The secrets in the links of mails, and of the browser that signed up: each works once, and a new
 * one of its purpose kills the old.
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
  /** Like `make`, with a secret that was given out already. */
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
  /** Ends a secret, and says whether it was still valid and of this account. */
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
  /** One conditional delete: of two that come with it one gets through. Faults: `link_spent`. */
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

import { Op, type Transaction } from 'sequelize';
import { Fault } from '#core/contract/faults.ts';
import type { UserId } from '#core/contract/id.ts';
import { inMinutes } from './accounts.ts';
import type { AccountModels, MailTokenRow } from './accounts.model.ts';
import { hashOf, newSecret } from './secrets.ts';

type Purpose = MailTokenRow['purpose'];
export const VERIFY_MINUTES = 24 * 60;
export const RESET_MINUTES = 10;

/**
 * The secrets in the links of mails: each works once, and a new one of its purpose kills the old.
 */
export const mailTokens = ({ mailTokens: rows }: Pick<AccountModels, 'mailTokens'>) => ({
  async make(
    userId: UserId,
    purpose: Purpose,
    minutes: number,
    transaction: Transaction,
  ): Promise<string> {
    const token = newSecret();
    await rows.upsert(
      { userId, purpose, tokenHash: hashOf(token), expiresAt: inMinutes(minutes) },
      { transaction },
    );
    return token;
  },
  /** One conditional delete: of two that come with it one gets through. Faults: `link_spent`. */
  async take(token: string, purpose: Purpose, transaction: Transaction): Promise<UserId> {
    const where = { tokenHash: hashOf(token), purpose };
    const row = await rows.findOne({
      where: { ...where, expiresAt: { [Op.gt]: new Date() } },
      transaction,
    });
    const taken = await rows.destroy({ where, transaction });
    if (!row || taken !== 1) throw new Fault('link_spent');
    return row.get('userId') as UserId;
  },
});

import type { Transaction } from 'sequelize';
import type { UserId } from '#core/contract/id.ts';
import type { AccountModels } from './accounts.model.ts';
import { dayText } from './mails.ts';

/** Describes a person's sign-in methods besides the password, for an email. */
export async function otherSignInMethods(
  { passkeys, outsideIdentities }: AccountModels,
  userId: UserId,
  transaction: Transaction,
): Promise<string[]> {
  const [keys, identities] = await Promise.all([
    passkeys.findAll({ where: { userId }, transaction }),
    outsideIdentities.findAll({ where: { userId }, transaction }),
  ]);
  return [
    ...keys
      .map((row) => row.get({ plain: true }))
      .map(({ name, createdAt }) => `Passkey “${name}”, added ${dayText(createdAt)}`),
    ...identities
      .map((row) => row.get({ plain: true }))
      .map(
        ({ issuer, createdAt }) =>
          `Sign-in with ${new URL(issuer).host}, linked ${dayText(createdAt)}`,
      ),
  ];
}

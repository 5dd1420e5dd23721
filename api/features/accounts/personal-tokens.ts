import { v7 as uuidv7 } from 'uuid';
import type { PersonalToken } from '#core/contract/account.ts';
import { Fault } from '#core/contract/faults.ts';
import type { UserId } from '#core/contract/id.ts';
import type { Database } from '#pipeline/library/index.ts';
import type { AccessChanges } from '../../policy/index.ts';
import { inMinutes, TOKEN_PREFIX } from './accounts.ts';
import { defineAccounts, type PersonalTokenRow } from './accounts.model.ts';
import { hashOf, newSecret } from './secrets.ts';

const MOST = 50;
const SHOWN = TOKEN_PREFIX.length + 4;
const present = ({
  id,
  name,
  scope,
  prefix,
  createdAt,
  lastUsedAt,
  expiresAt,
}: PersonalTokenRow): PersonalToken => ({
  _id: id,
  name,
  scope,
  prefix,
  createdAt: createdAt.toISOString(),
  lastUsedAt: lastUsedAt?.toISOString() ?? null,
  expiresAt: expiresAt?.toISOString() ?? null,
});

/** Personal tokens for programs. */
export class PersonalTokens {
  readonly #database: Database;
  readonly #rows;
  readonly #changes: AccessChanges;
  constructor(database: Database, changes: AccessChanges) {
    this.#database = database;
    this.#changes = changes;
    this.#rows = defineAccounts(database.sequelize).personalTokens;
  }
  async list(userId: UserId): Promise<PersonalToken[]> {
    return (await this.#rows.findAll({ where: { userId }, order: [['id', 'DESC']] })).map((row) =>
      present(row.get({ plain: true })),
    );
  }
  /** Faults: `conflict` over fifty. */
  async make(
    userId: UserId,
    { name, scope, days }: { name: string; scope: 'read' | 'write'; days?: number | undefined },
  ): Promise<PersonalToken & { token: string }> {
    const token = `${TOKEN_PREFIX}${newSecret()}`;
    const row: PersonalTokenRow = {
      id: uuidv7(),
      userId,
      tokenHash: hashOf(token),
      name,
      scope,
      prefix: token.slice(0, SHOWN),
      createdAt: new Date(),
      lastUsedAt: null,
      expiresAt: days === undefined ? null : inMinutes(days * 24 * 60),
    };
    await this.#database.write(async (transaction) => {
      if ((await this.#rows.count({ where: { userId }, transaction })) >= MOST)
        throw new Fault('conflict', { message: `You have ${MOST} tokens. Delete one first.` });
      await this.#rows.create(row, { transaction });
    });
    return { ...present(row), token };
  }
  /** Faults: `absent` if it is not this person's. */
  async end(userId: UserId, id: string): Promise<void> {
    const ended = await this.#database.write(async (transaction) => {
      await this.#changes.note(transaction);
      return this.#rows.destroy({ where: { id, userId }, transaction });
    });
    if (ended === 0) throw new Fault('absent', { message: 'Token not found.' });
  }
}

import { Op, QueryTypes, UniqueConstraintError, type Transaction } from 'sequelize';
import { normaliseEmail, type User } from '#core/contract/account.ts';
import { Fault } from '#core/contract/faults.ts';
import { UserId } from '#core/contract/id.ts';
import { FREE, type Plan } from '#config/plans.ts';
import type { Database } from '#pipeline/library/index.ts';
import type { AccessChanges } from '../../policy/index.ts';
import { newUser, present } from './accounts.ts';
import { defineAccounts, type UserRow } from './accounts.model.ts';

/** All people with an account. */
export class Users {
  readonly #database: Database;
  readonly #rows;
  readonly #plans: readonly Plan[];
  readonly #changes: AccessChanges;
  constructor(database: Database, plans: readonly Plan[], changes: AccessChanges) {
    this.#database = database;
    this.#changes = changes;
    this.#rows = defineAccounts(database.sequelize).users;
    this.#plans = plans;
  }
  #assertPlan(plan: string | undefined): void {
    if (plan === undefined || this.#plans.some((it) => it.name === plan)) return;
    throw new Fault('bad_request', {
      message: `plan: there is no plan ${plan}. There are ${this.#plans.map((it) => it.name).join(', ')}.`,
      details: [{ field: 'plan', message: 'Unknown plan.' }],
    });
  }
  async byId(id: UserId): Promise<UserRow | undefined> {
    return (await this.#rows.findByPk(id))?.get({ plain: true });
  }
  /**
   * Finds a person by id or address. Faults: `absent`; `conflict` if an address has several
   * sign-ups and no confirmed account.
   */
  async called(idOrEmail: string): Promise<UserRow> {
    const where = UserId.safeParse(idOrEmail).success
      ? { id: idOrEmail as UserId }
      : { email: normaliseEmail(idOrEmail) ?? idOrEmail };
    const [row, another] = (
      await this.#rows.findAll({
        where,
        order: [
          ['verified', 'DESC'],
          ['createdAt', 'DESC'],
        ],
        limit: 2,
      })
    ).map((it) => it.get({ plain: true }));
    if (!row) throw new Fault('absent', { message: 'Account not found.' });
    if (another && !row.verified)
      throw new Fault('conflict', {
        message: `${row.email} has several unconfirmed accounts. Use the id of one of them.`,
      });
    return row;
  }
  async list(page: {
    query?: string | undefined;
    cursor?: string | undefined;
    limit: number;
  }): Promise<{ rows: UserRow[]; next: string | null }> {
    const like = `%${(page.query ?? '').toLowerCase().replace(/[\\%_]/g, (c) => `\\${c}`)}%`;
    const found = await this.#rows.findAll({
      where: {
        ...(page.query ? { email: { [Op.like]: like } } : {}),
        ...(page.cursor ? { id: { [Op.lt]: page.cursor as UserId } } : {}),
      },
      order: [['id', 'DESC']],
      limit: page.limit + 1,
    });
    const rows = found.slice(0, page.limit).map((row) => row.get({ plain: true }));
    return { rows, next: found.length > page.limit ? (rows.at(-1)?.id ?? null) : null };
  }
  /**
   * The address counts as confirmed, because the operator knows its owner. `onAdded` is called in
   * the same transaction. Faults: `conflict`, `bad_request` for an unknown plan.
   */
  async add(
    {
      email,
      name = email.slice(0, email.indexOf('@')),
      plan = FREE,
    }: { email: string; name?: string | undefined; plan?: string | undefined },
    onAdded: (row: UserRow, transaction: Transaction) => Promise<void>,
  ): Promise<UserRow> {
    this.#assertPlan(plan);
    const row = newUser({ email, name, plan, verified: true });
    try {
      await this.#database.write(async (transaction) => {
        await this.#rows.create(row, { transaction });
        await onAdded(row, transaction);
      });
    } catch (error) {
      if (!(error instanceof UniqueConstraintError)) throw error;
      throw new Fault('conflict', { message: `${email} already has an account.` });
    }
    return row;
  }
  async setPlan(user: UserRow, plan: string): Promise<UserRow> {
    this.#assertPlan(plan);
    await this.#database.write((transaction) =>
      this.#rows.update({ plan }, { where: { id: user.id }, transaction }),
    );
    return { ...user, plan };
  }
  async change(
    id: UserId,
    { name, timezone }: { name?: string | undefined; timezone?: string | undefined },
  ): Promise<User> {
    const fields = {
      ...(name === undefined ? {} : { name }),
      ...(timezone === undefined ? {} : { timeZone: timezone }),
    };
    if (Object.keys(fields).length > 0)
      await this.#database.write((transaction) =>
        this.#rows.update(fields, { where: { id }, transaction }),
      );
    return present(await this.called(id));
  }
  /** Returns the account with this confirmed address. */
  async confirmedAs(email: string): Promise<UserId | undefined> {
    return (
      await this.#rows.findOne({ where: { email, verified: true }, attributes: ['id'] })
    )?.get('id') as UserId | undefined;
  }
  async names(ids: readonly UserId[]): Promise<Map<UserId, string>> {
    const rows = await this.#rows.findAll({ where: { id: [...ids] }, attributes: ['id', 'name'] });
    return new Map(rows.map((row) => [row.get('id') as UserId, row.get('name') as string]));
  }
  async emails(ids: readonly UserId[]): Promise<Map<string, string>> {
    const rows = await this.#rows.findAll({ where: { id: [...ids] }, attributes: ['id', 'email'] });
    return new Map(rows.map((row) => [row.get('id') as string, row.get('email') as string]));
  }
  /** Null until one is set. */
  async timeZone(id: UserId): Promise<string | null> {
    const [row] = await this.#database.sequelize.query<{ zone: string | null }>(
      'SELECT time_zone AS zone FROM users WHERE id = $1',
      { bind: [id], type: QueryTypes.SELECT },
    );
    if (!row) throw new Fault('absent', { message: 'Account not found.' });
    return row.zone;
  }
  async remove(id: UserId): Promise<void> {
    await this.#database.write(async (transaction) => {
      await this.#rows.destroy({ where: { id }, transaction });
      await this.#changes.note(transaction);
    });
  }
}

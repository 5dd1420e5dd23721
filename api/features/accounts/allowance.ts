/**
 * The ledger of daily questions. A question is reserved before it costs anything, charged when the
 * answer begins, and refunded if the answer fails before its first word or is abandoned. Check and
 * count are one statement, so that any number of servers agree.
 */
import { literal, Op, type Transaction } from 'sequelize';
import { v7 as uuidv7 } from 'uuid';
import type { Me, User } from '#core/contract/account.ts';
import { Fault } from '#core/contract/faults.ts';
import type { UserId } from '#core/contract/id.ts';
import { FREE, type Plan } from '#config/plans.ts';
import type { Database } from '#pipeline/library/index.ts';
import { defineAccounts } from './accounts.model.ts';
import { defineAllowances, type AllowanceRow, type ChargeRow } from './allowance.model.ts';
import { windowEnd } from './day-window.ts';

/** ms until a reservation of a dead process expires */
const RESERVED_MS = 120_000;
/** ms for which settled questions are kept */
const KEPT_MS = 7 * 86_400_000;

/** `left` and `resetsAt` are null without a limit. */
export interface AllowanceState {
  left: number | null;
  resetsAt: Date | null;
}
/** `limits` of the contract. */
export const limitsOf = ({ left, resetsAt }: AllowanceState): Me['limits'] => ({
  question_n_answers: left,
  reset_at: resetsAt?.toISOString() ?? null,
});
export interface Charge {
  /** Charges the question, when its answer has begun. */
  settle(): Promise<void>;
  /** Refunds the question, if its answer won't begin. Does nothing after `settle`. */
  refund(): Promise<void>;
}
const FREE_OF_CHARGE: Charge = {
  async settle() {
    /* nothing is counted */
  },
  async refund() {
    /* nothing is counted */
  },
};

export interface AllowancePorts {
  database: Database;
  plans: readonly Plan[];
  /** whether there is no limit */
  unlimited: boolean;
  now?: () => Date;
}

export class Allowance {
  readonly #ports: AllowancePorts;
  readonly #models;
  readonly #users;
  constructor(ports: AllowancePorts) {
    this.#ports = ports;
    this.#models = defineAllowances(ports.database.sequelize);
    this.#users = defineAccounts(ports.database.sequelize).users;
  }
  planOf({ plan }: Pick<User, 'plan'>): Plan {
    const found =
      this.#ports.plans.find((it) => it.name === plan) ??
      this.#ports.plans.find((it) => it.name === FREE);
    if (!found) throw new Error(`there is no plan ${FREE}`);
    return found;
  }
  #limitOf(user: Pick<User, 'plan'>): number | null {
    return this.#ports.unlimited ? null : this.planOf(user).questionsPerDay;
  }
  get #now(): Date {
    return this.#ports.now?.() ?? new Date();
  }

  async #zone(userId: UserId, transaction?: Transaction): Promise<string> {
    const row = await this.#users.findByPk(userId, {
      attributes: ['timeZone'],
      ...(transaction ? { transaction } : {}),
    });
    return (row?.get('timeZone') as string | null | undefined) ?? 'UTC';
  }

  /** Returns what is left, without writing. */
  async balance(user: Pick<User, '_id' | 'plan'>): Promise<AllowanceState> {
    const limit = this.#limitOf(user);
    if (limit === null) return { left: null, resetsAt: null };
    const now = this.#now;
    const row = (await this.#models.allowances.findByPk(user._id))?.get({ plain: true }) as
      | AllowanceRow
      | undefined;
    if (!row || row.resetsAt <= now)
      return { left: limit, resetsAt: windowEnd(await this.#zone(user._id), now, row?.resetsAt) };
    const abandoned = await this.#models.charges.count({
      where: {
        userId: user._id,
        state: 'reserved',
        windowEndsAt: row.resetsAt,
        expiresAt: { [Op.lt]: now },
      },
    });
    return { left: Math.max(0, limit - row.used + abandoned), resetsAt: row.resetsAt };
  }

  /** Faults: `allowance_spent`. */
  async reserve(user: Pick<User, '_id' | 'plan'>): Promise<Charge> {
    const limit = this.#limitOf(user);
    if (limit === null) return FREE_OF_CHARGE;
    const charge = await this.#ports.database.write((transaction) =>
      this.#reserve(user._id, limit, transaction),
    );
    return { settle: () => this.#settle(charge, limit), refund: () => this.#refund(charge) };
  }
  async #reserve(userId: UserId, limit: number, transaction: Transaction): Promise<ChargeRow> {
    const { charges } = this.#models;
    const now = this.#now;
    const windowEndsAt = await this.#window(userId, now, transaction);
    await this.#giveBackAbandoned(userId, now, windowEndsAt, transaction);
    if (!(await this.#count(userId, limit, transaction))) {
      const retryAfterS = Math.max(1, (windowEndsAt.getTime() - now.getTime()) / 1000);
      throw new Fault('allowance_spent', {
        details: { reset_at: windowEndsAt.toISOString() },
        retryAfterS,
      });
    }
    const row: ChargeRow = {
      id: uuidv7(),
      userId,
      state: 'reserved',
      windowEndsAt,
      expiresAt: new Date(now.getTime() + RESERVED_MS),
    };
    await charges.create(row, { transaction });
    return row;
  }
  /**
   * Returns the end of the current window. Opens one if there is none, and only ever moves it
   * forward.
   */
  async #window(userId: UserId, now: Date, transaction: Transaction): Promise<Date> {
    const { allowances, charges } = this.#models;
    const read = async () =>
      (await allowances.findByPk(userId, { transaction }))?.get({ plain: true }) as
        | AllowanceRow
        | undefined;
    const known = await read();
    if (known && known.resetsAt > now) return known.resetsAt;
    const resetsAt = windowEnd(await this.#zone(userId, transaction), now, known?.resetsAt);
    if (known) {
      await allowances.update(
        { used: 0, resetsAt },
        { where: { userId, resetsAt: { [Op.lte]: now } }, transaction },
      );
      await charges.destroy({
        where: { userId, expiresAt: { [Op.lt]: new Date(now.getTime() - KEPT_MS) } },
        transaction,
      });
    } else
      await allowances.bulkCreate([{ userId, used: 0, resetsAt }], {
        ignoreDuplicates: true,
        transaction,
      });
    // Another server may have opened it first.
    return (await read())?.resetsAt ?? resetsAt;
  }
  async #count(userId: UserId, limit: number, transaction: Transaction): Promise<boolean> {
    const [counted] = await this.#models.allowances.update(
      { used: literal('used + 1') },
      { where: { userId, used: { [Op.lt]: limit } }, transaction },
    );
    return counted === 1;
  }
  async #uncount(
    userId: UserId,
    by: number,
    resetsAt: Date,
    transaction: Transaction,
  ): Promise<void> {
    if (by > 0)
      await this.#models.allowances.update(
        { used: literal(`used - ${by}`) },
        { where: { userId, resetsAt, used: { [Op.gte]: by } }, transaction },
      );
  }
  async #giveBackAbandoned(
    userId: UserId,
    now: Date,
    resetsAt: Date,
    transaction: Transaction,
  ): Promise<void> {
    const [given] = await this.#models.charges.update(
      { state: 'refunded' },
      {
        where: { userId, state: 'reserved', windowEndsAt: resetsAt, expiresAt: { [Op.lt]: now } },
        transaction,
      },
    );
    await this.#uncount(userId, given, resetsAt, transaction);
  }
  async #settle({ id, userId }: ChargeRow, limit: number): Promise<void> {
    await this.#ports.database.write(async (transaction) => {
      const [settled] = await this.#models.charges.update(
        { state: 'settled' },
        { where: { id, state: 'reserved' }, transaction },
      );
      // The reservation was refunded because the answer took long to begin, so it is counted again
      // if questions are left.
      if (settled === 0 && (await this.#count(userId, limit, transaction)))
        await this.#models.charges.update({ state: 'settled' }, { where: { id }, transaction });
    });
  }
  async #refund({ id, userId, windowEndsAt }: ChargeRow): Promise<void> {
    await this.#ports.database.write(async (transaction) => {
      const [refunded] = await this.#models.charges.update(
        { state: 'refunded' },
        { where: { id, state: 'reserved' }, transaction },
      );
      await this.#uncount(userId, refunded, windowEndsAt, transaction);
    });
  }
}

import { afterAll, beforeAll, expect, it } from 'vitest';
import { v7 as uuidv7 } from 'uuid';
import { createLog } from '#config/log.ts';
import { plans } from '#config/plans.ts';
import { UserId } from '#core/contract/id.ts';
import type { Database } from '#pipeline/library/index.ts';
import { openDatabase } from '../../db/connection.ts';
import { describeOnDatabases } from '../../db/testing/test-database.ts';
import { defineAccounts } from './accounts.model.ts';
import { defineAllowances } from './allowance.model.ts';
import { Allowance, type Charge } from './allowance.ts';

const LIMIT = 20;
const all = plans({ freeQuestionsPerDay: LIMIT });

describeOnDatabases('an allowance', (open) => {
  let one: Database;
  let other: Database;
  let now = new Date('2026-11-21T10:00:00Z');
  const on = (database: Database) =>
    new Allowance({ database, plans: all, unlimited: false, now: () => now });
  beforeAll(async () => {
    const { database, location } = await open();
    one = database;
    other = await openDatabase({ ...location, log: createLog('silent') });
  });
  afterAll(() => other.close());
  async function person(more: { plan?: string; timeZone?: string } = {}) {
    const id = UserId.parse(uuidv7());
    const row = {
      id,
      email: `${id}@example.org`,
      name: 'A',
      plan: 'FREE',
      verified: true,
      createdAt: new Date(),
      ...more,
    };
    await one.write((transaction) =>
      defineAccounts(one.sequelize).users.create(row, { transaction }),
    );
    return { _id: id, plan: row.plan };
  }
  const tries = async (
    user: Awaited<ReturnType<typeof person>>,
    count: number,
  ): Promise<Charge[]> => {
    const servers = [on(one), on(other)] as const;
    const settled = await Promise.allSettled(
      Array.from({ length: count }, (_, n) => servers[n % 2 === 0 ? 0 : 1].reserve(user)),
    );
    for (const it of settled)
      if (it.status === 'rejected')
        expect(it.reason).toMatchObject({
          code: 'allowance_spent',
          message: 'Please upgrade your plan to continue',
        });
    return settled.flatMap((it) => (it.status === 'fulfilled' ? [it.value] : []));
  };

  it('lets exactly as many requests through as it has, of 200 concurrent ones on two servers', async () => {
    const user = await person();
    const charges = await tries(user, 200);
    expect(charges).toHaveLength(LIMIT);
    await Promise.all(charges.map((it) => it.settle()));
    expect(await on(other).balance(user)).toMatchObject({ left: 0 });
  });

  it('is one atomic statement; reading first and writing afterwards lets more through', async () => {
    const user = await person();
    await Promise.all((await tries(user, 1)).map((it) => it.settle()));
    const seen = await Promise.all(
      Array.from({ length: 2 * LIMIT }, (_, n) => on(n % 2 === 0 ? one : other).balance(user)),
    );
    const through = seen.filter(({ left }) => left !== null && left > 0);
    for (const { left } of through)
      await one.write((transaction) =>
        defineAllowances(one.sequelize).allowances.update(
          { used: LIMIT - Number(left) + 1 },
          { where: { userId: user._id }, transaction },
        ),
      );
    expect([through.length, (await on(other).balance(user)).left]).toEqual([2 * LIMIT, LIMIT - 2]);
    expect(await tries(user, 2 * LIMIT)).toHaveLength(LIMIT - 2);
  });

  it('refunds a question that did not begin, once, and no question that did', async () => {
    const user = await person();
    const [first, second, ...rest] = await tries(user, LIMIT);
    await Promise.all([first?.refund(), first?.refund(), second?.settle()]);
    await second?.refund();
    expect((await on(one).balance(user)).left).toBe(1);
    await Promise.all(rest.map((it) => it.settle()));
    expect(await tries(user, 3)).toHaveLength(1);
  });

  it('refunds what a dead process had reserved within two minutes, and counts it if it begins after all', async () => {
    const user = await person();
    const [late] = await tries(user, LIMIT);
    now = new Date(now.getTime() + 121_000);
    expect((await on(one).balance(user)).left).toBe(LIMIT);
    expect(await tries(user, 5)).toHaveLength(5);
    await late?.settle();
    expect((await on(one).balance(user)).left).toBe(LIMIT - 6);
    expect(await tries(user, LIMIT)).toHaveLength(LIMIT - 6);
  });

  it('resets at local midnight and not before; a question accepted earlier counts for the day before', async () => {
    const user = await person({ timeZone: 'Asia/Tokyo' });
    now = new Date('2026-11-21T14:59:00Z');
    const charges = await tries(user, LIMIT + 5);
    expect(await on(one).balance(user)).toEqual({
      left: 0,
      resetsAt: new Date('2026-11-21T15:00:00Z'),
    });
    now = new Date('2026-11-21T15:00:00Z');
    expect(await on(other).balance(user)).toEqual({
      left: LIMIT,
      resetsAt: new Date('2026-11-22T15:00:00Z'),
    });
    expect(await tries(user, 2)).toHaveLength(2);
    await charges[0]?.refund();
    expect((await on(one).balance(user)).left).toBe(LIMIT - 2);
    // A clock that moves back adds nothing to the allowance.
    now = new Date('2026-11-20T15:00:00Z');
    expect((await on(one).balance(user)).left).toBe(LIMIT - 2);
  });

  it('counts nothing without a limit, and accepts only known plans', async () => {
    const user = await person({ plan: 'PRO' });
    expect(await tries(user, 50)).toHaveLength(50);
    expect(await on(one).balance(user)).toEqual({ left: null, resetsAt: null });
    expect(on(one).planOf({ plan: 'GOLD' }).name).toBe('FREE');
  });
});

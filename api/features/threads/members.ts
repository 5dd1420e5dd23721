import type { Transaction } from 'sequelize';
import { v7 as uuidv7 } from 'uuid';
import type { Member } from '#core/contract/account.ts';
import { Fault } from '#core/contract/faults.ts';
import type { ThreadId, UserId } from '#core/contract/id.ts';
import type { Database } from '#pipeline/library/index.ts';
import type { AccessChanges } from '../../policy/index.ts';
import { defineThreads, type MemberRow } from './threads.model.ts';

const MOST = 200;

export interface MemberPorts {
  database: Database;
  changes: AccessChanges;
  /** Returns the account with this confirmed address. */
  byEmail(email: string): Promise<UserId | undefined>;
  names(ids: readonly UserId[]): Promise<Map<UserId, string>>;
}

/**
 * Members of a thread. An invitation belongs to an address and is valid for the account that
 * confirms it, now or later.
 */
export class Members {
  readonly #ports: MemberPorts;
  readonly #rows;
  constructor(ports: MemberPorts) {
    this.#ports = ports;
    this.#rows = defineThreads(ports.database.sequelize).members;
  }
  async list(threadId: ThreadId): Promise<Member[]> {
    const rows = (await this.#rows.findAll({ where: { threadId }, order: [['id', 'ASC']] })).map(
      (row) => row.get({ plain: true }),
    );
    const names = await this.#ports.names(rows.flatMap((row) => row.userId ?? []));
    return rows.map((row) => present(row, row.userId === null ? undefined : names.get(row.userId)));
  }
  /** Inviting the same address again changes its role. Faults: `conflict` over two hundred. */
  async invite(threadId: ThreadId, email: string, role: MemberRow['role']): Promise<Member> {
    const userId = (await this.#ports.byEmail(email)) ?? null;
    return this.#ports.database.write(async (transaction) => {
      const known = (await this.#rows.findOne({ where: { threadId, email }, transaction }))?.get({
        plain: true,
      });
      if (known) {
        await this.#rows.update({ role, userId }, { where: { id: known.id }, transaction });
        await this.#ports.changes.note(transaction);
        return present({ ...known, role, userId }, undefined);
      }
      if ((await this.#rows.count({ where: { threadId }, transaction })) >= MOST)
        throw new Fault('conflict', { message: `A thread can have up to ${MOST} members.` });
      const row: MemberRow = {
        id: uuidv7(),
        threadId,
        email,
        userId,
        role,
        invitedAt: new Date(),
        openedAt: null,
      };
      await this.#rows.create(row, { transaction });
      return present(row, undefined);
    });
  }
  /** Removes a member by its id or the person's. Faults: `absent`. */
  async remove(threadId: ThreadId, memberOrUser: string): Promise<void> {
    await this.#ports.database.write(async (transaction) => {
      const removed =
        (await this.#rows.destroy({ where: { threadId, id: memberOrUser }, transaction })) ||
        (await this.#rows.destroy({
          where: { threadId, userId: memberOrUser as UserId },
          transaction,
        }));
      if (removed === 0) throw new Fault('absent', { message: 'Member not found in this thread.' });
      await this.#ports.changes.note(transaction);
    });
  }
  /** Gives the account its invitations when its address is confirmed. */
  async confirmed(user: { id: UserId; email: string }, transaction: Transaction): Promise<void> {
    await this.#rows.update({ userId: user.id }, { where: { email: user.email }, transaction });
  }
}

/** Does not reveal whether an address has an account before its owner has opened the thread. */
const present = (
  { id, email, role, openedAt, invitedAt }: MemberRow,
  name: string | undefined,
): Member => ({
  _id: id,
  email,
  role,
  name: openedAt === null ? null : (name ?? null),
  invitedAt: invitedAt.toISOString(),
});

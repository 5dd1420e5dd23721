import { col, Op, type Transaction } from 'sequelize';
import { v7 as uuidv7 } from 'uuid';
import type { SourceId } from '#core/contract/id.ts';
import { ThreadId, type UserId } from '#core/contract/id.ts';
import type { Database, HeldBy } from '#pipeline/library/index.ts';
import {
  authorise,
  roleIn,
  type AccessChanges,
  type ThreadAccess,
  type ThreadAction,
  type ThreadRole,
} from '../../policy/index.ts';
import { newAddress } from './new-address.ts';
import { ThreadSources } from './thread-sources.ts';
import { defineThreads, type MemberRow, type ThreadRow } from './threads.model.ts';

export type ThreadName = Pick<ThreadRow, 'id' | 'url' | 'title'>;
/** A thread with the viewer's role. */
export type ThreadWithRole = ThreadRow & { role: Exclude<ThreadRole, 'none'> };
const ROWS_AT_ONCE = 500;
/** Stands for a missing thread, which nobody may see. */
const MISSING_THREAD: ThreadAccess = { ownerId: '' as UserId, visibility: 'private' };

/**
 * Threads, their members and sources. Reads for a person name the viewer: a thread that they may
 * not see is `absent`.
 */
export class Threads {
  readonly #database: Database;
  readonly #models;
  readonly #changes: AccessChanges | undefined;
  /** Which sources threads hold. */
  readonly sources: ThreadSources;
  /** Without `changes`, other processes don't learn that a thread became private. */
  constructor(database: Database, changes?: AccessChanges) {
    this.#database = database;
    this.#changes = changes;
    this.#models = defineThreads(database.sequelize);
    this.sources = new ThreadSources(database, this.#models);
  }

  async create(ownerId: UserId, title: string): Promise<ThreadRow> {
    return this.#database.write(async (transaction) => {
      const row = await this.#models.threads.create(
        { id: uuidv7() as ThreadId, url: newAddress(title), ownerId, title, visibility: 'private' },
        { transaction },
      );
      return row.get({ plain: true }) as ThreadRow;
    });
  }

  /** Creates an imported thread with its id and address, unless they are taken. */
  async addImported(
    ownerId: UserId,
    it: Pick<ThreadRow, 'id' | 'url' | 'title'>,
  ): Promise<ThreadRow> {
    return this.#database.write(async (transaction) => {
      const isFree = async (where: { id: ThreadId } | { url: string }) =>
        (await this.#models.threads.count({ where, transaction })) === 0;
      const id = (await isFree({ id: it.id })) ? it.id : (uuidv7() as ThreadId);
      const isPlain = /^[\p{L}\p{N}-]{1,120}$/u.test(it.url) && !ThreadId.safeParse(it.url).success;
      const url = isPlain && (await isFree({ url: it.url })) ? it.url : newAddress(it.title);
      const row = await this.#models.threads.create(
        { id, url, ownerId, title: it.title, visibility: 'private' },
        { transaction },
      );
      return row.get({ plain: true }) as ThreadRow;
    });
  }
  /** Sets the dates of an imported thread. */
  async date(
    threadId: ThreadId,
    { createdAt, updatedAt }: Pick<ThreadRow, 'createdAt' | 'updatedAt'>,
    transaction: Transaction,
  ): Promise<void> {
    await this.#models.threads.update({ createdAt, updatedAt } as object, {
      where: { id: threadId },
      silent: true,
      transaction,
    });
  }

  /**
   * Returns a thread by id or address with the viewer's role, without a cache. Faults: `absent`, or
   * `not_signed_in` without a sign-in, if they may not see it; `not_allowed`.
   */
  async allowed(
    viewer: UserId | undefined,
    action: ThreadAction,
    idOrUrl: string,
  ): Promise<ThreadWithRole> {
    const where = ThreadId.safeParse(idOrUrl).success
      ? { id: idOrUrl as ThreadId }
      : { url: idOrUrl };
    const row = (await this.#models.threads.findOne({ where }))?.get({ plain: true }) as
      | ThreadRow
      | undefined;
    const actor = { id: viewer };
    const object = row ? { ...row, role: await this.#roleOf(row, viewer) } : MISSING_THREAD;
    authorise(
      actor,
      { action: `thread.${action}`, object },
      {
        absent: "Thread not found, or you don't have access to it.",
        not_allowed:
          action === 'write'
            ? 'You may read this thread, but not change it.'
            : 'Only the owner may change this thread.',
      },
    );
    return { ...(row as ThreadRow), role: roleIn(actor, object) as ThreadWithRole['role'] };
  }
  async #roleOf(
    { id, ownerId }: ThreadRow,
    viewer: UserId | undefined,
  ): Promise<MemberRow['role'] | undefined> {
    if (viewer === undefined || viewer === ownerId) return undefined;
    const member = (
      await this.#models.members.findOne({ where: { threadId: id, userId: viewer } })
    )?.get({ plain: true });
    if (member && member.openedAt === null)
      await this.#database.write((transaction) =>
        this.#models.members.update(
          { openedAt: new Date() },
          { where: { id: member.id }, transaction },
        ),
      );
    return member?.role;
  }
  /** By id or address. Faults: `absent`; `not_signed_in` without a sign-in. */
  async visible(viewer: UserId | undefined, idOrUrl: string): Promise<ThreadWithRole> {
    return this.allowed(viewer, 'read', idOrUrl);
  }
  /**
   * For its owner and invited editors. Faults: `absent` if it may not be seen, `not_allowed` if it
   * may only be read.
   */
  async writable(viewer: UserId, idOrUrl: string): Promise<ThreadWithRole> {
    return this.allowed(viewer, 'write', idOrUrl);
  }
  /** For its owner. Faults: `absent` if it may not be seen, `not_allowed` for everyone else. */
  async owned(viewer: UserId, idOrUrl: string): Promise<ThreadWithRole> {
    return this.allowed(viewer, 'manage', idOrUrl);
  }
  async byTitle(ownerId: UserId, title: string): Promise<ThreadRow | undefined> {
    return (
      await this.#models.threads.findOne({ where: { ownerId, title }, order: [['id', 'DESC']] })
    )?.get({ plain: true }) as ThreadRow | undefined;
  }

  /** All people's threads with this title that were created since a time. */
  async calledSince(title: string, since: Date): Promise<Pick<ThreadRow, 'id' | 'ownerId'>[]> {
    return (
      await this.#models.threads.findAll({
        where: { title, createdAt: { [Op.gt]: since } },
        attributes: ['id', 'ownerId'],
      })
    ).map((row) => row.get({ plain: true }));
  }

  /** Lists a person's threads and those they are invited to. */
  async list(
    ownerId: UserId,
    page: { query?: string | undefined; cursor?: string | undefined; limit: number },
  ): Promise<{ rows: ThreadRow[]; next: string | null }> {
    const operator = this.#database.dialect === 'postgres' ? Op.iLike : Op.like;
    const found = await this.#models.threads.findAll({
      where: {
        [Op.or]: [{ ownerId }, { id: await this.#sharedWith(ownerId) }],
        ...(page.query
          ? { title: { [operator]: `%${page.query.replace(/[\\%_]/g, (c) => `\\${c}`)}%` } }
          : {}),
        ...(page.cursor ? { id: { [Op.lt]: page.cursor as ThreadId } } : {}),
      },
      order: [['id', 'DESC']],
      limit: page.limit + 1,
    });
    const rows = found.slice(0, page.limit).map((row) => row.get({ plain: true }) as ThreadRow);
    return { rows, next: found.length > page.limit ? (rows.at(-1)?.id ?? null) : null };
  }
  async #sharedWith(userId: UserId): Promise<ThreadId[]> {
    return (
      await this.#models.members.findAll({ where: { userId }, attributes: ['threadId'] })
    ).map((row) => row.get('threadId') as ThreadId);
  }
  /** Returns the owner and the members of a thread. */
  async people({ id, ownerId }: Pick<ThreadRow, 'id' | 'ownerId'>): Promise<UserId[]> {
    const members = await this.#models.members.findAll({
      where: { threadId: id },
      attributes: ['userId'],
    });
    return [ownerId, ...members.flatMap((row) => row.get({ plain: true }).userId ?? [])];
  }
  /** Returns all threads that a person owns. */
  async allOf(ownerId: UserId): Promise<ThreadName[]> {
    return this.#names({ ownerId });
  }
  async some(ids: readonly ThreadId[]): Promise<ThreadName[]> {
    return this.#names({ id: [...ids] });
  }
  async #names(where: { ownerId: UserId } | { id: ThreadId[] }): Promise<ThreadName[]> {
    const rows = await this.#models.threads.findAll({ where, attributes: ['id', 'url', 'title'] });
    return rows.map((row) => row.get({ plain: true }));
  }
  /** Returns all people who own a thread. */
  async owners(): Promise<UserId[]> {
    const rows = await this.#models.threads.findAll({
      attributes: ['ownerId'],
      group: ['ownerId'],
    });
    return rows.map((row) => row.get('ownerId') as UserId);
  }
  async count(ownerId: UserId): Promise<number> {
    return this.#models.threads.count({ where: { ownerId } });
  }

  async change(
    thread: ThreadRow,
    patch: { title?: string | undefined; visibility?: ThreadRow['visibility'] | undefined },
  ): Promise<void> {
    const fields = Object.fromEntries(
      Object.entries(patch).filter(([, value]) => value !== undefined),
    );
    await this.#database.write(async (transaction) => {
      await this.#models.threads.update(fields, { where: { id: thread.id }, transaction });
      if (patch.visibility === 'private') await this.#changes?.note(transaction);
    });
  }
  async remove(thread: ThreadRow): Promise<void> {
    await this.#database.write((transaction) =>
      this.#models.threads.destroy({ where: { id: thread.id }, transaction }),
    );
  }

  async urls(ids: readonly ThreadId[]): Promise<Map<ThreadId, string>> {
    const rows = await this.#models.threads.findAll({
      where: { id: [...ids] },
      attributes: ['id', 'url'],
    });
    return new Map(rows.map((row) => [row.get('id') as ThreadId, row.get('url') as string]));
  }

  /** Adds sources to a thread. Sources that it holds already stay as they are. */
  async hold(
    threadId: ThreadId,
    sourceIds: readonly SourceId[],
    transaction: Transaction,
    addedAt = new Date(),
  ): Promise<void> {
    for (let from = 0; from < sourceIds.length; from += ROWS_AT_ONCE) {
      const rows = sourceIds
        .slice(from, from + ROWS_AT_ONCE)
        .map((sourceId) => ({ threadId, sourceId, metadata: {}, addedAt }));
      await this.#models.threadSources.bulkCreate(rows, { ignoreDuplicates: true, transaction });
    }
    await this.#touch([threadId], transaction);
  }
  /** Marks the content of a thread as changed, for people who watch it. */
  async #touch(ids: readonly ThreadId[], transaction: Transaction): Promise<void> {
    // Sequelize writes nothing if only `updatedAt` changes.
    await this.#models.threads.update({ title: col('title'), updatedAt: new Date() } as never, {
      where: { id: [...ids] },
      transaction,
    });
  }
  /** Removes a source from a thread. Returns whether the thread held it. */
  async removeSource(
    threadId: ThreadId,
    sourceId: SourceId,
    transaction: Transaction,
  ): Promise<boolean> {
    const held =
      (await this.#models.threadSources.destroy({ where: { threadId, sourceId }, transaction })) >
      0;
    if (held) await this.#touch([threadId], transaction);
    return held;
  }
  /** Removes a source from all threads. Returns where it was, for `restoreSource`. */
  async removeSourceEverywhere(sourceId: SourceId, transaction: Transaction): Promise<HeldBy[]> {
    const rows = await this.#models.threadSources.findAll({ where: { sourceId }, transaction });
    const held = rows.map((row) => ({
      threadId: row.get('threadId') as ThreadId,
      addedAt: (row.get('addedAt') as Date).toISOString(),
      metadata: row.get('metadata') as object,
    }));
    await this.#models.threadSources.destroy({ where: { sourceId }, transaction });
    await this.#touch(
      held.map((it) => it.threadId),
      transaction,
    );
    return held;
  }
  /** Returns a source to the threads that held it, if they still exist. */
  async restoreSource(sourceId: SourceId, held: HeldBy[], transaction: Transaction): Promise<void> {
    const where = { id: held.map((it) => it.threadId) };
    const rows = await this.#models.threads.findAll({ where, attributes: ['id'], transaction });
    const ids = new Set(rows.map((row) => row.get('id') as ThreadId));
    await this.#models.threadSources.bulkCreate(
      held
        .filter((it) => ids.has(it.threadId))
        .map((it) => ({ ...it, sourceId, addedAt: new Date(it.addedAt) })),
      { ignoreDuplicates: true, transaction },
    );
    await this.#touch([...ids], transaction);
  }
  /**
   * Returns the time of each thread's last change, not counting notes. Deleted threads are missing.
   */
  async changedAt(ids: readonly ThreadId[]): Promise<Map<ThreadId, Date>> {
    const rows = await this.#models.threads.findAll({
      where: { id: [...ids] },
      attributes: ['id', 'updatedAt'],
    });
    return new Map(rows.map((row) => [row.get('id') as ThreadId, row.get('updatedAt') as Date]));
  }
  /** Replaces the source `from` by `into` in all threads. */
  async repoint(from: SourceId, into: SourceId, transaction: Transaction): Promise<void> {
    const { threadSources } = this.#models;
    const holding = (await threadSources.findAll({ where: { sourceId: into }, transaction })).map(
      (row) => row.get('threadId') as ThreadId,
    );
    await threadSources.destroy({ where: { sourceId: from, threadId: holding }, transaction });
    const moved = (
      await threadSources.findAll({
        where: { sourceId: from },
        attributes: ['threadId'],
        transaction,
      })
    ).map((row) => row.get('threadId') as ThreadId);
    await threadSources.update({ sourceId: into }, { where: { sourceId: from }, transaction });
    await this.#touch([...holding, ...moved], transaction);
  }
}

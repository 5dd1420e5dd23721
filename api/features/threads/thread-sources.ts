import { Op } from 'sequelize';
import type { SourceId, ThreadId, UserId } from '#core/contract/id.ts';
import type { SourceMetadata, SourceMetadataBody } from '#core/contract/thread.ts';
import type { Database } from '#pipeline/library/index.ts';
import type { defineThreads, ThreadRow } from './threads.model.ts';

/** A source of a thread that its owner has opened. */
export interface OpenedRow {
  threadId: ThreadId;
  sourceId: SourceId;
  metadata: SourceMetadata;
  openedAt: Date;
}

/** Reads which sources threads hold. `Threads` adds and removes them. */
export class ThreadSources {
  readonly #database: Database;
  readonly #models: ReturnType<typeof defineThreads>;
  constructor(database: Database, models: ReturnType<typeof defineThreads>) {
    this.#database = database;
    this.#models = models;
  }

  /** Returns the sources of each thread, in the order in which they were added. */
  async byThread(threadIds: readonly ThreadId[]): Promise<Map<ThreadId, SourceId[]>> {
    const rows = await this.#models.threadSources.findAll({
      where: { threadId: [...threadIds] },
      order: [
        ['addedAt', 'ASC'],
        ['sourceId', 'ASC'],
      ],
    });
    const map = new Map<ThreadId, SourceId[]>(threadIds.map((id) => [id, []]));
    for (const row of rows)
      map.get(row.get('threadId') as ThreadId)?.push(row.get('sourceId') as SourceId);
    return map;
  }
  /** Returns the sources of a thread with the time when each was added, in that order. */
  async withDates(threadId: ThreadId): Promise<{ sourceId: SourceId; addedAt: Date }[]> {
    const rows = await this.#models.threadSources.findAll({
      where: { threadId },
      order: [
        ['addedAt', 'ASC'],
        ['sourceId', 'ASC'],
      ],
    });
    return rows.map((row) => ({
      sourceId: row.get('sourceId') as SourceId,
      addedAt: row.get('addedAt') as Date,
    }));
  }
  /** Returns the sources of a thread, in the order in which they were added. */
  async of(threadId: ThreadId): Promise<SourceId[]> {
    return (await this.byThread([threadId])).get(threadId) ?? [];
  }
  /** Returns one thread for each source that holds it, for a link. */
  async threadBySource(sourceIds: readonly SourceId[]): Promise<Map<SourceId, ThreadId>> {
    const rows = await this.#models.threadSources.findAll({
      where: { sourceId: [...sourceIds] },
      order: [['addedAt', 'ASC']],
    });
    return new Map(
      rows.map((row) => [row.get('sourceId') as SourceId, row.get('threadId') as ThreadId]),
    );
  }
  /** Returns all threads that hold one of the sources. */
  async threadsWith(sourceIds: readonly SourceId[]): Promise<Pick<ThreadRow, 'id' | 'title'>[]> {
    const links = await this.#models.threadSources.findAll({
      where: { sourceId: [...sourceIds] },
      attributes: ['threadId'],
    });
    const rows = await this.#models.threads.findAll({
      where: { id: links.map((row) => row.get('threadId') as ThreadId) },
      attributes: ['id', 'title'],
      order: [['id', 'ASC']],
    });
    return rows.map((row) => ({
      id: row.get('id') as ThreadId,
      title: row.get('title') as string,
    }));
  }
  /** Returns the saved reading state of each source that has one. */
  async metadataOf(threadId: ThreadId): Promise<SourceMetadataBody['source_metadata']> {
    const rows = await this.#models.threadSources.findAll({
      where: { threadId },
      attributes: ['sourceId', 'metadata'],
    });
    return rows
      .map((row) => ({
        sourceId: row.get('sourceId') as SourceId,
        metadata: row.get('metadata') as SourceMetadata,
      }))
      .filter(({ metadata }) => Object.keys(metadata).length > 0);
  }
  /** Returns the sources that a person opened last in threads of their own, the last first. */
  async opened(
    ownerId: UserId,
    where: { limit: number } | { sourceIds: readonly SourceId[] },
  ): Promise<OpenedRow[]> {
    const { threads, threadSources } = this.#models;
    const owned = await threads.findAll({ where: { ownerId }, attributes: ['id'] });
    const rows = await threadSources.findAll({
      where: {
        threadId: owned.map((row) => row.get('id') as ThreadId),
        openedAt: { [Op.ne]: null },
        ...('sourceIds' in where && { sourceId: [...where.sourceIds] }),
      },
      order: [
        ['openedAt', 'DESC'],
        ['sourceId', 'ASC'],
      ],
      ...('limit' in where && { limit: where.limit }),
    });
    return rows.map((row) => row.get({ plain: true }) as OpenedRow);
  }
  /** Merges into the saved reading state of a source, which is open now. */
  async saveMetadata(
    threadId: ThreadId,
    sourceId: SourceId,
    metadata: SourceMetadata,
    openedAt: Date,
  ): Promise<void> {
    await this.#database.write(async (transaction) => {
      const row = await this.#models.threadSources.findOne({
        where: { threadId, sourceId },
        transaction,
      });
      if (row)
        await row.update(
          { metadata: { ...(row.get('metadata') as object), ...metadata }, openedAt },
          { transaction },
        );
    });
  }
}

import { Op, type Transaction } from 'sequelize';
import type { SourceId } from '#core/contract/id.ts';
import { EmbeddingStatus } from '#core/contract/source.ts';
import { addInterval } from '#core/text/interval.ts';
import type { Database } from './database.ts';
import type { SourceModel, SourceRow } from './source.model.ts';
import { defineVersion, type VersionRow } from './version.model.ts';

/** When it is due after a look at it that ended now. */
export const nextRefresh = (
  { refreshEvery }: Pick<SourceRow, 'refreshEvery'>,
  now = new Date(),
): Date | null => (refreshEvery === null ? null : addInterval(now, refreshEvery));

/** Versions of sources, and when the next one is looked for. */
export class Versions {
  readonly #rows;
  readonly #sources: SourceModel;
  constructor(database: Database, sources: SourceModel) {
    this.#rows = defineVersion(database.sequelize);
    this.#sources = sources;
  }

  /** Saves the source's current row as a version. Idempotent. */
  async keep(source: SourceRow, readAt: Date, transaction: Transaction): Promise<void> {
    const { id: sourceId, version, title, contentHash, facts } = source;
    await this.#rows.findOrCreate({
      where: { sourceId, version },
      defaults: {
        sourceId,
        version,
        title,
        readAt,
        contentHash,
        documentKey: facts.documentKey ?? null,
      },
      transaction,
    });
  }
  async count(
    sourceId: SourceId,
    version: number,
    counts: Partial<Pick<VersionRow, 'length' | 'added' | 'removed' | 'changed'>>,
    transaction: Transaction,
  ): Promise<void> {
    await this.#rows.update(counts, { where: { sourceId, version }, transaction });
  }
  /** The newest first. A source that was never refreshed has none here. */
  async list(sourceId: SourceId): Promise<VersionRow[]> {
    return (await this.#rows.findAll({ where: { sourceId }, order: [['version', 'DESC']] })).map(
      (row) => row.get({ plain: true }),
    );
  }

  /** The ids of a source and of the sources merged into it. */
  async idsOf(sourceId: SourceId): Promise<SourceId[]> {
    const rows = await this.#sources.findAll({
      where: { duplicateOf: sourceId },
      attributes: ['id'],
    });
    return [sourceId, ...rows.map((row) => row.get({ plain: true }).id)];
  }

  /** Ready sources whose time has come, the longest due first. */
  async due(now: Date, limit: number): Promise<SourceRow[]> {
    const rows = await this.#sources.findAll({
      where: {
        nextRefreshAt: { [Op.lte]: now },
        stage: null,
        pendingVersion: null,
        deletedAt: null,
        embeddingStatus: EmbeddingStatus.ready,
      },
      order: [
        ['nextRefreshAt', 'ASC'],
        ['id', 'ASC'],
      ],
      limit,
    });
    return rows.map((row) => row.get({ plain: true }));
  }
}

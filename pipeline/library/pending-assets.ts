import { Op, QueryTypes, type Transaction } from 'sequelize';
import type { SourceId } from '#core/contract/id.ts';
import type { Database } from './database.ts';
import type { SourceModel, SourceRow } from './source.model.ts';

/** Sources whose text is ready, and whose images and styles are still to be saved. */
export class PendingAssets {
  readonly #database: Database;
  readonly #sources: SourceModel;
  constructor(database: Database, sources: SourceModel) {
    this.#database = database;
    this.#sources = sources;
  }

  /** Those that have been due since before `before`, the longest due first. */
  async due(before: Date, limit: number): Promise<SourceRow[]> {
    const rows = await this.#sources.findAll({
      where: { assetsDueAt: { [Op.lt]: before }, deletedAt: null },
      order: [['assetsDueAt', 'ASC']],
      limit,
    });
    return rows.map((row) => row.get({ plain: true }));
  }

  /** Whether the source is one of an import that waits for it: an import of its owner, as a rule. */
  async isImported(id: SourceId, transaction: Transaction): Promise<boolean> {
    const rows = await this.#database.sequelize.query(
      "SELECT 1 AS one FROM import_items WHERE source_id = $1 AND state = 'running' LIMIT 1",
      { type: QueryTypes.SELECT, bind: [id], transaction },
    );
    return rows.length > 0;
  }
}

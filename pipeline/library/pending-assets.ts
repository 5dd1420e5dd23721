import { Op, QueryTypes, type Transaction } from 'sequelize';
import type { SourceId } from '#core/contract/id.ts';
import type { Database } from './database.ts';
import type { SourceModel, SourceRow } from './source.model.ts';

/** Sources whose text is ready but whose images and styles are not yet saved. */
export class PendingAssets {
  readonly #database: Database;
  readonly #sources: SourceModel;
  constructor(database: Database, sources: SourceModel) {
    this.#database = database;
    this.#sources = sources;
  }

  /** Returns sources that were due before `before`, longest due first. */
  async due(before: Date, limit: number): Promise<SourceRow[]> {
    const rows = await this.#sources.findAll({
      where: { assetsDueAt: { [Op.lt]: before }, deletedAt: null },
      order: [['assetsDueAt', 'ASC']],
      limit,
    });
    return rows.map((row) => row.get({ plain: true }));
  }

  /** Tells whether an import waits for the source. */
  async isImported(id: SourceId, transaction: Transaction): Promise<boolean> {
    const rows = await this.#database.sequelize.query(
      "SELECT 1 AS one FROM import_items WHERE source_id = $1 AND state = 'running' LIMIT 1",
      { type: QueryTypes.SELECT, bind: [id], transaction },
    );
    return rows.length > 0;
  }
}

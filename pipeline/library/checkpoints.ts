import type { Transaction } from 'sequelize';
import { defineCheckpoint, type CheckpointRow } from './checkpoint.model.ts';
import type { Database } from './database.ts';
import { rowSql } from './row-sql.ts';

/** The finished parts of stages, which are not repeated after a crash. */
export class Checkpoints {
  readonly #database: Database;
  readonly #rows;
  readonly #sql;

  constructor(database: Database) {
    this.#database = database;
    this.#rows = defineCheckpoint(database.sequelize);
    this.#sql = rowSql(database, this.#rows);
  }

  /** Returns file keys of the finished parts, by name. */
  async of({
    sourceId,
    version,
    input,
  }: Pick<CheckpointRow, 'sourceId' | 'version' | 'input'>): Promise<Map<string, string>> {
    const rows = await this.#sql.all('source_id = $1 AND version = $2 AND input = $3', [
      sourceId,
      version,
      input,
    ]);
    return new Map(rows.map(({ part, fileKey }) => [part, fileKey]));
  }
  async keep(row: CheckpointRow): Promise<void> {
    await this.#database.write(async (transaction) => {
      await this.#rows.upsert(row, { transaction });
    });
  }
  /** Deletes all checkpoints of a version, whatever their input. */
  async drop(
    { sourceId, version }: Pick<CheckpointRow, 'sourceId' | 'version'>,
    transaction: Transaction,
  ): Promise<void> {
    await this.#sql.delete('source_id = $1 AND version = $2', [sourceId, version], transaction);
  }
}

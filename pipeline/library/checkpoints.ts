import type { Transaction } from 'sequelize';
import { defineCheckpoint, type CheckpointRow } from './checkpoint.model.ts';
import type { Database } from './database.ts';

/** The parts of one stage's work that need not be done again after a kill. */
export class Checkpoints {
  readonly #database: Database;
  readonly #rows;

  constructor(database: Database) {
    this.#database = database;
    this.#rows = defineCheckpoint(database.sequelize);
  }

  /** File keys of the parts done, by their names. */
  async of({
    sourceId,
    version,
    input,
  }: Pick<CheckpointRow, 'sourceId' | 'version' | 'input'>): Promise<Map<string, string>> {
    const rows = await this.#rows.findAll({ where: { sourceId, version, input } });
    return new Map(
      rows.map((row) => row.get({ plain: true })).map(({ part, fileKey }) => [part, fileKey]),
    );
  }
  async keep(row: CheckpointRow): Promise<void> {
    await this.#database.write(async (transaction) => {
      await this.#rows.upsert(row, { transaction });
    });
  }
  /** All of a version's, whatever they were made from. */
  async drop(
    { sourceId, version }: Pick<CheckpointRow, 'sourceId' | 'version'>,
    transaction: Transaction,
  ): Promise<void> {
    await this.#rows.destroy({ where: { sourceId, version }, transaction });
  }
}

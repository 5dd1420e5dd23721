import { QueryTypes, type Transaction } from 'sequelize';
import type { SourceId } from '#core/contract/id.ts';
import { defineArtifact, type ArtifactRow } from './artifact.model.ts';
import type { Database } from './database.ts';
import { rowSql } from './row-sql.ts';

/** The results of stages. */
export class Artifacts {
  readonly #database: Database;
  readonly #rows;
  readonly #sql;

  constructor(database: Database) {
    this.#database = database;
    this.#rows = defineArtifact(database.sequelize);
    this.#sql = rowSql(database, this.#rows);
  }

  /** Undefined if the stage isn't finished. */
  async find(sourceId: SourceId, version: number, stage: ArtifactRow['stage']): Promise<unknown> {
    const [row] = await this.#sql.all('source_id = $1 AND version = $2 AND stage = $3', [
      sourceId,
      version,
      stage,
    ]);
    return row?.body;
  }

  async save(
    sourceId: SourceId,
    version: number,
    stage: ArtifactRow['stage'],
    body: unknown,
    transaction: Transaction,
  ): Promise<void> {
    await this.#database.sequelize.query(
      'INSERT INTO artifacts (source_id, version, stage, body) VALUES ($1, $2, $3, $4) ON CONFLICT (source_id, version, stage) DO UPDATE SET body = excluded.body',
      { type: QueryTypes.RAW, bind: [sourceId, version, stage, JSON.stringify(body)], transaction },
    );
  }

  /** Deletes the artifacts of these stages, or of all. */
  async delete(
    where: { sourceId: SourceId; version: number; stage?: ArtifactRow['stage'][] },
    transaction: Transaction,
  ): Promise<void> {
    await this.#rows.destroy({ where, transaction });
  }
}

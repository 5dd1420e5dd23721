import { QueryTypes, type Transaction } from 'sequelize';
import type { SourceId } from '#core/contract/id.ts';
import { defineArtifact, type ArtifactRow } from './artifact.model.ts';
import type { Database } from './database.ts';

/** The results of stages. */
export class Artifacts {
  readonly #database: Database;
  readonly #rows;

  constructor(database: Database) {
    this.#database = database;
    this.#rows = defineArtifact(database.sequelize);
  }

  /** Undefined if the stage has not ended. */
  async find(sourceId: SourceId, version: number, stage: ArtifactRow['stage']): Promise<unknown> {
    return (await this.#rows.findOne({ where: { sourceId, version, stage } }))?.get('body');
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

  /** Of these stages, or of all. */
  async delete(
    where: { sourceId: SourceId; version: number; stage?: ArtifactRow['stage'][] },
    transaction: Transaction,
  ): Promise<void> {
    await this.#rows.destroy({ where, transaction });
  }
}

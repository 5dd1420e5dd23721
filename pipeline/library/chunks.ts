import { setImmediate } from 'node:timers/promises';
import { QueryTypes, type Transaction } from 'sequelize';
import type { SourceId } from '#core/contract/id.ts';
import { defineChunk, type ChunkRow } from './chunk.model.ts';
import type { Database } from './database.ts';
import { rowSql } from './row-sql.ts';
import type { SourceRow } from './source.model.ts';

/**
 * Chunks per SQL statement. Chunks of texts with many short paragraphs hold hundreds of pieces
 * each.
 */
const CHUNKS_AT_ONCE = 100;
const CHUNK_TEXTS_AT_ONCE = 1_000;

/** The chunks of sources. */
export class Chunks {
  readonly #database: Database;
  readonly #rows;
  readonly #sql;

  constructor(database: Database) {
    this.#database = database;
    this.#rows = defineChunk(database.sequelize);
    this.#sql = rowSql(database, this.#rows);
  }

  /** Returns chunks in the order of the text. */
  async of(sourceId: SourceId, version: number): Promise<ChunkRow[]> {
    return this.#sql.all('source_id = $1 AND version = $2 ORDER BY ordinal', [sourceId, version]);
  }

  /** Returns ids and texts of a version's chunks, unordered. */
  async texts(sourceId: SourceId, version: number): Promise<{ id: string; text: string }[]> {
    const all: { id: string; text: string }[] = [];
    for (let after = ''; ; ) {
      const page = await this.#database.sequelize.query<{ id: string; text: string }>(
        'SELECT id, text FROM chunks WHERE source_id = $1 AND version = $2 AND id > $3 ORDER BY id LIMIT $4',
        { type: QueryTypes.SELECT, bind: [sourceId, version, after, CHUNK_TEXTS_AT_ONCE] },
      );
      all.push(...page);
      const last = page.at(-1);
      if (!last || page.length < CHUNK_TEXTS_AT_ONCE) return all;
      after = last.id;
      // Yields to the event loop after each statement.
      await setImmediate();
    }
  }

  /** The number of chunks of each source's current version. */
  async counts(
    sources: readonly Pick<SourceRow, 'id' | 'version'>[],
  ): Promise<Map<SourceId, number>> {
    if (sources.length === 0) return new Map();
    const rows = await this.#database.sequelize.query<{
      sourceId: SourceId;
      version: number;
      count: number | string;
    }>(
      'SELECT source_id AS "sourceId", version, count(*) AS "count" FROM chunks WHERE source_id IN (:ids) GROUP BY source_id, version',
      { type: QueryTypes.SELECT, replacements: { ids: sources.map(({ id }) => id) } },
    );
    const current = new Map(sources.map(({ id, version }) => [id, version]));
    return new Map(
      rows.flatMap(({ sourceId, version, count }) =>
        current.get(sourceId) === version ? [[sourceId, Number(count)] as const] : [],
      ),
    );
  }

  async replace(
    sourceId: SourceId,
    version: number,
    chunks: readonly ChunkRow[],
    transaction: Transaction,
  ): Promise<void> {
    await this.delete({ sourceId, version }, transaction);
    for (let from = 0; from < chunks.length; from += CHUNKS_AT_ONCE) {
      const batch = chunks.slice(from, from + CHUNKS_AT_ONCE);
      await this.#rows.bulkCreate(
        batch.map((chunk) => ({ ...chunk })),
        { transaction },
      );
      // Yields to the event loop after each statement.
      await setImmediate();
    }
  }

  /** Deletes the chunks of one version, or of all. */
  async delete(
    { sourceId, version }: { sourceId: SourceId; version?: number },
    transaction: Transaction,
  ): Promise<void> {
    if (version === undefined) await this.#sql.delete('source_id = $1', [sourceId], transaction);
    else
      await this.#sql.delete('source_id = $1 AND version = $2', [sourceId, version], transaction);
  }
}

import { QueryTypes, type Transaction } from 'sequelize';
import type { SourceId } from '#core/contract/id.ts';
import type { Database } from './database.ts';
import { keysIn } from './file-key.ts';

const AT_ONCE = 200;

/**
 * Records files to delete in the same transaction as the removal of their owner, so that a crash
 * doesn't lose them.
 */
export class FileRemovals {
  readonly #database: Database;
  constructor(database: Database) {
    this.#database = database;
  }

  /** Other rows may still use `keys`; that is checked later. */
  async note(keys: readonly string[], transaction: Transaction): Promise<void> {
    const dueAt = Date.now();
    for (let from = 0; from < keys.length; from += AT_ONCE) {
      const page = keys.slice(from, from + AT_ONCE);
      await this.#ask(
        `INSERT INTO removed_files (key, due_at) VALUES ${page.map((_, at) => `($${at + 2}, $1)`).join(', ')} ON CONFLICT (key) DO UPDATE SET due_at = excluded.due_at RETURNING key`,
        [dueAt, ...page],
        transaction,
      );
    }
  }

  /** Records all files of all versions of the source; also deletes its artifacts and checkpoints. */
  async noteSource(id: SourceId, transaction: Transaction): Promise<void> {
    const keys = new Set<string>();
    for (const { table, id: column, text } of FILE_ROWS) {
      const rows = await this.#ask<{ text: string | null }>(
        `SELECT ${text} AS text FROM ${table} WHERE ${column} = $1`,
        [id],
        transaction,
      );
      for (const key of rows.flatMap((row) => keysIn(row.text ?? ''))) keys.add(key);
    }
    await this.note([...keys], transaction);
    for (const table of ['artifacts', 'checkpoints'])
      await this.#ask(
        `DELETE FROM ${table} WHERE source_id = $1 RETURNING source_id`,
        [id],
        transaction,
      );
  }

  async due(limit: number): Promise<string[]> {
    const rows = await this.#ask<{ key: string }>(
      'SELECT key FROM removed_files WHERE due_at <= $1 ORDER BY due_at LIMIT $2',
      [Date.now(), limit],
    );
    return rows.map(({ key }) => key);
  }
  async postpone(key: string, until: Date): Promise<void> {
    await this.#database.write((transaction) =>
      this.#ask(
        'UPDATE removed_files SET due_at = $2 WHERE key = $1 RETURNING key',
        [key, until.getTime()],
        transaction,
      ),
    );
  }
  async done(key: string): Promise<void> {
    await this.#database.write((transaction) =>
      this.#ask('DELETE FROM removed_files WHERE key = $1 RETURNING key', [key], transaction),
    );
  }

  async #ask<T extends object>(
    sql: string,
    bind: unknown[],
    transaction?: Transaction,
  ): Promise<T[]> {
    return this.#database.sequelize.query<T>(sql, {
      type: QueryTypes.SELECT,
      bind,
      ...(transaction ? { transaction } : {}),
    });
  }
}

/** Columns that contain file keys of a source, as text. */
export const FILE_ROWS = [
  {
    table: 'sources',
    id: 'id',
    text: "COALESCE(upload_key, '') || ' ' || CAST(facts AS TEXT) || ' ' || COALESCE(CAST(pending_patch AS TEXT), '')",
  },
  { table: 'artifacts', id: 'source_id', text: 'CAST(body AS TEXT)' },
  { table: 'checkpoints', id: 'source_id', text: 'file_key' },
  { table: 'source_versions', id: 'source_id', text: 'document_key' },
] as const;

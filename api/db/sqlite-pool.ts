import { DatabaseSync, type StatementSync } from 'node:sqlite';
import type { SqliteRow } from './sqlite-values.ts';

const KEPT_STATEMENTS = 128;
const KEPT_HANDLES = 4;
const CHANGES_TABLES = /^\s*(create|alter|drop)\b/i;

export const changesTables = (sql: string): boolean => CHANGES_TABLES.test(sql);

/** A native connection with a cache of prepared statements. */
export class SqliteHandle {
  readonly native: DatabaseSync;
  /** Whether its transaction has changed tables. */
  changesTables = false;
  /** Set if the handle fails from now on. It is not used again. */
  isBroken = false;
  readonly #statements = new Map<string, { statement: StatementSync; reads: boolean }>();

  constructor(filename: string, readOnly: boolean, synchronous: string) {
    this.native = new DatabaseSync(filename, {
      readOnly,
      timeout: 0,
      enableForeignKeyConstraints: true,
    });
    try {
      this.native.exec(
        `${readOnly ? '' : 'PRAGMA journal_mode = WAL;'} PRAGMA synchronous = ${synchronous}`,
      );
    } catch (error) {
      this.native.close();
      throw error;
    }
  }

  prepare(sql: string): { statement: StatementSync; reads: boolean } {
    const known = this.#statements.get(sql);
    if (known) {
      this.#statements.delete(sql);
      this.#statements.set(sql, known);
      return known;
    }
    const statement = this.native.prepare(sql, {
      readBigInts: true,
      allowUnknownNamedParameters: true,
    });
    const prepared = { statement, reads: statement.columns().length > 0 };
    if (changesTables(sql)) {
      this.#statements.clear();
      return prepared;
    }
    this.#statements.set(sql, prepared);
    for (const oldest of this.#statements.keys()) {
      if (this.#statements.size <= KEPT_STATEMENTS) break;
      this.#statements.delete(oldest);
    }
    return prepared;
  }

  close(): void {
    this.#statements.clear();
    if (this.native.isOpen) this.native.close();
  }
}

/**
 * Idle handles by file, for the next connection to it, and the columns of tables. Sequelize opens a
 * connection for each transaction, and asks for the columns before each SELECT of a model.
 */
export class SqlitePool {
  readonly #synchronous: string;
  readonly #idle = new Map<string, SqliteHandle[]>();
  /** By file and statement, until a table of the file is changed. */
  readonly #columns = new Map<string, Map<string, SqliteRow[]>>();
  #isClosed = false;

  constructor(synchronous: 'FULL' | 'NORMAL') {
    this.#synchronous = synchronous;
  }

  /** Throws an error of SQLite. */
  open(filename: string, isReadOnly: boolean, isPooled: boolean): SqliteHandle {
    const idle = isPooled ? this.#idle.get(filename)?.pop() : undefined;
    return idle ?? new SqliteHandle(filename, isReadOnly, this.#synchronous);
  }

  /** Keeps the handle for the next connection if possible, else closes it. */
  release(filename: string, handle: SqliteHandle, isPooled: boolean): void {
    const idle = this.#idle.get(filename) ?? [];
    if (
      isPooled &&
      !this.#isClosed &&
      !handle.isBroken &&
      !handle.native.isTransaction &&
      idle.length < KEPT_HANDLES
    )
      this.#idle.set(filename, [...idle, handle]);
    else handle.close();
  }

  columns(filename: string, sql: string): SqliteRow[] | undefined {
    return this.#columns.get(filename)?.get(sql);
  }

  saveColumns(filename: string, sql: string, rows: SqliteRow[]): void {
    const saved = this.#columns.get(filename) ?? new Map<string, SqliteRow[]>();
    this.#columns.set(filename, saved.set(sql, rows));
  }

  clearColumns(filename: string): void {
    this.#columns.delete(filename);
  }

  /** Closes all idle handles. From now on, released handles are closed at once. */
  close(): void {
    this.#isClosed = true;
    for (const handles of this.#idle.values()) for (const handle of handles) handle.close();
    this.#idle.clear();
  }
}

import type { Sequelize, Transaction } from 'sequelize';

/**
 * The port to the relational database. `api/db` opens it; models are defined on `sequelize`.
 * `write` is the only way to change anything: an IMMEDIATE transaction, one at a time per process
 * on SQLite; a nested call joins the open one. No network call, no child process and no background
 * work inside `fn`. Errors: `storage_full` when the disk is full, `unavailable` when the database
 * stays locked for 5 s or cannot be written to.
 */
export interface Database {
  readonly sequelize: Sequelize;
  readonly dialect: 'sqlite' | 'postgres';
  write<T>(fn: (transaction: Transaction) => Promise<T>): Promise<T>;
  /**
   * Registers `fn` to run after the open `write` commits; at once when none is open. Dropped on
   * rollback.
   */
  afterCommit(fn: () => void): void;
  /**
   * Throws `unavailable`, with the next step, if the database is read-only, such as a read-only
   * disk or a PostgreSQL standby. Writes nothing.
   */
  assertWritable(): Promise<void>;
  close(): Promise<void>;
}

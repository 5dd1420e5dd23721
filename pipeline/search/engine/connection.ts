import type { DatabaseSync, SQLInputValue, SQLOutputValue, StatementSync } from 'node:sqlite';
import { deleteIndexFile, fileIdentity, openIndexFile, type FileIdentity } from './index-file.ts';
import type { Statements } from './statements.ts';

/**
 * Connections to files that were replaced. Closing one would delete the log beside the new file,
 * which has the same path.
 */
const retired: DatabaseSync[] = [];

/** One connection to the index file. */
export class Connection implements Statements {
  readonly #file: string;
  #database: DatabaseSync;
  #identity: FileIdentity | undefined;
  #statements = new Map<string, StatementSync>();
  /** statements that return rows as arrays */
  #arrayStatements = new Map<string, StatementSync>();

  constructor(file: string) {
    this.#file = file;
    this.#database = openIndexFile(file);
    this.#identity = fileIdentity(file);
  }

  get database(): DatabaseSync {
    return this.#database;
  }

  /** True if the file was deleted or replaced. */
  get isReplaced(): boolean {
    const now = this.#identity && fileIdentity(this.#file);
    return !now || now.ino !== this.#identity?.ino || now.dev !== this.#identity.dev;
  }

  /** Opens the file that is at the path now. */
  reopen(): void {
    this.#statements.clear();
    this.#arrayStatements.clear();
    retired.push(this.#database);
    this.#database = openIndexFile(this.#file);
    this.#identity = fileIdentity(this.#file);
  }

  /** Replaces a damaged file by an empty one. */
  replace(): void {
    deleteIndexFile(this.#file, this.#identity);
    this.reopen();
  }

  close(): void {
    this.#statements.clear();
    this.#arrayStatements.clear();
    this.#database.close();
  }

  /** A number that changes with each commit of another connection, but not of this one. */
  dataVersion(): number {
    return Number(this.prepare('PRAGMA data_version').get()?.['data_version']);
  }

  readonly prepare = (sql: string): StatementSync => {
    let statement = this.#statements.get(sql);
    if (!statement) this.#statements.set(sql, (statement = this.#database.prepare(sql)));
    return statement;
  };

  readonly rows = (sql: string, ...values: SQLInputValue[]): SQLOutputValue[][] => {
    let statement = this.#arrayStatements.get(sql);
    if (!statement) {
      this.#arrayStatements.set(sql, (statement = this.#database.prepare(sql)));
      statement.setReturnArrays(true);
    }
    return statement.all(...values) as unknown[] as SQLOutputValue[][];
  };

  readonly run = (sql: string, ...values: SQLInputValue[]) => this.prepare(sql).run(...values);
}

/**
 * The `dialectModule` with which Sequelize 6 uses Node's own SQLite. It has the interface of the
 * `sqlite3` package.
 *
 * The driver is synchronous: SQLite's own busy wait would block the event loop, and with it the
 * transaction of this process that may hold the lock. So that wait is off, and a busy statement is
 * tried again by a timer.
 */
import type { SQLInputValue } from 'node:sqlite';
import { BUSY, isLasting, resultCode, sequelizeError } from './sqlite-errors.ts';
import { changesTables, type SqliteHandle, SqlitePool } from './sqlite-pool.ts';
import { fromSqlRow, type SqliteRow, toSql } from './sqlite-values.ts';

type Params = readonly unknown[] | Record<string, unknown> | undefined;
type Done = (this: object, error: Error | null, rows?: SqliteRow[]) => void;

const ENDS_TRANSACTION = /^\s*(commit|end|rollback)\b/i;
/** The query with which Sequelize reads the columns of a table. */
const ASKS_COLUMNS = 'PRAGMA table_info(`';
const OPEN_READWRITE = 2;
const LONGEST_TURN_MS = 8;

let yieldedAt = 0;
/**
 * Calls `fn` later. Statements that follow each other in microtasks alone would block timers and
 * sockets, so the event loop gets a turn every 8 ms.
 */
function callLater(fn: () => void): void {
  if (performance.now() - yieldedAt < LONGEST_TURN_MS) return queueMicrotask(fn);
  setImmediate(() => {
    yieldedAt = performance.now();
    fn();
  });
}

/** Runs `step` until it is no longer busy, or the time is up. Always calls `done` later. */
function attempt<T>(
  step: () => T,
  done: (error: Error | null, value?: T) => void,
  deadline: number,
): void {
  let value: T;
  try {
    value = step();
  } catch (error) {
    // Not the extended code 517: a deferred transaction that read stale data can never succeed.
    if (resultCode(error) === BUSY && Date.now() < deadline)
      setTimeout(() => attempt(step, done, deadline), 2 + Math.random() * 8);
    else callLater(() => done(sequelizeError(error)));
    return;
  }
  callLater(() => done(null, value));
}

/**
 * What Sequelize reads after a statement. The class must have this name: otherwise `bulkCreate`
 * returns no ids.
 */
class Statement {
  lastID = 0;
  changes = 0;
}

interface ConnectionOptions {
  pool: SqlitePool;
  busyTimeoutMs: number;
}

/** The `Database` of the `sqlite3` package, over a handle of the pool. */
class Connection {
  readonly filename: string;
  readonly #pool: SqlitePool;
  readonly #busyTimeoutMs: number;
  readonly #isPooled: boolean;
  #handle: SqliteHandle | undefined;

  constructor(
    { pool, busyTimeoutMs }: ConnectionOptions,
    filename: string,
    mode: number,
    done: (error: Error | null) => void,
  ) {
    this.filename = filename;
    this.#pool = pool;
    this.#busyTimeoutMs = busyTimeoutMs;
    const isReadOnly = (mode & OPEN_READWRITE) === 0;
    this.#isPooled = filename !== ':memory:' && !isReadOnly;
    attempt(
      () => {
        this.#handle = pool.open(filename, isReadOnly, this.#isPooled);
      },
      (error) => done(error),
      this.#deadline(),
    );
  }

  serialize(fn: () => void): void {
    fn();
  }

  all(sql: string, params?: Params | Done, done?: Done): void {
    if (typeof params === 'function') return this.all(sql, undefined, params);
    const meta = new Statement();
    const columns = sql.startsWith(ASKS_COLUMNS) && this.#pool.columns(this.filename, sql);
    if (columns) return queueMicrotask(() => done?.call(meta, null, columns));
    attempt(
      () => this.#execute(sql, params, meta),
      (error, rows) => done?.call(meta, error, rows ?? []),
      this.#deadline(),
    );
  }

  run(sql: string, params?: Params | Done, done?: Done): void {
    this.all(sql, params, done);
  }

  close(done?: (error: Error | null) => void): void {
    const handle = this.#handle;
    this.#handle = undefined;
    if (handle) this.#pool.release(this.filename, handle, this.#isPooled);
    if (done) queueMicrotask(() => done(null));
  }

  #deadline(): number {
    return Date.now() + this.#busyTimeoutMs;
  }

  #execute(sql: string, params: Params, meta: Statement): SqliteRow[] {
    const handle = this.#handle;
    if (!handle) throw new Error('The database connection is closed');
    try {
      return this.#executeOn(handle, sql, params, meta);
    } catch (error) {
      handle.isBroken ||= isLasting(error);
      throw error;
    }
  }

  #executeOn(handle: SqliteHandle, sql: string, params: Params, meta: Statement): SqliteRow[] {
    const { statement, reads } = handle.prepare(sql);
    const positional = Array.isArray(params) ? params.map(toSql) : [];
    const byName: Record<string, SQLInputValue> = {};
    if (params && !Array.isArray(params))
      for (const [key, value] of Object.entries(params)) byName[key] = toSql(value);
    if (reads) {
      const rows = statement.all(byName, ...positional).map(fromSqlRow);
      // Columns that a transaction changes are seen by this transaction alone.
      if (sql.startsWith(ASKS_COLUMNS) && this.#isPooled && !handle.changesTables)
        this.#pool.saveColumns(this.filename, sql, rows);
      return rows;
    }
    const result = statement.run(byName, ...positional);
    meta.lastID = Number(result.lastInsertRowid);
    meta.changes = Number(result.changes);
    if (changesTables(sql)) handle.changesTables = true;
    if (handle.changesTables) this.#pool.clearColumns(this.filename);
    if (ENDS_TRANSACTION.test(sql) || !handle.native.isTransaction) handle.changesTables = false;
    return [];
  }
}

export interface NodeSqliteOptions {
  /** How long a busy statement is tried again. Default 5,000 ms. */
  busyTimeoutMs?: number;
  /** Default FULL: what was committed survives a power cut. */
  synchronous?: 'FULL' | 'NORMAL';
}

export function nodeSqlite({ busyTimeoutMs = 5000, synchronous = 'FULL' }: NodeSqliteOptions = {}) {
  const pool = new SqlitePool(synchronous);
  class Database extends Connection {
    constructor(filename: string, mode: number, done: (error: Error | null) => void) {
      super({ pool, busyTimeoutMs }, filename, mode, done);
    }
  }
  return {
    Database,
    OPEN_READONLY: 1,
    OPEN_READWRITE,
    OPEN_CREATE: 4,
    /** Closes the connections that are kept open for the next transaction, and keeps none. */
    closeKept: () => pool.close(),
  };
}

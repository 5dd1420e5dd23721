/**
 * The `dialectModule` that puts Sequelize 6 over Node's own SQLite. It has the face of the
 * `sqlite3` package.
 *
 * The driver is synchronous: SQLite's own busy wait would freeze the event loop, and with it the
 * holder of the lock when that is another transaction of this process. So the wait is off, and a
 * busy statement comes back on a timer. Sequelize opens a connection for each transaction and
 * closes it after: closed handles are kept here for the next one, with their prepared statements.
 */
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';

type Row = Record<string, unknown>;
type Params = readonly unknown[] | Record<string, unknown> | undefined;
type Done = (this: object, error: Error | null, rows?: Row[]) => void;

const BUSY = 5;
const NAMES: Record<number, string> = {
  [BUSY]: 'SQLITE_BUSY',
  6: 'SQLITE_LOCKED',
  8: 'SQLITE_READONLY',
  10: 'SQLITE_IOERR',
  11: 'SQLITE_CORRUPT',
  13: 'SQLITE_FULL',
  14: 'SQLITE_CANTOPEN',
  19: 'SQLITE_CONSTRAINT',
  26: 'SQLITE_NOTADB',
};
/**
 * What a connection stays at once it was so, though the disk can be written to again: opened for
 * reading alone, or on a file that failed.
 */
const LASTING = new Set([8, 10, 14]);
const CHANGES_TABLES = /^\s*(create|alter|drop)\b/i;
const ENDS = /^\s*(commit|end|rollback)\b/i;
/**
 * What Sequelize asks before each SELECT of a model, in these letters: the columns and their types.
 */
const ASKS_COLUMNS = 'PRAGMA table_info(`';
const KEPT_STATEMENTS = 128;
const KEPT_HANDLES = 4;
const OPEN_READWRITE = 2;

const errcode = (error: unknown): number | undefined =>
  error instanceof Error && 'errcode' in error && typeof error.errcode === 'number'
    ? error.errcode
    : undefined;

/** Sequelize tells errors apart by `code` and by the words of the message. */
function named(error: unknown): Error {
  const failure = error instanceof Error ? error : new Error(String(error));
  const primary = errcode(failure);
  if (primary === undefined) return failure;
  const code = NAMES[primary & 0xff] ?? 'SQLITE_ERROR';
  return Object.assign(failure, {
    code,
    message: failure.message.startsWith(code) ? failure.message : `${code}: ${failure.message}`,
  });
}

function toSql(value: unknown): SQLInputValue {
  if (value === undefined || value === null) return null;
  if (typeof value === 'boolean') return Number(value);
  if (value instanceof Date) return value.toISOString();
  if (
    typeof value === 'string' ||
    typeof value === 'number' ||
    typeof value === 'bigint' ||
    value instanceof Uint8Array
  )
    return value;
  throw new TypeError(`SQLite cannot keep a ${typeof value} without a column type`);
}

/** Integers are numbers; those that a number cannot hold are strings, exact. */
function fromSql(value: unknown): unknown {
  if (typeof value === 'bigint')
    return Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
  return value instanceof Uint8Array
    ? Buffer.from(value.buffer, value.byteOffset, value.byteLength)
    : value;
}

function plain(row: object): Row {
  const out: Row = {};
  for (const [key, value] of Object.entries(row)) out[key] = fromSql(value);
  return out;
}

/** One native connection and its prepared statements, the least recently used dropped first. */
class Handle {
  readonly native: DatabaseSync;
  /** since its transaction began */
  changesTables = false;
  /** not pooled: the next connection opens the file again */
  isSpoilt = false;
  #statements = new Map<string, { statement: StatementSync; reads: boolean }>();

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
    const made = { statement, reads: statement.columns().length > 0 };
    if (CHANGES_TABLES.test(sql)) {
      this.#statements.clear();
      return made;
    }
    this.#statements.set(sql, made);
    for (const oldest of this.#statements.keys()) {
      if (this.#statements.size <= KEPT_STATEMENTS) break;
      this.#statements.delete(oldest);
    }
    return made;
  }

  close(): void {
    this.#statements.clear();
    if (this.native.isOpen) this.native.close();
  }
}

const LONGEST_HOLD_MS = 8;
let yieldedAt = 0;
/**
 * Statements that follow each other by promises alone would keep timers and sockets waiting: now
 * and then the loop has its turn.
 */
function soon(fn: () => void): void {
  if (performance.now() - yieldedAt < LONGEST_HOLD_MS) return queueMicrotask(fn);
  setImmediate(() => {
    yieldedAt = performance.now();
    fn();
  });
}

/**
 * What Sequelize reads after a statement. Its name matters: without it `bulkCreate` gives no ids.
 */
class Statement {
  lastID = 0;
  changes = 0;
}

export interface NodeSqliteOptions {
  /** how long a busy statement is tried again, default 5,000 ms */
  busyTimeoutMs?: number;
  /** default FULL: what was committed survives a power cut */
  synchronous?: 'FULL' | 'NORMAL';
}

export function nodeSqlite({ busyTimeoutMs = 5000, synchronous = 'FULL' }: NodeSqliteOptions = {}) {
  const kept = new Map<string, Handle[]>();
  /** By file and question, until a table is changed here. */
  const columns = new Map<string, Map<string, Row[]>>();
  let closed = false;

  /**
   * Runs `step`; while it says busy, again on a timer, until the time is up. `done` is always
   * called later, never at once.
   */
  const attempt = <T>(
    step: () => T,
    done: (error: Error | null, value?: T) => void,
    deadline = Date.now() + busyTimeoutMs,
  ): void => {
    let value: T;
    try {
      value = step();
    } catch (error) {
      // Plain BUSY only: a deferred transaction that read stale data (517) can never succeed by
      // waiting.
      if (errcode(error) === BUSY && Date.now() < deadline)
        setTimeout(() => attempt(step, done, deadline), 2 + Math.random() * 8);
      else soon(() => done(named(error)));
      return;
    }
    soon(() => done(null, value));
  };

  class Database {
    readonly filename: string;
    #handle: Handle | undefined;
    readonly #poolable: boolean;

    constructor(filename: string, mode: number, done: (error: Error | null) => void) {
      this.filename = filename;
      this.#poolable = filename !== ':memory:' && (mode & OPEN_READWRITE) !== 0;
      attempt(
        () => {
          this.#handle =
            (this.#poolable ? kept.get(filename)?.pop() : undefined) ??
            new Handle(filename, (mode & OPEN_READWRITE) === 0, synchronous);
        },
        (error) => done(error),
      );
    }

    serialize(fn: () => void): void {
      fn();
    }

    all(sql: string, params?: Params | Done, done?: Done): void {
      if (typeof params === 'function') return this.all(sql, undefined, params);
      const meta = new Statement();
      const known = sql.startsWith(ASKS_COLUMNS) && columns.get(this.filename)?.get(sql);
      if (known) return queueMicrotask(() => done?.call(meta, null, known));
      attempt(
        () => this.#execute(sql, params, meta),
        (error, rows) => done?.call(meta, error, rows ?? []),
      );
    }

    run(sql: string, params?: Params | Done, done?: Done): void {
      this.all(sql, params, done);
    }

    #execute(sql: string, params: Params, meta: Statement): Row[] {
      const handle = this.#handle;
      if (!handle) throw new Error('The database connection is closed');
      try {
        return this.#executeOn(handle, sql, params, meta);
      } catch (error) {
        handle.isSpoilt ||= LASTING.has((errcode(error) ?? 0) & 0xff);
        throw error;
      }
    }

    #executeOn(handle: Handle, sql: string, params: Params, meta: Statement): Row[] {
      const { statement, reads } = handle.prepare(sql);
      const positional = Array.isArray(params) ? params.map(toSql) : [];
      const byName: Record<string, SQLInputValue> = {};
      if (params && !Array.isArray(params))
        for (const [key, value] of Object.entries(params)) byName[key] = toSql(value);
      if (reads) {
        const rows = statement.all(byName, ...positional).map(plain);
        // A table that is being changed has these columns for its own transaction alone.
        if (sql.startsWith(ASKS_COLUMNS) && this.#poolable && !handle.changesTables)
          columns.set(
            this.filename,
            (columns.get(this.filename) ?? new Map<string, Row[]>()).set(sql, rows),
          );
        return rows;
      }
      const result = statement.run(byName, ...positional);
      meta.lastID = Number(result.lastInsertRowid);
      meta.changes = Number(result.changes);
      if (CHANGES_TABLES.test(sql)) handle.changesTables = true;
      if (handle.changesTables) columns.delete(this.filename);
      if (ENDS.test(sql) || !handle.native.isTransaction) handle.changesTables = false;
      return [];
    }

    close(done?: (error: Error | null) => void): void {
      const handle = this.#handle;
      this.#handle = undefined;
      if (handle) {
        const idle = kept.get(this.filename) ?? [];
        if (
          this.#poolable &&
          !closed &&
          !handle.isSpoilt &&
          !handle.native.isTransaction &&
          idle.length < KEPT_HANDLES
        )
          kept.set(this.filename, [...idle, handle]);
        else handle.close();
      }
      if (done) queueMicrotask(() => done(null));
    }
  }

  return {
    Database,
    OPEN_READONLY: 1,
    OPEN_READWRITE,
    OPEN_CREATE: 4,
    /** Closes what is kept open for the next transaction; from then on nothing is kept. */
    closeKept(): void {
      closed = true;
      for (const handles of kept.values()) for (const handle of handles) handle.close();
      kept.clear();
    },
  };
}

/** Reads the rows of a SQLite file in one read transaction, while other processes may write. */
import { DatabaseSync, type SQLInputValue, type SQLOutputValue } from 'node:sqlite';
import { setImmediate as turn } from 'node:timers/promises';
import { Fault } from '#core/contract/faults.ts';
import {
  parentsFirst,
  sqliteTime,
  wholeNumber,
  type Column,
  type ColumnKind,
  type Row,
  type RowReader,
  type RowWriter,
  type Sequences,
  type Table,
  type Value,
} from './rows.ts';

/** Rows between two turns of the event loop, so that the server keeps responding. */
const ROWS_A_TURN = 200;
const BUSY_MS = 5000;
const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

function kindOf(declared: string): ColumnKind {
  if (/^(tinyint\(1\)|bool)/i.test(declared)) return 'bool';
  if (/^datetime/i.test(declared)) return 'time';
  if (/^json/i.test(declared)) return 'json';
  if (/int/i.test(declared)) return 'int';
  if (/^(real|double|float)/i.test(declared)) return 'real';
  return /^blob/i.test(declared) ? 'bytes' : 'text';
}

function tablesOf(db: DatabaseSync): Table[] {
  const names = db
    .prepare(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'",
    )
    .all()
    .map((row) => String(row['name']));
  const parents = new Map(
    names.map((name) => [
      name,
      new Set(
        db
          .prepare('SELECT "table" AS parent FROM pragma_foreign_key_list(?)')
          .all(name)
          .map((row) => String(row['parent'])),
      ),
    ]),
  );
  return parentsFirst(
    names.map((name) => {
      const columns = db
        .prepare('SELECT name, type, pk FROM pragma_table_xinfo(?) WHERE hidden = 0 ORDER BY cid')
        .all(name);
      const key = columns
        .filter((it) => Number(it['pk']) > 0)
        .toSorted((a, b) => Number(a['pk']) - Number(b['pk']))
        .map((it) => String(it['name']));
      return {
        name,
        columns: columns.map((it) => ({
          name: String(it['name']),
          kind: kindOf(String(it['type'])),
        })),
        key,
      };
    }),
    parents,
  );
}

function fromSql(kind: ColumnKind, value: SQLOutputValue | undefined): Value {
  if (value === null || value === undefined) return null;
  if (kind === 'bool') return Boolean(Number(value));
  if (value instanceof Uint8Array)
    return Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('base64');
  return typeof value === 'bigint' ? wholeNumber(value) : value;
}
function toSql(kind: ColumnKind, value: Value, isForeign: boolean): SQLInputValue {
  if (value === null) return null;
  if (kind === 'bool') return Number(value);
  if (kind === 'bytes') return Buffer.from(String(value), 'base64');
  if (kind === 'time' && isForeign) return sqliteTime(String(value));
  if (kind === 'int' && typeof value === 'string') return BigInt(value);
  return typeof value === 'boolean' ? Number(value) : value;
}

function readerOf(db: DatabaseSync, close: () => void): RowReader {
  return {
    dialect: 'sqlite',
    tables: tablesOf(db),
    async sequences() {
      const kept = db.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'sqlite_sequence'").get();
      return kept
        ? Object.fromEntries(
            db
              .prepare('SELECT name, seq FROM sqlite_sequence ORDER BY name')
              .all()
              .map((row) => [String(row['name']), Number(row['seq'])]),
          )
        : {};
    },
    async *rows({ name, columns, key }) {
      const statement = db.prepare(
        `SELECT ${columns.map((it) => quoted(it.name)).join(', ')} FROM ${quoted(name)} ORDER BY ${(key.length > 0 ? key : ['rowid']).map(quoted).join(', ')}`,
        { readBigInts: true },
      );
      let count = 0;
      for (const row of statement.iterate()) {
        yield columns.map((column) => fromSql(column.kind, row[column.name]));
        count += 1;
        if (count % ROWS_A_TURN === 0) await turn();
      }
    },
    async close() {
      close();
    },
  };
}

/** Faults: `unreachable` if there is no such database, `unavailable`. */
export function readSqlite(file: string): RowReader {
  let db: DatabaseSync;
  try {
    db = new DatabaseSync(file, { readOnly: true, timeout: BUSY_MS });
  } catch (cause) {
    throw new Fault('unreachable', {
      message: `Couldn't read the database ${file}. Set GLOSS_DATA_DIR to your Gloss data folder.`,
      cause,
    });
  }
  // The first read of a transaction sets the snapshot for all others.
  db.exec('BEGIN');
  return readerOf(db, () => {
    db.close();
  });
}

/**
 * Writes to a file that no other process has open. `isForeign`: the rows come from another kind of
 * database.
 */
export function writeSqlite(file: string, { isForeign }: { isForeign: boolean }): RowWriter {
  const db = new DatabaseSync(file, { enableForeignKeyConstraints: false, timeout: BUSY_MS });
  db.exec('PRAGMA synchronous = OFF; PRAGMA foreign_keys = OFF; BEGIN IMMEDIATE');
  const tables = tablesOf(db);
  return {
    tables,
    async clear() {
      for (const { name } of tables) db.exec(`DELETE FROM ${quoted(name)}`);
    },
    async insert({ name }: Table, columns: readonly Column[], rows: AsyncIterable<Row>) {
      const statement = db.prepare(
        `INSERT INTO ${quoted(name)} (${columns.map((it) => quoted(it.name)).join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`,
      );
      for await (const row of rows)
        statement.run(...columns.map(({ kind }, at) => toSql(kind, row[at] ?? null, isForeign)));
    },
    async setSequences(sequences: Sequences) {
      for (const [name, seq] of Object.entries(sequences)) {
        db.prepare('DELETE FROM sqlite_sequence WHERE name = ?').run(name);
        db.prepare('INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)').run(name, seq);
      }
    },
    reader: () => readerOf(db, () => undefined),
    async commit() {
      const [wrong] = db.prepare('PRAGMA foreign_key_check').all();
      if (wrong)
        throw new Fault('corrupt_file', {
          message: `A row of ${String(wrong['table'])} refers to one of ${String(wrong['parent'])} that is not there.`,
        });
      // Everything in one file, flushed to disk.
      db.exec('COMMIT; PRAGMA synchronous = FULL; PRAGMA wal_checkpoint(TRUNCATE)');
    },
    async close() {
      if (db.isOpen) db.close();
    },
  };
}

import { existsSync, mkdirSync, rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { DICTIONARY_TABLES } from './dictionary.ts';
import { SEGMENT_TABLES } from './segments.ts';
import { VECTOR_TABLES } from './vectors.ts';

/**
 * Format version (`user_version`). Raise it with any change to the tables, the byte layout or the
 * text analysis: a file of another version is emptied and refilled from the library.
 */
const FORMAT_VERSION = 4;
const BUSY_MS = 15_000;

/** FORMAT.md describes each table. */
const TABLES = `
  CREATE TABLE sources (id INTEGER PRIMARY KEY AUTOINCREMENT, source_id TEXT NOT NULL UNIQUE, owner_id TEXT NOT NULL, version INTEGER NOT NULL,
    source_type TEXT NOT NULL, title TEXT NOT NULL, language TEXT NOT NULL, chunks INTEGER NOT NULL);
  CREATE INDEX sources_of_owner ON sources (owner_id, source_type);
  CREATE TABLE chunks (doc INTEGER PRIMARY KEY AUTOINCREMENT, source INTEGER NOT NULL, ordinal INTEGER NOT NULL, terms BLOB NOT NULL,
    chunk_id TEXT NOT NULL, heading TEXT NOT NULL, text TEXT NOT NULL, locator TEXT NOT NULL, pieces TEXT NOT NULL);
  CREATE UNIQUE INDEX chunks_of_source ON chunks (source, ordinal);
  CREATE TABLE extents (first INTEGER PRIMARY KEY, last INTEGER NOT NULL, source INTEGER NOT NULL);
  CREATE INDEX extents_of_source ON extents (source);
  CREATE TABLE languages (owner_id TEXT NOT NULL, language TEXT NOT NULL, sources INTEGER NOT NULL, PRIMARY KEY (owner_id, language)) WITHOUT ROWID;
  CREATE TABLE state (epoch INTEGER NOT NULL);
  INSERT INTO state (epoch) VALUES (1);
  ${SEGMENT_TABLES}
  ${DICTIONARY_TABLES}
  ${VECTOR_TABLES}
  PRAGMA user_version = ${FORMAT_VERSION};
`;

/** Device and inode of a file. */
export interface FileIdentity {
  dev: bigint;
  ino: bigint;
}
/** Undefined when there is no file at this path. */
export const fileIdentity = (file: string): FileIdentity | undefined =>
  statSync(file, { throwIfNoEntry: false, bigint: true });

/** Opens or creates the index file. A damaged file is replaced by an empty one. */
export function openIndexFile(file: string): DatabaseSync {
  mkdirSync(dirname(file), { recursive: true });
  try {
    return open(file);
  } catch (error) {
    if (!isDamaged(error)) throw error;
    for (const end of ['', '-wal', '-shm'])
      if (existsSync(file + end)) rmSync(file + end, { force: true });
    return open(file);
  }
}

function open(file: string): DatabaseSync {
  const db = new DatabaseSync(file, { timeout: BUSY_MS, allowExtension: true });
  try {
    db.exec(
      'PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA cache_size = -16000; PRAGMA mmap_size = 67108864; PRAGMA temp_store = MEMORY;',
    );
    if (version(db) !== FORMAT_VERSION) rebuild(db);
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

const version = (db: DatabaseSync): number =>
  Number(db.prepare('PRAGMA user_version').get()?.['user_version']);

function rebuild(db: DatabaseSync): void {
  db.exec('BEGIN IMMEDIATE');
  try {
    // Another process may have done it while this one waited for the lock.
    if (version(db) !== FORMAT_VERSION) {
      const virtual = db
        .prepare(
          "SELECT name FROM sqlite_master WHERE type = 'table' AND sql LIKE 'CREATE VIRTUAL%'",
        )
        .all();
      for (const { name } of virtual) db.exec(`DROP TABLE "${String(name)}"`);
      const plain = db
        .prepare(
          "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'",
        )
        .all();
      for (const { name } of plain) db.exec(`DROP TABLE IF EXISTS "${String(name)}"`);
      db.exec(TABLES);
    }
    db.exec('COMMIT');
  } catch (error) {
    db.exec('ROLLBACK');
    throw error;
  }
}

const DAMAGED = new Set([11, 26]);
/** SQLITE_CORRUPT and SQLITE_NOTADB. */
export const isDamaged = (error: unknown): boolean =>
  error instanceof Error &&
  'errcode' in error &&
  typeof error.errcode === 'number' &&
  DAMAGED.has(error.errcode & 0xff);

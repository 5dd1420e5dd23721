import { mkdirSync, rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { DICTIONARY_TABLES } from './dictionary.ts';
import { SEGMENT_TABLES } from './segments.ts';
import { VECTOR_TABLES } from './vectors.ts';

/**
 * Format version (`user_version`). Raise it with any change to the tables, the byte layout or the
 * text analysis: a file of another version is emptied and refilled from the library.
 */
const FORMAT_VERSION = 5;
const BUSY_MS = 15_000;

/** FORMAT.md describes each table. */
const TABLES = `
  CREATE TABLE sources (id INTEGER PRIMARY KEY AUTOINCREMENT, source_id TEXT NOT NULL UNIQUE, owner_id TEXT NOT NULL, version INTEGER NOT NULL,
    source_type TEXT NOT NULL, title TEXT NOT NULL, language TEXT NOT NULL, chunks INTEGER NOT NULL);
  CREATE INDEX sources_of_owner ON sources (owner_id, source_type);
  CREATE TABLE chunks (doc INTEGER PRIMARY KEY AUTOINCREMENT, source INTEGER NOT NULL, ordinal INTEGER NOT NULL, terms BLOB NOT NULL,
    chunk_id TEXT NOT NULL, body BLOB NOT NULL);
  CREATE UNIQUE INDEX chunks_of_source ON chunks (source, ordinal);
  CREATE TABLE extents (first INTEGER PRIMARY KEY, last INTEGER NOT NULL, source INTEGER NOT NULL);
  CREATE INDEX extents_of_source ON extents (source);
  CREATE TABLE languages (owner_id TEXT NOT NULL, language TEXT NOT NULL, sources INTEGER NOT NULL, PRIMARY KEY (owner_id, language)) WITHOUT ROWID;
  CREATE TABLE state (epoch INTEGER NOT NULL);
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
  return withLock(file, () => {
    try {
      return open(file);
    } catch (error) {
      if (!isDamaged(error)) throw error;
      deleteFile(file);
      return open(file);
    }
  });
}

/** Deletes a damaged file, unless another thread or process has replaced it already. */
export function deleteIndexFile(file: string, damaged: FileIdentity | undefined): void {
  withLock(file, () => {
    const now = fileIdentity(file);
    if (now && damaged && now.ino === damaged.ino && now.dev === damaged.dev) deleteFile(file);
  });
}

function deleteFile(file: string): void {
  for (const end of ['', '-wal', '-shm']) rmSync(file + end, { force: true });
}

/**
 * Runs `change` while no other thread or process opens or deletes the file: one that opened it
 * between two deletions would share a log with the next file. The system drops the lock of a killed
 * process.
 */
function withLock<T>(file: string, change: () => T): T {
  const lock = new DatabaseSync(`${file}.lock`, { timeout: BUSY_MS });
  try {
    lock.exec('BEGIN EXCLUSIVE');
    return change();
  } finally {
    lock.close();
  }
}

function open(file: string): DatabaseSync {
  const db = new DatabaseSync(file, { timeout: BUSY_MS, allowExtension: true });
  try {
    db.exec(
      'PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA cache_size = -16000; PRAGMA mmap_size = 67108864; PRAGMA temp_store = MEMORY;',
    );
    if (version(db) !== FORMAT_VERSION) rebuild(db);
    // Reads the schema, so that damage to it is found here.
    db.prepare('SELECT count(*) FROM sqlite_master').get();
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
      // No other file has this number, so caches of a replaced file's term numbers are dropped.
      db.prepare('INSERT INTO state (epoch) VALUES (?)').run(Date.now());
      startFilling(db);
    }
    db.exec('COMMIT');
  } catch (error) {
    db.exec('ROLLBACK');
    throw error;
  }
}

/**
 * The table `filling` exists until the file holds every ready source.
 */
export const startFilling = (db: DatabaseSync): void => {
  db.exec('CREATE TABLE IF NOT EXISTS filling (id INTEGER PRIMARY KEY)');
};
export const endFilling = (db: DatabaseSync): void => {
  db.exec('DROP TABLE IF EXISTS filling');
};
export const isFilling = (db: DatabaseSync): boolean =>
  db.prepare("SELECT 1 FROM sqlite_master WHERE name = 'filling'").get() !== undefined;

/** Throws an error that `isDamaged` recognises if pages of the file are damaged. */
export function assertUndamaged(db: DatabaseSync): void {
  const found = db.prepare('PRAGMA quick_check(1)').get()?.['quick_check'];
  if (found !== 'ok') throw Object.assign(new Error(String(found)), { errcode: SQLITE_CORRUPT });
}

const SQLITE_CORRUPT = 11;
const SQLITE_NOTADB = 26;
const DAMAGED = new Set([SQLITE_CORRUPT, SQLITE_NOTADB]);
export const isDamaged = (error: unknown): boolean =>
  error instanceof Error &&
  'errcode' in error &&
  typeof error.errcode === 'number' &&
  DAMAGED.has(error.errcode & 0xff);

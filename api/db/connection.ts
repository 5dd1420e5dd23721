/** Opens the database: a SQLite file, or PostgreSQL by its URL. */
import { mkdirSync } from 'node:fs';
import { access, constants } from 'node:fs/promises';
import { dirname } from 'node:path';
import { QueryTypes, Sequelize } from 'sequelize';
import { Fault } from '#core/contract/faults.ts';
import type { Log } from '#config/log.ts';
import type { Database } from '#pipeline/library/index.ts';
import { nodeSqlite } from './node-sqlite.ts';
import { Writes } from './writes.ts';

/** Older versions can corrupt a WAL when two connections reset it at once. */
const OLDEST_SQLITE = '3.51.3';
const BUSY_TIMEOUT_MS = 5000;
const INT8 = 20;

export interface OpenDatabaseOptions {
  /** `postgres://…`. Without it, SQLite in `file`. */
  url?: string | undefined;
  file: string;
  log: Log;
  /** How long to wait for a locked SQLite file. Default 5,000 ms. */
  busyTimeoutMs?: number;
}

/**
 * Opens the connection and checks it, without migrating (see `migrate`). Throws a Fault that says
 * what to do.
 */
export async function openDatabase({
  url,
  file,
  log,
  busyTimeoutMs = BUSY_TIMEOUT_MS,
}: OpenDatabaseOptions): Promise<Database> {
  const { sequelize, closeDriver } =
    url === undefined ? openSqlite(file, log, busyTimeoutMs) : await openPostgres(url, log);
  const dialect = url === undefined ? 'sqlite' : 'postgres';
  try {
    // On SQLite this also keeps one connection open: without it each transaction would be the last
    // and delete the WAL.
    await sequelize.authenticate();
    if (dialect === 'sqlite') {
      const [row] = await sequelize.query<{ version: string }>(
        'SELECT sqlite_version() AS version',
        { type: QueryTypes.SELECT },
      );
      assertSqliteVersion(row?.version ?? 'unknown');
    }
  } catch (error) {
    await sequelize.close();
    closeDriver();
    if (error instanceof Fault) throw error;
    throw new Fault('unavailable', {
      message:
        dialect === 'sqlite'
          ? `The database ${file} cannot be opened: ${messageOf(error)}. Check that it is a file that Gloss may write.`
          : `Couldn't reach PostgreSQL: ${messageOf(error)}. Check GLOSS_DATABASE_URL and that the server runs.`,
      cause: error,
    });
  }

  const writes = new Writes(sequelize, dialect, log);
  return {
    sequelize,
    dialect,
    write: (fn) => writes.run(fn),
    afterCommit: (fn) => writes.afterCommit(fn),
    assertWritable: () =>
      dialect === 'sqlite' ? assertFileWritable(file) : assertServerWritable(sequelize),
    async close(): Promise<void> {
      await writes.settled;
      await sequelize.close();
      closeDriver();
    },
  };
}

/** Checks the folder, too, because SQLite writes its log next to the file. */
async function assertFileWritable(file: string): Promise<void> {
  for (const path of [dirname(file), file]) {
    await access(path, constants.W_OK).catch((error: unknown) => {
      throw new Fault('unavailable', {
        message: `The database ${file} cannot be written to: ${messageOf(error)}. See that its disk is mounted for writing and that Gloss may write there; nothing that was saved is lost.`,
        cause: error,
      });
    });
  }
}

async function assertServerWritable(sequelize: Sequelize): Promise<void> {
  const [row] = await sequelize.query<{ on: string }>(
    'SELECT current_setting(\'transaction_read_only\') AS "on"',
    { type: QueryTypes.SELECT },
  );
  if (row?.on === 'on')
    throw new Fault('unavailable', {
      message:
        'PostgreSQL can only be read: it stands by for another, or was set so. Let GLOSS_DATABASE_URL name the one that is written to; nothing that was saved is lost.',
    });
}

interface Opened {
  sequelize: Sequelize;
  closeDriver: () => void;
}

function openSqlite(file: string, log: Log, busyTimeoutMs: number): Opened {
  mkdirSync(dirname(file), { recursive: true });
  const driver = nodeSqlite({ busyTimeoutMs });
  // Sequelize opens a connection for each transaction. The driver has switched foreign keys on
  // already, and the folder is there.
  const once = { foreignKeys: false, dialectOptions: { mode: driver.OPEN_READWRITE } };
  const sequelize = new Sequelize({
    dialect: 'sqlite',
    storage: file,
    dialectModule: driver,
    retry: { max: 1 },
    ...once,
    ...common(log),
  });
  // Sequelize looks for a connection whose COMMIT failed in a pool that SQLite does not have; it
  // would stay open, with its lock.
  const manager = sequelize.connectionManager;
  manager.destroyConnection = async (connection) => manager.releaseConnection(connection);
  return { sequelize, closeDriver: () => driver.closeKept() };
}

async function openPostgres(url: string, log: Log): Promise<Opened> {
  const { default: pg } = await import('pg');
  // Returns whole numbers as SQLite does: as a number if that is exact, else as a string.
  const getTypeParser = (oid: number, format: 'text' | 'binary' = 'text'): unknown =>
    oid === INT8 ? wholeNumber : pg.types.getTypeParser(oid, format);
  const dialectModule = { ...pg, Client: pg.Client, types: { ...pg.types, getTypeParser } };
  const sequelize = new Sequelize(url, {
    dialect: 'postgres',
    dialectModule,
    retry: { max: 1 },
    pool: { max: 10, min: 0, acquire: 10_000, idle: 10_000 },
    dialectOptions: { application_name: 'gloss', keepAlive: true, connectionTimeoutMillis: 5000 },
    ...common(log),
  });
  return { sequelize, closeDriver: () => undefined };
}

const common = (log: Log) => ({
  logging: log.isLevelEnabled('trace')
    ? (sql: string) => log.trace({ sql: sql.slice(0, 200) }, 'sql')
    : (false as const),
});

function wholeNumber(text: string): number | string {
  const value = Number(text);
  return Number.isSafeInteger(value) ? value : text;
}

const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);

export function assertSqliteVersion(version: string): void {
  const parts = (text: string) => text.split('.').map(Number);
  const [found, oldest] = [parts(version), parts(OLDEST_SQLITE)];
  for (const [index, wanted] of oldest.entries()) {
    const has = found[index] ?? Number.NaN;
    if (has > wanted) return;
    if (has === wanted) continue;
    throw new Fault('unavailable', {
      message: `This Node carries SQLite ${version}; Gloss needs ${OLDEST_SQLITE} or later to keep its data safe. Install a current Node 24 or 26.`,
    });
  }
}

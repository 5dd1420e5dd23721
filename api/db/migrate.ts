/**
 * Migrates the database to the current schema at each start. A migration and its record are one
 * transaction under a lock: after a kill it starts over, and of several processes that start at
 * once one runs it while the others wait. Before the first pending migration, a SQLite file is
 * copied to `backups/` beside it.
 */
import { mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import { QueryTypes, type QueryInterface, type Sequelize, type Transaction } from 'sequelize';
import { Fault } from '#core/contract/faults.ts';
import type { Log } from '#config/log.ts';
import type { Database } from '#pipeline/library/index.ts';

export interface MigrationContext {
  sequelize: Sequelize;
  queryInterface: QueryInterface;
  /** must be passed to every statement */
  transaction: Transaction;
  dialect: Database['dialect'];
}

/**
 * Only migrates forward; a released migration is never edited. On SQLite `changeColumn` and
 * `removeColumn` rebuild the table, and dropping the old one deletes rows that refer to it by ON
 * DELETE CASCADE: add a column or a table instead.
 */
export interface Migration {
  /** `NNN-name`, as in its file name */
  name: string;
  up(context: MigrationContext): Promise<void>;
}

export interface MigrateOptions {
  /** the SQLite file; unused on PostgreSQL */
  file: string;
  log: Log;
  /** the list of `migrations/index.ts` */
  migrations: readonly Migration[];
}

const LOCK_KEY = 4_870_001;
const KEPT_BACKUPS = 5;
const LONGEST_WAIT_MS = 600_000;

/** Returns the names of the migrations that this call ran. */
export async function migrate(
  database: Database,
  { file, log, migrations }: MigrateOptions,
): Promise<string[]> {
  const { sequelize, dialect } = database;
  const queryInterface = sequelize.getQueryInterface();
  const ran: string[] = [];

  const recorded = (transaction?: Transaction) =>
    sequelize.query<{ name: string }>('SELECT name FROM migrations ORDER BY name', {
      type: QueryTypes.SELECT,
      ...(transaction ? { transaction } : {}),
    });

  /**
   * Writes under the lock. Another process may hold it as long as its migration or backup takes.
   */
  const locked = async (fn: (transaction: Transaction) => Promise<void>): Promise<void> => {
    const deadline = Date.now() + LONGEST_WAIT_MS;
    for (;;) {
      try {
        return await database.write(async (transaction) => {
          if (dialect === 'postgres')
            await sequelize.query('SELECT pg_advisory_xact_lock($1)', {
              bind: [LOCK_KEY],
              transaction,
            });
          await fn(transaction);
        });
      } catch (error) {
        if (!(error instanceof Fault && error.code === 'unavailable') || Date.now() > deadline)
          throw error;
        log.info('Waiting for another process that prepares the database');
        await pause(250);
      }
    }
  };

  const run = (migration: Migration) =>
    locked(async (transaction) => {
      const done = await recorded(transaction);
      if (done.some(({ name }) => name === migration.name)) return;
      if (dialect === 'sqlite' && done.length > 0 && ran.length === 0) {
        log.info(
          { backup: await copyAside(file, migration.name) },
          'Copied the database before changing it',
        );
      }
      await migration.up({ sequelize, queryInterface, transaction, dialect });
      await sequelize.query('INSERT INTO migrations (name, ran_at) VALUES ($1, $2)', {
        bind: [migration.name, new Date().toISOString()],
        transaction,
      });
      database.afterCommit(() => ran.push(migration.name));
    });

  await locked(async (transaction) => {
    await sequelize.query(
      'CREATE TABLE IF NOT EXISTS migrations (name VARCHAR(200) PRIMARY KEY, ran_at VARCHAR(30) NOT NULL)',
      { transaction },
    );
  });
  const known = new Set(migrations.map(({ name }) => name));
  const stranger = (await recorded()).find(({ name }) => !known.has(name));
  if (stranger) {
    throw new Fault('unavailable', {
      message: `The database was changed by a newer Gloss (${stranger.name}). Run that version, or put back a copy from the backups folder.`,
    });
  }

  // Most starts have nothing to migrate, and load nothing for it.
  const names = new Set((await recorded()).map(({ name }) => name));
  if (migrations.every(({ name }) => names.has(name))) return ran;
  const { Umzug } = await import('umzug');
  const umzug = new Umzug({
    migrations: migrations.map((migration) => ({ name: migration.name, up: () => run(migration) })),
    // Each migration is recorded in its own transaction, above.
    storage: {
      executed: async () => (await recorded()).map(({ name }) => name),
      logMigration: async () => undefined,
      unlogMigration: async ({ name }) => {
        throw new Error(`${name} cannot be undone: put back a copy from the backups folder`);
      },
    },
    logger: undefined,
  });
  await umzug.up();
  if (ran.length > 0) log.info({ migrations: ran }, 'The database is up to date');
  return ran;
}

/**
 * Copies a file in use completely to `backups/gloss-<time>-before-<name>.sqlite` beside it, on disk
 * when this resolves. Keeps the last five copies.
 */
async function copyAside(file: string, before: string): Promise<string> {
  const folder = join(dirname(file), 'backups');
  const stem = basename(file, extname(file));
  await mkdir(folder, { recursive: true });
  const to = join(
    folder,
    `${stem}-${new Date().toISOString().replaceAll(/[:.]/g, '-')}-before-${before}.sqlite`,
  );
  const part = `${to}.part`;
  const source = new DatabaseSync(file, { readOnly: true, timeout: 0 });
  try {
    // Runs in the thread pool, not on the event loop.
    await backup(source, part, { rate: 2000 });
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  } finally {
    source.close();
  }
  // The copy is complete in one file, without a log.
  const copy = new DatabaseSync(part);
  copy.exec('PRAGMA journal_mode = DELETE');
  copy.close();
  const handle = await open(part, 'r+');
  await handle.sync();
  await handle.close();
  await rename(part, to);
  const copies = (await readdir(folder))
    .filter((name) => name.startsWith(`${stem}-`) && name.endsWith('.sqlite'))
    .sort();
  await Promise.all(copies.slice(0, -KEPT_BACKUPS).map((name) => rm(join(folder, name))));
  return to;
}

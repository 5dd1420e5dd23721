/**
 * Runs a suite on every supported database. PostgreSQL is used if GLOSS_TEST_POSTGRES_URL is set
 * (see scripts/with-postgres.sh).
 */
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { copyFile, mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, describe, inject } from 'vitest';
import { createLog, type Log } from '#config/log.ts';
import type { Database } from '#pipeline/library/index.ts';
import { openDatabase } from '../connection.ts';
import { migrate } from '../migrate.ts';
import { migrations } from '../migrations/index.ts';
import { askPostgres } from './migrated-databases.ts';

/** Arguments of `openDatabase`. */
interface DatabaseLocation {
  url: string | undefined;
  file: string;
}
export interface OpenedTestDatabase {
  database: Database;
  /** the arguments of `openDatabase`, with which a second process opens the same database */
  location: DatabaseLocation;
  /** the folder of the SQLite file, for other files of the test; removed afterwards */
  folder: string;
  log: Log;
}
export interface TestDatabaseOptions {
  /** default true */
  migrated?: boolean;
  /** default 5,000 ms */
  busyTimeoutMs?: number;
}
/** Opens a new, empty database. It is closed and removed when the suite ends. */
export type OpenTestDatabase = (options?: TestDatabaseOptions) => Promise<OpenedTestDatabase>;

const TEMPLATE_LOCK = 4_870_002;
const postgresUrl = process.env['GLOSS_TEST_POSTGRES_URL'];

export function describeOnDatabases(
  name: string,
  suite: (open: OpenTestDatabase, dialect: Database['dialect']) => void,
): void {
  describe(`${name} on SQLite`, () => suite(opener(undefined), 'sqlite'));
  if (postgresUrl) describe(`${name} on PostgreSQL`, () => suite(opener(postgresUrl), 'postgres'));
  else
    describe.skip(`${name} on PostgreSQL (skipped: GLOSS_TEST_POSTGRES_URL is not set)`, () =>
      suite(opener(''), 'postgres'));
}

/** For a suite that does not depend on the dialect. Call it inside a `describe`. */
export const openOnSqlite = (): OpenTestDatabase => opener(undefined);

function opener(server: string | undefined): OpenTestDatabase {
  const undo: (() => Promise<unknown>)[] = [];
  afterAll(async () => {
    for (const step of undo.reverse()) await step();
  });
  return async ({ migrated = true, busyTimeoutMs } = {}) => {
    const log = createLog(process.env['GLOSS_TEST_LOG_LEVEL'] ?? 'silent');
    const folder = await mkdtemp(join(tmpdir(), 'gloss-test-'));
    undo.push(() => rm(folder, { recursive: true, force: true }));
    const location: DatabaseLocation = { url: undefined, file: join(folder, 'gloss.sqlite') };
    if (server === undefined) {
      if (migrated) await copyMigratedFile(location.file, log);
    } else {
      const own = `gloss_test_${randomUUID().replaceAll('-', '')}`;
      const template = migrated ? await migratedTemplate(server, log) : 'template1';
      await askPostgres(server, `CREATE DATABASE ${own} TEMPLATE ${template}`);
      undo.push(() => askPostgres(server, `DROP DATABASE ${own} WITH (FORCE)`));
      location.url = urlOf(server, own);
    }
    const database = await openDatabase({
      ...location,
      log,
      ...(busyTimeoutMs === undefined ? {} : { busyTimeoutMs }),
    });
    undo.push(() => database.close());
    // A copy has nothing left to migrate.
    if (migrated) await migrate(database, { file: location.file, log, migrations });
    return { database, location, folder, log };
  };
}

const urlOf = (server: string, name: string): string =>
  String(Object.assign(new URL(server), { pathname: `/${name}` }));

async function migrateNew(location: DatabaseLocation, log: Log): Promise<void> {
  const database = await openDatabase({ ...location, log });
  try {
    await migrate(database, { file: location.file, log, migrations });
  } finally {
    await database.close();
  }
}

/** Does nothing in a project without the setup `migrated-databases.ts`. */
async function copyMigratedFile(to: string, log: Log): Promise<void> {
  const folder = inject('migratedDatabases')?.folder;
  if (folder === undefined) return;
  const file = join(folder, 'gloss.sqlite');
  if (!existsSync(file)) {
    // Two test files may run this at once: the second replaces the first.
    const made = join(await mkdtemp(join(folder, 'made-')), 'gloss.sqlite');
    await migrateNew({ url: undefined, file: made }, log);
    await rename(made, file);
  }
  await copyFile(file, to);
}

/**
 * Returns the name of a migrated PostgreSQL database, or of PostgreSQL's own template without the
 * setup.
 */
async function migratedTemplate(server: string, log: Log): Promise<string> {
  const name = inject('migratedDatabases')?.name;
  if (name === undefined) return 'template1';
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  try {
    // Prevents copies while it is created.
    await client.query('SELECT pg_advisory_lock($1)', [TEMPLATE_LOCK]);
    const sql = 'SELECT FROM pg_database WHERE datname = $1';
    const isMade = (await client.query(sql, [name])).rowCount === 1;
    if (!isMade) {
      await client.query(`CREATE DATABASE ${name}`);
      await migrateNew({ url: urlOf(server, name), file: '' }, log);
    }
    return name;
  } finally {
    await client.end();
  }
}

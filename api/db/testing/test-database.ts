/**
 * Runs a suite on every database that Gloss knows. PostgreSQL is asked for by
 * GLOSS_TEST_POSTGRES_URL (see scripts/with-postgres.sh).
 */
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, describe } from 'vitest';
import { createLog, type Log } from '#config/log.ts';
import type { Database } from '#pipeline/library/index.ts';
import { openDatabase } from '../connection.ts';
import { migrate } from '../migrate.ts';
import { migrations } from '../migrations/index.ts';

export interface OpenedTestDatabase {
  database: Database;
  /** what `openDatabase` took: a second process opens the same with it */
  place: { url: string | undefined; file: string };
  /** the folder of the SQLite file, for whatever else the test keeps; removed afterwards */
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

/** For a suite that asks nothing of the dialect. Call it inside a `describe`. */
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
    let url: string | undefined;
    if (server !== undefined) {
      const own = `gloss_test_${randomUUID().replaceAll('-', '')}`;
      await ask(server, `CREATE DATABASE ${own}`);
      undo.push(() => ask(server, `DROP DATABASE ${own} WITH (FORCE)`));
      url = String(Object.assign(new URL(server), { pathname: `/${own}` }));
    }
    const place = { url, file: join(folder, 'gloss.sqlite') };
    const database = await openDatabase({
      ...place,
      log,
      ...(busyTimeoutMs === undefined ? {} : { busyTimeoutMs }),
    });
    undo.push(() => database.close());
    if (migrated) await migrate(database, { file: place.file, log, migrations });
    return { database, place, folder, log };
  };
}

async function ask(server: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

/**
 * Global setup of the integration tests: the folder of databases that are migrated once per run and
 * copied by each test (`test-database.ts`). The first test that needs one creates it.
 */
import { randomUUID } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** `folder` has the SQLite file; `name` is the PostgreSQL database. */
    migratedDatabases: { folder: string; name: string } | undefined;
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const name = `gloss_migrated_${randomUUID().replaceAll('-', '')}`;
  const folder = join(tmpdir(), name);
  await mkdir(folder);
  project.provide('migratedDatabases', { folder, name });
  return async () => {
    await rm(folder, { recursive: true, force: true });
    const url = process.env['GLOSS_TEST_POSTGRES_URL'];
    if (url) await askPostgres(url, `DROP DATABASE IF EXISTS ${name}`);
  };
}

export async function askPostgres(server: string, ...statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  try {
    for (const sql of statements) await client.query(sql);
  } finally {
    await client.end();
  }
}

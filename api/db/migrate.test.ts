import { fork } from 'node:child_process';
import { once } from 'node:events';
import { access, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { QueryTypes } from 'sequelize';
import { expect, it } from 'vitest';
import type { Database } from '#pipeline/library/index.ts';
import { migrate, type Migration } from './migrate.ts';
import { migrations } from './migrations/index.ts';
import { describeOnDatabases } from './testing/test-database.ts';

const adds = (name: string, ...statements: string[]): Migration => ({
  name,
  async up({ sequelize, transaction }) {
    for (const sql of statements) await sequelize.query(sql, { transaction });
  },
});
const first = adds(
  '001-first',
  'CREATE TABLE words (w VARCHAR(20))',
  "INSERT INTO words VALUES ('kept')",
);
const second = adds('002-second', 'ALTER TABLE words ADD COLUMN n INTEGER DEFAULT 7');
const words = (database: Database) =>
  database.sequelize.query('SELECT * FROM words', { type: QueryTypes.SELECT });

const forkMigrating = (location: object, how: 'together' | 'hang') =>
  fork(new URL('./testing/migrate-process.ts', import.meta.url), [JSON.stringify(location), how], {
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });

describeOnDatabases('migrate', (open, dialect) => {
  it('runs pending migrations once, in order', async () => {
    const { database, location, log } = await open({ migrated: false });
    expect(await migrate(database, { ...location, log, migrations: [first] })).toEqual([
      '001-first',
    ]);
    expect(await migrate(database, { ...location, log, migrations: [first, second] })).toEqual([
      '002-second',
    ]);
    expect(await migrate(database, { ...location, log, migrations: [first, second] })).toEqual([]);
    expect(await words(database)).toEqual([{ w: 'kept', n: 7 }]);
  });

  it('rolls back a migration that fails, and resumes there', async () => {
    const { database, location, log } = await open({ migrated: false });
    const broken = adds(
      '002-second',
      'ALTER TABLE words ADD COLUMN n INTEGER',
      'SELECT * FROM nowhere',
    );
    await expect(
      migrate(database, { ...location, log, migrations: [first, broken] }),
    ).rejects.toThrow(/nowhere/);
    expect(await words(database)).toEqual([{ w: 'kept' }]);
    expect(await migrate(database, { ...location, log, migrations: [first, second] })).toEqual([
      '002-second',
    ]);
  });

  it('refuses a database that a newer version has migrated', async () => {
    const { database, location, log } = await open({ migrated: false });
    await migrate(database, { ...location, log, migrations: [first, second] });
    await expect(migrate(database, { ...location, log, migrations: [first] })).rejects.toThrow(
      /002-second.*newer|newer.*002-second/,
    );
  });

  it('lets several processes start at once', async () => {
    const { database, location } = await open({ migrated: false });
    const children = Array.from({ length: 3 }, () => forkMigrating(location, 'together'));
    await Promise.all(
      children.map(async (child) => expect((await once(child, 'message'))[0]).toBe('ready')),
    );
    const ends = await Promise.all(
      children.map(async (child) => {
        const message = once(child, 'message');
        const exit = once(child, 'exit');
        child.send('go');
        return { ran: (await Promise.race([message, exit]))[0], exit: (await exit)[0] };
      }),
    );
    expect(ends.map(({ exit }) => exit)).toEqual([0, 0, 0]);
    const rows = await database.sequelize.query<{ name: string }>(
      'SELECT name FROM migrations ORDER BY name',
      { type: QueryTypes.SELECT },
    );
    expect(rows.length).toBe(6);
    expect(ends.flatMap(({ ran }) => ran).sort()).toEqual(rows.map(({ name }) => name));
  });

  it('migrates an empty database to the current schema', async () => {
    const { database } = await open();
    const rows = await database.sequelize.query<{ name: string }>(
      'SELECT name FROM migrations ORDER BY name',
      { type: QueryTypes.SELECT },
    );
    expect(rows.map(({ name }) => name)).toEqual(migrations.map(({ name }) => name));
  });

  it('completes at the next start when it is killed during a migration', async () => {
    const { database, location, log } = await open({ migrated: false });
    const child = forkMigrating(location, 'hang');
    expect((await once(child, 'message'))[0]).toBe('in the middle');
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect(await migrate(database, { ...location, log, migrations: [first, second] })).toEqual([
      '001-first',
      '002-second',
    ]);
    expect(await words(database)).toEqual([{ w: 'kept', n: 7 }]);
  });

  if (dialect === 'postgres') return;

  it('copies a file with data before it migrates it, and keeps five copies', async () => {
    const { database, location, folder, log } = await open({ migrated: false });
    const backups = join(folder, 'backups');
    await migrate(database, { ...location, log, migrations: [first] });
    await expect(access(backups)).rejects.toThrow();
    await migrate(database, { ...location, log, migrations: [first, second] });
    const [copy = ''] = await readdir(backups);
    expect(copy).toMatch(/^gloss-.*-before-002-second\.sqlite$/);
    const old = new DatabaseSync(join(backups, copy), { readOnly: true });
    expect(
      old
        .prepare('SELECT * FROM words')
        .all()
        .map((row) => ({ ...row })),
    ).toEqual([{ w: 'kept' }]);
    old.close();
    const list = [first, second];
    for (let n = 3; n <= 9; n += 1) {
      list.push(adds(`00${n}-more`, `CREATE TABLE t${n} (a INTEGER)`));
      await migrate(database, { ...location, log, migrations: list });
    }
    const kept = (await readdir(backups)).sort();
    expect(kept.map((name) => name.slice(-15))).toEqual(
      [5, 6, 7, 8, 9].map((n) => `00${n}-more.sqlite`),
    );
  });
});

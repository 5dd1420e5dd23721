import { fork } from 'node:child_process';
import { once } from 'node:events';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import { QueryTypes, type Transaction } from 'sequelize';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { Fault } from '#core/contract/faults.ts';
import { createLog } from '#config/log.ts';
import type { Database } from '#pipeline/library/index.ts';
import { eventually } from '#pipeline/testing/eventually.ts';
import { assertSqliteVersion, openDatabase } from './connection.ts';
import { describeOnDatabases, type OpenedTestDatabase } from './testing/test-database.ts';

const counter = async (database: Database): Promise<void> => {
  await database.write(async (transaction) => {
    await database.sequelize.query(
      'CREATE TABLE counter (id INTEGER PRIMARY KEY, n INTEGER NOT NULL)',
      { transaction },
    );
    await database.sequelize.query('INSERT INTO counter VALUES (1, 0)', { transaction });
  });
};
const read = async (database: Database, transaction?: Transaction): Promise<number> => {
  const [row] = await database.sequelize.query<{ n: number }>(
    'SELECT n FROM counter WHERE id = 1',
    { type: QueryTypes.SELECT, ...(transaction ? { transaction } : {}) },
  );
  return row?.n ?? -1;
};
/** Reads a number and writes it plus one, so that a lost update shows as a smaller number. */
const addOne = (database: Database) =>
  database.write(async (transaction) => {
    const lock = database.dialect === 'postgres' ? ' FOR UPDATE' : '';
    const [row] = await database.sequelize.query<{ n: number }>(
      `SELECT n FROM counter WHERE id = 1${lock}`,
      { type: QueryTypes.SELECT, transaction },
    );
    await database.sequelize.query('UPDATE counter SET n = $1 WHERE id = 1', {
      bind: [(row?.n ?? 0) + 1],
      transaction,
    });
  });

describeOnDatabases('the database', (open, dialect) => {
  let opened: OpenedTestDatabase;
  let database: Database;
  beforeAll(async () => {
    opened = await open({ migrated: false });
    database = opened.database;
    await counter(database);
  });

  it('loses none of 20 concurrent writes, three times', async () => {
    const before = await read(database);
    for (let round = 0; round < 3; round += 1)
      await Promise.all(Array.from({ length: 20 }, () => addOne(database)));
    expect(await read(database)).toBe(before + 60);
  });

  it('rolls back a write that throws, and continues with the next', async () => {
    const before = await read(database);
    await expect(
      database.write(async (transaction) => {
        await database.sequelize.query('UPDATE counter SET n = 1000', { transaction });
        throw new Error('no');
      }),
    ).rejects.toThrow('no');
    expect(await read(database)).toBe(before);
    await addOne(database);
    expect(await read(database)).toBe(before + 1);
  });

  it('joins a nested write to the open one', async () => {
    const before = await read(database);
    await expect(
      database.write(async (outer) => {
        await database.write(async (inner) => {
          expect(inner).toBe(outer);
          await database.sequelize.query('UPDATE counter SET n = n + 1', { transaction: inner });
        });
        throw new Error('outer');
      }),
    ).rejects.toThrow('outer');
    expect(await read(database)).toBe(before);
  });

  it('gives its own transaction to work that outlives a write', async () => {
    let left: Promise<void> | undefined;
    await database.write(async () => {
      left = new Promise<void>((done) => {
        setImmediate(done);
      })
        .then(
          () =>
            new Promise((done) => {
              setTimeout(done, 30);
            }),
        )
        .then(() => addOne(database));
    });
    const before = await read(database);
    await left;
    expect(await read(database)).toBe(before + 1);
  });

  it('runs callbacks after the commit, and drops them on rollback', async () => {
    const seen: string[] = [];
    await database.write(async (transaction) => {
      await database.sequelize.query('UPDATE counter SET n = n + 1', { transaction });
      database.afterCommit(() => {
        throw new Error('a listener that fails');
      });
      await database.write(async () => database.afterCommit(() => seen.push('after')));
      seen.push('inside');
    });
    expect(seen).toEqual(['inside', 'after']);
    await database
      .write(async () => {
        database.afterCommit(() => seen.push('never'));
        throw new Error('no');
      })
      .catch(() => undefined);
    database.afterCommit(() => seen.push('at once'));
    expect(seen).toEqual(['inside', 'after', 'at once']);
  });

  it('lets reads see the old row while a write is open', async () => {
    const before = await read(database);
    await database.write(async (transaction) => {
      await database.sequelize.query('UPDATE counter SET n = n + 1', { transaction });
      expect(await read(database)).toBe(before);
      expect(await read(database, transaction)).toBe(before + 1);
    });
    expect(await read(database)).toBe(before + 1);
  });

  it('rolls back a write whose commit fails, and continues with the next', async () => {
    const query = (sql: string) =>
      database.write((transaction) => database.sequelize.query(sql, { transaction }));
    await query('CREATE TABLE parents (id INTEGER PRIMARY KEY)');
    await query(
      'CREATE TABLE children (id INTEGER PRIMARY KEY, parent INTEGER REFERENCES parents (id) DEFERRABLE INITIALLY DEFERRED)',
    );
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    await expect(query('INSERT INTO children VALUES (1, 99)')).rejects.toThrow(/foreign key/i);
    warn.mockRestore();
    await query('INSERT INTO parents VALUES (1)');
    await query('INSERT INTO children VALUES (2, 1)');
    expect(
      await database.sequelize.query('SELECT id FROM children', { type: QueryTypes.SELECT }),
    ).toEqual([{ id: 2 }]);
  });

  it('reports a read-only database, and rolls back the write', async () => {
    const before = await read(database);
    const query = (sql: string, transaction: Transaction) =>
      database.sequelize.query(sql, { transaction });
    const refused = database.write(async (transaction) => {
      if (dialect === 'postgres') await query('SET TRANSACTION READ ONLY', transaction);
      else await query('PRAGMA query_only = 1', transaction);
      await query('UPDATE counter SET n = 1000', transaction);
    });
    await expect(refused).rejects.toMatchObject({
      name: 'Fault',
      code: 'unavailable',
      message: expect.stringContaining('gloss doctor'),
    });
    await addOne(database);
    expect(await read(database)).toBe(before + 1);
  });

  it('counts every write of two processes', async () => {
    const before = await read(database);
    const child = fork(
      new URL('./testing/increment-process.ts', import.meta.url),
      [JSON.stringify(opened.location), '100'],
      { execArgv: [] },
    );
    const ended = once(child, 'exit');
    for (let i = 0; i < 100; i += 1) await addOne(database);
    expect((await ended)[0]).toBe(0);
    expect(await read(database)).toBe(before + 200);
  });

  if (dialect === 'postgres') {
    it('retries a write after a deadlock', async () => {
      await database.write((transaction) =>
        database.sequelize.query('INSERT INTO counter VALUES (2, 0), (3, 0)', { transaction }),
      );
      const bump = (id: number, transaction: Transaction) =>
        database.sequelize.query(`UPDATE counter SET n = n + 1 WHERE id = ${id}`, { transaction });
      let started = 0;
      let release = (): void => undefined;
      const both = new Promise<void>((done) => {
        release = done;
      });
      const cross = (first: number, second: number) =>
        database.write(async (transaction) => {
          await bump(first, transaction);
          started += 1;
          if (started >= 2) release();
          await both;
          await bump(second, transaction);
        });
      await Promise.all([cross(2, 3), cross(3, 2)]);
      expect(started).toBeGreaterThan(2);
      expect(
        await database.sequelize.query('SELECT n FROM counter WHERE id > 1', {
          type: QueryTypes.SELECT,
        }),
      ).toEqual([{ n: 2 }, { n: 2 }]);
    });

    it('reports that a standby is read-only', async () => {
      const { database: other, location, log } = await open({ migrated: false });
      await other.assertWritable();
      await other.sequelize.query(
        `ALTER DATABASE ${new URL(location.url ?? '').pathname.slice(1)} SET default_transaction_read_only = on`,
      );
      const standby = await openDatabase({ ...location, log });
      await expect(standby.assertWritable()).rejects.toMatchObject({
        code: 'unavailable',
        message: expect.stringContaining('GLOSS_DATABASE_URL'),
      });
      await standby.close();
    });

    it('reconnects after the server closes every connection, and rolls back open writes as unavailable', async () => {
      const { database: cut, location } = await open({ migrated: false });
      await counter(cut);
      const other = new pg.Client({ connectionString: location.url });
      await other.connect();
      try {
        await expect(
          cut.write(async (transaction) => {
            await cut.sequelize.query('UPDATE counter SET n = 100', { transaction });
            await other.query(
              'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
            );
            await cut.sequelize.query('UPDATE counter SET n = 200', { transaction });
          }),
        ).rejects.toMatchObject({ name: 'Fault', code: 'unavailable' });
        await eventually(() => addOne(cut));
        expect(await read(cut)).toBe(1);
      } finally {
        await other.end();
      }
    });
    return;
  }

  it('waits for the lock of another process without blocking this one', async () => {
    const { database: patient, location } = await open({ migrated: false, busyTimeoutMs: 25_000 });
    await counter(patient);
    const other = new DatabaseSync(location.file);
    other.exec('BEGIN IMMEDIATE');
    const waiting = addOne(patient);
    // This same process releases the lock after many turns of its event loop, which it could not if
    // the wait blocked it.
    for (let turn = 0; turn < 20; turn += 1)
      await new Promise((done) => {
        setTimeout(done, 1);
      });
    expect(await read(patient)).toBe(0);
    other.exec('ROLLBACK');
    other.close();
    await waiting;
    expect(await read(patient)).toBe(1);
  });

  it('reports unavailable when another process keeps the lock', async () => {
    const { database: patient, location } = await open({ migrated: false, busyTimeoutMs: 300 });
    await counter(patient);
    const other = new DatabaseSync(location.file);
    other.exec('BEGIN IMMEDIATE');
    await expect(addOne(patient)).rejects.toMatchObject({ name: 'Fault', code: 'unavailable' });
    other.exec('ROLLBACK');
    other.close();
    await addOne(patient);
    expect(await read(patient)).toBe(1);
  });

  it("reports storage_full when the file can't grow, rolls back, and continues once there is space", async () => {
    const { database: small } = await open({ migrated: false });
    await counter(small);
    const pages = (n: number, transaction: Transaction) =>
      small.sequelize.query(`PRAGMA max_page_count = ${n}`, { transaction });
    const fill = small.write(async (transaction) => {
      await pages(20, transaction);
      await small.sequelize.query('CREATE TABLE big (body BLOB)', { transaction });
      await small.sequelize.query('INSERT INTO big VALUES (zeroblob(1000000))', { transaction });
    });
    await expect(fill).rejects.toMatchObject({ name: 'Fault', code: 'storage_full' });
    await small.write((transaction) => pages(1_000_000, transaction));
    await addOne(small);
    expect(await read(small)).toBe(1);
  });

  it('applies the settings of the file to every connection', async () => {
    const pragma = (name: string, transaction?: Transaction) =>
      database.sequelize.query(`PRAGMA ${name}`, {
        type: QueryTypes.SELECT,
        raw: true,
        ...(transaction ? { transaction } : {}),
      });
    await database.write(async (transaction) => {
      expect(await pragma('journal_mode', transaction)).toEqual([{ journal_mode: 'wal' }]);
      expect(await pragma('synchronous', transaction)).toEqual([{ synchronous: 2 }]);
      const [{ foreign_keys } = { foreign_keys: 0 }] = await database.sequelize.query<{
        foreign_keys: number;
      }>('SELECT foreign_keys FROM pragma_foreign_keys', { type: QueryTypes.SELECT, transaction });
      expect(foreign_keys).toBe(1);
    });
  });
});

describe('opening a database', () => {
  it('refuses a SQLite version that can lose data, and says what to do', () => {
    expect(() => assertSqliteVersion('3.51.2')).toThrow(/3\.51\.2.*3\.51\.3/);
    expect(() => assertSqliteVersion('3.9.9')).toThrow(Fault);
    expect(() => assertSqliteVersion('unknown')).toThrow(Fault);
    for (const good of ['3.51.3', '3.53.4', '4.0.0', '3.52.0'])
      expect(() => assertSqliteVersion(good)).not.toThrow();
  });

  it('reports a file that is not a database, and an unreachable server', async () => {
    const log = createLog('silent');
    await expect(openDatabase({ file: '/dev/null/gloss.sqlite', log })).rejects.toThrow(
      /dev\/null/,
    );
    await expect(
      openDatabase({ url: 'postgres://nobody@127.0.0.1:9/none', file: '', log }),
    ).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('GLOSS_DATABASE_URL'),
    });
  });
});

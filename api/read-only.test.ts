/** The disk of the data folder becomes read-only, as a kernel makes it after a disk error. */
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { QueryTypes } from 'sequelize';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { createLog } from '#config/log.ts';
import { openDatabase } from './db/connection.ts';
import { openOnSqlite } from './db/testing/test-database.ts';
import { spawnGloss } from './testing/server-process.ts';
import { dataOf, openTestServer } from './testing/test-server.ts';

const [folder, aside] = [
  await mkdtemp(join(tmpdir(), 'gloss-read-only-')),
  await mkdtemp(join(tmpdir(), 'gloss-aside-')),
];
const mount = (...args: string[]): void => {
  execFileSync('mount', args, { stdio: 'ignore' });
};
const unmount = (path: string): void => {
  execFileSync('umount', ['-l', path], { stdio: 'ignore' });
};
let isMounted = false;
function release(): void {
  if (isMounted) unmount(folder);
  isMounted = false;
}
/**
 * Prepared separately, where no process has a file open for writing, which would prevent the
 * remount.
 */
function forReading(): void {
  mount('--bind', folder, aside);
  try {
    mount('-o', 'remount,bind,ro', aside);
    mount('--bind', aside, folder);
    isMounted = true;
  } finally {
    unmount(aside);
  }
}
function canMount(): boolean {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false;
  try {
    forReading();
    release();
    return true;
  } catch (error) {
    // A container without the permission to mount.
    if (error instanceof Error && ('status' in error || 'code' in error)) return false;
    throw error;
  }
}
const isMountable = canMount();
afterEach(release);
afterAll(async () => {
  for (const it of [folder, aside]) await rm(it, { recursive: true, force: true });
});

describe.skipIf(!isMountable)(
  `a read-only disk${isMountable ? '' : ' (skipped: mounting is not permitted here)'}`,
  () => {
    const open = openOnSqlite();

    it('is reported, makes the server not ready, and is recovered from with all saved data', async () => {
      const env = { GLOSS_DATA_DIR: folder };
      const test = await openTestServer(open, { env, stranger: false });
      const thread = await test.thread('Saved before');
      expect((await test.owner.get('ready')).status).toBe(200);
      forReading();
      expect((await test.owner.get('ready')).status).toBe(503);
      expect(await test.owner.get('health')).toMatchObject({
        status: 503,
        body: {
          data: {
            components: {
              database: {
                status: 'failed',
                detail: expect.stringMatching(
                  /gloss\.sqlite cannot be written to: EROFS.*mounted for writing/,
                ),
              },
            },
          },
        },
      });
      expect(dataOf(await test.owner.get(`threads/${thread._id}`))).toMatchObject({
        title: 'Saved before',
      });
      release();
      expect((await test.owner.get('ready')).status).toBe(200);
      expect(
        (await test.owner.patch(`threads/${thread._id}`, { title: 'Saved after' })).status,
      ).toBe(200);
      await test.close();
      forReading();
      const started = spawnGloss({ ...env, GLOSS_PORT: '0' }, ['serve', '--no-sample']);
      const [output, [code]] = await Promise.all([
        started.stderr.setEncoding('utf8').toArray(),
        once(started, 'close'),
      ]);
      expect(output.join('')).toMatch(
        /The database .*gloss\.sqlite cannot be opened.*Check that it is a file that Gloss may write/,
      );
      expect(code).toBe(3);
    });

    it('refuses a write, and accepts the next one once the disk is writable again', async () => {
      const database = await openDatabase({
        file: join(folder, 'other.sqlite'),
        log: createLog('silent'),
      });
      const write = (sql: string) =>
        database.write((transaction) => database.sequelize.query(sql, { transaction }));
      await write('CREATE TABLE words (w TEXT)');
      // Connections that are already open can still write, so this holds the lock meanwhile.
      await database.sequelize.transaction(async () => {
        forReading();
        await expect(write("INSERT INTO words VALUES ('not kept')")).rejects.toMatchObject({
          name: 'Fault',
          code: 'unavailable',
          message: expect.stringContaining('gloss doctor'),
        });
        await expect(database.assertWritable()).rejects.toMatchObject({ code: 'unavailable' });
        release();
        await database.assertWritable();
        await write("INSERT INTO words VALUES ('kept')");
      });
      expect(
        await database.sequelize.query('SELECT w FROM words', { type: QueryTypes.SELECT }),
      ).toEqual([{ w: 'kept' }]);
      await database.close();
    });
  },
);

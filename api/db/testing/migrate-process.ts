/**
 * A second process for the tests. `together`: sends `ready`, waits for a message, migrates and sends
 * the names of the migrations that it ran. `hang`: hangs in the middle of a migration.
 */
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { createLog } from '#config/log.ts';
import { openDatabase } from '../connection.ts';
import { migrate, type Migration } from '../migrate.ts';

const location = z
  .object({ url: z.string().optional(), file: z.string() })
  .parse(JSON.parse(process.argv[2] ?? ''));
const log = createLog('warn');
const slow = (n: number): Migration => ({
  name: `00${n}-slow`,
  async up({ sequelize, transaction }) {
    await sequelize.query(`CREATE TABLE t${n} (a INTEGER)`, { transaction });
    await pause(30);
  },
});
const hanging: Migration = {
  name: '001-first',
  async up({ sequelize, transaction }) {
    await sequelize.query('CREATE TABLE words (w VARCHAR(20))', { transaction });
    process.send?.('in the middle');
    await pause(2 ** 31 - 1);
  },
};
const database = await openDatabase({ url: location.url, file: location.file, log });
if (process.argv[3] === 'together') {
  process.send?.('ready');
  await once(process, 'message');
}
const ran = await migrate(database, {
  file: location.file,
  log,
  migrations: process.argv[3] === 'hang' ? [hanging] : [1, 2, 3, 4, 5, 6].map(slow),
});
process.send?.(ran);
await database.close();
process.disconnect();

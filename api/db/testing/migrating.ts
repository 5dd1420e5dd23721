/** A second process for the tests: migrates and tells what it ran; with `hang`, stops in the middle of a migration for ever. */
import { z } from 'zod';
import { createLog } from '#config/log.ts';
import { openDatabase } from '../connection.ts';
import { migrate, type Migration } from '../migrate.ts';
import { migrations } from '../migrations/index.ts';

const place = z.object({ url: z.string().optional(), file: z.string() }).parse(JSON.parse(process.argv[2] ?? ''));
const log = createLog('warn');
const hanging: Migration = {
  name: '001-first',
  async up({ sequelize, transaction }) {
    await sequelize.query('CREATE TABLE words (w VARCHAR(20))', { transaction });
    process.send?.('in the middle');
    await new Promise((never) => { setTimeout(never, 2 ** 31 - 1); });
  },
};
const database = await openDatabase({ url: place.url, file: place.file, log });
const ran = await migrate(database, { file: place.file, log, migrations: process.argv[3] === 'hang' ? [hanging] : migrations });
process.send?.(ran);
await database.close();
process.disconnect();

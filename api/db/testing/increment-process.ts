/** A second process for the tests: counts up in `counter` as often as it is told. */
import { z } from 'zod';
import { createLog } from '#config/log.ts';
import { openDatabase } from '../connection.ts';

const place = z
  .object({ url: z.string().optional(), file: z.string() })
  .parse(JSON.parse(process.argv[2] ?? ''));
const database = await openDatabase({ url: place.url, file: place.file, log: createLog('warn') });
for (let i = 0; i < Number(process.argv[3]); i += 1) {
  await database.write((transaction) =>
    database.sequelize.query('UPDATE counter SET n = n + 1 WHERE id = 1', { transaction }),
  );
}
await database.close();

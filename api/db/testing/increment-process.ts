/** A second process for the tests: increments `counter` as many times as its argument says. */
import { z } from 'zod';
import { createLog } from '#config/log.ts';
import { openDatabase } from '../connection.ts';

const location = z
  .object({ url: z.string().optional(), file: z.string() })
  .parse(JSON.parse(process.argv[2] ?? ''));
const database = await openDatabase({
  url: location.url,
  file: location.file,
  log: createLog('warn'),
});
for (let i = 0; i < Number(process.argv[3]); i += 1) {
  await database.write((transaction) =>
    database.sequelize.query('UPDATE counter SET n = n + 1 WHERE id = 1', { transaction }),
  );
}
await database.close();

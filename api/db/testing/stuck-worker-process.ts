/** A second process for the tests: takes jobs, reports each to its parent, and finishes none. */
import { createLog } from '#config/log.ts';
import { openDatabase } from '../connection.ts';
import { openQueue, QueueConfig } from './open-queue.ts';

const config = QueueConfig.parse(JSON.parse(process.argv[2] ?? ''));
const log = createLog('error');
const database = await openDatabase({ url: config.url, file: config.file, log });
const queue = await openQueue(config, database, log);
await queue.work(
  ({ job, attempt, crashes }) => {
    process.send?.({ job, attempt, crashes });
    return new Promise(() => undefined);
  },
  { concurrency: 1 },
);

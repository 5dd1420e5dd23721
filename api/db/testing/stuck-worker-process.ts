/** A second process for the tests: takes jobs, tells its parent of each, and never ends one. */
import { createLog } from '#config/log.ts';
import { openDatabase } from '../connection.ts';
import { openQueue, QueuePlace } from './open-queue.ts';

const place = QueuePlace.parse(JSON.parse(process.argv[2] ?? ''));
const log = createLog('error');
const database = await openDatabase({ url: place.url, file: place.file, log });
const queue = await openQueue(place, database, log);
await queue.work(
  ({ job, attempt, crashes }) => {
    process.send?.({ job, attempt, crashes });
    return new Promise(() => undefined);
  },
  { concurrency: 1 },
);

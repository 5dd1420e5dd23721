/**
 * A plain BullMQ worker that the benchmark kills. Each job waits as long as a small page takes,
 * then writes a row.
 */
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import { Worker } from 'bullmq';
import { Redis } from 'ioredis';

const [url = '', prefix = '', file = ''] = process.argv.slice(2);
const database = new DatabaseSync(file, { timeout: 15_000 });
const insert = database.prepare('INSERT INTO done (line) VALUES (?)');
new Worker<{ line: number }>(
  'jobs',
  async ({ data }) => {
    await wait(150);
    insert.run(data.line);
  },
  { connection: new Redis(url, { maxRetriesPerRequest: null }), prefix, concurrency: 6 },
);

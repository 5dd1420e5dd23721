/**
 * Runs the same number of jobs through BullMQ with an empty handler. Prints `{addMs, seconds,
 * cpuS}` of adding and processing them.
 */
import { Queue, Worker } from 'bullmq';
import { Redis } from 'ioredis';

const [url = '', count = '0'] = process.argv.slice(2);
const prefix = `gloss-bench-${process.pid}`;
const connection = () => new Redis(url, { maxRetriesPerRequest: null });
const redis = connection();
const queue = new Queue('jobs', { connection: redis, prefix });
const added = performance.now();
await queue.addBulk(
  Array.from({ length: Number(count) }, (_, n) => ({
    name: 'read',
    data: {
      line: n + 1,
      url: `https://site-${n % 100}.example.org/article/${n}`,
      title: `Article ${n}`,
      tags: ['saved'],
    },
    opts: { removeOnComplete: true, jobId: `line-${n}` },
  })),
);
const addMs = performance.now() - added;
const { promise: done, resolve } = Promise.withResolvers<void>();
let left = Number(count);
const cpu = process.cpuUsage();
const startedAt = performance.now();
const workerRedis = connection();
const worker = new Worker('jobs', async () => undefined, {
  connection: workerRedis,
  prefix,
  concurrency: 6,
});
worker.on('completed', () => {
  left -= 1;
  if (left === 0) resolve();
});
await done;
const { user, system } = process.cpuUsage(cpu);
process.stdout.write(
  JSON.stringify({
    addMs,
    seconds: (performance.now() - startedAt) / 1000,
    cpuS: (user + system) / 1e6,
  }),
);
await worker.close();
await queue.obliterate({ force: true });
await queue.close();
redis.disconnect();
workerRedis.disconnect();

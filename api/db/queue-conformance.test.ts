import { fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';
import { afterAll, describe } from 'vitest';
import { queueConformance, type QueueFixture } from '#pipeline/queue/conformance.ts';
import { openQueue, type QueueConfig } from './testing/open-queue.ts';
import { describeOnDatabases, openOnSqlite } from './testing/test-database.ts';

/** A busy machine may delay a worker for two seconds between renewals. */
const leaseMs = 3000;
const forkStuckWorker = (location: QueueConfig) =>
  fork(new URL('./testing/stuck-worker-process.ts', import.meta.url), [JSON.stringify(location)], {
    execArgv: [],
  });

describeOnDatabases('the database queue', (open) =>
  queueConformance(async (): Promise<QueueFixture> => {
    const {
      database,
      location: { url, file },
      log,
    } = await open();
    const location = { ...(url === undefined ? {} : { url }), file, leaseMs };
    const run = (sql: string) =>
      database.write((transaction) => database.sequelize.query(sql, { transaction }));
    return {
      database,
      leaseMs,
      open: () => openQueue(location, database, log),
      forkHoldingWorker: () => forkStuckWorker(location),
      // Simulates another machine's worker after the lease has expired.
      loseLease: async (id) => {
        await run(
          `UPDATE jobs SET state = 'waiting', claim_token = NULL, crashes = crashes + 1 WHERE id = '${id}'`,
        );
      },
      clear: async () => {
        await run('DELETE FROM jobs');
      },
    };
  }),
);

const redisUrl = process.env['GLOSS_TEST_REDIS_URL'];
if (redisUrl === undefined) {
  describe.skip('the BullMQ queue (skipped: GLOSS_TEST_REDIS_URL is not set)', () =>
    queueConformance(() => Promise.reject(new Error('no Redis'))));
} else {
  describe('the BullMQ queue', () => {
    const open = openOnSqlite();
    const redis = new Redis(redisUrl);
    const prefix = `gloss-${randomUUID()}`;
    const clear = async (): Promise<void> => {
      const keys = await redis.keys(`${prefix}:*`);
      if (keys.length > 0) await redis.del(...keys);
    };
    afterAll(async () => {
      await clear();
      redis.disconnect();
    });
    queueConformance(async () => {
      const {
        database,
        location: { file },
        log,
      } = await open();
      const location = { file, leaseMs, redis: { redisUrl, prefix } };
      return {
        database,
        leaseMs,
        clear,
        open: () => openQueue(location, database, log),
        forkHoldingWorker: () => forkStuckWorker(location),
        loseLease: async (id) => {
          await redis.del(`${prefix}:jobs:${id}:lock`);
        },
      };
    });
  });
}

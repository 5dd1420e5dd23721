import { Redis } from 'ioredis';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Source } from '#core/contract/source.ts';
import { createLog } from '#config/log.ts';
import { openOnSqlite } from '#api/db/testing/test-database.ts';
import { runWorker } from '#api/server.ts';
import { relayRedis, type RedisRelay } from '#api/testing/redis-relay.ts';
import { dataOf, openTestServer } from '#api/testing/test-server.ts';
import { untilItEnds } from './serve.ts';

const redisUrl = process.env['GLOSS_TEST_REDIS_URL'];

describe.skipIf(!redisUrl)(
  'Redis commands that never return (skipped where GLOSS_TEST_REDIS_URL is not set)',
  () => {
    const open = openOnSqlite();
    const undo: (() => Promise<unknown>)[] = [];
    let relay: RedisRelay;
    beforeEach(async () => {
      const redis = new Redis(`${redisUrl}/9`);
      await redis.flushdb();
      redis.disconnect();
      relay = await relayRedis(`${redisUrl}/9`);
      undo.push(() => relay.close());
    });
    afterEach(async () => {
      for (const step of undo.splice(0).reverse()) await step();
    });
    const serve = async (worker: boolean) => {
      const test = await openTestServer(open, {
        env: { GLOSS_REDIS_URL: relay.url },
        worker,
        stuckMs: 1500,
        stranger: false,
      });
      undo.push(() => test.close());
      /** Resolves once the worker has finished its job and waits for the next. */
      const hold = async () => {
        await expect
          .poll(() => test.server.parts.queue.counts())
          .toEqual({ waiting: 0, delayed: 0, running: 0, background: 0 });
        relay.hold();
      };
      return { ...test, hold, into: await test.thread() };
    };

    it('ends the worker with exit code 1; the next worker processes the waiting sources', async () => {
      const test = await serve(false);
      const begin = () =>
        runWorker(test.server.parts.settings, createLog('silent'), { stuckMs: 1500 });
      const states = async () =>
        (dataOf(await test.owner.get('sources')) as { docs: Source[] }).docs
          .map(({ status }) => status.embedding)
          .sort();
      const add = (page: string) =>
        test.owner.post('thread/addSource', {
          threadId: test.into._id,
          url: `${test.site.origin}/${page}`,
        });
      const [running, said] = [await begin(), [] as string[]];
      await add('otters.html');
      await expect.poll(states).toEqual([1]);
      await test.hold();
      await add('bees.html');
      expect(
        await untilItEnds(running, new AbortController().signal, {
          problem: (text) => said.push(text),
        }),
      ).toBe(1);
      expect(said).toEqual([expect.stringContaining('stopped taking jobs')]);
      expect(await states()).toEqual([0, 1]);
      const next = await begin();
      undo.push(() => next.close());
      await expect.poll(states).toEqual([1, 1]);
    });

    it('still processes sources when the server runs a worker too', async () => {
      const test = await serve(true);
      expect(await test.read(test.into, 'otters.html')).toMatchObject([
        { status: { embedding: 1 } },
      ]);
      await test.hold();
      expect(await test.read(test.into, 'bees.html')).toMatchObject([{ status: { embedding: 1 } }]);
      expect((await test.owner.get('ready')).status).toBe(200);
    });
  },
);

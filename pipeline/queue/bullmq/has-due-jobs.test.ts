import { Queue as Bull } from 'bullmq';
import { Redis } from 'ioredis';
import { describe, expect, it } from 'vitest';
import { hasDueJobs } from './has-due-jobs.ts';

const redisUrl = process.env['GLOSS_TEST_REDIS_URL'] ?? '';

describe.skipIf(redisUrl === '')('hasDueJobs (skipped if GLOSS_TEST_REDIS_URL is not set)', () => {
  it('is true for waiting jobs, delayed jobs whose time has come, and active jobs without a holder, unless the queue is paused', async () => {
    const redis = new Redis(`${redisUrl}/5`);
    const prefix = `gloss-due-${process.pid}`;
    const head = `${prefix}:jobs`;
    const bull = new Bull<unknown>('jobs', { connection: redis, prefix });
    const due = () => hasDueJobs(bull, redis, head);
    expect(await due()).toBe(false);
    await bull.add('fetch', {}, { jobId: 'one' });
    expect(await due()).toBe(true);
    await bull.pause();
    expect(await due()).toBe(false);
    await bull.resume();
    // Like a claim whose worker is gone: its lock holds at first, then expires.
    await redis.set(`${head}:one:lock`, 'token');
    await redis.lmove(`${head}:wait`, `${head}:active`, 'RIGHT', 'LEFT');
    expect(await due()).toBe(false);
    await redis.del(`${head}:one:lock`);
    expect(await due()).toBe(true);
    await redis.del(`${head}:active`);
    await bull.add('fetch', {}, { jobId: 'two', delay: 3_600_000 });
    expect(await due()).toBe(false);
    await redis.zadd(`${head}:delayed`, (Date.now() - 1) * 0x1000, 'two');
    expect(await due()).toBe(true);
    await bull.add('fetch', {}, { jobId: 'three', priority: 1 });
    await redis.del(`${head}:delayed`);
    expect(await due()).toBe(true);
    await bull.obliterate({ force: true });
    await bull.close();
    redis.disconnect();
  });
});

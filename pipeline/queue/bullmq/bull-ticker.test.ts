import { Queue as Bull } from 'bullmq';
import { describe, expect, it } from 'vitest';
import { createLog } from '#config/log.ts';
import { openBullTicker } from './bull-ticker.ts';

const redisUrl = process.env['GLOSS_TEST_REDIS_URL'];

describe.skipIf(!redisUrl)('ticks on Redis (skipped where GLOSS_TEST_REDIS_URL is not set)', () => {
  it('share one schedule between processes, and continue when one process ends', async () => {
    const [url, prefix] = [`${redisUrl}/5`, `gloss-ticker-${process.pid}`];
    const heard = [0, 0];
    const open = (who: 0 | 1) =>
      openBullTicker({
        redisUrl: url,
        everyMs: 100,
        log: createLog('silent'),
        prefix,
        tick: async () => {
          heard[who] = (heard[who] ?? 0) + 1;
        },
      });
    const [one, other] = await Promise.all([open(0), open(1)]);
    await expect.poll(() => (heard[0] ?? 0) + (heard[1] ?? 0)).toBeGreaterThan(3);
    const bull = new Bull('schedule', { connection: { url }, prefix });
    expect(await bull.getJobSchedulersCount()).toBe(1);
    await bull.close();
    await one.stop();
    const before = heard[1] ?? 0;
    await expect.poll(() => heard[1]).toBeGreaterThan(before + 2);
    await other.stop();
  });
});

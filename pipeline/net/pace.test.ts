import { describe, expect, it } from 'vitest';
import { createPace } from './pace.ts';
import { retryAfterS } from './status-fault.ts';

describe('the pace of a host', () => {
  it('keeps its number at once and its starts apart, and leaves other hosts alone', async () => {
    const pace = createPace({ concurrency: 2, perSecond: 50 });
    const startsMs: number[] = [];
    let running = 0;
    let most = 0;
    await Promise.all(Array.from({ length: 6 }, async () => {
      const leave = await pace.enter('a.test');
      startsMs.push(performance.now());
      running += 1;
      most = Math.max(most, running);
      (await pace.enter(`free-${startsMs.length}.test`))();
      await new Promise((resolve) => { setTimeout(resolve, 60); });
      running -= 1;
      leave();
    }));
    expect(most).toBe(2);
    startsMs.slice(1).forEach((at, n) => expect(at - (startsMs[n] ?? 0)).toBeGreaterThan(15));
  });
  it('gives the place of one who went away to the next', async () => {
    const pace = createPace({ concurrency: 1, perSecond: 1000 });
    const leave = await pace.enter('a.test');
    const stop = new AbortController();
    const gone = pace.enter('a.test', stop.signal);
    const next = pace.enter('a.test');
    stop.abort(new Error('gone'));
    await expect(gone).rejects.toThrow('gone');
    leave();
    (await next)();
  });
  it('waits out a short hold, refuses a long one, and doubles the pause of a host that gives no time', async () => {
    let nowMs = 1_000_000;
    const pace = createPace({ concurrency: 1, perSecond: 1000 }, () => nowMs);
    expect(pace.hold('a.test')).toBe(900);
    expect(pace.hold('a.test')).toBe(1800);
    await expect(pace.enter('a.test')).rejects.toMatchObject({ code: 'rate_limited', retryAfterS: 1800 });
    nowMs += 1_801_000;
    (await pace.enter('a.test'))();
    for (let n = 0; n < 10; n += 1) pace.hold('a.test');
    expect(pace.hold('a.test')).toBe(6 * 3600);
    pace.succeed('a.test');
    expect(pace.hold('a.test')).toBe(900);
  });
});

describe('Retry-After', () => {
  const now = Date.parse('2026-11-21T00:00:00Z');
  it.each([['5', 5], ['Sat, 21 Nov 2026 00:01:00 GMT', 60], ['Fri, 20 Nov 2026 00:00:00 GMT', 0], ['soon', undefined], [undefined, undefined]])('%s is %s s', (value, seconds) => {
    expect(retryAfterS(value, now)).toBe(seconds);
  });
});

import { describe, expect, it } from 'vitest';
import { createPace, type EnterOptions } from './pace.ts';
import { crawlDelayOf, createRobots } from './robots.ts';
import { retryAfterS } from './status-fault.ts';
import { manualClock } from './testing/manual-clock.ts';

function paced(concurrency = 2, perSecond = 1) {
  const clock = manualClock();
  const pace = createPace({ concurrency, perSecond }, clock);
  const fromMs = clock.now();
  const startsS: number[] = [];
  /** Enters and returns when, in seconds since the start. */
  const enter = async (host = 'a.test', options: EnterOptions = {}, signal?: AbortSignal) => {
    const leave = await pace.enter(host, signal, options);
    startsS.push((clock.now() - fromMs) / 1000);
    return leave;
  };
  return { pace, clock, enter, startsS };
}
const later = (it: Promise<unknown>) =>
  it.then(
    () => 'entered',
    (error: unknown) => error,
  );

describe('the pace of a host', () => {
  it('admits two requests at once and one per second, separately for each host', async () => {
    const { enter, clock, startsS } = paced();
    const first = [enter(), enter(), enter()];
    await clock.pass(2);
    expect(startsS).toEqual([0, 1]);
    await enter('b.test');
    (await first[0])?.();
    await clock.pass(1);
    expect(startsS).toEqual([0, 1, 2, 2]);
  });
  it('makes no request wait for more than five seconds: each further one gets its own time to retry', async () => {
    const { enter, clock, startsS } = paced(100);
    const all = Array.from({ length: 12 }, () => later(enter()));
    await clock.pass(5);
    expect(startsS).toEqual([0, 1, 2, 3, 4, 5]);
    const sent = await Promise.all(all.slice(6));
    expect(sent).toMatchObject(
      [7, 8, 9, 10, 11, 12].map((retryAfterS) => ({ code: 'paced', retryAfterS })),
    );
    await clock.pass(2);
    await enter();
    expect(startsS.at(-1)).toBe(7);
  });
  it('turns away requests that would wait for slow responses', async () => {
    const { enter, clock } = paced(1, 100);
    const leave = await enter();
    const behind = later(enter());
    await clock.pass(5);
    expect(await behind).toMatchObject({ code: 'paced' });
    leave();
    (await enter())();
  });
  it('turns away at once requests that are too far behind in the queue', async () => {
    const { enter, clock } = paced(1);
    await enter();
    const row = Array.from({ length: 5 }, () => later(enter()));
    await expect(enter()).rejects.toMatchObject({ code: 'paced' });
    await clock.pass(5);
    expect(await Promise.all(row)).toMatchObject(row.map(() => ({ code: 'paced' })));
  });
  it('gives the turn of an aborted request to the next one', async () => {
    const { enter, clock } = paced(1, 1000);
    const leave = await enter();
    const stop = new AbortController();
    const gone = enter('a.test', {}, stop.signal);
    const next = enter();
    stop.abort(new Error('gone'));
    await expect(gone).rejects.toThrow('gone');
    leave();
    await clock.pass(1);
    (await next)();
  });
  it("lets a page's resources start at once, and counts them before the next page", async () => {
    const { enter, clock, startsS } = paced(3);
    (await enter())();
    const parts = await Promise.all([
      enter('a.test', { companion: true }),
      enter('a.test', { companion: true }),
    ]);
    for (const leave of parts) leave();
    expect(startsS).toEqual([0, 0, 0]);
    const page = enter();
    await clock.pass(3);
    (await page)();
    expect(startsS.at(-1)).toBe(3);
    for (let n = 0; n < 50; n += 1) (await enter('a.test', { companion: true }))();
    const next = enter();
    await clock.pass(5);
    await next;
    expect(startsS.at(-1)).toBeLessThanOrEqual(8);
  });
  it('keeps the interval between requests that the host specifies', async () => {
    const { enter, clock, startsS } = paced();
    (await enter('a.test', { everyS: 3 }))();
    const second = enter('a.test', { everyS: 3 });
    await clock.pass(3);
    (await second)();
    expect(startsS).toEqual([0, 3]);
    await clock.pass(0.5);
    (await enter('b.test', { everyS: 0.01 }))();
    const soon = enter('b.test', { everyS: 0.01 });
    await clock.pass(0.9);
    expect(startsS).toHaveLength(3);
    await clock.pass(0.1);
    (await soon)();
  });
  it('waits for a short pause, turns away during a long one, and doubles the pause if the host gives no time', async () => {
    const { pace, enter, clock, startsS } = paced(1, 1000);
    pace.hold('a.test', 4);
    const short = enter();
    await clock.pass(4);
    (await short)();
    expect(startsS).toEqual([4]);
    expect(pace.hold('a.test')).toBe(900);
    expect(pace.hold('a.test')).toBe(1800);
    await expect(enter()).rejects.toMatchObject({ code: 'rate_limited', retryAfterS: 1800 });
    expect(pace.lanes()).toEqual([
      { host: 'a.test', running: 0, waiting: 0, heldUntil: new Date(clock.now() + 1_800_000) },
    ]);
    await clock.pass(1801);
    (await enter())();
    for (let n = 0; n < 10; n += 1) pace.hold('a.test');
    expect(pace.hold('a.test')).toBe(6 * 3600);
    pace.succeed('a.test');
    expect(pace.hold('a.test')).toBe(900);
  });
  it("doesn't report a pause of a few seconds as an error", async () => {
    const { pace, enter } = paced();
    pace.hold('a.test', 9);
    await expect(enter()).rejects.toMatchObject({ code: 'paced', retryAfterS: 9 });
  });
  it('lists the hosts in use, busiest first', async () => {
    const { pace, enter, clock } = paced(1);
    const leave = await enter('a.test');
    await enter('b.test');
    const waits = later(enter('b.test'));
    expect(pace.lanes()).toEqual([
      { host: 'b.test', running: 1, waiting: 1 },
      { host: 'a.test', running: 1, waiting: 0 },
    ]);
    leave();
    await clock.pass(5);
    await waits;
    expect(pace.lanes().map((lane) => lane.host)).toEqual(['b.test']);
  });
});

describe("a host that doesn't respond", () => {
  it('is paused after five failures in a row, twice as long each time, then tried with one request', async () => {
    const { pace, enter, clock } = paced(2, 1000);
    for (let n = 0; n < 4; n += 1) pace.fail('a.test');
    pace.succeed('a.test');
    for (let n = 0; n < 4; n += 1) pace.fail('a.test');
    (await enter())();
    pace.fail('a.test');
    await expect(enter()).rejects.toMatchObject({ code: 'rate_limited', retryAfterS: 60 });
    await clock.pass(61);
    const leave = await enter();
    expect(await later(enter())).toMatchObject({ code: 'paced' });
    pace.fail('a.test');
    leave();
    await expect(enter()).rejects.toMatchObject({ code: 'rate_limited', retryAfterS: 120 });
    await clock.pass(121);
    const probe = await enter();
    pace.succeed('a.test');
    probe();
    const both = [enter(), enter()];
    await clock.pass(0.1);
    await Promise.all(both);
  });
  it('fails after hours, so that waiting sources end', async () => {
    const { pace, enter, clock } = paced(2, 1000);
    const restsS: unknown[] = [];
    for (let n = 0; n < 4; n += 1) pace.fail('a.test');
    for (let n = 0; n < 9; n += 1) {
      pace.fail('a.test');
      const fault = (await later(enter())) as { code: string; retryAfterS?: number };
      restsS.push(fault.retryAfterS ?? fault.code);
      await clock.pass((fault.retryAfterS ?? 3600) + 1);
    }
    expect(restsS).toEqual([60, 120, 240, 480, 960, 1920, 3600, 3600, 'provider_failed']);
    (await enter())();
  });
});

describe('Retry-After', () => {
  const now = Date.parse('2026-11-21T00:00:00Z');
  it.each([
    ['5', 5],
    ['Sat, 21 Nov 2026 00:01:00 GMT', 60],
    ['Fri, 20 Nov 2026 00:00:00 GMT', 0],
    ['999999999', 86_400],
    ['soon', undefined],
    [undefined, undefined],
  ])('%s is %s s', (value, seconds) => {
    expect(retryAfterS(value, now)).toBe(seconds);
  });
});

describe('robots.txt', () => {
  it.each([
    ['User-agent: *\nCrawl-delay: 5', 5],
    ['user-agent: *\r\nDisallow: /x\r\ncrawl-delay: 1.5 # slow', 1.5],
    ['User-agent: other\nCrawl-delay: 9', undefined],
    ['User-agent: *\nCrawl-delay: 5\n\nUser-agent: Gloss\nCrawl-delay: 2', 2],
    ['User-agent: gloss\nDisallow:\n\nUser-agent: *\nCrawl-delay: 5', undefined],
    ['User-agent: a\nUser-agent: *\nCrawl-delay: 4', 4],
    ['User-agent: *\nCrawl-delay: 86400', 60],
    ['User-agent: *\nCrawl-delay: soon', undefined],
    ['<html>', undefined],
    ['', undefined],
  ])('%j names %s s', (text, seconds) => {
    expect(crawlDelayOf(text)).toBe(seconds);
  });

  it("is fetched at a host's second request, and again a day later", async () => {
    let nowMs = 0;
    const read: string[] = [];
    const robots = createRobots(
      async (url) => {
        read.push(url.href);
        if (url.host === 'broken.test') throw new Error('no');
        return 'User-agent: *\nCrawl-delay: 7';
      },
      () => nowMs,
    );
    const ask = (url: string) => robots.crawlDelayS(new URL(url));
    expect([
      await ask('https://a.test/1'),
      await ask('https://b.test/1'),
      await ask('https://a.test/2'),
      await ask('https://a.test/3'),
    ]).toEqual([undefined, undefined, 7, 7]);
    expect([
      await ask('https://broken.test/1'),
      await ask('https://broken.test/2'),
      await ask('https://broken.test/3'),
    ]).toEqual([undefined, undefined, undefined]);
    expect(read).toEqual(['https://a.test/robots.txt', 'https://broken.test/robots.txt']);
    nowMs = 86_400_001;
    await ask('https://a.test/4');
    await ask('https://a.test/5');
    expect(read).toHaveLength(3);
  });
});

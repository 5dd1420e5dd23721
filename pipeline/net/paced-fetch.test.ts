import type { IncomingMessage, ServerResponse } from 'node:http';
import { afterAll, describe, expect, it } from 'vitest';
import type { FetchOptions } from './contract.ts';
import type { Gate } from './gate.ts';
import { createGuardedFetch } from './guarded-fetch.ts';
import { createPace } from './pace.ts';
import { loopbackServer } from './testing/loopback.ts';
import { manualClock } from './testing/manual-clock.ts';

/** Treats loopback as a public host: allowed, and paced. */
const asPublic: Gate = {
  isAllowed: () => false,
  parse: (url, base) => new URL(url, base),
  resolve: async () => [{ address: '127.0.0.1', family: 4 }],
};
const undo: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  await Promise.all(undo.map((step) => step()));
});

async function site(answer: (request: IncomingMessage, response: ServerResponse) => void) {
  const server = await loopbackServer(answer);
  const clock = manualClock();
  const pace = createPace({ concurrency: 2, perSecond: 1 }, clock);
  const { fetch, close } = createGuardedFetch({ gate: asPublic, pace });
  undo.push(() => server.close(), close);
  const get = (path: string, options: Partial<FetchOptions> = {}) =>
    fetch(`${server.url}${path}`, { maxBytes: 10_000, ...options }).then(
      ({ status, movedTo }) => ({ status, movedTo }),
      (error: unknown) => error,
    );
  /** Advances the clock by 0.1 s until the promise settles. */
  const inTime = async <T>(it: Promise<T>): Promise<{ value: T; tookS: number }> => {
    const fromMs = clock.now();
    let done: { value: T } | undefined;
    it.then(
      (value) => {
        done = { value };
      },
      () => undefined,
    );
    await expect
      .poll(
        async () => {
          if (!done) await clock.pass(0.1);
          return done !== undefined;
        },
        { interval: 5 },
      )
      .toBe(true);
    return { value: await it, tookS: (clock.now() - fromMs) / 1000 };
  };
  return { server, clock, pace, get, inTime };
}

describe('a public host', () => {
  it('is requested once a second, and its robots.txt at the second request', async () => {
    const { server, get, inTime } = await site((request, response) => {
      response.end(
        request.url === '/robots.txt' ? 'User-agent: *\nDisallow: /\nCrawl-delay: 3' : 'page',
      );
    });
    await get('/1');
    expect(server.hits).toEqual(['/1']);
    const { value, tookS } = await inTime(get('/2'));
    expect(value).toMatchObject({ status: 200 });
    expect(tookS).toBeGreaterThanOrEqual(1);
    expect(server.hits).toEqual(['/1', '/robots.txt', '/2']);
    const third = await inTime(get('/3'));
    expect(third.tookS).toBeGreaterThanOrEqual(2.5);
    expect(await inTime(Promise.all([get('/4'), get('/5'), get('/6')]))).toMatchObject({
      value: [{ status: 200 }, { code: 'paced' }, { code: 'paced' }],
    });
    expect(server.hits.filter((path) => path === '/robots.txt')).toHaveLength(1);
  });
  it("doesn't delay a page's images or redirects", async () => {
    const { server, clock, get } = await site((request, response) => {
      if (request.url === '/old') response.writeHead(301, { location: '/new' }).end();
      else response.end('x');
    });
    const page = await get('/old');
    const images = await Promise.all([
      get('/a.png', { companion: true }),
      get('/b.png', { companion: true }),
    ]);
    expect([page, ...images]).toMatchObject([{ status: 200 }, { status: 200 }, { status: 200 }]);
    expect(clock.now()).toBe(manualClock().now());
    expect(server.hits).toEqual([
      '/old',
      '/new',
      expect.stringMatching(/png/),
      expect.stringMatching(/png/),
    ]);
  });
  it('is paused for all callers for as long as it asks', async () => {
    const { server, clock, pace, get } = await site((_request, response) => {
      response.writeHead(429, { 'retry-after': '120' }).end();
    });
    expect(await get('/1')).toMatchObject({ code: 'rate_limited', retryAfterS: 120 });
    expect(await get('/2')).toMatchObject({ code: 'rate_limited', retryAfterS: 120 });
    expect(server.hits).toEqual(['/1']);
    expect(pace.lanes()).toMatchObject([
      { host: server.at, heldUntil: new Date(clock.now() + 120_000) },
    ]);
    await clock.pass(121);
    await get('/3');
    expect(server.hits).toEqual(['/1', '/3']);
  });
  it('is paused when it asks for it without a time', async () => {
    const { server, get } = await site((_request, response) => {
      response.writeHead(429).end();
    });
    expect(await get('/1')).toMatchObject({ code: 'rate_limited', retryAfterS: 900 });
    expect(await get('/2', { companion: true })).toMatchObject({
      code: 'rate_limited',
      retryAfterS: 900,
    });
    expect(server.hits).toEqual(['/1']);
  });
  it('that fails five times in a row is tried again after a minute, once', async () => {
    let isBroken = true;
    const { server, clock, get, inTime } = await site((request, response) => {
      response.writeHead(isBroken && request.url !== '/robots.txt' ? 500 : 200).end('x');
    });
    for (let n = 1; n <= 5; n += 1)
      expect((await inTime(get(`/${n}`))).value).toMatchObject({ code: 'provider_failed' });
    expect(await get('/6')).toMatchObject({
      code: 'rate_limited',
      retryAfterS: 60,
      message: expect.stringContaining("isn't responding"),
    });
    expect(server.hits).not.toContain('/6');
    await clock.pass(60);
    isBroken = false;
    expect(await get('/7')).toMatchObject({ status: 200 });
    expect((await inTime(get('/8'))).value).toMatchObject({ status: 200 });
  });
  it("that responds with an error status isn't down", async () => {
    const { get, inTime } = await site((_request, response) => {
      response.writeHead(404).end();
    });
    for (let n = 1; n <= 7; n += 1)
      expect((await inTime(get(`/${n}`))).value).toMatchObject({ code: 'not_found' });
  });
});

describe('permanent redirects', () => {
  it('report the new address, up to the first temporary redirect', async () => {
    const { server, get } = await site((request, response) => {
      const to: Record<string, [number, string]> = {
        '/a': [301, '/b'],
        '/b': [308, '/c'],
        '/c': [302, '/d'],
        '/d': [301, '/e'],
        '/now': [302, '/e'],
      };
      const [status, location] = to[request.url ?? ''] ?? [];
      if (status && location) response.writeHead(status, { location }).end();
      else response.end('x');
    });
    expect(await get('/a')).toMatchObject({ status: 200, movedTo: `${server.url}/c` });
    expect(await get('/now', { companion: true })).toEqual({ status: 200, movedTo: undefined });
    expect(await get('/e', { companion: true })).toEqual({ status: 200, movedTo: undefined });
  });
});

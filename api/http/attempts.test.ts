import { once } from 'node:events';
import { createServer, request, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { createLog } from '#config/log.ts';
import { openOnSqlite } from '../db/testing/test-database.ts';
import { openAccountsServer } from '../testing/accounts-server.ts';
import { createAttempts } from './attempts.ts';

const undo: (() => unknown)[] = [];
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step();
});

/** A server on which every request is an attempt; `ok` ones succeed. */
async function tries(trustedProxies: string[], redisUrl?: string) {
  const attempts = await createAttempts({
    perMinute: 3,
    perHour: 6,
    trustedProxies,
    redisUrl,
    log: createLog('silent'),
  });
  const server = createServer((req, res) => {
    const [, what = '', account] = new URL(req.url ?? '', 'http://x').pathname.split('/');
    attempts.take(req, what, account).then(
      async (giveBack) => {
        if (req.headers['x-ok']) await giveBack();
        res.end();
      },
      (error: { code: string; retryAfterS: number }) => {
        res.writeHead(429, { 'Retry-After': String(error.retryAfterS) }).end(error.code);
      },
    );
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  undo.push(
    () => attempts.close(),
    () => {
      server.closeAllConnections();
      server.close();
    },
  );
  const { port } = server.address() as AddressInfo;
  return async (path: string, headers: Record<string, string> = {}) => {
    const [response] = (await once(
      request({ host: '127.0.0.1', port, path: `/${path}`, headers }).end(),
      'response',
    )) as [IncomingMessage];
    response.resume();
    return response.statusCode ?? 0;
  };
}
const codes = async (count: number, one: (n: number) => Promise<number>) => {
  const found: number[] = [];
  for (let n = 0; n < count; n += 1) found.push(await one(n));
  return found;
};

const redisUrl = process.env['GLOSS_TEST_REDIS_URL'];
const places: [string, string | undefined][] = [
  ['in this process', undefined],
  ...(redisUrl ? [['on Redis', `${redisUrl}/5`] satisfies [string, string]] : []),
];
describe.each(places)('attempts counted %s', (_name, redis) => {
  it("are limited per account and per address; successful ones don't count", async () => {
    const ask = await tries([], redis);
    const own = String(Math.random());
    expect(await codes(8, () => ask(`${own}/ada`, { 'x-ok': '1' }))).toEqual(Array(8).fill(200));
    expect(await codes(4, () => ask(`${own}/ada`))).toEqual([200, 200, 200, 429]);
    expect(await codes(4, (n) => ask(`${own}/other-${n}`))).toEqual([200, 200, 200, 429]);
    expect(await ask(`${own}x/ada`)).toBe(200);
  });
  it('are not reset by a forged address', async () => {
    const ask = await tries([], redis);
    const own = String(Math.random());
    expect(
      (await codes(8, (n) => ask(own, { 'X-Forwarded-For': `198.51.100.${n}` }))).filter(
        (code) => code === 200,
      ),
    ).toHaveLength(6);
  });
  it('use the address from a trusted proxy, with an IPv6 network as one address', async () => {
    const ask = await tries(['127.0.0.0/8'], redis);
    const own = String(Math.random());
    expect(
      (
        await codes(8, (n) => ask(own, { 'X-Forwarded-For': `203.0.113.${n}, 198.51.100.7` }))
      ).filter((code) => code === 200),
    ).toHaveLength(6);
    expect(await ask(own, { 'X-Forwarded-For': '198.51.100.8' })).toBe(200);
    expect(
      (await codes(8, (n) => ask(own, { 'X-Forwarded-For': `2001:db8:1:2::${n}` }))).filter(
        (code) => code === 200,
      ),
    ).toHaveLength(6);
    expect(await ask(own, { 'X-Forwarded-For': '2001:db8:1:3::1' })).toBe(200);
    expect(
      (
        await codes(8, (n) =>
          ask(own, { 'X-Forwarded-For': n % 2 ? '::ffff:192.0.2.1' : '192.0.2.1' }),
        )
      ).filter((code) => code === 200),
    ).toHaveLength(6);
  });
});

describe('signing in', () => {
  const open = openOnSqlite();
  it('is limited to five attempts a minute for any spelling of the address, and says when to retry', async () => {
    const test = await openAccountsServer(open, { env: { GLOSS_SIGN_IN_PACE: '5/min,20/h' } });
    undo.push(() => test.close());
    const body = { email: 'ada@example.org', password: 'not the password' };
    const spellings = [
      'auth/login',
      'auth/login/',
      'AUTH/LOGIN',
      'auth/login?x=1',
      'auth/login',
      'auth//login',
      'auth/login#x',
    ];
    const replies = [];
    for (const path of spellings)
      replies.push(
        await fetch(`${test.server.url}/api/${path}`, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': '198.51.100.7' },
          body: JSON.stringify({ ...body, email: ` ${body.email.toUpperCase()}` }),
        }),
      );
    const counted = replies.filter(({ status }) => status !== 404);
    expect(counted.slice(0, 5).every(({ status }) => status === 401)).toBe(true);
    expect(counted.slice(5).every(({ status }) => status === 429)).toBe(true);
    expect(counted.length).toBeGreaterThan(5);
    expect(counted.at(-1)?.headers.get('Retry-After')).toMatch(/^\d+$/);
  });
});

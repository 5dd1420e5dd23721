/**
 * Tests each defence twice: with it the attack fails, without it the attack succeeds. Otherwise the
 * test would prove nothing.
 */
import { once } from 'node:events';
import { createServer, request, type IncomingMessage, type RequestListener } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import Koa from 'koa';
import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { UserId } from '#core/contract/id.ts';
import { createLog } from '#config/log.ts';
import { authenticator } from '../features/accounts/authenticate.ts';
import { cookieJar, type Accounts } from '../features/accounts/index.ts';
import { clientAddress, addressGroup } from './client-address.ts';
import { mountRoutes, type RequestLimits } from './mount.ts';
import { onError } from './on-error.ts';
import { hostGuard } from './own-hosts.ts';
import { publicRoute, route, type Route } from './route.ts';
import { ownFetches } from './sec-fetch.ts';

const undo: (() => unknown)[] = [];
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step();
});
async function listening(handle: RequestListener): Promise<number> {
  const server = createServer(handle).listen(0, '127.0.0.1');
  await once(server, 'listening');
  undo.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}
interface Sent {
  method?: string;
  path?: string;
  headers?: Record<string, string>;
  body?: string;
}
async function send(
  port: number,
  { method = 'POST', path = '/api/x', headers = {}, body = method === 'GET' ? '' : '{}' }: Sent,
): Promise<number> {
  const [response] = (await once(
    request({
      host: '127.0.0.1',
      port,
      method,
      path,
      headers: { 'Content-Type': 'application/json', ...headers },
    }).end(body),
    'response',
  )) as [IncomingMessage];
  response.resume();
  return response.statusCode ?? 0;
}

const OWN = 'https://gloss.example.org';
const signedIn = {
  caller: async () => ({
    user: {
      _id: '0198c0de-0000-7000-8000-000000000001' as UserId,
      email: 'ada@example.org',
      name: 'Ada',
      is_verified_user: true,
      plan: 'FREE',
    },
    actor: {},
    credential: { kind: 'session', scope: 'write', loginId: undefined },
  }),
} as unknown as Accounts;
const USUAL: RequestLimits = { pace: { idleMs: 30_000, bytesPerMs: 8 }, maxDepth: 64 };
const answers: Route[] = [
  publicRoute({
    method: 'post',
    path: 'x',
    summary: 'Takes anything',
    body: z.unknown(),
    response: z.object({}),
    handle: async () => ({}),
  }),
  publicRoute({
    method: 'post',
    path: 'large',
    summary: 'Takes more',
    body: z.unknown(),
    takes: { jsonLimit: '50mb' },
    response: z.object({}),
    handle: async () => ({}),
  }),
  route({
    method: 'get',
    path: 'seen',
    summary: 'Data of a user',
    response: z.object({}),
    handle: async () => ({}),
  }),
  route({
    method: 'post',
    path: 'mine',
    summary: 'For who is signed in',
    body: z.unknown(),
    response: z.object({}),
    handle: async () => ({}),
  }),
];
function app({
  origins = [OWN],
  limits = USUAL,
  fetches = [ownFetches],
}: {
  origins?: string[];
  limits?: RequestLimits;
  fetches?: Koa.Middleware[];
} = {}): RequestListener {
  const { router } = mountRoutes(
    answers,
    authenticator(signedIn, cookieJar(false), new Set(origins)),
    limits,
  );
  const koa = new Koa().use(onError(createLog('silent')));
  for (const it of fetches) koa.use(it);
  return koa.use(router.routes()).callback() as RequestListener;
}
const nested = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;
const cookie = { Cookie: 'gloss_session=abc' };
const fetchedBy = (site: string, mode: string, dest: string) => ({
  'Sec-Fetch-Site': site,
  'Sec-Fetch-Mode': mode,
  'Sec-Fetch-Dest': dest,
});

describe('a defence', () => {
  const own = new Set(['gloss.example.org']);
  it.each<[string, () => RequestListener, () => RequestListener, Sent, number]>([
    [
      'against pages that send with the cookie of others',
      () => app(),
      () => app({ origins: [OWN, 'https://evil.example'] }),
      { path: '/api/mine', headers: { ...cookie, Origin: 'https://evil.example' } },
      403,
    ],
    [
      'against pages without an origin of their own',
      () => app(),
      () => app({ origins: [OWN, 'null'] }),
      { path: '/api/mine', headers: { ...cookie, Origin: 'null' } },
      403,
    ],
    [
      'against pages that show what another is let see',
      () => app(),
      () => app({ fetches: [] }),
      {
        method: 'GET',
        path: '/api/seen',
        headers: { ...cookie, ...fetchedBy('cross-site', 'no-cors', 'image') },
      },
      403,
    ],
    [
      'against pages of a neighbouring name that ask for it',
      () => app(),
      () => app({ fetches: [] }),
      {
        method: 'GET',
        path: '/api/seen',
        headers: { ...cookie, ...fetchedBy('same-site', 'cors', 'empty') },
      },
      403,
    ],
    [
      'against pages that hold it in a frame',
      () => app(),
      () => app({ fetches: [] }),
      {
        method: 'GET',
        path: '/api/seen',
        headers: { ...cookie, ...fetchedBy('cross-site', 'navigate', 'iframe') },
      },
      403,
    ],
    [
      'against names that lead here from elsewhere',
      () => hostGuard(own, app()),
      () => app(),
      { headers: { Host: 'rebinding.example' } },
      421,
    ],
    [
      'against what is nested without end',
      () => app(),
      () => app({ limits: { ...USUAL, maxDepth: Number.POSITIVE_INFINITY } }),
      { body: nested(65) },
      400,
    ],
    [
      'against bodies that are too large',
      () => app(),
      () => (req, res) => {
        req.url = '/api/large';
        app()(req, res);
      },
      { body: JSON.stringify({ a: 'x'.repeat(2 ** 20) }) },
      413,
    ],
  ])('%s', async (_name, withDefence, withoutDefence, attack, refused) => {
    expect([
      await send(await listening(withDefence()), attack),
      await send(await listening(withoutDefence()), attack),
    ]).toEqual([refused, 200]);
  });

  it.each<[string, Record<string, string>]>([
    ['the page itself', { ...cookie, ...fetchedBy('same-origin', 'cors', 'empty') }],
    ['what is typed', { ...cookie, ...fetchedBy('none', 'navigate', 'document') }],
    [
      'a link that someone follows',
      { ...cookie, ...fetchedBy('cross-site', 'navigate', 'document') },
    ],
    [
      'a program with a token of its own',
      { Authorization: 'Bearer abc', ...fetchedBy('cross-site', 'cors', 'empty') },
    ],
    ['a browser that does not say', cookie],
  ])('lets through %s', async (_name, headers) => {
    expect(await send(await listening(app()), { method: 'GET', path: '/api/seen', headers })).toBe(
      200,
    );
  });

  it('against bodies that never arrive closes the connection', async () => {
    async function halfSent(limits: RequestLimits): Promise<Socket> {
      const socket = connect(await listening(app({ limits })), '127.0.0.1');
      undo.push(() => socket.destroy());
      socket
        .on('error', () => undefined)
        .write(
          'POST /api/x HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 7\r\n\r\n{"a":',
        );
      return socket;
    }
    const patient = await halfSent({ ...USUAL, pace: { idleMs: 2 ** 31, bytesPerMs: 8 } });
    await once(
      (await halfSent({ ...USUAL, pace: { idleMs: 50, bytesPerMs: 8 } })).resume(),
      'close',
    );
    patient.write('1}');
    expect(String((await once(patient, 'data'))[0])).toMatch(/^HTTP\/1\.1 200/);
  });

  it('against forged addresses only trusts configured proxies', () => {
    const from = (forwarded: string) =>
      ({
        socket: { remoteAddress: '203.0.113.5' },
        headers: { 'x-forwarded-for': forwarded },
      }) as unknown as IncomingMessage;
    const places = (trusted: string[]) =>
      new Set(
        Array.from({ length: 50 }, (_, n) =>
          addressGroup(clientAddress(trusted)(from(`198.51.100.${n}`))),
        ),
      ).size;
    expect([places([]), places(['203.0.113.0/24'])]).toEqual([1, 50]);
  });
});

import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import Koa from 'koa';
import { expect, it } from 'vitest';
import { cookieJar } from './cookies.ts';

async function setBy(secure: boolean): Promise<string[]> {
  const server = new Koa()
    .use((koa) => {
      cookieJar(secure).set(koa, 'session', 'abc', null);
      koa.body = '';
    })
    .listen(0, '127.0.0.1');
  await once(server, 'listening');
  const response = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  server.closeAllConnections();
  server.close();
  return response.headers.getSetCookie();
}

it('limits cookies to this host and to TLS, and ignores other cookies there', async () => {
  expect(await setBy(true)).toEqual([
    '__Host-gloss_session=abc; Path=/; HttpOnly; SameSite=Lax; Secure',
  ]);
  expect(cookieJar(true).read('session', 'gloss_session=planted; __Host-gloss_session=abc')).toBe(
    'abc',
  );
  expect(cookieJar(true).read('session', 'gloss_session=planted')).toBeUndefined();
  expect(cookieJar(false).read('session', 'x=1; gloss_session=abc')).toBe('abc');
});

import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Koa from 'koa';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Fault, FAULTS } from '#core/contract/faults.ts';
import { createLog } from '#config/log.ts';
import { onError } from './on-error.ts';

let logText = '';
const app = new Koa()
  .use(
    onError(
      createLog('trace', (line) => {
        logText += line;
      }),
    ),
  )
  .use((koa) => {
    if (koa.path.includes('refused')) throw new Fault('not_allowed');
    if (koa.path.includes('broken')) throw new Error('broken: SELECT password FROM users');
    koa.body = {};
  });
const server = createServer(app.callback() as Parameters<typeof createServer>[1]);
beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening');
});
afterAll(() => {
  server.close();
});

it.each([
  '/verify?token=S3CRET',
  '/reset?token=S3CRET',
  '/api/auth/link?code=S3CRET',
  '/api/refused?token=S3CRET',
  '/api/broken?code=S3CRET',
  '/c/S3CRET.S3CRET',
  '/media/S3CRET.S3CRET/film.mp4',
  '/c/refused.S3CRET',
  '/c/broken.S3CRET',
])('logs nothing of the secret from %s', async (path) => {
  logText = '';
  await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`, {
    headers: { referer: 'http://127.0.0.1/verify?token=S3CRET' },
  });
  await expect.poll(() => logText).toContain('"msg":"request"');
  expect(logText).not.toContain('S3CRET');
});

it('returns one sentence to the client, and logs the cause', async () => {
  logText = '';
  const reply = await fetch(
    `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/broken`,
  );
  expect([reply.status, await reply.json()]).toEqual([
    500,
    { code: 'internal', message: FAULTS.internal.message },
  ]);
  expect(logText).toMatch(/"msg":"request failed"/);
  expect(logText).toMatch(/"stack":"Error: broken: SELECT password FROM users\\n {4}at /);
});

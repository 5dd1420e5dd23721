import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, test } from 'vitest';
import { createGate, type Resolve } from './gate.ts';
import { createMediaStreams } from './media-stream.ts';

const servers: Server[] = [];
const closes: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closes.splice(0)) await close();
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

async function site(answer: RequestListener): Promise<{ origin: string; host: string }> {
  const server = createServer(answer);
  servers.push(server);
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { origin: `http://${host}`, host };
}
function streams(allow: readonly string[], resolve?: Resolve) {
  const media = createMediaStreams({ gate: createGate({ allow, ...(resolve && { resolve }) }) });
  closes.push(media.close);
  const options = (more = {}) => ({
    method: 'GET' as const,
    signal: AbortSignal.timeout(20_000),
    ...more,
  });
  return { open: (url: string, more?: object) => media.open(url, options(more)) };
}
const textOf = async (body: AsyncIterable<Buffer>) =>
  Buffer.concat(await Array.fromAsync(body)).toString();

describe('media streams', () => {
  test('pass on what the host sends, in the requested range', async () => {
    const { origin, host } = await site((request, response) =>
      response.writeHead(206, { 'Content-Range': 'bytes 0-1/9' }).end(request.headers.range),
    );
    const { status, headers, body } = await streams([host]).open(`${origin}/a.mp4`, {
      range: 'bytes=0-1',
    });
    expect([status, headers['content-range'], await textOf(body)]).toEqual([
      206,
      'bytes 0-1/9',
      'bytes=0-1',
    ]);
  });

  test('reach no internal address: by number, by name, or by DNS rebinding', async () => {
    let asked = 0;
    const { host } = await site((_, response) => {
      asked += 1;
      response.end('inside');
    });
    const { port } = new URL(`http://${host}`);
    const resolve: Resolve = async () => [{ address: '127.0.0.1', family: 4 }];
    const { open } = streams([], resolve);
    for (const url of [
      `http://127.0.0.1:${port}/`,
      `http://localhost:${port}/`,
      'http://rebound.example/',
      'http://[::1]/',
      'http://169.254.169.254/latest',
    ]) {
      await expect(open(url)).rejects.toMatchObject({ code: 'blocked_address' });
    }
    await expect(open('file:///etc/passwd')).rejects.toMatchObject({ code: 'unsupported_url' });
    expect(asked).toBe(0);
  });

  test('follow a redirect only through the gate', async () => {
    const inside = await site((_, response) => response.end('inside'));
    const { origin, host } = await site((_, response) =>
      response.writeHead(302, { Location: inside.origin }).end(),
    );
    await expect(streams([host]).open(`${origin}/a.mp4`)).rejects.toMatchObject({
      code: 'blocked_address',
    });
    const { url, body } = await streams([host, inside.host]).open(`${origin}/a.mp4`);
    expect([url, await textOf(body)]).toEqual([`${inside.origin}/`, 'inside']);
  });

  test('fail if the host refuses, sends an unrequested coding, or ends early', async () => {
    const { origin, host } = await site((request, response) => {
      if (request.url === '/gone') response.writeHead(404).end('gone');
      else if (request.url === '/coded')
        response.writeHead(200, { 'Content-Encoding': 'gzip' }).end(gzipSync('x'));
      else if (request.url === '/cut')
        response.writeHead(200, { 'Content-Length': 100 }).write('x', () => response.destroy());
      else response.socket?.destroy();
    });
    const { open } = streams([host]);
    await expect(open(`${origin}/gone`)).rejects.toMatchObject({ code: 'not_found' });
    await expect(open(`${origin}/coded`)).rejects.toMatchObject({ code: 'provider_failed' });
    await expect(open(`${origin}/none`)).rejects.toMatchObject({ code: 'provider_failed' });
    const { body } = await open(`${origin}/cut`);
    await expect(textOf(body)).rejects.toThrow();
  });

  test("that nobody reads don't block others from the same host", async () => {
    const { origin, host } = await site((request, response) => {
      response.writeHead(200);
      if (request.url === '/one') response.end('one');
      else response.write(Buffer.alloc(1 << 20));
    });
    const { open } = streams([host]);
    const paused = await Promise.all(Array.from({ length: 20 }, () => open(`${origin}/paused`)));
    expect(await textOf((await open(`${origin}/one`)).body)).toBe('one');
    for (const { body } of paused) body.on('error', () => undefined).destroy();
  });
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import type { ServerResponse } from 'node:http';
import type { FetchOptions } from './contract.ts';
import { createGate } from './gate.ts';
import { createGuardedFetch } from './guarded-fetch.ts';
import { createPace } from './pace.ts';
import { loopbackServer, type LoopbackServer } from './testing/loopback.ts';

const MIB = 2 ** 20;
const bomb = gzipSync(Buffer.alloc(100 * MIB));
const text = 'The margin holds what the page left out.';
const coded: Record<string, Buffer> = {
  gzip: gzipSync(text),
  deflate: deflateSync(text),
  br: brotliCompressSync(text),
  zstd: zstdCompressSync(text),
  'gzip, br': brotliCompressSync(gzipSync(text)),
  identity: Buffer.from(text),
};
const bombs: Record<string, Buffer> = {
  gzip: bomb,
  'gzip, gzip': gzipSync(bomb),
  'gzip, br': brotliCompressSync(bomb),
};
const dripping = new Set<ServerResponse>();
const silent = new Set<ServerResponse>();
let site: LoopbackServer;
let made: ReturnType<typeof createGuardedFetch>;

beforeAll(async () => {
  site = await loopbackServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://site');
    const coding = url.searchParams.get('coding') ?? '';
    if (url.pathname === '/coded')
      response.writeHead(200, { 'content-encoding': coding }).end(coded[coding]);
    else if (url.pathname === '/bomb')
      response.writeHead(200, { 'content-encoding': coding }).end(bombs[coding]);
    else if (url.pathname === '/odd')
      response.writeHead(200, { 'content-encoding': coding }).end('x');
    else if (url.pathname === '/large') response.end(Buffer.alloc(2 * MIB, 'a'));
    else if (url.pathname === '/endless') {
      const send = (): void => {
        while (!response.destroyed && response.write(Buffer.alloc(64 * 1024)));
      };
      response.on('drain', send);
      send();
    } else if (url.pathname === '/drip') {
      dripping.add(response);
      const timer = setInterval(() => response.write('.'), 20);
      response.on('close', () => {
        clearInterval(timer);
        dripping.delete(response);
      });
    } else if (url.pathname === '/silent') {
      silent.add(response);
      response.on('close', () => silent.delete(response));
    } else if (url.pathname === '/cut') {
      response.writeHead(200, { 'content-length': '1000' }).write('half');
      setTimeout(() => response.destroy(), 20);
    }
  });
  made = createGuardedFetch({
    gate: createGate({ allow: [site.at] }),
    pace: createPace({ concurrency: 9, perSecond: 1000 }),
  });
});
afterAll(async () => {
  await Promise.all([made.close(), site.close()]);
});
const get = (path: string, options: Partial<FetchOptions> = {}) =>
  made.fetch(`${site.url}${path}`, { maxBytes: MIB, ...options });

describe('a body', () => {
  it.each(Object.keys(coded))('with the coding %s is decoded', async (coding) => {
    expect(
      Buffer.from((await get(`/coded?coding=${encodeURIComponent(coding)}`)).bytes).toString(),
    ).toBe(text);
  });
  it.each(Object.keys(bombs))(
    'of 100 MiB compressed by %s is stopped at the limit, in bounded time and memory',
    async (coding) => {
      const rssBefore = process.memoryUsage().rss;
      await expect(get(`/bomb?coding=${encodeURIComponent(coding)}`)).rejects.toMatchObject({
        code: 'too_large',
      });
      expect(process.memoryUsage().rss - rssBefore).toBeLessThan(60 * MIB);
    },
  );
  it.each(['/large', '/endless'])('of %s is stopped at the limit', async (path) => {
    await expect(get(path)).rejects.toMatchObject({ code: 'too_large' });
  });
  it.each(['lzma', 'gzip, gzip, gzip', 'gzip'])("that isn't valid %s fails", async (coding) => {
    await expect(get(`/odd?coding=${encodeURIComponent(coding)}`)).rejects.toMatchObject({
      code: 'provider_failed',
    });
  });
  it('that is truncated fails', async () => {
    await expect(get('/cut')).rejects.toMatchObject({ code: 'provider_failed' });
  });
  it('that arrives too slowly times out, and its connection is closed', async () => {
    const startedMs = performance.now();
    await expect(get('/drip', { timeoutMs: 300 })).rejects.toMatchObject({
      code: 'timed_out',
      details: { waitedFor: 'body' },
    });
    // Well before the default timeout.
    expect(performance.now() - startedMs).toBeLessThan(15_000);
    await expect.poll(() => dripping.size).toBe(0);
  });
  it("is aborted with the caller's reason", async () => {
    const stop = new AbortController();
    const reason = new Error('tab closed');
    const answer = get('/drip', { signal: stop.signal });
    await expect.poll(() => dripping.size).toBe(1);
    stop.abort(reason);
    await expect(answer).rejects.toBe(reason);
    await expect.poll(() => dripping.size).toBe(0);
  });
});

describe("a site that doesn't respond", () => {
  const late = { code: 'timed_out', details: { waitedFor: 'headers' } };

  it('times out without a first byte, and its connection is closed', async () => {
    const startedMs = performance.now();
    await expect(get('/silent', { firstByteMs: 300, timeoutMs: 20_000 })).rejects.toMatchObject({
      ...late,
      message: 'The site did not answer within a second. Try again later.',
    });
    expect(performance.now() - startedMs).toBeLessThan(10_000);
    await expect.poll(() => silent.size).toBe(0);
  });
  it('gets more time only with a slot for slow requests, which is released afterwards', async () => {
    let free = 1;
    const slow = {
      afterMs: 100,
      takeSlot() {
        if (free === 0) return undefined;
        free -= 1;
        return () => {
          free += 1;
        };
      },
    };
    const first = get('/silent', { firstByteMs: 5_000, slow });
    await expect.poll(() => free).toBe(0);
    await expect(get('/silent', { firstByteMs: 5_000, slow })).rejects.toMatchObject(late);
    expect(free).toBe(0);
    await expect(first).rejects.toMatchObject(late);
    expect(free).toBe(1);
    // A site that responds at once takes no slot.
    free = 0;
    expect((await get('/coded?coding=identity', { slow })).status).toBe(200);
  });
  it('may take as long as the request if no first-byte limit is set', async () => {
    await expect(get('/silent', { timeoutMs: 300 })).rejects.toMatchObject(late);
  });
  it('has separate limits for the first byte and for the body', async () => {
    const startedMs = performance.now();
    await expect(get('/drip', { firstByteMs: 200, timeoutMs: 900 })).rejects.toMatchObject({
      code: 'timed_out',
      details: { waitedFor: 'body' },
    });
    expect(performance.now() - startedMs).toBeGreaterThan(850);
  });
  it('times out or aborts during the name look-up as well', async () => {
    const stop = new AbortController();
    const never = createGuardedFetch({
      gate: createGate({ resolve: () => new Promise(() => undefined) }),
      pace: createPace({ concurrency: 9, perSecond: 1000 }),
    });
    const url = 'http://never.test/';
    const aborted = never.fetch(url, { maxBytes: 9, signal: stop.signal });
    await expect(never.fetch(url, { maxBytes: 9, timeoutMs: 300 })).rejects.toMatchObject(late);
    stop.abort();
    await expect(aborted).rejects.toBe(stop.signal.reason);
    await never.close();
  });
});

import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import Koa from 'koa';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { eventually } from '#pipeline/testing/eventually.ts';
import { openEvents, type EventSink } from './sse.ts';

let opened = Promise.withResolvers<EventSink>();
const app = new Koa().use((koa) => {
  opened.resolve(Object.assign(openEvents(koa), { res: koa.res }));
});
const server = createServer(app.callback() as Parameters<typeof createServer>[1]);
beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening');
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
const sockets: Socket[] = [];
afterEach(() => {
  vi.useRealTimers();
  for (const it of sockets.splice(0)) it.destroy();
});
async function listener(): Promise<{
  socket: Socket;
  sink: EventSink & { res: { writableLength: number } };
}> {
  opened = Promise.withResolvers<EventSink>();
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1').on(
    'error',
    () => undefined,
  );
  sockets.push(socket);
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  return {
    socket,
    sink: (await opened.promise) as EventSink & { res: { writableLength: number } },
  };
}
const PIECE = 'x'.repeat(100_000);

it('is not cached by proxies, and sends a heartbeat every fifteen seconds', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const { socket, sink } = await listener();
  let received = '';
  socket.setEncoding('utf8').on('data', (text: string) => {
    received += text;
  });
  vi.advanceTimersByTime(30_000);
  sink.send('last', { of: 'all' });
  await eventually(() => expect(received).toContain('event: last\ndata: {"of":"all"}'));
  expect(received).toMatch(
    /content-type: text\/event-stream; charset=utf-8\r\n[^]*no-store, no-transform[^]*x-accel-buffering: no\r\n/i,
  );
  expect(received.match(/event: ping\n/g)).toHaveLength(2);
});

it('ends for a client that does not read, and continues for others', async () => {
  const [slow, quick] = [await listener(), await listener()];
  slow.socket.pause();
  quick.socket.resume();
  // Data in kernel buffers does not count.
  for (let sent = 0; sent < 1_000 && !slow.sink.closed; sent += 1) {
    slow.sink.send('more', PIECE);
    await turn();
  }
  expect(slow.sink.closed).toBe(true);
  for (let sent = 0; sent < 30; sent += 1) {
    quick.sink.send('more', PIECE);
    await eventually(() => expect(quick.sink.res.writableLength).toBe(0), { interval: 1 });
  }
  expect(quick.sink.closed).toBe(false);
});

import type { Context } from 'koa';

/** unread bytes after which the stream is ended, because a slow reader must not fill our memory */
const MAX_UNREAD_BYTES = 1_000_000;
const PING_MS = 15_000;

export interface EventSink {
  send(event: string, data: unknown, id?: string): void;
  end(): void;
  readonly closed: boolean;
}

/**
 * Opens a server-sent event stream on the raw response: no buffering, no compression, a heartbeat
 * every 15 s.
 */
export function openEvents(koa: Context): EventSink {
  const { res } = koa;
  koa.respond = false;
  koa.req.socket.setNoDelay(true);
  res.writeHead(200, {
    'Content-Type': 'text/event-stream; charset=utf-8',
    'Cache-Control': 'no-cache, no-store, no-transform',
    'X-Accel-Buffering': 'no',
    Connection: 'keep-alive',
  });
  res.flushHeaders();
  let closed = false;
  const ping = setInterval(() => res.write('event: ping\ndata: {}\n\n'), PING_MS);
  const close = () => {
    closed = true;
    clearInterval(ping);
  };
  res.once('close', close);
  return {
    get closed() {
      return closed;
    },
    send(event, data, id) {
      if (closed) return;
      res.write(
        `${id === undefined ? '' : `id: ${id}\n`}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`,
      );
      if (res.writableLength > MAX_UNREAD_BYTES) res.destroy();
    },
    end() {
      if (closed) return;
      close();
      res.end();
    },
  };
}

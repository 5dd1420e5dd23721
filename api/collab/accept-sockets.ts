import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Hocuspocus } from '@hocuspocus/server';
import { WebSocketServer } from 'ws';
import type { Log } from '#config/log.ts';
import { addressGroup } from '../http/client-address.ts';
import { connectSocket } from './connect-socket.ts';
import { PENDING_LIMITS, type PendingLimits, PendingConnections } from './pending-connections.ts';
import { SlowFrames } from './slow-frames.ts';
import type { CollabContext } from './socket.ts';

const MAX_PAYLOAD = 5 * 2 ** 20;
const LONGEST_FRAME_MS = 120_000;
const CHECK_FRAMES_MS = 15_000;

export interface SocketOptions {
  server: Server;
  log: Log;
  /**
   * Origins whose pages may connect with a cookie: Gloss's own. A function, because the port may be
   * known only later.
   */
  allowedOrigins: () => readonly string[];
  /** Path of the WebSocket. Default `/collab`. */
  path?: string;
  /** Limits of sockets before sign-in. */
  waiting?: Partial<PendingLimits>;
  /** Returns the client's address. Default: the socket's address. */
  addressOf?: (request: IncomingMessage) => string;
}

export interface Sockets {
  /** Accepts no further sockets. */
  stop(): void;
  close(code: number, reason: string): void;
  terminate(): void;
}

/** Accepts WebSockets of the HTTP server and connects them to Hocuspocus. */
export function acceptSockets(
  hocuspocus: Hocuspocus<CollabContext>,
  { server, log, allowedOrigins, path = '/collab', waiting, addressOf }: SocketOptions,
): Sockets {
  const sockets = new WebSocketServer({ noServer: true, maxPayload: MAX_PAYLOAD });
  const pending = new PendingConnections({ ...PENDING_LIMITS, ...waiting });
  const frames = new SlowFrames();

  const onUpgrade = (request: IncomingMessage, stream: Duplex, head: Buffer): void => {
    stream.on('error', (error) => log.debug({ err: error }, 'A WebSocket upgrade broke off'));
    if (new URL(request.url ?? '/', 'http://collab').pathname !== path)
      return refuse(stream, '404 Not Found');
    const { cookie, origin } = request.headers;
    if (cookie !== undefined && (origin === undefined || !allowedOrigins().includes(origin)))
      return refuse(stream, '403 Forbidden');
    const address = addressGroup(addressOf?.(request) ?? request.socket.remoteAddress ?? '');
    if (!pending.hasRoom(address)) return refuse(stream, '429 Too Many Requests');
    sockets.handleUpgrade(request, stream, head, (webSocket) => {
      frames.watch(stream, webSocket);
      connectSocket({
        hocuspocus,
        webSocket,
        log,
        cookie,
        address,
        pending: pending.enter(address, stream, webSocket),
      });
    });
  };
  server.on('upgrade', onUpgrade);
  const frameCheck = setInterval(() => {
    frames.terminate(LONGEST_FRAME_MS);
  }, CHECK_FRAMES_MS).unref();

  return {
    stop() {
      clearInterval(frameCheck);
      server.off('upgrade', onUpgrade);
    },
    close(code, reason) {
      for (const socket of sockets.clients) socket.close(code, reason);
    },
    terminate() {
      for (const socket of sockets.clients) socket.terminate();
      sockets.close();
    },
  };
}

function refuse(stream: Duplex, status: string): void {
  // Closes both directions, even if the client keeps its own open.
  stream.once('finish', () => stream.destroy());
  stream.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}

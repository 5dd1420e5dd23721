import type { Hocuspocus } from '@hocuspocus/server';
import type { WebSocket } from 'ws';
import type { Log } from '#config/log.ts';
import { NOTES_CLOSE_CODES } from '#core/contract/notes-close-codes.ts';
import { createMessageFilter } from './message-filter.ts';
import type { PendingConnection } from './pending-connections.ts';
import type { CollabContext, Socket } from './socket.ts';

/** Unsent bytes at which a socket that does not read is closed. */
const MAX_UNSENT = 8 * 2 ** 20;

export interface SocketConnection {
  hocuspocus: Hocuspocus<CollabContext>;
  webSocket: WebSocket;
  log: Log;
  /** The `Cookie` header of the upgrade, from an allowed origin. */
  cookie: string | undefined;
  address: string;
  /** The socket's slot among those that have not signed in. */
  pending: PendingConnection;
}

/** Connects a WebSocket to Hocuspocus, through the message filter. */
export function connectSocket(connection: SocketConnection): void {
  const { hocuspocus, webSocket, log, cookie, address, pending } = connection;
  const cleanups: (() => void)[] = [pending.leave];
  const socket: Socket = {
    cookie,
    address,
    admitted: new Set(),
    writes: false,
    signsIn: pending.signsIn,
    isAdmitted: pending.leave,
    close: (code, reason) => webSocket.close(code, reason),
    onClose: (fn) => {
      cleanups.push(fn);
    },
  };
  // Hooks get what they need from `socket`; Hocuspocus gets no headers of the real request.
  const client = hocuspocus.handleConnection(
    boundedSender(webSocket) as Parameters<typeof hocuspocus.handleConnection>[0],
    new Request('http://collab/'),
    { socket },
  );
  const filter = createMessageFilter(client.handleMessage);
  cleanups.push(filter.close);
  webSocket.on('message', (data, isBinary) => {
    if (!isBinary || !Buffer.isBuffer(data)) return webSocket.close(1003, 'Binary only');
    // Messages that arrive while the socket is closing are ignored.
    if (webSocket.readyState !== webSocket.OPEN) return;
    if (!filter.take(new Uint8Array(data)))
      webSocket.close(NOTES_CLOSE_CODES.unexpected, 'Unexpected message');
  });
  webSocket.on('error', (error) => log.debug({ err: error }, 'A WebSocket failed'));
  webSocket.on('close', (code, reason) => {
    client.handleClose({ code, reason: reason.toString() });
    for (const cleanup of cleanups) cleanup();
  });
}

/** The WebSocket as Hocuspocus uses it. Closes instead of queueing without limit. */
function boundedSender(webSocket: WebSocket) {
  return {
    get readyState() {
      return webSocket.readyState;
    },
    send(data: Parameters<WebSocket['send']>[0]) {
      if (webSocket.bufferedAmount > MAX_UNSENT)
        webSocket.close(NOTES_CLOSE_CODES.tooSlow, 'Too slow');
      else webSocket.send(data);
    },
    close: (code?: number, reason?: string) => webSocket.close(code, reason),
  };
}

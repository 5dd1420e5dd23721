/** Limits the connections of one client in number and time. */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { addressGroup, trustedProxy } from './client-address.ts';

/** Far more than a household or an office needs, far fewer than there are file descriptors. */
const MAX_PER_ADDRESS = 1_000;
/** Time in which a client may continue to send a body after the response, in ms. */
const UNREAD_BODY_MS = 5_000;

/**
 * Refuses a connection from an address that has `perAddress` open. Trusted proxies are exempt,
 * because they carry connections of many clients; the proxy limits its own clients.
 */
export function limitConnections(
  server: Server,
  { trusted, perAddress = MAX_PER_ADDRESS }: { trusted: readonly string[]; perAddress?: number },
): void {
  const counts = new Map<string, number>();
  const isProxy = trustedProxy(trusted);
  server.on('connection', (socket: Socket) => {
    const { remoteAddress = '' } = socket;
    if (isProxy(remoteAddress)) return;
    const group = addressGroup(remoteAddress);
    const count = (counts.get(group) ?? 0) + 1;
    if (count > perAddress) {
      socket.destroy();
      return;
    }
    counts.set(group, count);
    socket.once('close', () => {
      const remaining = (counts.get(group) ?? 1) - 1;
      if (remaining > 0) counts.set(group, remaining);
      else counts.delete(group);
    });
  });
}

/**
 * Closes the connection of an answered request whose body is still arriving, because nothing reads
 * it and it may never end.
 */
export function endUnreadBody(
  request: IncomingMessage,
  response: ServerResponse,
  afterMs = UNREAD_BODY_MS,
): void {
  response.once('finish', () => {
    if (request.complete) return;
    const { socket } = request;
    const timer = setTimeout(() => {
      if (!request.complete) socket.destroy();
    }, afterMs);
    timer.unref();
    request.once('close', () => {
      if (request.complete) clearTimeout(timer);
    });
  });
}

/**
 * The network access of child processes: an HTTP proxy on loopback that uses the same gate, pins
 * addresses in the same way, and requires a lease.
 */
import { createServer } from 'node:http';
import type { Socket } from 'node:net';
import { once } from 'node:events';
import { Fault } from '#core/contract/faults.ts';
import { EgressLeases, type Lease } from './egress-leases.ts';
import { forwardRequest } from './egress-request.ts';
import { openTunnel } from './egress-tunnel.ts';
import type { Gate } from './gate.ts';

export type { Lease } from './egress-leases.ts';
export interface EgressProxy {
  /** `http://host:port`, usable only with a lease */
  server(): Promise<string>;
  lease(options: { maxBytes: number }): Promise<Lease>;
  close(): Promise<void>;
}

export function createEgressProxy({ gate }: { gate: Gate }): EgressProxy {
  const leases = new EgressLeases();
  const clients = new Set<Socket>();
  const server = createServer({ maxHeaderSize: 64 * 1024 });
  server.on('connection', (socket) => {
    clients.add(socket);
    socket.on('close', () => clients.delete(socket));
  });
  let listening: Promise<string> | undefined;
  const listen = async (): Promise<string> => {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    server.unref();
    const bound = server.address();
    if (bound === null || typeof bound === 'string') throw new Fault('internal');
    return `127.0.0.1:${bound.port}`;
  };
  const address = (): Promise<string> => (listening ??= listen());

  server.on('connect', (message, client, head) =>
    openTunnel({ gate, leases }, message, client, head),
  );
  server.on('request', (message, response) => forwardRequest({ gate, leases }, message, response));
  server.on('upgrade', (_message, socket) => socket.destroy());
  server.on('clientError', (_error, socket) => socket.destroy());

  return {
    server: async () => `http://${await address()}`,
    lease: async ({ maxBytes }) => leases.open(await address(), maxBytes),
    async close() {
      leases.closeAll();
      if (!listening) return;
      await listening;
      const closed = once(server, 'close');
      server.close();
      for (const socket of clients) socket.destroy();
      await closed;
    },
  };
}

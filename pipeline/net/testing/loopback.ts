import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import { once } from 'node:events';
import type { Socket } from 'node:net';

export interface LoopbackServer {
  port: number;
  /** `host:port` */
  at: string;
  url: string;
  /** requested paths */
  hits: string[];
  requests: IncomingMessage[];
  /** TCP connections, whether or not a request followed */
  connects: number;
  close(): Promise<void>;
}

/** A server on loopback that records its requests. */
export async function loopbackServer(
  answer: RequestListener,
  address = '127.0.0.1',
  port = 0,
): Promise<LoopbackServer> {
  const sockets = new Set<Socket>();
  const server = createServer((request, response) => {
    seen.hits.push(request.url ?? '');
    seen.requests.push(request);
    answer(request, response);
  });
  server.on('connection', (socket) => {
    seen.connects += 1;
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  server.listen(port, address);
  await once(server, 'listening');
  const bound = server.address();
  if (bound === null || typeof bound === 'string') throw new Error('not a TCP server');
  const seen: LoopbackServer = {
    port: bound.port,
    at: `${address}:${bound.port}`,
    url: `http://${address}:${bound.port}`,
    hits: [],
    requests: [],
    connects: 0,
    async close() {
      const closed = once(server, 'close');
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
  return seen;
}

/** A server that must not be reached. */
export const canary = (): Promise<LoopbackServer> =>
  loopbackServer((_request, response) => {
    response.end('secret of the inside');
  });

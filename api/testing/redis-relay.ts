/** A proxy between a process and Redis that can silently break the connections of its workers. */
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

export interface RedisRelay {
  /** as `redis://…`, for the same database */
  url: string;
  /**
   * Drops all data on the current connections of workers without closing them. New connections
   * work.
   */
  hold(): void;
  close(): Promise<void>;
}

/** commands that only a worker sends */
const OF_WORKER = /\bbzpopmin\b|:stalled\b/i;

export async function relayRedis(redisUrl: string): Promise<RedisRelay> {
  const { hostname, port, pathname } = new URL(redisUrl);
  const open = new Set<Socket>();
  const [ofWorkers, held] = [new Set<Socket>(), new Set<Socket>()];
  const server = createServer((client) => {
    const redis = connect(Number(port || 6379), hostname);
    for (const [socket, other] of [
      [client, redis],
      [redis, client],
    ] as const) {
      open.add(socket);
      socket
        .on('error', () => undefined)
        .on('close', () => {
          open.delete(socket);
          other.destroy();
        });
    }
    client.on('data', (bytes) => {
      if (OF_WORKER.test(bytes.toString('latin1'))) ofWorkers.add(client);
      if (!held.has(client)) redis.write(bytes);
    });
    redis.on('data', (bytes) => {
      if (!held.has(client)) client.write(bytes);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `redis://127.0.0.1:${(server.address() as AddressInfo).port}${pathname}`,
    hold() {
      for (const client of ofWorkers) held.add(client);
    },
    async close() {
      server.close();
      for (const socket of open) socket.destroy();
      await once(server, 'close');
    },
  };
}

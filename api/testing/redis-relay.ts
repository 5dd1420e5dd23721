/**
 * Stands between a process and Redis, and can break the connections of its workers off without a
 * word.
 */
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

export interface RedisRelay {
  /** as `redis://…`, of the same database */
  url: string;
  /**
   * From now on nothing passes on the connections that a worker has, nor do they end. New ones are
   * well.
   */
  hold(): void;
  close(): Promise<void>;
}

/** what none but a worker asks */
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

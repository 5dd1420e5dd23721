/** Stands between a process and Redis, and can keep back for ever what Redis answers to a read that waits. */
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

export interface RedisRelay { /** as `redis://…`, of the same database */ url: string; /** from now on no read that waits returns */ hold(): void; close(): Promise<void> }

const WAITING_READ = /\bbzpopmin\b/i;

export async function relayRedis(redisUrl: string): Promise<RedisRelay> {
  const { hostname, port, pathname } = new URL(redisUrl);
  const open = new Set<Socket>();
  let isHeld = false;
  const server = createServer((client) => {
    const redis = connect(Number(port || 6379), hostname);
    let hasWaited = false;
    for (const [socket, other] of [[client, redis], [redis, client]] as const) {
      open.add(socket);
      socket.on('error', () => undefined).on('close', () => { open.delete(socket); other.destroy(); });
    }
    client.on('data', (bytes) => {
      hasWaited ||= WAITING_READ.test(bytes.toString('latin1'));
      redis.write(bytes);
    });
    redis.on('data', (bytes) => { if (!(isHeld && hasWaited)) client.write(bytes); });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `redis://127.0.0.1:${(server.address() as AddressInfo).port}${pathname}`,
    hold() { isHeld = true; },
    async close() {
      server.close();
      for (const socket of open) socket.destroy();
      await once(server, 'close');
    },
  };
}

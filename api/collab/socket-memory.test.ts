/**
 * The memory that sockets before sign-in cost a server. Runs alone, because garbage that a busy
 * machine collects late counts as memory.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { eventually } from '#pipeline/testing/eventually.ts';
import { openOnSqlite } from '../db/testing/test-database.ts';
import { floodUnauthenticated } from './testing/raw-socket.ts';

const MB = 2 ** 20;
const PROCESS = fileURLToPath(new URL('testing/collab-process.ts', import.meta.url));
/** The flags with which `scripts/node-env.sh` starts the server. */
const MEMORY_FLAGS = ['--max-semi-space-size=4'];
const MEMORY_ENVIRONMENT = { MALLOC_ARENA_MAX: '2', MALLOC_TRIM_THRESHOLD_: '131072' };

const from = (address: string) => ({ 'x-forwarded-for': address });

it('holds a thousand unauthenticated sockets that each send 10 MB in less than 50 MB', async () => {
  const { location } = await openOnSqlite()();
  const server = spawn(
    process.execPath,
    [...MEMORY_FLAGS, PROCESS, JSON.stringify({ ...location, trustedProxies: ['127.0.0.1'] })],
    { stdio: ['ignore', 'pipe', 'inherit'], env: { ...process.env, ...MEMORY_ENVIRONMENT } },
  );
  const [port] = (await once(server.stdout, 'data')) as [Buffer];
  const residentMb = () =>
    Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8'))?.[1]) / 1024;
  const before = residentMb();
  const url = `ws://127.0.0.1:${String(port).trim()}/collab`;
  const flood = await floodUnauthenticated(url, 1000, {
    bytes: 10 * MB,
    headersOf: (n) => from(`10.0.${n >> 8}.${n & 255}`),
  });
  const silent = await floodUnauthenticated(url, 1000, {
    bytes: 0,
    headersOf: (n) => from(`10.1.${n >> 8}.${n & 255}`),
  });
  const added = residentMb() - before;
  await eventually(() => expect(flood.sockets.some((it_) => it_.isOpen())).toBe(false));
  silent.close();
  server.kill('SIGKILL');
  expect([flood.open, silent.open]).toEqual([1000, 1000]);
  expect(added).toBeLessThan(50);
});

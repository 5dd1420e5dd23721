/**
 * Requests per second next to plain Koa with as many middlewares, and the memory of a thousand idle
 * event streams and two hundred sockets.
 */
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import autocannon from 'autocannon';
import { WebSocket } from 'ws';
import { z } from 'zod';
import { openClient } from '../../api/collab/testing/client.ts';
import { freePort } from '#api/testing/free-port.ts';
import {
  startGloss,
  startProcess,
  withDataDir,
  type GlossProcess,
  type RunningProcess,
} from './lib/gloss-process.ts';
import { treeUse } from './lib/process-tree.ts';
import { report, type Row } from './lib/table.ts';

const CONNECTIONS = 20;
const SECONDS = 6;
const IDLE = { streams: 1_000, sockets: 200, people: 20 };
const SETTLE_MS = 5_000;
/** middlewares of Gloss: measure, errors, board or posts, headers, router, route, body, answer */
const MIDDLEWARES = 8;
/** Responds to any path with the same JSON; `/events` and sockets stay open. */
const KOA = `
const { default: Koa } = await import('koa');
const { WebSocketServer } = await import('ws');
const [port, bytes] = process.argv.slice(1).map(Number);
const app = new Koa();
for (let n = 1; n < ${MIDDLEWARES}; n += 1) app.use((koa, next) => next());
app.use((koa) => {
  if (koa.path !== '/events') { koa.body = { data: 'x'.repeat(bytes) }; return; }
  koa.respond = false;
  koa.res.writeHead(200, { 'Content-Type': 'text/event-stream' });
  koa.res.flushHeaders();
});
new WebSocketServer({ server: app.listen(port, '127.0.0.1') });`;

const Loaded = z.object({
  requests: z.object({ average: z.number() }),
  latency: z.object({ p50: z.number(), p99: z.number() }),
  errors: z.number(),
  non2xx: z.number(),
});
async function load(url: string, headers: Record<string, string>): Promise<Row> {
  const once = async () => {
    const loaded = Loaded.parse(
      await autocannon({ url, connections: CONNECTIONS, duration: SECONDS, headers }),
    );
    if (loaded.errors + loaded.non2xx > 0)
      throw new Error(`${url}: ${loaded.errors} errors, ${loaded.non2xx} answers that are no 2xx`);
    return loaded;
  };
  await once();
  const { requests, latency } = await once();
  return { 'requests/s': requests.average, 'p50 ms': latency.p50, 'p99 ms': latency.p99 };
}

/** Each request, next to plain Koa sending as many bytes. */
async function requestRows(gloss: GlossProcess): Promise<Row[]> {
  const rows: Row[] = [];
  for (const path of ['ready', 'me', 'threads?limit=20']) {
    const bytes = (await (await gloss.call('GET', path)).text()).length;
    const koa = await bareKoa(bytes);
    try {
      const [ours, theirs] = [
        await load(`${gloss.url}/api/${path}`, gloss.headers),
        await load(koa.url, {}),
      ];
      rows.push(
        { request: `Gloss, GET ${path}`, bytes, ...ours },
        { request: 'bare Koa, as many bytes', bytes, ...theirs },
        {
          request: 'ratio',
          'requests/s': Number(ours['requests/s']) / Number(theirs['requests/s']),
          'p99 ms': Number(ours['p99 ms']) / Number(theirs['p99 ms']),
        },
      );
    } finally {
      await koa.stop();
    }
  }
  return rows;
}

async function bareKoa(bytes: number): Promise<RunningProcess> {
  const port = await freePort();
  return startProcess(['--input-type=module', '-e', KOA, String(port), String(bytes)], {
    port,
    paths: ['/'],
  });
}

const opened = async (url: string, headers: Record<string, string>): Promise<IncomingMessage> => {
  const request = get(url, { headers, agent: false });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  if (response.statusCode !== 200) throw new Error(`${url} answered ${response.statusCode}`);
  response.resume();
  response.on('error', () => undefined);
  return response;
};

interface Idle {
  streamAt(n: number): { url: string; headers: Record<string, string> };
  socketAt(n: number): Promise<() => void>;
}
/** Memory of the process before opening connections, and with all of them open. */
async function idleRow(
  name: string,
  running: RunningProcess,
  { streamAt, socketAt }: Idle,
): Promise<Row> {
  const rest = () => wait(SETTLE_MS);
  await rest();
  const before = treeUse(running.pid).ownRssMb;
  const streams: IncomingMessage[] = [];
  for (let n = 0; n < IDLE.streams; n += 1)
    streams.push(await opened(streamAt(n).url, streamAt(n).headers));
  const closers: (() => void)[] = [];
  for (let n = 0; n < IDLE.sockets; n += 1) closers.push(await socketAt(n));
  await rest();
  const { ownRssMb } = treeUse(running.pid);
  for (const stream of streams) stream.destroy();
  for (const close of closers) close();
  return {
    process: name,
    'event streams': IDLE.streams,
    sockets: IDLE.sockets,
    'RSS before MB': before,
    'RSS with all MB': ownRssMb,
    'kB a connection': ((ownRssMb - before) * 1000) / (IDLE.streams + IDLE.sockets),
  };
}

interface Person {
  token: string;
  thread: string;
}
/** Creates a person with an account, a token and a thread. */
async function person(gloss: GlossProcess, n: number): Promise<Person> {
  const {
    user: { _id },
  } = z
    .object({ user: z.object({ _id: z.string() }) })
    .parse(await gloss.data('POST', 'users', { email: `idle${n}@example.org` }));
  const { token } = z
    .object({ token: z.string() })
    .parse(await gloss.data('POST', `users/${_id}/tokens`, { name: 'bench' }));
  const response = await fetch(`${gloss.url}/api/threads`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ title: 'Idle' }),
  });
  return {
    token,
    thread: z.object({ data: z.object({ _id: z.string() }) }).parse(await response.json()).data._id,
  };
}

async function idleRows(gloss: GlossProcess): Promise<Row[]> {
  const people: Person[] = [];
  for (let n = 0; n < IDLE.people; n += 1) people.push(await person(gloss, n));
  const at = (n: number): Person => people[n % people.length] as Person;
  const ours = await idleRow('Gloss', gloss, {
    streamAt: (n) => ({
      url: `${gloss.url}/api/threads/${at(n).thread}/events`,
      headers: { Authorization: `Bearer ${at(n).token}` },
    }),
    async socketAt(n) {
      const client = openClient({
        url: `${gloss.url.replace('http', 'ws')}/collab`,
        threadId: at(n).thread,
        accessToken: at(n).token,
      });
      await new Promise<void>((resolve, reject) => {
        client.provider.on('synced', () => {
          resolve();
        });
        client.provider.on('authenticationFailed', ({ reason }: { reason: string }) => {
          reject(new Error(`a socket was refused: ${reason}`));
        });
      });
      return () => {
        client.close();
      };
    },
  });
  const koa = await bareKoa(100);
  try {
    const theirs = await idleRow('bare Koa and ws', koa, {
      streamAt: () => ({ url: `${koa.url}/events`, headers: {} }),
      async socketAt() {
        const socket = new WebSocket(koa.url.replace('http', 'ws'));
        await once(socket, 'open');
        return () => {
          socket.terminate();
        };
      },
    });
    return [
      ours,
      theirs,
      {
        process: 'ratio',
        'RSS before MB': Number(ours['RSS before MB']) / Number(theirs['RSS before MB']),
        'RSS with all MB': Number(ours['RSS with all MB']) / Number(theirs['RSS with all MB']),
        'kB a connection': Number(ours['kB a connection']) / Number(theirs['kB a connection']),
      },
    ];
  } finally {
    await koa.stop();
  }
}

export async function run(): Promise<void> {
  await withDataDir(async (folder) => {
    const gloss = await startGloss(
      folder,
      { GLOSS_ACCOUNTS: 'accounts' },
      ['/api/health'],
      ['--no-worker'],
    );
    try {
      report(
        'load-idle',
        'What stays open: memory of the one process, bytes in use by pages of it (RSS)',
        await idleRows(gloss),
      );
      report(
        'load',
        `Requests over ${CONNECTIONS} connections for ${SECONDS} s, after as long to warm up, one process each; bare Koa has ${MIDDLEWARES} middlewares and asks no database`,
        await requestRows(gloss),
      );
    } finally {
      await gloss.stop();
    }
  });
}

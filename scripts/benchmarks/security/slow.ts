/**
 * Clients that send slowly or not at all, over HTTP and WebSocket, and the response times of a
 * normal user meanwhile.
 */
import { randomBytes } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { atMost, type AttackRow } from '../lib/attack.ts';
import { startGloss, withDataDir, type GlossProcess } from '../lib/gloss-process.ts';
import { addThread } from '../lib/people.ts';
import { percentile } from '../lib/table.ts';

const EACH = 200;
const CROWD = 1_500;
const TRICKLE_MS = 1_000;
const ASK_EVERY_MS = 50;
const BASELINE_MS = 10_000;
/** Wait beyond the documented time, to observe the end of each connection. */
const MARGIN_S = 10;
const TIMES_SLOWER = 2;

interface Slow {
  name: string;
  /** as documented in `docs/security.md` */
  endsWithinS: number;
  head(gloss: GlossProcess): string;
  trickle: string;
}
const POST = (path: string, more: string): string =>
  `POST ${path} HTTP/1.1\r\nHost: HOST\r\n${more}Content-Type: application/json\r\nContent-Length: 1000000\r\n\r\n{`;
const upgrade = (): string =>
  `GET /collab HTTP/1.1\r\nHost: HOST\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${randomBytes(16).toString('base64')}\r\n`;
const SLOW: readonly Slow[] = [
  { name: 'a connection that sends nothing', endsWithinS: 35, head: () => '', trickle: '' },
  {
    name: 'headers a byte at a time',
    endsWithinS: 35,
    head: () => 'GET /api/threads HTTP/1.1\r\nHost: HOST\r\nX-Slow: ',
    trickle: 'a',
  },
  {
    name: 'a body a byte at a time, to a route that refuses it',
    endsWithinS: 10,
    head: () => POST('/api/threads', ''),
    trickle: ' ',
  },
  {
    name: 'a body a byte at a time, to one that is not there',
    endsWithinS: 10,
    head: () => POST('/api/nothing', ''),
    trickle: ' ',
  },
  {
    name: 'a body that stops, by somebody who is signed in',
    endsWithinS: 35,
    head: (gloss) => POST('/api/threads', `Authorization: ${gloss.headers.Authorization}\r\n`),
    trickle: '',
  },
  {
    name: 'kept alive without a next request',
    endsWithinS: 10,
    head: () => 'GET /api/ready HTTP/1.1\r\nHost: HOST\r\n\r\n',
    trickle: '',
  },
  {
    name: 'a WebSocket upgrade that is never finished',
    endsWithinS: 35,
    head: () => `${upgrade()}X-Slow: `,
    trickle: 'a',
  },
  {
    name: 'a WebSocket that sends nothing',
    endsWithinS: 10,
    head: () => `${upgrade()}\r\n`,
    trickle: '',
  },
  // Sends the header of a masked frame of 60,000 bytes, then one byte at a time.
  {
    name: 'a WebSocket whose frame is never whole',
    endsWithinS: 10,
    head: () => `${upgrade()}\r\n\x82\xfe\xea\x60mask`,
    trickle: 'a',
  },
];

/** Each kind uses a different client address, so that limits per address don't interfere. */
const addressOf = (at: number): string => `127.0.1.${at + 1}`;

function open(
  gloss: GlossProcess,
  { head, trickle }: Slow,
  localAddress: string,
): { socket: Socket; endedS: Promise<number> } {
  const { host, port } = new URL(gloss.url);
  const startedAt = performance.now();
  const socket = connect({ port: Number(port), host: '127.0.0.1', localAddress });
  const text = head(gloss).replace('HOST', host);
  if (text !== '') socket.write(text, 'latin1');
  const timer =
    trickle === ''
      ? undefined
      : setInterval(() => {
          socket.write(trickle);
        }, TRICKLE_MS);
  socket.on('error', () => undefined).resume();
  const endedS = new Promise<number>((resolve) => {
    socket.once('close', () => {
      clearInterval(timer);
      resolve((performance.now() - startedAt) / 1000);
    });
  });
  return { socket, endedS };
}

/** Sends requests like a normal user, from a separate address, until aborted. */
async function normal(gloss: GlossProcess, signal: AbortSignal): Promise<number[]> {
  const waits: number[] = [];
  while (!signal.aborted) {
    const startedAt = performance.now();
    await gloss.call('GET', 'threads').then(
      (response) => response.arrayBuffer(),
      () => undefined,
    );
    waits.push(performance.now() - startedAt);
    await wait(ASK_EVERY_MS);
  }
  return waits;
}

async function crowd(gloss: GlossProcess): Promise<number> {
  const { port } = new URL(gloss.url);
  const sockets = Array.from({ length: CROWD }, () =>
    connect({ port: Number(port), host: '127.0.0.1', localAddress: '127.0.2.1' })
      .on('error', () => undefined)
      .resume(),
  );
  await wait(3_000);
  const openSockets = sockets.filter(
    (socket) => !socket.destroyed && socket.readyState === 'open',
  ).length;
  for (const socket of sockets) socket.destroy();
  return openSockets;
}

export async function attack(): Promise<AttackRow[]> {
  return withDataDir(async (folder) => {
    const gloss = await startGloss(folder, { GLOSS_LOG_LEVEL: 'silent' });
    try {
      await addThread(gloss, 'Slow');
      const rest = await normal(gloss, AbortSignal.timeout(BASELINE_MS));
      const longestS = Math.max(...SLOW.map(({ endsWithinS }) => endsWithinS)) + MARGIN_S;
      const opened = SLOW.map((slow, at) => ({
        slow,
        connections: Array.from({ length: EACH }, () => open(gloss, slow, addressOf(at))),
      }));
      const beside = normal(gloss, AbortSignal.timeout(longestS * 1000));
      const rows: AttackRow[] = [];
      for (const { slow, connections } of opened) {
        const over = new Promise<number>((resolve) => {
          setTimeout(resolve, longestS * 1000, longestS);
        });
        const ends = await Promise.all(
          connections.map(({ endedS }) => Promise.race([endedS, over])),
        );
        rows.push(
          atMost(`ended: ${slow.name}`, 'deadlines', EACH, {
            most: slow.endsWithinS,
            value: Math.max(...ends),
            unit: 's',
          }),
        );
        for (const { socket } of connections) socket.destroy();
      }
      const waits = await beside;
      const [restP99, besideP99] = [percentile(rest, 0.99), percentile(waits, 0.99)];
      process.stderr.write(
        `  normal user: p99 ${restP99.toFixed(1)} ms at rest, ${besideP99.toFixed(1)} ms beside ${SLOW.length * EACH} slow clients\n`,
      );
      return [
        ...rows,
        atMost(
          `a normal user beside ${SLOW.length * EACH} slow clients: p99, beside that at rest (${restP99.toFixed(1)} ms)`,
          'deadlines',
          waits.length,
          { most: TIMES_SLOWER, value: besideP99 / restP99, unit: '×' },
        ),
        atMost('connections held by one address that opens 1,500', 'limit by address', CROWD, {
          most: 1_000,
          value: await crowd(gloss),
          unit: 'connections',
        }),
      ];
    } finally {
      await gloss.stop();
    }
  });
}

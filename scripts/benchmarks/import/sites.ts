/** Serves all hosts of an import from one server on loopback, and records requests. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { crc32, deflateSync } from 'node:zlib';
import { seeded } from '#api/testing/run-killed-import.ts';
import { PICTURES, type ArticlePages } from './article-pages.ts';
import type { HostKind } from './plan.ts';

export const LATENCY_MS = 150;
const STYLE_RULES = 120;

export interface HostUse {
  requests: number;
  /** the most requests in progress at the same time */
  atOnce: number;
  /** most requests within one second */
  inASecond: number;
}
export interface Sites {
  port: number;
  /** requests, except to silent hosts */
  requests(): number;
  /** time at which the last picture of each page was sent, by page number; `performance.now()` */
  keptAt: ReadonlyMap<number, number>;
  uses(): HostUse[];
  /** number of page addresses that were requested repeatedly, and of repeated requests */
  repeated(): { pages: number; requests: number };
  close(): Promise<void>;
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}
/** PNG files of 64 × 64 random pixels, about 12 kB each. A text in each makes its bytes unique. */
function pictures(): (name: string) => Buffer {
  const random = seeded(7);
  const line = () =>
    Buffer.from([0, ...Array.from({ length: 192 }, () => Math.floor(random() * 256))]);
  const start = Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', Buffer.from([0, 0, 0, 64, 0, 0, 0, 64, 8, 2, 0, 0, 0])),
    chunk('IDAT', deflateSync(Buffer.concat(Array.from({ length: 64 }, line)))),
  ]);
  const end = chunk('IEND', Buffer.alloc(0));
  return (name) =>
    Buffer.concat([start, chunk('tEXt', Buffer.from(`Comment\0${name}`, 'latin1')), end]);
}
const style = (name: string): string =>
  Array.from({ length: STYLE_RULES }, (_, n) => `.${name}${n} p{margin:${n}px 0}`).join('\n');

/** Counts the current requests of a host, and their maximum. */
class Counter {
  #now = 0;
  #second = 0;
  #inSecond = 0;
  readonly use: HostUse = { requests: 0, atOnce: 0, inASecond: 0 };

  begin(): void {
    const second = Math.floor(performance.now() / 1000);
    this.#inSecond = second === this.#second ? this.#inSecond + 1 : 1;
    this.#second = second;
    this.#now += 1;
    this.use.requests += 1;
    this.use.atOnce = Math.max(this.use.atOnce, this.#now);
    this.use.inASecond = Math.max(this.use.inASecond, this.#inSecond);
  }
  end(): void {
    this.#now -= 1;
  }
}

/** `kindOf` returns the behaviour of a `host:port`. */
export async function openSites(
  pages: ArticlePages,
  kindOf: (at: string) => HostKind | undefined,
): Promise<Sites> {
  const picture = pictures();
  const counters = new Map<string, Counter>();
  const keptAt = new Map<number, number>();
  const sent = new Map<number, Set<string>>();
  const askedFor = new Map<string, number>();
  let requests = 0;
  const sites: Sites = {
    port: 0,
    requests: () => requests,
    keptAt,
    uses: () => [...counters.values()].map(({ use }) => use),
    repeated() {
      const more = [...askedFor.values()].filter((count) => count > 1);
      return { pages: more.length, requests: more.reduce((sum, count) => sum + count - 1, 0) };
    },
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };

  function keep(page: number, name: string): void {
    const names = sent.get(page) ?? new Set();
    sent.set(page, names.add(name));
    if (names.size === PICTURES && !keptAt.has(page)) keptAt.set(page, performance.now());
  }
  function send(path: string, response: ServerResponse): void {
    const [, what = '', first = '', second = ''] = path.split('/');
    if (what === 'article') {
      askedFor.set(path, (askedFor.get(path) ?? 0) + 1);
      response.setHeader('content-type', 'text/html; charset=utf-8').end(pages.page(Number(first)));
    } else if (what === 'picture') {
      response.once('finish', () => keep(Number(first), second));
      response.setHeader('content-type', 'image/png').end(picture(`${first}/${second}`));
    } else if (what === 'style')
      response.setHeader('content-type', 'text/css').end(style(first.slice(0, 1)));
    else response.writeHead(404).end();
  }
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const at = request.headers.host ?? '';
    const counter = counters.get(at) ?? new Counter();
    counters.set(at, counter);
    counter.begin();
    response.once('close', () => counter.end());
    if (kindOf(at) === 'silent') return;
    requests += 1;
    await wait(LATENCY_MS);
    send(request.url ?? '/', response);
  }

  const server = createServer((request, response) => void answer(request, response));
  // No single address covers 127.0.0.0/8, so the server listens on all and refuses other callers.
  server.on('connection', (socket) => {
    if (!socket.remoteAddress?.startsWith('127.')) socket.destroy();
  });
  server.listen(0, '0.0.0.0');
  await once(server, 'listening');
  sites.port = (server.address() as AddressInfo).port;
  return sites;
}

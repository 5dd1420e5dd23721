/** A name server on loopback for tests and benchmarks, which answers, drops, delays or refuses queries. */
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { isIP } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import ipaddr from 'ipaddr.js';

/** `drop`: no answer. An empty list: the name exists, without addresses. */
export type NameRecord =
  | { addresses: readonly string[]; ttlS?: number; delayMs?: number }
  | 'drop'
  | 'nxdomain'
  | 'servfail';
export interface DnsServer {
  /** `127.0.0.1:port` */
  at: string;
  /** queries so far, as `A example.test` */
  queries: string[];
  close(): Promise<void>;
}

const TYPES: Readonly<Record<number, 'A' | 'AAAA' | 'NS'>> = { 1: 'A', 2: 'NS', 28: 'AAAA' };
const CODES = { nxdomain: 3, servfail: 2 } as const;
const HEADER_BYTES = 12;

function readQuestion(query: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = [];
  let at = HEADER_BYTES;
  for (let length = query.readUInt8(at); length > 0; length = query.readUInt8(at)) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.').toLowerCase(), type: query.readUInt16BE(at + 1), end: at + 5 };
}

/** Encodes a record whose name is that of the question. */
function encodeRecord(type: number, data: Buffer, ttlS: number): Buffer {
  const head = Buffer.alloc(HEADER_BYTES);
  head.writeUInt16BE(0xc00c, 0);
  head.writeUInt16BE(type, 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt32BE(ttlS, 6);
  head.writeUInt16BE(data.length, 10);
  return Buffer.concat([head, data]);
}

function encodeAnswer(query: Buffer, end: number, code: number, records: readonly Buffer[]) {
  const head = Buffer.from(query.subarray(0, HEADER_BYTES));
  // A response with the requested recursion flag, and recursion available.
  head.writeUInt16BE(0x8080 | (head.readUInt16BE(2) & 0x0100) | code, 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt16BE(records.length, 6);
  head.writeUInt32BE(0, 8);
  return Buffer.concat([head, query.subarray(HEADER_BYTES, end), ...records]);
}

/**
 * `answer` may return a different record for each query; the default TTL is 60 s. A list of
 * addresses also answers a query for name servers.
 */
export async function dnsServer(
  answer: (name: string, type: 'A' | 'AAAA' | 'NS') => NameRecord,
  port = 0,
): Promise<DnsServer> {
  const socket = createSocket('udp4');
  const queries: string[] = [];
  socket.on('message', (query, { port: from, address }) => {
    const { name, type, end } = readQuestion(query);
    const family = TYPES[type];
    if (!family) return;
    queries.push(`${family} ${name}`);
    const record = answer(name, family);
    if (record === 'drop') return;
    const send = (code: number, records: readonly Buffer[]): void => {
      socket.send(encodeAnswer(query, end, code, records), from, address, () => undefined);
    };
    if (typeof record === 'string') {
      send(CODES[record], []);
      return;
    }
    const { addresses, ttlS = 60, delayMs = 0 } = record;
    if (family === 'NS') {
      // `ns` in the requested zone.
      send(0, [encodeRecord(type, Buffer.from([2, 0x6e, 0x73, 0xc0, 0x0c]), ttlS)]);
      return;
    }
    const version = family === 'A' ? 4 : 6;
    const records = addresses
      .filter((it) => isIP(it) === version)
      .map((it) => encodeRecord(type, Buffer.from(ipaddr.parse(it).toByteArray()), ttlS));
    if (delayMs === 0) send(0, records);
    else void delay(delayMs, undefined, { ref: false }).then(() => isOpen && send(0, records));
  });
  let isOpen = true;
  socket.bind(port, '127.0.0.1');
  await once(socket, 'listening');
  return {
    at: `127.0.0.1:${socket.address().port}`,
    queries,
    async close() {
      isOpen = false;
      const closed = once(socket, 'close');
      socket.close();
      await closed;
    },
  };
}

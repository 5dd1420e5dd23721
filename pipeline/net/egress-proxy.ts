/**
 * The way out for child processes: an HTTP proxy on loopback that asks the same gate, pins the same
 * way, and lets nobody through without a lease.
 */
import {
  createServer,
  request as httpRequest,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import { randomBytes, timingSafeEqual } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { once } from 'node:events';
import type { Duplex } from 'node:stream';
import { Fault, toFault } from '#core/contract/faults.ts';
import { pinnedLookup, portOf, type Gate } from './gate.ts';

const IDLE_MS = 30_000;
const CONNECT_TIMEOUT_MS = 10_000;
const HOP_BY_HOP = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/**
 * One job's permission to go out: its own credential, its own count of bytes. Closing it cuts every
 * connection it holds.
 */
export interface Lease {
  readonly server: string;
  readonly username: string;
  readonly password: string;
  /** `server` with the credential in it */
  readonly url: string;
  /** what was refused, by `host:port`, in order */
  readonly refusals: ReadonlyMap<string, Fault>;
  close(): void;
}
interface OpenLease {
  refusals: Map<string, Fault>;
  secret: Buffer;
  bytesLeft: number;
  sockets: Set<Duplex>;
}
export interface EgressProxy {
  /** `http://host:port`, of no use without a lease */
  server(): Promise<string>;
  lease(options: { maxBytes: number }): Promise<Lease>;
  close(): Promise<void>;
}

export function createEgressProxy({ gate }: { gate: Gate }): EgressProxy {
  const leases = new Map<string, OpenLease>();
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

  const leaseOf = (message: IncomingMessage): OpenLease | undefined => {
    const [scheme, encoded] = (message.headers['proxy-authorization'] ?? '').split(' ');
    if (scheme?.toLowerCase() !== 'basic' || !encoded) return undefined;
    const [username = '', password = ''] = Buffer.from(encoded, 'base64').toString().split(':');
    const lease = leases.get(username);
    const given = Buffer.from(password);
    return lease && given.length === lease.secret.length && timingSafeEqual(given, lease.secret)
      ? lease
      : undefined;
  };
  const cut = (lease: OpenLease): void => {
    for (const socket of lease.sockets) socket.destroy();
  };
  /** Ties a stream to its lease: it ends with it, and its bytes are counted. */
  const hold = (lease: OpenLease, host: string, stream: Duplex): void => {
    lease.sockets.add(stream);
    stream.on('close', () => lease.sockets.delete(stream));
    stream.on('data', (chunk: Buffer) => {
      lease.bytesLeft -= chunk.length;
      if (lease.bytesLeft >= 0) return;
      lease.refusals.set(host, new Fault('too_large'));
      cut(lease);
    });
  };
  const refuse = (
    lease: OpenLease,
    host: string,
    error: unknown,
  ): { status: number; code: string } => {
    const fault = toFault(error);
    if (!lease.refusals.has(host)) lease.refusals.set(host, fault);
    return {
      status: fault.code === 'blocked_address' || fault.code === 'unsupported_url' ? 403 : 502,
      code: fault.code,
    };
  };

  server.on('connect', (message: IncomingMessage, client: Duplex, head: Buffer) => {
    client.on('error', () => client.destroy());
    const deny = (status: number, code: string, more = ''): void => {
      client.end(
        `HTTP/1.1 ${status} ${code}\r\nContent-Length: 0\r\nConnection: close\r\n${more}\r\n`,
      );
    };
    const lease = leaseOf(message);
    if (!lease) {
      deny(407, 'credential_needed', 'Proxy-Authenticate: Basic realm="gloss"\r\n');
      return;
    }
    const authority = message.url ?? '';
    void (async () => {
      // `//host:port` names no scheme; the port decides nothing but the port.
      const url = gate.parse(`http://${authority}`);
      if (url.pathname !== '/' || url.search || url.hash) throw new Fault('unsupported_url');
      const port = portOf(url);
      const upstream = await open(gate, url.hostname, port);
      if (client.destroyed || lease.bytesLeft < 0) {
        upstream.destroy();
        throw new Fault('too_large');
      }
      hold(lease, authority, upstream);
      hold(lease, authority, client);
      upstream.setTimeout(IDLE_MS, () => upstream.destroy());
      upstream.on('error', () => client.destroy());
      upstream.on('close', () => client.destroy());
      client.on('close', () => upstream.destroy());
      client.write('HTTP/1.1 200 Connection established\r\n\r\n');
      upstream.write(head);
      upstream.pipe(client);
      client.pipe(upstream);
    })().catch((error: unknown) => {
      const { status, code } = refuse(lease, authority, error);
      deny(status, code);
    });
  });

  server.on('request', (message: IncomingMessage, response: ServerResponse) => {
    response.on('error', () => response.destroy());
    const deny = (status: number, code: string): void => {
      if (response.headersSent) {
        response.destroy();
        return;
      }
      response
        .writeHead(status, {
          'content-type': 'text/plain',
          ...(status === 407 && { 'proxy-authenticate': 'Basic realm="gloss"' }),
        })
        .end(code);
    };
    const lease = leaseOf(message);
    if (!lease) {
      deny(407, 'credential_needed');
      return;
    }
    let host = message.url ?? '';
    const fail = (error: unknown): void => {
      const { status, code } = refuse(lease, host, error);
      deny(status, code);
    };
    void (async () => {
      const asked = URL.parse(host);
      if (asked) host = `${asked.hostname}:${portOf(asked)}`;
      const url = gate.parse(message.url ?? '');
      if (url.protocol !== 'http:') throw new Fault('unsupported_url');
      const socket = await open(gate, url.hostname, portOf(url));
      if (response.destroyed || lease.bytesLeft < 0) {
        socket.destroy();
        throw new Fault('too_large');
      }
      hold(lease, host, socket);
      socket.setTimeout(IDLE_MS, () => socket.destroy());
      response.on('close', () => socket.destroy());
      const headers = Object.fromEntries(
        Object.entries(message.headers).filter(([name]) => !HOP_BY_HOP.has(name)),
      );
      const upstream = httpRequest({
        createConnection: () => socket,
        method: message.method,
        path: `${url.pathname}${url.search}`,
        setHost: false,
        headers: { ...headers, host: url.host, connection: 'close' },
      });
      upstream.on('error', (cause) => fail(new Fault('provider_failed', { cause })));
      upstream.on('response', (answer) => {
        answer.on('error', () => response.destroy());
        const passed = Object.entries(answer.headers).filter(([name]) => !HOP_BY_HOP.has(name));
        response.writeHead(answer.statusCode ?? 502, Object.fromEntries(passed));
        answer.pipe(response);
      });
      message.pipe(upstream);
    })().catch(fail);
  });
  server.on('upgrade', (_message, socket) => socket.destroy());
  server.on('clientError', (_error, socket) => socket.destroy());

  return {
    server: async () => `http://${await address()}`,
    async lease({ maxBytes }) {
      const at = await address();
      const username = randomBytes(8).toString('hex');
      const password = randomBytes(24).toString('hex');
      const lease: OpenLease = {
        refusals: new Map(),
        secret: Buffer.from(password),
        bytesLeft: maxBytes,
        sockets: new Set(),
      };
      leases.set(username, lease);
      return {
        server: `http://${at}`,
        username,
        password,
        url: `http://${username}:${password}@${at}`,
        refusals: lease.refusals,
        close() {
          leases.delete(username);
          lease.bytesLeft = -1;
          cut(lease);
        },
      };
    },
    async close() {
      for (const lease of leases.values()) cut(lease);
      leases.clear();
      if (!listening) return;
      await listening;
      const closed = once(server, 'close');
      server.close();
      for (const socket of clients) socket.destroy();
      await closed;
    },
  };
}

/** A socket to one of the checked addresses, once it is connected. */
async function open(gate: Gate, hostname: string, port: number): Promise<Socket> {
  const addresses = await gate.resolve(hostname, port);
  const socket = connect({
    host: hostname.replace(/^\[|\]$/g, ''),
    port,
    lookup: pinnedLookup(addresses),
    autoSelectFamily: addresses.length > 1,
  });
  const { promise, resolve, reject } = Promise.withResolvers<Socket>();
  socket.setTimeout(CONNECT_TIMEOUT_MS, () => socket.destroy(new Fault('timed_out')));
  socket.once('connect', () => resolve(socket));
  socket.on('error', (cause) =>
    reject(
      cause instanceof Fault
        ? cause
        : new Fault('provider_failed', {
            message: 'The site could not be reached. Try again in a moment.',
            cause,
          }),
    ),
  );
  return promise;
}

/** The leases of the egress proxy: who may connect, how many bytes remain, and what was refused. */
import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { Fault, toFault } from '#core/contract/faults.ts';

/**
 * Permission for one job to connect, with a separate credential and byte count. Closing it closes
 * all its connections.
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
export interface OpenLease {
  refusals: Map<string, Fault>;
  secret: Buffer;
  bytesLeft: number;
  sockets: Set<Duplex>;
}

export class EgressLeases {
  readonly #open = new Map<string, OpenLease>();

  /** A new lease for clients of the proxy at `address` (`host:port`). */
  open(address: string, maxBytes: number): Lease {
    const username = randomBytes(8).toString('hex');
    const password = randomBytes(24).toString('hex');
    const lease: OpenLease = {
      refusals: new Map(),
      secret: Buffer.from(password),
      bytesLeft: maxBytes,
      sockets: new Set(),
    };
    this.#open.set(username, lease);
    return {
      server: `http://${address}`,
      username,
      password,
      url: `http://${username}:${password}@${address}`,
      refusals: lease.refusals,
      close: () => {
        this.#open.delete(username);
        lease.bytesLeft = -1;
        cut(lease);
      },
    };
  }

  /** Returns the lease whose credential a request carries. */
  of(message: IncomingMessage): OpenLease | undefined {
    const [scheme, encoded] = (message.headers['proxy-authorization'] ?? '').split(' ');
    if (scheme?.toLowerCase() !== 'basic' || !encoded) return undefined;
    const [username = '', password = ''] = Buffer.from(encoded, 'base64').toString().split(':');
    const lease = this.#open.get(username);
    const given = Buffer.from(password);
    return lease && given.length === lease.secret.length && timingSafeEqual(given, lease.secret)
      ? lease
      : undefined;
  }

  /** Closes all connections and leases. */
  closeAll(): void {
    for (const lease of this.#open.values()) cut(lease);
    this.#open.clear();
  }
}

function cut(lease: OpenLease): void {
  for (const socket of lease.sockets) socket.destroy();
}

/** Attaches a stream to its lease: counts its bytes and ends it with the lease. */
export function hold(lease: OpenLease, host: string, stream: Duplex): void {
  lease.sockets.add(stream);
  stream.on('close', () => lease.sockets.delete(stream));
  stream.on('data', (chunk: Buffer) => {
    lease.bytesLeft -= chunk.length;
    if (lease.bytesLeft >= 0) return;
    lease.refusals.set(host, new Fault('too_large'));
    cut(lease);
  });
}

/** Records the first refusal of a host, and returns the status and code of the response. */
export function refuse(
  lease: OpenLease,
  host: string,
  error: unknown,
): { status: number; code: string } {
  const fault = toFault(error);
  if (!lease.refusals.has(host)) lease.refusals.set(host, fault);
  return {
    status: fault.code === 'blocked_address' || fault.code === 'unsupported_url' ? 403 : 502,
    code: fault.code,
  };
}

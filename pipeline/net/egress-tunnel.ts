import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { Fault } from '#core/contract/faults.ts';
import { connectPinned } from './connect-pinned.ts';
import { hold, refuse, type EgressLeases, type OpenLease } from './egress-leases.ts';
import { portOf, type Gate } from './gate.ts';

/** A tunnel without traffic for this long is closed. */
export const IDLE_MS = 30_000;

/**
 * Handles a CONNECT request to the proxy: a tunnel to a checked address, whose bytes count towards
 * its lease.
 */
export function openTunnel(
  { gate, leases }: { gate: Gate; leases: EgressLeases },
  message: IncomingMessage,
  client: Duplex,
  head: Buffer,
): void {
  client.on('error', () => client.destroy());
  const deny = (status: number, code: string, more = ''): void => {
    client.end(
      `HTTP/1.1 ${status} ${code}\r\nContent-Length: 0\r\nConnection: close\r\n${more}\r\n`,
    );
  };
  const lease = leases.of(message);
  if (!lease) {
    deny(407, 'credential_needed', 'Proxy-Authenticate: Basic realm="gloss"\r\n');
    return;
  }
  const authority = message.url ?? '';
  connectTunnel(gate, lease, authority, client, head).catch((error: unknown) => {
    const { status, code } = refuse(lease, authority, error);
    deny(status, code);
  });
}

async function connectTunnel(
  gate: Gate,
  lease: OpenLease,
  authority: string,
  client: Duplex,
  head: Buffer,
): Promise<void> {
  // `//host:port` has no scheme, and none is derived from the port.
  const url = gate.parse(`http://${authority}`);
  if (url.pathname !== '/' || url.search || url.hash) throw new Fault('unsupported_url');
  const port = portOf(url);
  const upstream = await connectPinned(gate, url.hostname, port);
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
}

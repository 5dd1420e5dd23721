import { request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import { Fault } from '#core/contract/faults.ts';
import { connectPinned } from './connect-pinned.ts';
import { hold, refuse, type EgressLeases } from './egress-leases.ts';
import { IDLE_MS } from './egress-tunnel.ts';
import { portOf, type Gate } from './gate.ts';

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

/** Handles a plain HTTP request to the proxy by forwarding it to a checked address. */
export function forwardRequest(
  { gate, leases }: { gate: Gate; leases: EgressLeases },
  message: IncomingMessage,
  response: ServerResponse,
): void {
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
  const lease = leases.of(message);
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
    const socket = await connectPinned(gate, url.hostname, portOf(url));
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
}

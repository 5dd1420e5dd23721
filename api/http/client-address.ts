import ipaddr from 'ipaddr.js';
import type { IncomingMessage } from 'node:http';

const plain = (text: string): string =>
  ipaddr.isValid(text) ? ipaddr.process(text).toString() : text;

/** Whether an address is one of these addresses or in one of these networks. */
export function trustedProxy(trusted: readonly string[]): (address: string) => boolean {
  const nets = trusted.map((it) =>
    it.includes('/')
      ? ipaddr.parseCIDR(it)
      : ([ipaddr.process(it), ipaddr.process(it).kind() === 'ipv4' ? 32 : 128] as const),
  );
  return (address) => {
    if (!ipaddr.isValid(address)) return false;
    const parsed = ipaddr.process(address);
    return nets.some(([net, bits]) => net.kind() === parsed.kind() && parsed.match([net, bits]));
  };
}

/**
 * Where a request comes from: the last address in `X-Forwarded-For` that no trusted proxy wrote for
 * itself, and the socket's where the socket's is not a trusted proxy. What a client writes into
 * that header is never believed.
 */
export function clientAddress(trusted: readonly string[]): (req: IncomingMessage) => string {
  const isProxy = trustedProxy(trusted);
  return (req) => {
    let address = plain(req.socket.remoteAddress ?? '');
    const forwarded = String(req.headers['x-forwarded-for'] ?? '')
      .split(',')
      .map((it) => plain(it.trim()))
      .filter(Boolean);
    while (isProxy(address)) {
      const before = forwarded.pop();
      if (before === undefined || !ipaddr.isValid(before)) break;
      address = before;
    }
    return address;
  };
}

/**
 * What counts as one place: an IPv4 address, or a /64 of IPv6, which is what one customer is given.
 */
export function placeOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  return parsed.kind() === 'ipv4'
    ? parsed.toString()
    : `${parsed
        .toByteArray()
        .slice(0, 8)
        .map((byte) => byte.toString(16).padStart(2, '0'))
        .join('')}/64`;
}

import ipaddr from 'ipaddr.js';
import type { IncomingMessage } from 'node:http';

const plain = (text: string): string =>
  ipaddr.isValid(text) ? ipaddr.process(text).toString() : text;

/** Tells whether an address is in the list or in one of its networks. */
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
 * Returns the address of a request: the last one in `X-Forwarded-For` that is not of a trusted
 * proxy, or the socket's if that is not a trusted proxy. Other values of that header are ignored,
 * because clients can forge them.
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
 * Returns what counts as one client: an IPv4 address, or a /64 network of IPv6, which one customer
 * gets.
 */
export function addressGroup(address: string): string {
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

/**
 * The rules for outbound traffic: which addresses may be reached. Fetch, browser and yt-dlp check
 * every hop here.
 */
import type { LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import { Fault } from '#core/contract/faults.ts';
import type { Address } from './address.ts';
import { isUnknownName } from './name-servers.ts';
import { createResolver, type Resolve } from './resolver.ts';

export type { Address } from './address.ts';
export type { Resolve } from './resolver.ts';

export interface Gate {
  /**
   * Parses an address; all parsing happens here. Faults: `unsupported_url`, `blocked_address`.
   * Queries no name server.
   */
  parse(url: string, base?: URL): URL;
  /**
   * Returns all addresses of a host, checked each time. Sockets may connect only to these. Faults:
   * `blocked_address`, `no_such_host`, `provider_failed`, `offline`.
   */
  resolve(hostname: string, port: number, signal?: AbortSignal): Promise<readonly Address[]>;
  /** whether the operator has allowed this exact `host:port` */
  isAllowed(hostname: string, port: number): boolean;
}

const PUBLIC_PORTS: readonly number[] = [80, 443, 8080, 8443];
const GLOBAL_UNICAST_V6 = ipaddr.IPv6.parseCIDR('2000::/3');
const CONTROL_OR_SPACE = /[\u0000-\u0020\u007f-\u009f]/;

/**
 * IPv6 must also be in 2000::/3, because ipaddr.js classifies `::7f00:1` (::/96, "IPv4-compatible")
 * and all unassigned space as unicast.
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== 'unicast') return false;
  return parsed instanceof ipaddr.IPv4 || parsed.match(GLOBAL_UNICAST_V6);
}

export const portOf = (url: URL): number =>
  Number(url.port) || (url.protocol === 'https:' ? 443 : 80);
const bare = (hostname: string): string => hostname.replace(/^\[|\]$/g, '');
const isLoopbackName = (hostname: string): boolean => /(^|\.)localhost\.?$/i.test(hostname);

export interface GateOptions {
  /** exact `host:port`, by name or IP */
  allow?: readonly string[];
  ports?: readonly number[];
  /** default: a new resolver */
  resolve?: Resolve;
}

export function createGate({
  allow = [],
  ports = PUBLIC_PORTS,
  resolve = createResolver().resolve,
}: GateOptions = {}): Gate {
  const allowed = new Set(
    allow.map((entry) => {
      const url = new URL(`http://${entry}`);
      return `${bare(url.hostname)}:${portOf(url)}`;
    }),
  );
  const isAllowed = (hostname: string, port: number): boolean =>
    allowed.has(`${bare(hostname)}:${port}`);

  /** Checks that don't need a name server; returns the address if the host is an IP address. */
  function checkHost(hostname: string, port: number): Address | undefined {
    const host = bare(hostname);
    const literal: Address | undefined = ipaddr.isValid(host)
      ? { address: host, family: host.includes(':') ? 6 : 4 }
      : undefined;
    if (isAllowed(host, port)) return literal;
    if (literal ? !isPublicAddress(host) : isLoopbackName(host))
      throw new Fault('blocked_address', { details: { host } });
    if (!ports.includes(port)) {
      throw new Fault('blocked_address', {
        message: `Gloss only fetches from the ports ${ports.join(', ')}. The operator can allow this one with GLOSS_FETCH_ALLOW=host:port.`,
        details: { host, port },
      });
    }
    return literal;
  }

  return {
    isAllowed,
    parse(text, base) {
      const trimmed = text.trim();
      // Parsers disagree about backslashes and control characters, so they are refused.
      if (
        CONTROL_OR_SPACE.test(base ? trimmed.replaceAll(' ', '') : trimmed) ||
        /^[^?#]*\\/.test(trimmed)
      )
        throw new Fault('unsupported_url');
      const url = URL.parse(trimmed, base);
      if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password || !url.hostname)
        throw new Fault('unsupported_url');
      checkHost(url.hostname, portOf(url));
      return url;
    },
    async resolve(hostname, port, signal) {
      const literal = checkHost(hostname, port);
      if (literal) return [literal];
      const host = bare(hostname);
      if (isLoopbackName(host)) return [{ address: '127.0.0.1', family: 4 }];
      const addresses = await resolve(host, { signal }).catch((cause: unknown) => {
        throw signal?.aborted ? signal.reason : nameFault(cause, host);
      });
      if (addresses.length === 0) throw unknownHost(host);
      const isOpen = isAllowed(host, port);
      for (const { address } of addresses) {
        if (!ipaddr.isValid(address) || !(isOpen || isPublicAddress(address)))
          throw new Fault('blocked_address', { details: { host } });
      }
      return addresses;
    },
  };
}

const unknownHost = (host: string, cause?: unknown): Fault =>
  new Fault('no_such_host', {
    message: `Couldn't find ${host}. Check the link.`,
    cause,
    details: { host },
  });

function nameFault(cause: unknown, host: string): Fault {
  if (cause instanceof Fault) return cause;
  return isUnknownName(cause)
    ? unknownHost(host, cause)
    : new Fault('provider_failed', {
        message: "Couldn't look up this site. Try again in a moment.",
        cause,
        details: { host },
      });
}

/**
 * A lookup for net and tls that returns the checked addresses, so that no name is resolved twice.
 */
export function pinnedLookup(addresses: readonly Address[]): LookupFunction {
  return (hostname, options, callback) => {
    const [first] = addresses;
    if (!first) callback(new Error(`no address for ${hostname}`), '', 4);
    else if (options.all) callback(null, [...addresses]);
    else callback(null, first.address, first.family);
  };
}

/** Plans the hosts, their behaviour and their pages. The same in every run. */
import { seeded } from '#api/testing/run-killed-import.ts';
import type { NameRecord } from '#pipeline/net/testing/dns-server.ts';
import type { Options } from './options.ts';

/** `slow`: its name resolves slowly; otherwise it is like a good one. */
export type HostKind = 'good' | 'slow' | 'silent' | 'dead';
export interface Host {
  /** without the port */
  name: string;
  address: string;
  kind: HostKind;
  /** as in GLOSS_FETCH_ALLOW and addresses of pages */
  at: string;
}
export interface Plan {
  hosts: readonly Host[];
  hostOf(page: number): Host;
  urlOf(page: number): string;
  /** address of a page that isn't part of the import, on a good host */
  extraUrl(n: number): string;
  /** Answers of the name server: a slow name after 2 s, any other at the second query. */
  answerName(name: string): NameRecord;
}
export interface Ports {
  open: number;
  /** a port without a listener */
  closed: number;
}

const SLOW_MS = 2_000;
/** Numbers of pages added by hand start here. */
const FIRST_EXTRA = 1_000_000;
const addressOf = (n: number): string => `127.1.${Math.floor(n / 250)}.${(n % 250) + 1}`;

function kindsOf({ hosts, silent, dead, slowDns }: Options): HostKind[] {
  const [silents, deads, slows] = [silent, dead, slowDns].map((part) => Math.round(part * hosts));
  const kinds = Array.from({ length: hosts }, (_, n): HostKind => {
    if (n < (silents ?? 0)) return 'silent';
    if (n < (silents ?? 0) + (deads ?? 0)) return 'dead';
    return n < (silents ?? 0) + (deads ?? 0) + (slows ?? 0) ? 'slow' : 'good';
  });
  const random = seeded(1);
  return kinds
    .map((kind) => ({ kind, order: random() }))
    .sort((a, b) => a.order - b.order)
    .map(({ kind }) => kind);
}

/**
 * With `names` the hosts are names, and a dead one is unknown to the name server. Without, for a
 * version that takes no name servers, they are addresses; a dead one refuses, and none is slow.
 */
export function makePlan(options: Options, ports: Ports, names: boolean): Plan {
  const hosts = kindsOf(options).map((kind, n): Host => {
    const address = addressOf(n);
    const name = names ? `site-${n}.bench.test` : address;
    const port = !names && kind === 'dead' ? ports.closed : ports.open;
    return { name, address, kind, at: `${name}:${port}` };
  });
  const byName = new Map(hosts.map((host, n) => [host.name, { host, n }]));
  const good = hosts.filter(({ kind }) => kind === 'good');
  const dropped = new Set<string>();
  const nth = (list: readonly Host[], n: number): Host => {
    const host = list[n % list.length];
    if (!host) throw new Error('there is no good host; raise --hosts or lower the other shares');
    return host;
  };
  return {
    hosts,
    hostOf: (page) => nth(hosts, page),
    urlOf: (page) => `http://${nth(hosts, page).at}/article/${page}`,
    extraUrl: (n) => `http://${nth(good, n * 7).at}/article/${FIRST_EXTRA + n}`,
    answerName(name) {
      const known = byName.get(name);
      if (!known || known.host.kind === 'dead') return 'nxdomain';
      const { host, n } = known;
      if (host.kind !== 'slow') return { addresses: [host.address] };
      if (n % 2 === 0) return { addresses: [host.address], delayMs: SLOW_MS };
      if (dropped.has(name)) return { addresses: [host.address] };
      dropped.add(name);
      return 'drop';
    },
  };
}

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { createGate } from './gate.ts';
import { createResolver } from './resolver.ts';
import { dnsServer, type DnsServer } from './testing/dns-server.ts';

const folder = mkdtempSync(join(tmpdir(), 'gloss-hosts-'));
const hostsPath = join(folder, 'hosts');
writeFileSync(
  hostsPath,
  '# own names\n192.0.2.7 files.example Alias.Example # at home\n2001:db8::7\tfiles.example\nnot an address\n',
);
const opened: DnsServer[] = [];
afterAll(async () => {
  await Promise.all(opened.map((it) => it.close()));
  rmSync(folder, { recursive: true });
});

async function resolverOf(answer: Parameters<typeof dnsServer>[0]) {
  const server = await dnsServer(answer);
  opened.push(server);
  return {
    server,
    resolve: createResolver({ servers: [server.at], hostsPath }).resolve,
  };
}
const v4 = (address: string) => ({ address, family: 4 });
const v6 = (address: string) => ({ address, family: 6 });
async function timed<T>(work: Promise<T>): Promise<{ outcome: T | { code: unknown }; ms: number }> {
  const from = performance.now();
  const outcome = await work.catch((error: unknown) => ({
    code: (error as { code: unknown }).code,
  }));
  return { outcome, ms: performance.now() - from };
}

describe('the addresses of a name', () => {
  it('are those of both families, IPv4 first', async () => {
    const { resolve } = await resolverOf(() => ({ addresses: ['2001:db8::1', '192.0.2.1'] }));
    expect(await resolve('both.test')).toEqual([v4('192.0.2.1'), v6('2001:db8::1')]);
  });
  it('are cached for all callers, ignoring case', async () => {
    const { resolve, server } = await resolverOf(() => ({ addresses: ['192.0.2.1'], delayMs: 50 }));
    const asked = await Promise.all(
      Array.from({ length: 50 }, (_, n) => resolve(n % 2 ? 'Page.test' : 'page.test.')),
    );
    asked.push(await resolve('page.test'));
    expect(new Set(asked.map((it) => JSON.stringify(it))).size).toBe(1);
    expect(server.queries.sort()).toEqual(['A page.test', 'AAAA page.test']);
  });
  it('are requested again after their TTL', async () => {
    let last = 0;
    const { resolve, server } = await resolverOf((_, type) => ({
      addresses: type === 'A' ? [`192.0.2.${++last}`] : [],
      ttlS: 5,
    }));
    expect(await resolve('short.test')).toEqual([v4('192.0.2.1')]);
    await expect.poll(() => resolve('short.test'), { timeout: 9_000 }).toEqual([v4('192.0.2.2')]);
    expect(server.queries.filter((it) => it === 'A short.test')).toHaveLength(2);
  });
  it('come from the hosts file first', async () => {
    const { resolve, server } = await resolverOf(() => ({ addresses: ['198.51.100.1'] }));
    expect(await resolve('FILES.example')).toEqual([v4('192.0.2.7'), v6('2001:db8::7')]);
    expect(await resolve('alias.example')).toEqual([v4('192.0.2.7')]);
    expect(server.queries).toEqual([]);
  });
  it('come from the operating system for a name without a dot', async () => {
    const { resolve, server } = await resolverOf(() => 'nxdomain');
    expect(await resolve('localhost')).toContainEqual(v4('127.0.0.1'));
    expect(server.queries).toEqual([]);
  });
  it('are only IPv4 if no server answers for IPv6', async () => {
    const { resolve } = await resolverOf((_, type) =>
      type === 'A' ? { addresses: ['192.0.2.1'] } : 'drop',
    );
    const { outcome, ms } = await timed(resolve('half.test'));
    expect(outcome).toEqual([v4('192.0.2.1')]);
    expect(ms).toBeLessThan(1_500);
  });
  it('are only IPv6 if there are no others', async () => {
    const { resolve } = await resolverOf(() => ({ addresses: ['2001:db8::1'] }));
    expect(await resolve('six.test')).toEqual([v6('2001:db8::1')]);
  });
  it.each([1_000, 2_000])(
    'are found by a name server that answers after %i ms',
    async (delayMs) => {
      const { resolve } = await resolverOf(() => ({ addresses: ['192.0.2.1'], delayMs }));
      expect(await resolve('slow.test')).toEqual([v4('192.0.2.1')]);
    },
  );
  it('are found even if the first query is lost', async () => {
    const lost = new Set<string>();
    const { resolve } = await resolverOf((_, type) => {
      if (lost.has(type)) return { addresses: ['192.0.2.1'] };
      lost.add(type);
      return 'drop';
    });
    expect(await resolve('lossy.test')).toEqual([v4('192.0.2.1')]);
  });
});

describe('a name without addresses', () => {
  it.each(['nxdomain', { addresses: [] }] as const)(
    'is cached as unknown for a while: %j',
    async (record) => {
      const { resolve, server } = await resolverOf(() => record);
      const codes = [await timed(resolve('nosuch.test')), await timed(resolve('nosuch.test'))];
      expect(codes.map(({ outcome }) => outcome)).toEqual([
        { code: expect.stringMatching(/^(ENOTFOUND|ENODATA)$/) },
        { code: expect.stringMatching(/^(ENOTFOUND|ENODATA)$/) },
      ]);
      expect(server.queries.filter((it) => it.startsWith('A '))).toHaveLength(1);
    },
  );
  it("isn't unknown if one address family has an answer", async () => {
    const { resolve } = await resolverOf((_, type) =>
      type === 'A' ? { addresses: [] } : 'servfail',
    );
    await expect(resolve('half.test')).rejects.toMatchObject({ code: 'ESERVFAIL' });
  });
});

describe("a name server that doesn't respond", () => {
  it('times out after three seconds, without delaying other names or file access', async () => {
    const { resolve } = await resolverOf((name) =>
      name.startsWith('silent') ? 'drop' : { addresses: ['192.0.2.1'] },
    );
    const silent = Array.from({ length: 40 }, (_, n) => timed(resolve(`silent${n}.test`)));
    const [quick, file] = await Promise.all([
      timed(resolve('quick.test')),
      timed(readFile(hostsPath)),
    ]);
    expect(quick).toMatchObject({ outcome: [v4('192.0.2.1')] });
    expect(Math.max(quick.ms, file.ms)).toBeLessThan(1_500);
    const ended = await Promise.all(silent);
    expect(new Set(ended.map(({ outcome }) => JSON.stringify(outcome)))).toEqual(
      new Set(['{"code":"ETIMEOUT"}']),
    );
    for (const { ms } of ended) expect(ms).toBeGreaterThan(2_500);
    expect(Math.max(...ended.map(({ ms }) => ms))).toBeLessThan(6_000);
  });
  it('is asked again later', async () => {
    let isBroken = true;
    const { resolve } = await resolverOf(() =>
      isBroken ? 'servfail' : { addresses: ['192.0.2.1'] },
    );
    await expect(resolve('flaky.test')).rejects.toMatchObject({ code: 'ESERVFAIL' });
    isBroken = false;
    await expect
      .poll(() => resolve('flaky.test').catch(() => undefined), { timeout: 6_000 })
      .toEqual([v4('192.0.2.1')]);
  });
});

describe('an abort', () => {
  it("ends only the caller's wait", async () => {
    const { resolve, server } = await resolverOf(() => ({
      addresses: ['192.0.2.1'],
      delayMs: 300,
    }));
    const stop = new AbortController();
    const reason = new Error('tab closed');
    const [leaving, staying] = [
      resolve('shared.test', { signal: stop.signal }),
      resolve('shared.test'),
    ];
    await expect.poll(() => server.queries.length).toBe(2);
    stop.abort(reason);
    await expect(leaving).rejects.toBe(reason);
    expect(await staying).toEqual([v4('192.0.2.1')]);
    expect(server.queries).toHaveLength(2);
  });
  it('ends the query when no caller is left', async () => {
    const { resolve, server } = await resolverOf((name) =>
      name === 'left.test' ? 'drop' : { addresses: ['192.0.2.1'] },
    );
    const stop = new AbortController();
    const left = resolve('left.test', { signal: stop.signal });
    const stays = timed(resolve('stays.left.test'));
    await expect.poll(() => server.queries.includes('A left.test')).toBe(true);
    stop.abort();
    await expect(left).rejects.toBe(stop.signal.reason);
    await stays;
    // As long as it takes for a query to be repeated.
    const other = await resolverOf(() => 'drop');
    const repeated = timed(other.resolve('repeated.test'));
    await expect
      .poll(() => other.server.queries.filter((it) => it.startsWith('A ')).length, {
        timeout: 5_000,
      })
      .toBeGreaterThan(1);
    expect(server.queries.filter((it) => it === 'A left.test')).toHaveLength(1);
    await repeated;
  });
});

describe('the gate', () => {
  it('checks cached addresses too', async () => {
    const { resolve, server } = await resolverOf(() => ({ addresses: ['127.0.0.1'] }));
    const gate = createGate({ allow: ['inside.test:8080'], resolve });
    expect(await gate.resolve('inside.test', 8080)).toEqual([v4('127.0.0.1')]);
    await expect(gate.resolve('inside.test', 443)).rejects.toMatchObject({
      code: 'blocked_address',
    });
    expect(server.queries.filter((it) => it.startsWith('A '))).toHaveLength(1);
  });
});

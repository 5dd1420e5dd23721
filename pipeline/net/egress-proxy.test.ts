import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connect } from 'node:net';
import { once } from 'node:events';
import { createEgressProxy, type EgressProxy, type Lease } from './egress-proxy.ts';
import { createGate, type Address, type Gate } from './gate.ts';
import { canary, loopbackServer, type LoopbackServer } from './testing/loopback.ts';
import { INTERNAL_HOSTS, internalUrls, LOOPBACK_HOSTS } from './testing/internal-hosts.ts';

const loopback: Address[] = [{ address: '127.0.0.1', family: 4 }];
const opened: EgressProxy[] = [];
const proxyBy = (gate: Gate): EgressProxy => {
  const proxy = createEgressProxy({ gate });
  opened.push(proxy);
  return proxy;
};
const basic = (lease: Lease): string =>
  `Proxy-Authorization: Basic ${btoa(`${lease.username}:${lease.password}`)}\r\n`;

/** Writes raw text to the proxy and returns its output, until it closes the connection or sends `until`. */
async function say(server: string, text: string, until = '\uffff'): Promise<string> {
  const socket = connect({ host: '127.0.0.1', port: Number(new URL(server).port) });
  let answer = '';
  socket.on('data', (chunk: Buffer) => {
    answer += chunk.toString();
    if (answer.includes(until)) socket.destroy();
  });
  socket.on('error', () => undefined);
  socket.write(text);
  await once(socket, 'close');
  return answer;
}
const getBy = (lease: Lease, url: string): Promise<string> =>
  say(lease.server, `GET ${url} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${basic(lease)}\r\n`);
const tunnelBy = (lease: Lease, authority: string): Promise<string> =>
  say(
    lease.server,
    `CONNECT ${authority} HTTP/1.1\r\nHost: x\r\n${basic(lease)}\r\nGET /tunnel HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`,
  );
const statusOf = (answer: string): number => Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1] ?? 0);

let inside: LoopbackServer;
let site: LoopbackServer;
beforeAll(async () => {
  inside = await canary();
  site = await loopbackServer((request, response) => {
    if (request.url === '/large') response.end(Buffer.alloc(4 * 2 ** 20, 'a'));
    else if (request.url === '/hang') response.write('so far');
    else if (request.url === '/away') response.writeHead(302, { location: `${inside.url}/` }).end();
    else response.end(`you asked for ${request.url}`);
  });
});
afterAll(async () => {
  await Promise.all([...opened, inside, site].map((it) => it.close()));
});

describe('internal addresses', () => {
  const guarded = () =>
    proxyBy(createGate({ ports: [80, inside.port], resolve: async () => loopback }));

  it(`are refused in ${INTERNAL_HOSTS.length} notations, as request and as tunnel`, async () => {
    const lease = await guarded().lease({ maxBytes: 1e6 });
    const asciiOnly = (text: string): boolean => /^[\u0021-\u007e]+$/.test(text);
    const urls = internalUrls(inside.port).filter(asciiOnly);
    const authorities = INTERNAL_HOSTS.map((host) => `${host}:${inside.port}`);
    const encoded = [
      ...urls,
      ...authorities.map(
        (it) => `http://${encodeURI(it).replaceAll('%5B', '[').replaceAll('%5D', ']')}/`,
      ),
    ];
    const statuses = await Promise.all([
      ...encoded.map((url) => getBy(lease, url).then(statusOf)),
      ...authorities.map((authority) =>
        tunnelBy(lease, encodeURI(authority).replaceAll('%5B', '[').replaceAll('%5D', ']')).then(
          statusOf,
        ),
      ),
    ]);
    expect(statuses.length).toBeGreaterThan(2 * 56);
    expect(statuses.filter((status) => status !== 403 && status !== 400 && status !== 0)).toEqual(
      [],
    );
    expect({ hits: inside.hits, connects: inside.connects }).toEqual({ hits: [], connects: 0 });
  });
  it('are reached by the same requests when the gate allows everything', async () => {
    const other = await canary();
    const open: Gate = {
      isAllowed: () => true,
      parse: (url) => new URL(url),
      resolve: async () => loopback,
    };
    const lease = await proxyBy(open).lease({ maxBytes: 1e6 });
    const ascii = LOOPBACK_HOSTS.filter((host) => /^[\w.[\]:]+$/.test(host));
    await Promise.all(
      ascii.flatMap((host) => [
        getBy(lease, `http://${host}:${other.port}/`),
        tunnelBy(lease, `${host}:${other.port}`),
      ]),
    );
    expect(other.hits.length).toBeGreaterThan(40);
    await other.close();
  });
  it('are not reached by a name that resolves to one, as request or as tunnel', async () => {
    const lease = await guarded().lease({ maxBytes: 1e6 });
    expect([
      statusOf(await getBy(lease, `http://example.com:${inside.port}/`)),
      statusOf(await tunnelBy(lease, `example.com:${inside.port}`)),
    ]).toEqual([403, 403]);
    expect(inside.connects).toBe(0);
    expect(lease.refusals.get(`example.com:${inside.port}`)?.code).toBe('blocked_address');
  });
});

describe('the proxy', () => {
  const proxy = () => proxyBy(createGate({ allow: [site.at] }));

  it('forwards allowed requests and tunnels, without its own headers', async () => {
    const lease = await proxy().lease({ maxBytes: 1e6 });
    expect(await getBy(lease, `${site.url}/a?b=c`)).toMatch(/200 OK[^]*you asked for \/a\?b=c/);
    expect(site.requests.at(-1)?.headers).toMatchObject({ host: site.at });
    expect(site.requests.at(-1)?.headers['proxy-authorization']).toBeUndefined();
    expect(await tunnelBy(lease, site.at)).toMatch(
      /200 Connection established[^]*you asked for \/tunnel/,
    );
  });
  it('leaves redirects to the client and refuses the next request if its target is internal', async () => {
    const lease = await proxy().lease({ maxBytes: 1e6 });
    expect(await getBy(lease, `${site.url}/away`)).toContain(`location: ${inside.url}/`);
    expect(statusOf(await getBy(lease, `${inside.url}/`))).toBe(403);
  });
  it('refuses clients without a lease, or with a closed or wrong one', async () => {
    const made = proxy();
    const lease = await made.lease({ maxBytes: 1e6 });
    const closed = await made.lease({ maxBytes: 1e6 });
    closed.close();
    const before = site.connects;
    expect(
      statusOf(
        await say(
          lease.server,
          `GET ${site.url}/ HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`,
        ),
      ),
    ).toBe(407);
    expect(
      statusOf(await say(lease.server, `CONNECT ${site.at} HTTP/1.1\r\nHost: x\r\n\r\n`)),
    ).toBe(407);
    for (const wrong of [
      closed,
      { ...lease, password: lease.username },
      { ...lease, username: 'x' },
    ])
      expect(statusOf(await tunnelBy(wrong, site.at))).toBe(407);
    expect(site.connects).toBe(before);
  });
  it.each([
    '/',
    '*',
    'example.com',
    'https://example.com/',
    'ftp://127.0.0.1/',
    'file:///etc/passwd',
    'http:///',
  ])('answers a request for %s with a refusal', async (target) => {
    const lease = await proxy().lease({ maxBytes: 1e6 });
    // 0: not a valid request, so the connection is closed.
    expect([0, 403]).toContain(statusOf(await getBy(lease, target)));
  });
  it.each([(at: string) => `${at}/x`, (at: string) => `u@${at}`, (at: string) => `http://${at}`])(
    'opens no tunnel to anything but host:port',
    async (spoil) => {
      const lease = await proxy().lease({ maxBytes: 1e6 });
      expect([400, 403]).toContain(statusOf(await tunnelBy(lease, spoil(site.at))));
    },
  );
  it('closes all connections of a lease when its bytes are used up', async () => {
    const lease = await proxy().lease({ maxBytes: 2 ** 20 });
    const answer = await getBy(lease, `${site.url}/large`);
    expect(answer.length).toBeLessThan(2 * 2 ** 20);
    expect(lease.refusals.get(site.at)?.code).toBe('too_large');
    expect(await getBy(lease, `${site.url}/`)).not.toContain('you asked');
  });
  it('closes the open connections of a lease when it is closed', async () => {
    const lease = await proxy().lease({ maxBytes: 1e6 });
    const before = site.hits.length;
    const tunnel = say(
      lease.server,
      `CONNECT ${site.at} HTTP/1.1\r\nHost: x\r\n${basic(lease)}\r\nGET /hang HTTP/1.1\r\nHost: x\r\n\r\n`,
    );
    const plain = getBy(lease, `${site.url}/hang`);
    await expect.poll(() => site.hits.length).toBe(before + 2);
    lease.close();
    await Promise.all([tunnel, plain]);
  });
  it('resolves a name once and connects to the checked address', async () => {
    const there = await loopbackServer(
      (_request, response) => {
        response.end('flipped');
      },
      '127.0.0.2',
      site.port,
    );
    for (const ask of [getBy, tunnelBy]) {
      let asked = 0;
      const name = `flip.test:${site.port}`;
      const gate = createGate({
        allow: [name],
        resolve: async () => [{ address: asked++ === 0 ? '127.0.0.1' : '127.0.0.2', family: 4 }],
      });
      expect(
        await ask(
          await proxyBy(gate).lease({ maxBytes: 1e6 }),
          ask === getBy ? `http://${name}/` : name,
        ),
      ).toContain('you asked for');
      expect(asked).toBe(1);
    }
    expect(there.connects).toBe(0);
    await there.close();
  });
});

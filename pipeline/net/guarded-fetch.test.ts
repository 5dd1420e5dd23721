import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { request } from 'undici';
import { createGate, type Address, type Gate } from './gate.ts';
import { createGuardedFetch } from './guarded-fetch.ts';
import { createPace } from './pace.ts';
import { canary, loopbackServer, type LoopbackServer } from './testing/loopback.ts';
import { INTERNAL_HOSTS, internalUrls, LOOPBACK_HOSTS } from './testing/internal-hosts.ts';

const pace = () => createPace({ concurrency: 50, perSecond: 1000 });
const opened: { close(): Promise<void> }[] = [];
const fetchBy = (gate: Gate) => {
  const made = createGuardedFetch({ gate, pace: pace() });
  opened.push(made);
  return made.fetch;
};
const code = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => 'answered',
    (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : 'error'),
  );
const loopback: Address[] = [{ address: '127.0.0.1', family: 4 }];

let inside: LoopbackServer;
let site: LoopbackServer;
beforeAll(async () => {
  inside = await canary();
  site = await loopbackServer((request, response) => {
    const url = new URL(request.url ?? '/', site.url);
    const status = /^\/redirect\/(\d+)$/.exec(url.pathname)?.[1];
    if (status)
      response.writeHead(Number(status), { location: url.searchParams.get('to') ?? '' }).end();
    else if (url.pathname === '/status')
      response
        .writeHead(
          Number(url.searchParams.get('is')),
          url.searchParams.has('after')
            ? { 'retry-after': url.searchParams.get('after') ?? '' }
            : {},
        )
        .end('no');
    else if (url.pathname === '/down')
      response
        .writeHead(302, { location: `/down?n=${Number(url.searchParams.get('n')) + 1}` })
        .end();
    else if (url.pathname === '/countdown') {
      const left = Number(url.searchParams.get('n'));
      if (left > 0) response.writeHead(302, { location: `/countdown?n=${left - 1}` }).end();
      else response.end('landed');
    } else response.writeHead(200, { 'content-type': 'Text/HTML; charset=utf-8' }).end('hello');
  });
});
afterAll(async () => {
  await Promise.all([...opened, inside, site].map((it) => it.close()));
});

describe('internal addresses', () => {
  // The port is allowed, so that the address causes the refusal.
  const guarded = () =>
    fetchBy(createGate({ ports: [80, inside.port], resolve: async () => loopback }));

  it(`are reached in none of ${INTERNAL_HOSTS.length + 25} notations`, async () => {
    const urls = internalUrls(inside.port);
    expect(urls.length).toBeGreaterThanOrEqual(56);
    const before = inside.connects;
    const fetch = guarded();
    const codes = await Promise.all(
      urls.map((url) => code(fetch(url, { maxBytes: 1000, timeoutMs: 5000 }))),
    );
    expect(codes.filter((it) => it !== 'blocked_address' && it !== 'unsupported_url')).toEqual([]);
    expect({ hits: inside.hits, connects: inside.connects - before }).toEqual({
      hits: [],
      connects: 0,
    });
  });
  it('are reached by an unguarded fetch in many of them', async () => {
    const other = await canary();
    await Promise.allSettled(
      LOOPBACK_HOSTS.map(async (host) =>
        (await request(`http://${host}:${other.port}/`, { headersTimeout: 1500 })).body.text(),
      ),
    );
    expect(other.hits.length).toBeGreaterThan(15);
    await other.close();
  });
  it('are not reached by a name that resolves to one', async () => {
    expect(await code(guarded()(`http://example.com:${inside.port}/`, { maxBytes: 1000 }))).toBe(
      'blocked_address',
    );
    expect(inside.connects).toBe(0);
  });
  it.each([301, 302, 303, 307, 308])(
    'are not reached through a redirect with status %i',
    async (status) => {
      const fetch = fetchBy(createGate({ allow: [site.at], ports: [inside.port] }));
      for (const to of [
        inside.url,
        `//127.1:${inside.port}/`,
        `http://[::ffff:7f00:1]:${inside.port}/`,
        `http://localhost:${inside.port}/`,
        'file:///etc/passwd',
      ]) {
        expect(
          await code(
            fetch(`${site.url}/redirect/${status}?to=${encodeURIComponent(to)}`, {
              maxBytes: 1000,
            }),
          ),
        ).toMatch(/blocked_address|unsupported_url/);
      }
      expect(inside.connects).toBe(0);
    },
  );
  it('are reached through a redirect when the gate allows everything', async () => {
    const other = await canary();
    const open: Gate = {
      isAllowed: () => true,
      parse: (url, base) => new URL(url, base),
      resolve: async () => loopback,
    };
    expect(
      await code(fetchBy(open)(`${site.url}/redirect/302?to=${other.url}/`, { maxBytes: 1000 })),
    ).toBe('answered');
    expect(other.hits).toEqual(['/']);
    await other.close();
  });
});

describe('names whose addresses change (DNS rebinding)', () => {
  it('never reach an internal address, in whatever order the answers come', async () => {
    const answers: readonly Address[][] = [
      loopback,
      [],
      [{ address: '1.1.1.1', family: 4 }, ...loopback],
      [{ address: '::1', family: 6 }],
      [{ address: '::ffff:127.0.0.1', family: 6 }],
    ];
    let asked = 0;
    const fetch = fetchBy(
      createGate({
        ports: [inside.port],
        resolve: async () => answers[asked++ % answers.length] ?? [],
      }),
    );
    const codes = await Promise.all(
      Array.from({ length: 1000 }, (_, n) =>
        code(fetch(`http://n${n}.flip.test:${inside.port}/`, { maxBytes: 1000 })),
      ),
    );
    expect(new Set(codes)).toEqual(new Set(['blocked_address', 'no_such_host']));
    expect(inside.connects).toBe(0);
  });
  it('are resolved once, and the socket connects to the checked address', async () => {
    const here = await loopbackServer((_request, response) => {
      response.end('checked');
    });
    const there = await loopbackServer(
      (_request, response) => {
        response.end('flipped');
      },
      '127.0.0.2',
      here.port,
    );
    let asked = 0;
    const flip = async (): Promise<Address[]> => [
      { address: asked++ === 0 ? '127.0.0.1' : '127.0.0.2', family: 4 },
    ];
    const name = `flip.test:${here.port}`;
    const { bytes } = await fetchBy(createGate({ allow: [name], resolve: flip }))(
      `http://${name}/`,
      { maxBytes: 1000 },
    );
    expect(Buffer.from(bytes).toString()).toBe('checked');
    expect({ asked, flipped: there.connects }).toEqual({ asked: 1, flipped: 0 });
    await Promise.all([here.close(), there.close()]);
  });
});

describe('a response', () => {
  const fetch = () => fetchBy(createGate({ allow: [site.at] }));
  it('has its URL, content type and bytes', async () => {
    const answer = await fetch()(`${site.url}/redirect/301?to=/page`, { maxBytes: 1000 });
    expect(answer).toMatchObject({
      url: `${site.url}/page`,
      status: 200,
      contentType: 'text/html',
    });
    expect(Buffer.from(answer.bytes).toString()).toBe('hello');
    expect(site.requests.at(-1)?.headers['user-agent']).toMatch(/Gloss\/\d/);
  });
  it.each([
    [404, 'not_found'],
    [410, 'not_found'],
    [429, 'rate_limited'],
    [401, 'private_or_removed'],
    [403, 'private_or_removed'],
    [451, 'geo_blocked'],
    [400, 'not_found'],
    [500, 'provider_failed'],
    [503, 'provider_failed'],
  ])('with status %i throws %s', async (status, expected) =>
    expect(await code(fetch()(`${site.url}/status?is=${status}`, { maxBytes: 10 }))).toBe(expected),
  );
  it('follows 10 redirects and fails after 11', async () => {
    expect(
      Buffer.from(
        (await fetch()(`${site.url}/countdown?n=10`, { maxBytes: 100 })).bytes,
      ).toString(),
    ).toBe('landed');
    expect(await code(fetch()(`${site.url}/down?n=0`, { maxBytes: 100 }))).toBe('unsupported_url');
  });
  it('throws provider_failed if nothing listens at the port', async () => {
    const gone = await canary();
    await gone.close();
    expect(await code(fetchBy(createGate({ allow: [gone.at] }))(gone.url, { maxBytes: 10 }))).toBe(
      'provider_failed',
    );
  });
  it('retries after a short Retry-After, and passes a long one on', async () => {
    let asked = 0;
    const busy = await loopbackServer((_request, response) => {
      asked += 1;
      if (asked === 1) response.writeHead(429, { 'retry-after': '1' }).end();
      else if (asked === 2) response.end('now');
      else response.writeHead(503, { 'retry-after': '3600' }).end();
    });
    const get = fetchBy(createGate({ allow: [busy.at] }));
    expect(Buffer.from((await get(busy.url, { maxBytes: 10 })).bytes).toString()).toBe('now');
    await expect(get(busy.url, { maxBytes: 10 })).rejects.toMatchObject({
      code: 'rate_limited',
      retryAfterS: 3600,
    });
    await busy.close();
  });
});

describe('credentials', () => {
  it('are sent within an origin and never to another', async () => {
    const other = await loopbackServer((_request, response) => {
      response.end();
    });
    const fetch = fetchBy(createGate({ allow: [site.at, other.at] }));
    const headers = {
      Authorization: 'Bearer canary',
      Cookie: 'sid=canary',
      'X-Api-Key': 'canary',
      Accept: 'text/html',
    };
    await fetch(`${site.url}/redirect/302?to=/kept`, { maxBytes: 100, headers });
    expect(site.requests.at(-1)?.headers).toMatchObject({
      authorization: 'Bearer canary',
      cookie: 'sid=canary',
      accept: 'text/html',
    });
    await fetch(`${site.url}/redirect/307?to=${other.url}/x`, {
      maxBytes: 100,
      headers,
      method: 'POST',
      body: 'a=1',
    });
    expect(JSON.stringify(other.requests[0]?.headers)).not.toContain('canary');
    expect(other.requests[0]?.headers.accept).toBe('text/html');
    await other.close();
  });
});

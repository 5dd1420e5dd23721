/** What holds for every response of the complete server, tested from outside. */
import { request, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openOnSqlite } from '../db/testing/test-database.ts';
import { freePort } from '../testing/free-port.ts';
import { openTestServer, type TestServer } from '../testing/test-server.ts';

const [OWN, CONTENT] = ['gloss.example.org', 'content.example.org'];
/** Page, built files, API, posts, agents, metrics; files of users; and an unknown host name. */
const DOORS = [
  ...[
    '/',
    '/t/nowhere',
    '/assets/nowhere.js',
    '/api/health',
    '/api/me',
    '/api/nowhere',
    '/p/nowhere',
    '/robots.txt',
    '/sitemap.xml',
    '/mcp',
    '/metrics',
  ].map((path) => ({ host: OWN, path })),
  ...['/c/nothing', '/samples/nothing', '/'].map((path) => ({ host: CONTENT, path })),
  { host: 'rebinding.example', path: '/api/health' },
];

describe('every response', () => {
  const open = openOnSqlite();
  let [byTls, plain]: TestServer[] = [];
  let port = 0;
  beforeAll(async () => {
    port = await freePort();
    byTls = await openTestServer(open, {
      worker: false,
      env: {
        GLOSS_PORT: String(port),
        GLOSS_PUBLIC_URL: `https://${OWN}`,
        GLOSS_CONTENT_URL: `https://${CONTENT}`,
      },
    });
    plain = await openTestServer(open, { worker: false });
  });
  afterAll(async () => {
    await byTls?.close();
    await plain?.close();
  });

  async function ask(
    host: string,
    path: string,
    {
      method = 'GET',
      at = port,
      headers = {},
    }: { method?: string; at?: number; headers?: Record<string, string> } = {},
  ): Promise<{ status: number; headers: IncomingHttpHeaders; body: string }> {
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
    request(
      { host: '127.0.0.1', port: at, method, path, headers: { Host: host, ...headers } },
      resolve,
    )
      .on('error', reject)
      .end();
    const reply = await promise;
    return { status: reply.statusCode ?? 0, headers: reply.headers, body: await text(reply) };
  }

  it('has HSTS for a year if the public address is https, at each host name and path', async () => {
    for (const { host, path } of DOORS)
      expect([host + path, (await ask(host, path)).headers['strict-transport-security']]).toEqual([
        host + path,
        'max-age=31536000; includeSubDomains',
      ]);
    const { host, port: at } = new URL(plain?.server.url ?? '');
    for (const { path } of DOORS)
      expect([
        path,
        (await ask(host, path, { at: Number(at) })).headers['strict-transport-security'],
      ]).toEqual([path, undefined]);
  });

  it('has a content type and a policy, and sends no referrer to other sites', async () => {
    for (const { host, path } of DOORS) {
      const { headers, body } = await ask(host, path);
      expect([host + path, headers]).toEqual([
        host + path,
        expect.objectContaining({
          'x-content-type-options': 'nosniff',
          'referrer-policy': expect.stringMatching(
            /^(no-referrer|strict-origin-when-cross-origin)$/,
          ) as string,
          'content-security-policy': expect.stringMatching(
            /default-src '(none|self)';.*frame-ancestors 'none'/,
          ) as string,
        }),
      ]);
      expect([host + path, headers['content-security-policy']]).toEqual([
        host + path,
        expect.not.stringMatching(
          /unsafe-inline|unsafe-eval'(?<!'wasm-unsafe-eval')|script-src[^;]* https?:/,
        ),
      ]);
      if (body !== '')
        expect([host + path, headers['content-type']]).toEqual([
          host + path,
          expect.stringMatching(
            /^application\/json|^(text\/\w+|application\/(\w+\+)?xml); ?(version=[\d.]+; )?charset=utf-8$/,
          ),
        ]);
      if (path.startsWith('/api/') && host === OWN)
        expect([path, headers['cache-control']]).toEqual([path, 'no-store']);
      expect([host + path, headers['access-control-allow-origin']]).toEqual([
        host + path,
        undefined,
      ]);
    }
  });

  it('on the content host may be read by the page of the app, and by no other origin', async () => {
    const allowed = async (host: string, path: string, origin: string) =>
      (await ask(host, path, { headers: { Origin: origin } })).headers[
        'access-control-allow-origin'
      ];
    expect(await allowed(CONTENT, '/samples/nothing', `https://${OWN}`)).toBe(`https://${OWN}`);
    for (const origin of [
      'https://evil.example',
      'null',
      `http://${OWN}`,
      `https://${OWN}.evil.example`,
      `https://${CONTENT}`,
    ])
      expect([
        origin,
        await allowed(CONTENT, '/samples/nothing', origin),
        await allowed(OWN, '/api/health', origin),
      ]).toEqual([origin, undefined, undefined]);
    // Each host name lacks what the other has.
    expect([
      (await ask(CONTENT, '/api/health')).status,
      (await ask(OWN, '/c/nothing')).headers['content-type'],
    ]).toEqual([404, (await ask(OWN, '/')).headers['content-type']]);
  });

  it('is never a redirect from http, because programs would follow it', async () => {
    for (const { host, path } of DOORS)
      expect([
        host + path,
        (await ask(host, path, { headers: { 'X-Forwarded-Proto': 'http' } })).headers.location,
      ]).toEqual([host + path, undefined]);
    expect(
      (await ask(OWN, '/api/health', { headers: { 'X-Forwarded-Proto': 'http' } })).status,
    ).toBe(200);
  });

  it('refuses TRACE', async () => {
    for (const { host, path } of DOORS) {
      const { status, body } = await ask(host, path, {
        method: 'TRACE',
        headers: { 'X-Canary': 'canary' },
      });
      expect([host + path, status, body]).toEqual([host + path, 405, '']);
    }
  });

  it('has the usual form of errors when a request is malformed', async () => {
    for (const [bytes, status, code] of [
      [
        `GET /api/search?q=${'x'.repeat(20_000)} HTTP/1.1\r\nHost: ${OWN}\r\n\r\n`,
        431,
        'too_large',
      ],
      ['GARBAGE\r\n\r\n', 400, 'bad_request'],
    ] as const) {
      const [head = '', body = ''] = (await sent(bytes)).split('\r\n\r\n');
      expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
      for (const line of [
        'Strict-Transport-Security: max-age=31536000',
        'X-Content-Type-Options: nosniff',
        "Content-Security-Policy: default-src 'none'",
        'Content-Type: application/json',
      ])
        expect(head).toContain(line);
      expect(JSON.parse(body)).toEqual({ code, message: expect.any(String) as string });
    }
  });

  it('lists no folder, and returns no file of the repository', async () => {
    const page = (it: { body: string }) =>
      it.body.replace(/nonce="[^"]+"|content="[\w+/=]{24}"/g, '');
    const front = page(await ask(OWN, '/'));
    for (const path of [
      '/assets/',
      '/assets',
      '/.git/HEAD',
      '/.git/',
      '/package.json',
      '/api/',
      '/%2e%2e/package.json',
      '/assets/..%2f..%2f..%2fpackage.json',
    ]) {
      const reply = await ask(OWN, path);
      if (reply.status < 400) expect([path, page(reply)]).toEqual([path, front]);
    }
    for (const path of [
      '/',
      '/samples/',
      '/samples',
      '/c/',
      '/samples/../',
      '/samples/%2e%2e/routes.ts',
    ])
      expect([path, (await ask(CONTENT, path)).status]).toEqual([path, 404]);
  });

  const HEAD = `POST /api/threads HTTP/1.1\r\nHost: ${OWN}\r\nContent-Type: application/json\r\n`;
  const HIDDEN = `GET /api/health HTTP/1.1\r\nHost: ${OWN}\r\nConnection: close\r\n\r\n`;
  async function sent(bytes: string): Promise<string> {
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => undefined).end(bytes);
    return text(socket).catch(() => '');
  }
  it('belongs to one request: a smuggled one gets no response', async () => {
    expect(await sent(`${HEAD}Content-Length: 2\r\n\r\n{}${HIDDEN}`)).toMatch(
      /^HTTP\/1\.1 401 [^]*HTTP\/1\.1 200 /,
    );
    for (const [name, attack] of Object.entries({
      'a length beside chunks': `Content-Length: ${HIDDEN.length + 5}\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${HIDDEN}`,
      'chunks beside a length': `Transfer-Encoding: chunked\r\nContent-Length: 0\r\n\r\n0\r\n\r\n${HIDDEN}`,
      'two lengths': `Content-Length: 0\r\nContent-Length: ${HIDDEN.length}\r\n\r\n${HIDDEN}`,
      'a length with a sign': `Content-Length: +0\r\n\r\n${HIDDEN}`,
      'chunks that are not last': `Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n${HIDDEN}`,
      'chunks by another name': `Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n${HIDDEN}`,
      'a space before the colon': `Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n${HIDDEN}`,
      'a header on two lines': `Transfer-Encoding:\r\n chunked\r\nContent-Length: 0\r\n\r\n0\r\n\r\n${HIDDEN}`,
      'a size that is no number': `Transfer-Encoding: chunked\r\n\r\n0x0\r\n\r\n${HIDDEN}`,
      'lines without a return': `Transfer-Encoding: chunked\n\n0\n\n${HIDDEN}`,
      'a header that ends in the middle': `X: a\rContent-Length: 0\r\n\r\n${HIDDEN}`,
    }))
      expect([name, await sent(HEAD + attack)]).toEqual([
        name,
        expect.not.stringContaining('HTTP/1.1 200 '),
      ]);
  });
});

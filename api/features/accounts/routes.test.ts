import { request, type IncomingMessage } from 'node:http';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeOnDatabases } from '../../db/testing/test-database.ts';
import { dataOf, openTestServer, type TestServer } from '../../testing/test-server.ts';

describeOnDatabases('signing in', (open) => {
  let test: TestServer;
  beforeAll(async () => {
    test = await openTestServer(open, { worker: false });
  });
  afterAll(() => test.close());

  /** Sends Host, Origin and cookies as a browser does, which `fetch` can't. */
  async function asBrowser(
    method: string,
    path: string,
    headers: Record<string, string>,
  ): Promise<{ status: number; headers: IncomingMessage['headers'] }> {
    const { port } = new URL(test.server.url);
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
    request(
      { host: '127.0.0.1', port, method, path, headers: { Host: `127.0.0.1:${port}`, ...headers } },
      resolve,
    )
      .on('error', reject)
      .end(method === 'GET' ? undefined : '{"title":"By cookie"}');
    const response = await promise;
    response.resume();
    return { status: response.statusCode ?? 0, headers: response.headers };
  }
  const signIn = async (): Promise<string> => {
    const { headers } = await asBrowser(
      'GET',
      new URL(await test.server.newLink()).pathname + new URL(await test.server.newLink()).search,
      {},
    );
    return String(headers['set-cookie']?.[0]).split(';')[0] ?? '';
  };

  it("accepts a printed link once, and sets a cookie that scripts can't read", async () => {
    const link = new URL(await test.server.newLink());
    const first = await asBrowser('GET', link.pathname + link.search, {});
    expect(first).toMatchObject({ status: 302, headers: { location: '/' } });
    expect(first.headers['set-cookie']?.[0]).toMatch(
      /^gloss_session=[\w-]{40,}; Path=\/; HttpOnly; SameSite=Lax; Expires=/,
    );
    const second = await asBrowser('GET', link.pathname + link.search, {});
    expect(second).toMatchObject({ status: 302, headers: { location: '/login?link=used' } });
    expect(second.headers['set-cookie']).toBeUndefined();
  });

  it('accepts writes by cookie only from its own page', async () => {
    const cookie = await signIn();
    const json = { Cookie: cookie, 'Content-Type': 'application/json' };
    expect((await asBrowser('GET', '/api/me', { Cookie: cookie })).status).toBe(200);
    expect(
      (await asBrowser('POST', '/api/threads', { ...json, Origin: 'https://evil.example' })).status,
    ).toBe(403);
    expect((await asBrowser('POST', '/api/threads', { ...json, Origin: 'null' })).status).toBe(403);
    expect((await asBrowser('POST', '/api/threads', json)).status).toBe(403);
    expect(
      (await asBrowser('POST', '/api/threads', { ...json, Origin: test.server.url })).status,
    ).toBe(201);
  });

  it('ends a session at once', async () => {
    const cookie = await signIn();
    expect(
      (await asBrowser('POST', '/api/auth/logout', { Cookie: cookie, Origin: test.server.url }))
        .status,
    ).toBe(200);
    expect((await asBrowser('GET', '/api/me', { Cookie: cookie })).status).toBe(401);
  });

  it('answers only for its own host names', async () => {
    expect((await asBrowser('GET', '/api/health', { Host: 'rebinding.example' })).status).toBe(421);
    expect(
      (
        await asBrowser('GET', '/api/health', {
          Host: `evil@127.0.0.1:${new URL(test.server.url).port}`,
        })
      ).status,
    ).toBe(421);
  });

  it('returns the signed-in user, and refuses invalid tokens', async () => {
    expect(dataOf(await test.owner.get('me'))).toMatchObject({
      user: { name: 'You', plan: 'PERSONAL' },
      limits: { question_n_answers: null },
      upgrade_url: null,
      features: { notes_generation: true },
      capabilities: { offline: true },
    });
    expect((await test.nobody.get('me')).status).toBe(401);
    expect((await test.owner.get('me')).headers.get('Cache-Control')).toBe('no-store');
    const forged = await fetch(`${test.server.url}/api/me`, {
      headers: { Authorization: `Bearer ${test.ownerToken}x` },
    });
    expect(forged.status).toBe(401);
  });

  it('describes every route, and responds with JSON for unknown paths', async () => {
    const { paths } = (await test.nobody.get('openapi.json')).body as {
      paths: Record<string, Record<string, unknown>>;
    };
    expect(Object.keys(paths)).toEqual(
      expect.arrayContaining([
        '/api/thread/addSource',
        '/api/ai/v2/chat/thread',
        '/api/threads/{id}/events',
        '/api/search',
        '/api/thread/v1/file/{threadId}',
      ]),
    );
    expect(await test.owner.get('nowhere')).toMatchObject({
      status: 404,
      body: { code: 'absent' },
    });
    expect(await test.owner.get('health')).toMatchObject({
      status: 200,
      body: { data: { status: 'ok' } },
    });
  });

  it('survives malformed bodies', async () => {
    for (const body of [
      '{',
      '[]',
      '"x"',
      '{"title":{"$gt":1}}',
      '{"__proto__":{"title":"x"}}',
      'null',
      '{"title":"a\\u0000b"}',
      `{"title":${'['.repeat(400_000)}${']'.repeat(400_000)}}`,
    ]) {
      const response = await fetch(`${test.server.url}/api/threads`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${test.ownerToken}`, 'Content-Type': 'application/json' },
        body,
      });
      expect(response.status).toBe(400);
    }
    const huge = await fetch(`${test.server.url}/api/threads`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${test.ownerToken}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ title: 'x'.repeat(2_000_000) }),
    });
    expect(huge.status).toBe(413);
  });
});

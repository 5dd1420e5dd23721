import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openOnSqlite } from '../db/testing/test-database.ts';
import { dataOf, openTestServer, type TestServer } from '../testing/test-server.ts';

const redisUrl = process.env['GLOSS_TEST_REDIS_URL'];

describe.skipIf(!redisUrl)('the job board', () => {
  const open = openOnSqlite();
  let test: TestServer;
  const ask = (path: string, token?: string, method = 'GET'): Promise<Response> =>
    fetch(`${test.server.url}/admin/queues${path}`, {
      method,
      headers: token === undefined ? {} : { Authorization: `Bearer ${token}` },
    });
  beforeAll(async () => {
    test = await openTestServer(open, { env: { GLOSS_REDIS_URL: `${redisUrl ?? ''}/7` } });
  });
  afterAll(() => test.close());

  it('shows the operator the jobs in Redis, and loads nothing from other hosts', async () => {
    await test.read(await test.thread(), 'otters.html');
    const page = await ask('', test.ownerToken);
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
    const html = await page.text();
    expect(html).not.toMatch(/(?:src|href)="(?:https?:)?\/\//);
    const script = /src="(static\/js\/main[^"]+)"/.exec(html)?.[1];
    expect((await ask(`/${script}`, test.ownerToken)).headers.get('content-type')).toContain(
      'javascript',
    );
    const { queues } = (await (await ask('/api/queues', test.ownerToken)).json()) as {
      queues: { name: string }[];
    };
    expect(queues.map(({ name }) => name)).toEqual(['jobs', 'bulk-jobs', 'schedule']);
  });

  it('is hidden from read-only and expired tokens of the operator', async () => {
    const tokenOf = async (name: string, scope: string) =>
      (dataOf(await test.owner.post('me/tokens', { name, scope })) as { token: string }).token;
    const [reading, writing, expired] = [
      await tokenOf('reads', 'read'),
      await tokenOf('writes', 'write'),
      await tokenOf('expires', 'write'),
    ];
    await test.server.parts.database.sequelize.query(
      "UPDATE personal_tokens SET expires_at = '2020-01-01 00:00:00.000 +00:00' WHERE name = 'expires'",
    );
    for (const path of ['', '/api/queues', '/static/js/main.js']) {
      expect([
        path,
        (await ask(path, reading)).status,
        (await ask(path, writing)).status,
        (await ask(path, expired)).status,
      ]).toEqual([path, 403, 403, 401]);
    }
  });

  it.each([
    ['nobody', (): undefined => undefined, 401],
    ['someone who is not the operator', (): string => test.strangerToken, 403],
  ] as const)('is hidden from %s', async (_who, token, status) => {
    for (const path of ['', '/api/queues', '/static/js/main.js'])
      expect((await ask(path, token())).status, path).toBe(status);
    const paused = await ask('/api/queues/jobs/pause', token(), 'PUT');
    expect(paused.status).toBe(status);
  });
});

/**
 * `GLOSS_SECOND_FACTOR=required`: people with only a password must set up a second factor first,
 * for every kind of access.
 */
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { SecondStep } from '#core/contract/second-factor.ts';
import type { Thread } from '#core/contract/thread.ts';
import { Encryptor, SecondFactors } from './features/accounts/index.ts';
import { openClient } from './collab/testing/client.ts';
import { openOnSqlite } from './db/testing/test-database.ts';
import { createAuthenticator } from './testing/authenticator.ts';
import {
  openAccountsServer,
  PASSWORD,
  type AccountsServer,
  type Person,
} from './testing/accounts-server.ts';
import { ROWS, type Ids } from './testing/authorisation-rows.ts';
import { dataOf, type Caller } from './testing/test-server.ts';

describe('a server that requires a second factor', () => {
  const open = openOnSqlite();
  let test: AccountsServer;
  beforeAll(async () => {
    test = await openAccountsServer(open, {
      named: true,
      env: { GLOSS_SECOND_FACTOR: 'required' },
    });
  });
  afterAll(() => test.close());

  const enrol = async (who: Caller) => {
    const { key, ticket } = dataOf(await who.post('me/second-factor/options', {})) as {
      key: string;
      ticket: string;
    };
    const totp = new TOTP({ secret: Secret.fromBase32(key) });
    dataOf(await who.post('me/second-factor', { ticket, code: totp.generate() }));
    return totp;
  };
  const addPasskey = async (who: Person) => {
    const {
      options: { challenge },
    } = dataOf(await who.post('me/passkeys/options', {})) as { options: { challenge: string } };
    const device = createAuthenticator(who.user._id);
    const { _id } = dataOf(
      await who.post('me/passkeys', {
        name: 'key',
        answer: device.make({ challenge, origin: test.server.url, host: 'localhost' }),
      }),
    ) as { _id: string };
    return { id: _id, device };
  };
  const login = async (email: string) =>
    dataOf(await test.nobody.post('auth/login', { email, password: PASSWORD })) as {
      accessToken?: string;
      second_step?: SecondStep;
    };
  const dueOf = async (who: Caller) =>
    (dataOf(await who.get('me')) as { second_factor: { due: boolean } }).second_factor.due;
  /** A thread that is open to its link, and its owner. */
  async function ownerOfOpenThread(): Promise<{ owner: Person; thread: Thread }> {
    const owner = await test.person('Owner');
    await enrol(owner);
    const thread = dataOf(await owner.post('threads', { title: 'Open' })) as Thread;
    await owner.patch(`threads/${thread._id}`, { visibility: 'link' });
    return { owner, thread };
  }

  it('allows only the routes that set one up', async () => {
    const { thread } = await ownerOfOpenThread();
    const ada = await test.person('Ada');
    const { paths } = (await test.nobody.get('openapi.json')).body as {
      paths: Record<string, Record<string, unknown>>;
    };
    const routes = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map(
        (method) =>
          [
            `${method.toUpperCase()} ${path.replace('/api/', '')}`,
            method.toUpperCase(),
            path,
          ] as const,
      ),
    );
    const ids = new Proxy(
      {},
      {
        get: (_, name) => (name === 'thread' ? thread._id : '0198c0de-0000-7000-8000-00000000f0f0'),
      },
    ) as Ids;
    const wrong: string[] = [];
    for (const [route, method, path] of routes) {
      const row = ROWS[route] ?? { for: 'signed in' };
      // Public routes work for everyone, signed in or not.
      if (row.for === 'everyone' || row.due) continue;
      const body = row.body?.(ids);
      const reply = await fetch(
        `${test.server.url}/api/${row.path?.(ids) ?? path.replace('/api/', '')}`,
        {
          method,
          headers: { Authorization: `Bearer ${ada.token}`, 'Content-Type': 'application/json' },
          ...(method === 'GET' ? {} : { body: JSON.stringify(body ?? {}) }),
        },
      );
      const text = await reply.text();
      if (reply.status !== 403 || !text.includes('"second_factor_due"'))
        wrong.push(`${route}: ${reply.status} ${text.slice(0, 100)}`);
    }
    expect(wrong).toEqual([]);
    expect(routes.length).toBeGreaterThan(100);
    for (const path of ['me', 'me/second-factor', 'me/passkeys'])
      expect((await ada.get(path)).status).toBe(200);
    expect(await dueOf(ada)).toBe(true);
  });

  it('opens no socket, accepts no agent, signs no file and continues no stream without one', async () => {
    const { owner, thread } = await ownerOfOpenThread();
    const ada = await test.person('Ada');
    const client = openClient({
      url: `${test.server.url.replace('http', 'ws')}/collab`,
      threadId: thread._id,
      accessToken: ada.token,
    });
    await new Promise((resolve) => {
      client.provider.on('authenticationFailed', resolve);
    });
    client.close();
    const mcp = await fetch(`${test.server.url}/mcp`, {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${ada.token}`,
        'Content-Type': 'application/json',
        Accept: 'application/json, text/event-stream',
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }),
    });
    expect([mcp.status, (await ada.get(`thread/v1/file/${thread._id}?name=a.pdf`)).status]).toEqual(
      [401, 403],
    );
    // The operator removes the last factor, which closes what is open.
    await owner.post(`threads/${thread._id}/members`, { email: ada.email, role: 'viewer' });
    const { id } = await addPasskey(ada);
    const gone = new AbortController();
    const stream = await fetch(`${test.server.url}/api/threads/${thread._id}/events`, {
      headers: { Authorization: `Bearer ${ada.token}` },
      signal: gone.signal,
    });
    expect(stream.status).toBe(200);
    dataOf(await ada.delete(`me/passkeys/${id}`));
    for await (const _ of stream.body ?? []) {
      /* until it ends */
    }
    expect([await dueOf(ada), (await ada.get('threads')).status]).toEqual([true, 403]);
  });

  it('allows everything after an app or a passkey, and ends sessions that only had the password', async () => {
    for (const way of ['code', 'passkey'] as const) {
      const ada = await test.person('Ada');
      const other = test.callAs((await login(ada.email)).accessToken ?? '');
      if (way === 'code') await enrol(ada);
      else await addPasskey(ada);
      expect([
        await dueOf(ada),
        (await ada.get('threads')).status,
        (await other.get('me')).status,
      ]).toEqual([false, 200, 401]);
      expect((await login(ada.email)).second_step?.ways).toEqual(
        way === 'code' ? ['code', 'recovery'] : ['passkey'],
      );
    }
  });

  it("can't be bypassed by refreshing a session, a program token or a passkey", async () => {
    const ada = await test.person('Ada');
    const browser = test.browser();
    await browser.call('POST', 'auth/login', { email: ada.email, password: PASSWORD });
    expect([
      (await browser.call('POST', 'auth/refresh')).status,
      (await browser.call('GET', 'threads')).status,
    ]).toEqual([200, 403]);
    const { device } = await addPasskey(ada);
    const {
      options: { challenge },
    } = dataOf(await test.nobody.post('auth/passkey/options')) as {
      options: { challenge: string };
    };
    const { accessToken } = dataOf(
      await test.nobody.post('auth/passkey', {
        answer: device.sign({ challenge, origin: test.server.url, host: 'localhost', counter: 1 }),
      }),
    ) as { accessToken: string };
    expect((await test.callAs(accessToken).get('threads')).status).toBe(200);
    const { token } = dataOf(await ada.post('me/tokens', { name: 'program' })) as { token: string };
    expect((await test.callAs(token).get('threads')).status).toBe(200);
  });

  it('ends sessions that only had a password when it starts, for people with a second factor', async () => {
    const ada = await test.person('Ada');
    const totp = await enrol(ada);
    vi.setSystemTime(Date.now() + 30_000);
    const { second_step: step } = await login(ada.email);
    const { accessToken } = dataOf(
      await test.nobody.post('auth/code', { challenge: step?.challenge, code: totp.generate() }),
    ) as { accessToken: string };
    vi.useRealTimers();
    const { database } = test.server.parts;
    const { sequelize } = database;
    const ways = async () =>
      (
        await sequelize.query('SELECT way FROM logins WHERE user_id = $1 ORDER BY id', {
          bind: [ada.user._id],
        })
      )[0].map((it) => (it as { way: string }).way);
    expect(await ways()).toEqual(['second', 'second']);
    await sequelize.query(
      'UPDATE logins SET way = NULL WHERE id = (SELECT id FROM logins WHERE user_id = $1 ORDER BY id LIMIT 1)',
      { bind: [ada.user._id] },
    );
    await new SecondFactors({
      database,
      sealer: new Encryptor(''),
      required: true,
      send: () => undefined,
      forgot: '',
      endOthers: async () => undefined,
    }).endSingleFactor();
    expect([
      (await ada.get('me')).status,
      (await test.callAs(accessToken).get('me')).status,
      await ways(),
    ]).toEqual([401, 200, ['second']]);
  });
});

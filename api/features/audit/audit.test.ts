import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AuditPage } from '#core/contract/audit.ts';
import { describeOnDatabases } from '../../db/testing/test-database.ts';
import {
  openAccountsServer,
  PASSWORD,
  type AccountsServer,
} from '../../testing/accounts-server.ts';
import { dataOf } from '../../testing/test-server.ts';
import { AUDITED } from './audited-routes.ts';

describeOnDatabases('the audit log', (open) => {
  let test: AccountsServer;
  beforeAll(async () => {
    test = await openAccountsServer(open, { env: { GLOSS_TRUSTED_PROXIES: '127.0.0.0/8' } });
  });
  afterAll(() => test.close());
  const entries = async (query: string) =>
    (dataOf(await test.owner.get(`audit?${query}`)) as AuditPage).docs;
  const kinds = async (query: string) =>
    (await entries(query)).map(({ action, outcome, object }) => [action, outcome, object]);

  it('records sign-ins and failed sign-ins, with address and method', async () => {
    const ada = await test.person('Ada');
    const browser = test.browser();
    const from = { 'X-Forwarded-For': '203.0.113.9', 'User-Agent': 'A browser\u0009of hers' };
    await browser.call(
      'POST',
      'auth/login',
      { email: ada.email.toUpperCase(), password: 'not the password' },
      from,
    );
    await browser.call('POST', 'auth/login', { email: 'my secret password', password: 'x' }, from);
    await browser.call('POST', 'auth/login', { email: ada.email, password: PASSWORD }, from);
    expect(await entries('action=sign-in&limit=3')).toMatchObject([
      {
        action: 'sign-in.password',
        outcome: 'ok',
        user: { _id: ada.user._id, email: ada.email },
        object: ada.email,
        address: '203.0.113.9',
        agent: 'A browserof hers',
      },
      { outcome: 'bad_credentials', user: null, object: null },
      { outcome: 'bad_credentials', user: null, object: ada.email },
    ]);
    expect(JSON.stringify(await entries('limit=200'))).not.toContain(PASSWORD);
  });

  it('records what a person created, shared and deleted, and what was refused', async () => {
    const bob = await test.person('Bob');
    const { _id: thread } = dataOf(await bob.post('threads', { title: 'Mine' })) as { _id: string };
    const { _id: token, token: secret } = dataOf(
      await bob.post('me/tokens', { name: 'program' }),
    ) as { _id: string; token: string };
    const { _id: member } = dataOf(
      await bob.post(`threads/${thread}/members`, { email: 'guest@example.org', role: 'viewer' }),
    ) as { _id: string };
    await bob.delete(`threads/${thread}/members/${member}`);
    await (await test.person('Carl')).delete(`threads/${thread}`);
    await bob.delete(`threads/${thread}`);
    await bob.delete(`me/tokens/${token}`);
    expect(await kinds(`user=${bob.email}&limit=6`)).toEqual([
      ['token.deleted', 'ok', token],
      ['thread.deleted', 'ok', thread],
      ['member.removed', 'ok', member],
      ['member.invited', 'ok', `${thread} guest@example.org`],
      ['token.made', 'ok', 'program'],
      ['sign-in.password', 'ok', bob.email],
    ]);
    expect(
      (await entries('action=thread.deleted')).map(({ outcome, user }) => [
        outcome,
        user?.email?.slice(0, 4),
      ]),
    ).toEqual([
      ['ok', 'bob-'],
      ['absent', 'carl'],
    ]);
    expect(JSON.stringify(await entries('limit=200'))).not.toContain(secret);
    expect((await bob.get('audit')).status).toBe(403);
  });

  it('stays after the account is deleted, and is paged', async () => {
    const dora = await test.person('Dora');
    await test
      .browser()
      .call('DELETE', 'me', { password: PASSWORD }, { Authorization: `Bearer ${dora.token}` });
    const [last] = await entries(`user=${dora.user._id}&limit=1`);
    expect(last).toMatchObject({
      action: 'account.deleted',
      user: { _id: dora.user._id, email: null },
    });
    const first = dataOf(await test.owner.get('audit?limit=2')) as AuditPage;
    const second = dataOf(await test.owner.get(`audit?limit=2&cursor=${first.next}`)) as AuditPage;
    expect(new Set([...first.docs, ...second.docs].map(({ _id }) => _id)).size).toBe(4);
  });

  it('only names routes that exist', async () => {
    const { paths } = (await test.nobody.get('openapi.json')).body as {
      paths: Record<string, Record<string, unknown>>;
    };
    const there = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map(
        (method) =>
          `${method.toUpperCase()} ${path.replace('/api/', '').replace(/\{(\w+)\}/g, ':$1')}`,
      ),
    );
    expect(Object.keys(AUDITED).filter((name) => !there.includes(name))).toEqual([]);
  });
});

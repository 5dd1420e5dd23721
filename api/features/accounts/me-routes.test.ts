import { afterAll, beforeAll, expect, it } from 'vitest';
import type { NewPersonalToken, ActiveSession, PersonalToken } from '#core/contract/account.ts';
import type { z } from 'zod';
import { describeOnDatabases } from '../../db/testing/test-database.ts';
import {
  openAccountsServer,
  PASSWORD,
  type AccountsServer,
} from '../../testing/accounts-server.ts';
import { dataOf, openTestServer, type Caller, type TestServer } from '../../testing/test-server.ts';

type NewToken = z.output<typeof NewPersonalToken>;
const newToken = async (who: Caller, body: object) =>
  dataOf(await who.post('me/tokens', body)) as NewToken;
const tokensOf = async (who: Caller) =>
  (dataOf(await who.get('me/tokens')) as { docs: PersonalToken[] }).docs;

describeOnDatabases('an account', (open) => {
  let test: AccountsServer;
  beforeAll(async () => {
    test = await openAccountsServer(open);
  });
  afterAll(() => test.close());

  it('stores a name and a time zone, and returns when its day ends', async () => {
    const ada = await test.person('Ada');
    const patched = dataOf(
      await ada.patch('me', { timezone: 'Asia/Kathmandu', name: 'Ada L.' }),
    ) as { limits: { reset_at: string } };
    expect(patched).toMatchObject({
      user: { name: 'Ada L.' },
      timezone: 'Asia/Kathmandu',
      limits: { question_n_answers: 20 },
    });
    expect(patched.limits.reset_at).toMatch(/T18:15:00\.000Z$/);
    for (const body of [
      { timezone: 'Nowhere/Here' },
      { timezone: 7 },
      { name: ' ' },
      { password: { current: PASSWORD, new: 'short' } },
    ])
      expect((await ada.patch('me', body)).status).toBe(400);
    expect((await test.nobody.patch('me', { name: 'X' })).status).toBe(401);
  });

  it('reports a missing time zone, and takes one from the sign-up', async () => {
    const bob = await test.person('Zoneless');
    expect(dataOf(await bob.get('me'))).toMatchObject({ timezone: 'UTC', timezone_set: false });
    const zoneOf = async (email: string, timezone: string) => {
      const person = { email, password: PASSWORD, name: 'Abroad', timezone };
      expect((await test.nobody.post('auth/signup', person)).status).toBe(201);
      const signedIn = dataOf(
        await test.nobody.post('auth/login', { email, password: PASSWORD }),
      ) as { accessToken: string };
      return dataOf(await test.callAs(signedIn.accessToken).get('me'));
    };
    expect(await zoneOf('tokyo@example.org', 'Asia/Tokyo')).toMatchObject({
      timezone: 'Asia/Tokyo',
      timezone_set: true,
      limits: { reset_at: expect.stringMatching(/T15:00:00\.000Z$/) as string },
    });
    // A browser may know time zones that this server does not.
    expect(await zoneOf('mars@example.org', 'Mars/Olympus')).toMatchObject({ timezone_set: false });
  });

  it('ignores fields that sign-up does not ask for, and refuses lists in place of values', async () => {
    const ada = await test.person('Grows');
    const more = {
      _id: '0198c0de-0000-7000-8000-000000000001',
      email: 'other@example.org',
      plan: 'PRO',
      operator: true,
      is_verified_user: true,
      verified: true,
      password_hash: 'x',
      limits: { question_n_answers: 1e6 },
    };
    const before = dataOf(await ada.get('me'));
    expect(dataOf(await ada.patch('me', { ...more, name: 'Grows', user: more }))).toEqual(before);
    const email = 'eve-grows@example.org';
    expect(
      dataOf(
        await test.nobody.post('auth/signup', {
          email,
          password: PASSWORD,
          name: 'Eve',
          plan: 'PRO',
          operator: true,
          is_verified_user: true,
          verified: true,
        }),
      ),
    ).toMatchObject({ user: { is_verified_user: false, plan: 'FREE' } });
    const [kept] = await test.server.parts.database.sequelize.query(
      "SELECT plan, verified, operator FROM users WHERE email = 'eve-grows@example.org'",
    );
    expect(
      kept.map((row) =>
        Object.values(row as object)
          .map(String)
          .map((it) => it.replace(/^(0|false)$/, 'no')),
      ),
    ).toEqual([['FREE', 'no', 'no']]);
    const thread = dataOf(
      await ada.post('threads', {
        title: 'Mine',
        _id: more._id,
        url: 'mine',
        user: more._id,
        ownerId: more._id,
        visibility: 'link',
        createdAt: '2001-01-01T00:00:00.000Z',
      }),
    ) as Record<string, unknown>;
    expect(thread).toMatchObject({
      title: 'Mine',
      user: ada.user._id,
      visibility: 'private',
      _id: expect.not.stringContaining(more._id) as string,
      url: expect.stringMatching(/^mine-[0-9a-f]{32}$/) as string,
      createdAt: expect.not.stringMatching(/^2001/) as string,
    });
    expect((await ada.get('threads?query=a&query=b')).status).toBe(400);
    expect((await ada.patch(`threads/${String(thread['_id'])}`, { title: ['Mine'] })).status).toBe(
      400,
    );
  });

  it('changes its password with the current one, and ends the other sessions', async () => {
    const ada = await test.person('Changes');
    const other = (
      dataOf(await test.nobody.post('auth/login', { email: ada.email, password: PASSWORD })) as {
        accessToken: string;
      }
    ).accessToken;
    expect(
      await ada.patch('me', {
        password: { current: 'not the password', new: 'a longer staple of horses' },
      }),
    ).toMatchObject({ status: 401, body: { code: 'bad_credentials' } });
    expect(
      (await ada.patch('me', { password: { current: PASSWORD, new: 'a longer staple of horses' } }))
        .status,
    ).toBe(200);
    expect([(await ada.get('me')).status, (await test.callAs(other).get('me')).status]).toEqual([
      200, 401,
    ]);
    await test.mail.take(ada.email, /was changed/);
    for (const password of ['password123', ada.email])
      expect(
        await ada.patch('me', {
          password: { current: 'a longer staple of horses', new: password },
        }),
      ).toMatchObject({ status: 400, body: { details: [{ field: 'password' }] } });
  });

  it('lists its sessions, and ends one of them after a recent sign-in or with the password', async () => {
    const [ada, bob] = [await test.person('Lists'), await test.person('Ends')];
    const other = (
      dataOf(await test.nobody.post('auth/login', { email: ada.email, password: PASSWORD })) as {
        accessToken: string;
      }
    ).accessToken;
    const listed = async () =>
      (dataOf(await ada.get('me/sessions')) as { docs: ActiveSession[] }).docs;
    const [newer, own] = await listed();
    expect([newer?.current, own?.current, (await listed()).length]).toEqual([false, true, 2]);
    await test
      .browser()
      .call(
        'POST',
        'auth/login',
        { email: bob.email, password: PASSWORD },
        { 'User-Agent': `Phone\t${'x'.repeat(300)}` },
      );
    expect(
      (dataOf(await bob.get('me/sessions')) as { docs: ActiveSession[] }).docs.map(
        ({ agent }) => agent,
      ),
    ).toEqual([`Phone${'x'.repeat(195)}`, expect.stringMatching(/node/)]);
    expect(JSON.stringify(await listed())).not.toMatch(/token|hash/i);
    const path = `me/sessions/${newer?._id}`;
    expect([
      (await bob.delete(path)).status,
      (await test.nobody.delete(path)).status,
      (await test.callAs(other).get('me')).status,
    ]).toEqual([404, 401, 200]);
    const { database } = test.server.parts;
    await database.sequelize.query(
      database.dialect === 'sqlite'
        ? "UPDATE logins SET created_at = '2026-01-01 00:00:00.000 +00:00'"
        : "UPDATE logins SET created_at = now() - interval '1 hour'",
    );
    expect(await ada.delete(path)).toMatchObject({ body: { code: 'confirm_password' } });
    expect(await ada.post('me/tokens', { name: 'x' })).toMatchObject({
      status: 403,
      body: { code: 'confirm_password' },
    });
    expect([
      (await ada.post('me/tokens', { name: 'x', password: 'not the password' })).status,
      (await ada.post('me/tokens', { name: 'x', password: PASSWORD })).status,
    ]).toEqual([401, 201]);
    const asked = (password: string) =>
      fetch(`${test.server.url}/api/${path}`, {
        method: 'DELETE',
        headers: { Authorization: `Bearer ${ada.token}`, 'Content-Type': 'application/json' },
        body: JSON.stringify({ password }),
      });
    expect([
      (await asked('not the password')).status,
      (await asked(PASSWORD)).status,
      (await asked(PASSWORD)).status,
    ]).toEqual([401, 200, 404]);
    expect([
      (await test.callAs(other).get('me')).status,
      (await ada.get('me')).status,
      (await listed()).length,
    ]).toEqual([401, 200, 1]);
  });

  it('creates tokens for programs: shown once, for reading or writing, with their last use, and revoked at once', async () => {
    const ada = await test.person('Tokens');
    const [write, read] = [
      await newToken(ada, { name: 'writes' }),
      await newToken(ada, { name: 'reads', scope: 'read', days: 1 }),
    ];
    expect(write.token.startsWith(write.prefix)).toBe(true);
    const program = test.callAs(write.token);
    expect((await program.post('threads', { title: 'By a program' })).status).toBe(201);
    expect((await test.callAs(read.token).get('threads')).status).toBe(200);
    expect(await test.callAs(read.token).post('threads', { title: 'x' })).toMatchObject({
      status: 403,
      body: { code: 'not_allowed' },
    });
    const listed = await tokensOf(ada);
    expect(listed.map(({ name, scope, lastUsedAt }) => [name, scope, lastUsedAt !== null])).toEqual(
      [
        ['reads', 'read', true],
        ['writes', 'write', true],
      ],
    );
    expect(JSON.stringify(listed)).not.toContain(write.token);
    // A token can't create tokens or delete the account.
    for (const refused of [
      await program.post('me/tokens', { name: 'more' }),
      await program.delete(`me/tokens/${read._id}`),
      await program.patch('me', { name: 'X' }),
      await program.post('auth/link'),
    ])
      expect(refused.status).toBe(403);
    const bob = await test.person('Bob');
    expect((await bob.delete(`me/tokens/${write._id}`)).status).toBe(404);
    expect((await ada.delete(`me/tokens/${write._id}`)).status).toBe(200);
    expect((await program.get('me')).status).toBe(401);
    expect((await test.nobody.get('me/tokens')).status).toBe(401);
    expect((await ada.post('me/tokens', { name: 'x', scope: 'all' })).status).toBe(400);
  });

  it('is deleted with everything it has, after the password', async () => {
    const ada = await test.person('Leaves');
    const { token } = await newToken(ada, { name: 'program' });
    const thread = dataOf(await ada.post('threads', { title: 'Mine' })) as { _id: string };
    await ada.patch(`threads/${thread._id}`, { visibility: 'link' });
    expect(await test.callAs(ada.token).delete('me')).toMatchObject({ status: 400 });
    expect(
      (
        await test
          .browser()
          .call(
            'DELETE',
            'me',
            { password: 'not the password' },
            { Authorization: `Bearer ${ada.token}` },
          )
      ).status,
    ).toBe(401);
    expect(
      (
        await test
          .browser()
          .call('DELETE', 'me', { password: PASSWORD }, { Authorization: `Bearer ${ada.token}` })
      ).status,
    ).toBe(200);
    expect([
      (await ada.get('me')).status,
      (await test.callAs(token).get('me')).status,
      (await test.nobody.get(`threads/${thread._id}`)).status,
    ]).toEqual([401, 401, 401]);
    expect(
      (await test.nobody.post('auth/login', { email: ada.email, password: PASSWORD })).status,
    ).toBe(401);
  });

  it('is listed, created and put on a plan only by the operator', async () => {
    const ada = await test.person('Plain');
    for (const reply of [
      await ada.get('users'),
      await ada.post('users', { email: 'x@example.org' }),
      await ada.patch(`users/${ada.email}`, { plan: 'PRO' }),
      await ada.post(`users/${ada.email}/tokens`, { name: 'x' }),
      await ada.post('reindex'),
    ])
      expect(reply).toMatchObject({ status: 403, body: { code: 'not_allowed' } });
    const { token: program } = await newToken(ada, { name: 'program' });
    dataOf(await test.owner.post(`users/${ada.email}/sign-out`, { tokens: false }));
    expect([(await ada.get('me')).status, (await test.callAs(program).get('me')).status]).toEqual([
      401, 200,
    ]);
    dataOf(await test.owner.post(`users/${ada.email}/sign-out`));
    expect((await test.callAs(program).get('me')).status).toBe(401);
    const { link } = dataOf(
      await test.owner.post('users', { email: 'made@example.org', plan: 'PRO' }),
    ) as { link: string };
    const token = new URL(link).searchParams.get('token');
    expect(
      dataOf(await test.nobody.post('auth/reset', { token, password: PASSWORD })),
    ).toMatchObject({ user: { email: 'made@example.org', plan: 'PRO', is_verified_user: true } });
  });
});

describeOnDatabases('personal mode', (open) => {
  let test: TestServer;
  beforeAll(async () => {
    test = await openTestServer(open, { worker: false });
  });
  afterAll(() => test.close());

  it('has tokens, and no sign-in except the printed link', async () => {
    const { token } = await newToken(test.owner, { name: 'program', scope: 'read' });
    expect(dataOf(await test.callAs(token).get('me'))).toMatchObject({
      accounts: 'personal',
      limits: { question_n_answers: null },
    });
    expect(dataOf(await test.nobody.get('auth/options'))).toMatchObject({
      accounts: 'personal',
      signup: 'closed',
      passkeys: false,
      oidc: null,
    });
    const body = { email: 'a@example.org', password: PASSWORD, name: 'A' };
    for (const path of ['auth/signup', 'auth/login', 'auth/forgot'])
      expect(await test.nobody.post(path, body)).toMatchObject({
        status: 403,
        body: { message: expect.stringContaining('gloss open') },
      });
    expect((await test.owner.post('auth/logout')).status).toBe(200);
    expect((await test.owner.get('me')).status).toBe(200);
  });
});

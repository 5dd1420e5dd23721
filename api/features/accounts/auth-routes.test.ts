import { argon2Sync } from 'node:crypto';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { describeOnDatabases } from '../../db/testing/test-database.ts';
import {
  openAccountsServer,
  PASSWORD,
  type AccountsServer,
} from '../../testing/accounts-server.ts';
import { dataOf } from '../../testing/test-server.ts';

const NEW_PASSWORD = 'a longer staple of horses';

describeOnDatabases('accounts', (open) => {
  let test: AccountsServer;
  beforeAll(async () => {
    test = await openAccountsServer(open);
  });
  afterAll(() => test.close());
  const login = (email: string, password = PASSWORD) =>
    test.nobody.post('auth/login', { email, password });

  it('takes someone from sign-up to sign-out', async () => {
    const email = 'Ada.First@Example.ORG';
    const signedUp = await test.nobody.post('auth/signup', {
      email,
      password: PASSWORD,
      name: 'Ada',
    });
    expect(signedUp).toMatchObject({
      status: 201,
      body: {
        data: {
          user: {
            email: 'ada.first@example.org',
            name: 'Ada',
            is_verified_user: false,
            plan: 'FREE',
          },
        },
      },
    });
    const mail = await test.mail.take('ada.first@example.org', /Confirm/);
    expect(mail.text).toContain(`${test.server.url}/verify?token=`);
    const token = /token=([\w-]+)/.exec(mail.text)?.[1] ?? '';
    // A link preview does not use up the token.
    expect((await test.nobody.get(`auth/verify?token=${token}`)).status).toBe(404);

    const browser = test.browser();
    const signedIn = await browser.call('POST', 'auth/login', {
      email: ' ADA.first@example.org',
      password: PASSWORD,
    });
    expect(signedIn).toMatchObject({
      status: 200,
      body: { data: { user: { is_verified_user: false } } },
    });
    expect(signedIn.headers['set-cookie']).toEqual([
      expect.stringMatching(/^gloss_session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Expires=/),
      expect.stringMatching(/^gloss_refresh=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Expires=/),
      expect.stringMatching(
        /^gloss_until=\d{4}-\d\d-\d\dT[\d:.]+Z; Path=\/; SameSite=Lax; Expires=/,
      ),
    ]);
    const { accessToken, expiresAt } = (
      signedIn.body as { data: { accessToken: string; expiresAt: string } }
    ).data;
    expect(Date.parse(expiresAt) - Date.now()).toBeLessThanOrEqual(15 * 60_000);
    expect(dataOf(await test.callAs(accessToken).get('me'))).toMatchObject({
      accounts: 'accounts',
      limits: { question_n_answers: 20 },
    });

    const verified = await test.nobody.post('auth/verify', { token });
    // Confirms the address, but does not sign in a browser that did not sign up.
    expect([dataOf(verified), verified.headers.get('set-cookie')]).toEqual([
      { user: expect.objectContaining({ is_verified_user: true }) as object },
      null,
    ]);
    expect(await test.nobody.post('auth/verify', { token })).toMatchObject({
      status: 422,
      body: { code: 'link_spent' },
    });
    expect((await browser.call('GET', 'me')).body).toMatchObject({
      data: { user: { is_verified_user: true } },
    });
    expect((await browser.call('POST', 'auth/logout', {})).status).toBe(200);
    expect(browser.cookies.size).toBe(0);
    expect((await test.callAs(accessToken).get('me')).status).toBe(401);
  });

  it('rehashes a password with the current cost at the next sign-in', async () => {
    const { email } = await test.person('Old');
    const { sequelize } = test.server.parts.database;
    const nonce = Buffer.alloc(16, 7);
    const old = argon2Sync('argon2id', {
      memory: 8192,
      passes: 1,
      parallelism: 1,
      tagLength: 32,
      message: PASSWORD,
      nonce,
    });
    const kept = async () =>
      (
        await sequelize.query('SELECT password_hash FROM users WHERE email = ?', {
          replacements: [email],
        })
      )[0];
    await sequelize.query('UPDATE users SET password_hash = ? WHERE email = ?', {
      replacements: [
        `$argon2id$v=19$m=8192,t=1,p=1$${nonce.toString('base64').replace(/=+$/, '')}$${old.toString('base64').replace(/=+$/, '')}`,
        email,
      ],
    });
    expect((await login(email, 'not the password')).status).toBe(401);
    expect(await kept()).toEqual([
      { password_hash: expect.stringContaining('$m=8192,') as string },
    ]);
    expect((await login(email)).status).toBe(200);
    expect(await kept()).toEqual([
      { password_hash: expect.stringContaining('$m=19456,t=2,') as string },
    ]);
    expect((await login(email)).status).toBe(200);
  });

  it('responds the same whether or not an account exists, and emails its owner', async () => {
    const ada = await test.person('Known');
    const strip = (reply: { body: unknown }) =>
      JSON.stringify(reply.body)
        .replace(/"_id":"[^"]+"/, '')
        .replaceAll(ada.email, 'x')
        .replaceAll('unknown@example.org', 'x');
    const again = await test.nobody.post('auth/signup', {
      email: ada.email,
      password: NEW_PASSWORD,
      name: 'Unknown',
    });
    const fresh = await test.nobody.post('auth/signup', {
      email: 'unknown@example.org',
      password: NEW_PASSWORD,
      name: 'Unknown',
    });
    expect([again.status, strip(again)]).toEqual([fresh.status, strip(fresh)]);
    expect((await test.mail.take(ada.email, /already have an account/)).text).not.toContain(
      'token=',
    );
    expect((await login(ada.email)).status).toBe(200);
    const [wrong, nobody, odd] = [
      await login(ada.email, 'not the password'),
      await login('nobody@example.org'),
      await login('no address at all'),
    ];
    expect(wrong).toMatchObject({ status: 401, body: { code: 'bad_credentials' } });
    expect([nobody.body, odd.body]).toEqual([wrong.body, wrong.body]);
    expect((await test.nobody.post('auth/forgot', { email: 'nobody@example.org' })).body).toEqual(
      (await test.nobody.post('auth/forgot', { email: ada.email })).body,
    );
  });

  it('sends another confirmation email, which invalidates the one before', async () => {
    const late = await test.person('Late', { verified: false });
    expect((await late.post('auth/resend')).status).toBe(200);
    const first = await test.tokenIn(late.email, /Confirm/);
    await late.post('auth/resend');
    const second = await test.tokenIn(late.email, /Confirm/);
    expect([
      (await test.nobody.post('auth/verify', { token: first })).status,
      (await test.nobody.post('auth/verify', { token: second })).status,
    ]).toEqual([422, 200]);
    expect((await test.nobody.post('auth/resend')).status).toBe(401);
  });

  it('sets a new password by email, once, and ends every session', async () => {
    const ada = await test.person('Forgetful');
    await test.nobody.post('auth/forgot', { email: ada.email.toUpperCase() });
    const dead = await test.tokenIn(ada.email, /new password/);
    await test.nobody.post('auth/forgot', { email: ada.email });
    const token = await test.tokenIn(ada.email, /new password/);
    expect(
      (await test.nobody.post('auth/reset', { token: dead, password: NEW_PASSWORD })).status,
    ).toBe(422);
    expect((await test.nobody.post('auth/verify', { token })).status).toBe(422);
    expect((await test.nobody.post('auth/reset', { token, password: 'short' })).status).toBe(400);
    const both = await Promise.all([
      test.nobody.post('auth/reset', { token, password: NEW_PASSWORD }),
      test.nobody.post('auth/reset', { token, password: 'another one entirely' }),
    ]);
    expect(both.map((reply) => reply.status).sort()).toEqual([200, 422]);
    expect((await ada.get('me')).status).toBe(401);
    expect((await login(ada.email)).status).toBe(401);
    await test.mail.take(ada.email, /was changed/);
  });

  it('refreshes a session, also in two tabs at once, and ends it when an old token is used again', async () => {
    const ada = await test.person('Tabs');
    const browser = test.browser();
    await browser.call('POST', 'auth/login', { email: ada.email, password: PASSWORD });
    const stolen = new Map(browser.cookies);
    const [one, other] = await Promise.all([
      test.browser(new Map(stolen)).call('POST', 'auth/refresh'),
      browser.call('POST', 'auth/refresh'),
    ]);
    expect([one.status, other.status]).toEqual([200, 200]);
    expect((await browser.call('GET', 'me')).status).toBe(200);
    expect(
      (await browser.call('POST', 'auth/refresh', undefined, { Origin: 'https://evil.example' }))
        .status,
    ).toBe(403);
    // Pretends that half a minute has passed.
    const { sequelize } = test.server.parts.database;
    await sequelize.query(
      test.server.parts.database.dialect === 'sqlite'
        ? "UPDATE sessions SET replaced_at = '2020-01-01 00:00:00.000 +00:00' WHERE replaced_at IS NOT NULL"
        : "UPDATE sessions SET replaced_at = now() - interval '1 hour' WHERE replaced_at IS NOT NULL",
    );
    const thief = test.browser(stolen);
    expect(await thief.call('POST', 'auth/refresh')).toMatchObject({
      status: 401,
      body: { code: 'not_signed_in' },
    });
    expect(thief.cookies.size).toBe(0);
    expect([
      (await browser.call('GET', 'me')).status,
      (await browser.call('POST', 'auth/refresh')).status,
    ]).toEqual([401, 401]);
    expect((await ada.get('me')).status).toBe(200);
  });

  it('renews a stolen session when its token was not marked as used', async () => {
    const ada = await test.person('Unmarked');
    const browser = test.browser();
    await browser.call('POST', 'auth/login', { email: ada.email, password: PASSWORD });
    const thief = test.browser(new Map(browser.cookies));
    expect((await browser.call('POST', 'auth/refresh')).status).toBe(200);
    await test.server.parts.database.sequelize.query('UPDATE sessions SET replaced_at = NULL');
    expect([
      (await thief.call('POST', 'auth/refresh')).status,
      (await thief.call('GET', 'me')).status,
      (await browser.call('GET', 'me')).status,
    ]).toEqual([200, 200, 200]);
  });

  it('ends the previous session of a browser when someone signs in there', async () => {
    const ada = await test.person('Anew');
    const browser = test.browser();
    const before = (
      await browser.call('POST', 'auth/login', { email: ada.email, password: PASSWORD })
    ).body as { data: { accessToken: string } };
    expect(
      (await browser.call('POST', 'auth/login', { email: ada.email, password: PASSWORD })).status,
    ).toBe(200);
    expect([
      (await test.callAs(before.data.accessToken).get('me')).status,
      (await browser.call('GET', 'me')).status,
    ]).toEqual([401, 200]);
  });

  it('ends a session after thirty days without use, and after ninety days in any case', async () => {
    const ada = await test.person('Rests');
    const [rests, returns] = [test.browser(), test.browser()];
    for (const browser of [rests, returns])
      await browser.call('POST', 'auth/login', { email: ada.email, password: PASSWORD });
    const after = async (days: number, browser: typeof rests) => {
      vi.setSystemTime(Date.now() + days * 86_400_000);
      return (await browser.call('POST', 'auth/refresh')).status;
    };
    try {
      expect([
        await after(29, rests),
        await after(0, returns),
        await after(29, returns),
        await after(2, rests),
        await after(27, returns),
        await after(4, returns),
      ]).toEqual([200, 200, 200, 401, 200, 401]);
    } finally {
      vi.useRealTimers();
    }
  });

  it('accepts passwords of up to two hundred characters, and normalises them', async () => {
    const email = 'characters@example.org';
    const password = `Ünïcödé 🦦 "'<&>;%00\t${'x'.repeat(176)}`;
    expect([...password].length).toBeLessThanOrEqual(200);
    expect(
      (
        await test.nobody.post('auth/signup', {
          email,
          password: `${password}${'x'.repeat(200)}`,
          name: 'C',
        })
      ).status,
    ).toBe(400);
    expect((await test.nobody.post('auth/signup', { email, password, name: 'C' })).status).toBe(
      201,
    );
    expect((await login(email, password.normalize('NFD'))).status).toBe(200);
    for (const other of [
      password.slice(0, -1),
      `${password}x`,
      password.toLowerCase(),
      ` ${password}`,
      password.slice(0, 72),
      password.replace('🦦', ''),
    ])
      expect([other, (await login(email, other)).status === 200]).toEqual([other, false]);
  });

  it('accepts a password for ten years, and never asks for another', async () => {
    const ada = await test.person('Steady');
    try {
      vi.setSystemTime(Date.now() + 10 * 365 * 86_400_000);
      const signedIn = await login(ada.email);
      expect(signedIn).toMatchObject({
        status: 200,
        body: { data: { accessToken: expect.any(String) as string, user: { email: ada.email } } },
      });
      expect(
        (
          await test
            .callAs((signedIn.body as { data: { accessToken: string } }).data.accessToken)
            .get('threads')
        ).status,
      ).toBe(200);
    } finally {
      vi.useRealTimers();
    }
  });

  it('asks for no hints, security questions or other personal data', async () => {
    type Schema = {
      properties?: Record<string, Schema>;
      items?: Schema;
      anyOf?: Schema[];
      $ref?: string;
    };
    const { paths } = (await test.nobody.get('openapi.json')).body as {
      paths: Record<
        string,
        Record<string, { requestBody?: { content: Record<string, { schema: Schema }> } }>
      >;
    };
    const asked = Object.entries(paths)
      .filter(([path]) => /^\/api\/(auth\/|me$|me\/(?!provider))/.test(path))
      .flatMap(([, methods]) => Object.values(methods))
      .flatMap(({ requestBody }) => Object.values(requestBody?.content ?? {}))
      .flatMap(({ schema }) => [schema, ...(schema.anyOf ?? [])]);
    expect(asked.filter(({ $ref }) => $ref)).toEqual([]);
    const namesIn = ({ properties = {} }: Schema): string[] =>
      Object.entries(properties).flatMap(([name, it]) =>
        it.properties && name !== 'answer'
          ? namesIn(it).map((inner) => `${name}.${inner}`)
          : [it.properties ? `${name} {}` : name],
      );
    // `answer` and `challenge` come from a passkey.
    expect([...new Set(asked.flatMap(namesIn))].sort()).toEqual([
      'answer {}',
      'challenge',
      'code',
      'days',
      'email',
      'everywhere',
      'keepTokens',
      'name',
      'password',
      'password.current',
      'password.keepTokens',
      'password.new',
      'removeOtherWays',
      'scope',
      'ticket',
      'timezone',
      'token',
    ]);
  });

  it('signs out everywhere', async () => {
    const ada = await test.person('Everywhere');
    const browser = test.browser();
    await browser.call('POST', 'auth/login', { email: ada.email, password: PASSWORD });
    expect((await browser.call('POST', 'auth/logout', { everywhere: true })).status).toBe(200);
    expect((await ada.get('me')).status).toBe(401);
  });

  it.each([
    ['an address that is none', { email: 'ada@localhost', password: PASSWORD, name: 'A' }],
    ['a short password', { email: 'a@example.org', password: 'short', name: 'A' }],
    [
      'two lines for a name',
      { email: 'a@example.org', password: PASSWORD, name: 'A\r\nBcc: all@example.org' },
    ],
    [
      'two lines for an address',
      { email: 'a@example.org\r\nBcc: all@example.org', password: PASSWORD, name: 'A' },
    ],
    ['two addresses', { email: 'a@example.org,b@example.org', password: PASSWORD, name: 'A' }],
    ['no name', { email: 'a@example.org', password: PASSWORD, name: ' ' }],
    ['a list', { email: ['a@example.org'], password: PASSWORD, name: 'A' }],
  ])('refuses sign-up with %s', async (_what, body) => {
    expect(await test.nobody.post('auth/signup', body)).toMatchObject({
      status: 400,
      body: { code: 'bad_request' },
    });
  });

  it('refuses requests from other origins, and only makes links to its own address', async () => {
    const browser = test.browser();
    const body = { email: 'host@example.org', password: PASSWORD, name: 'Host' };
    expect(
      (await browser.call('POST', 'auth/signup', body, { Origin: 'https://evil.example' })).status,
    ).toBe(403);
    expect(
      (
        await browser.call(
          'POST',
          'auth/login',
          { email: 'a@example.org', password: 'x' },
          { Origin: 'null' },
        )
      ).status,
    ).toBe(403);
    expect((await browser.call('POST', 'auth/signup', body, { Host: 'evil.example' })).status).toBe(
      421,
    );
    await browser.call('POST', 'auth/signup', body, {
      'X-Forwarded-Host': 'evil.example',
      Forwarded: 'host=evil.example',
    });
    expect((await test.mail.take('host@example.org', /Confirm/)).text).not.toContain('evil');
  });

  it('accepts a token only for its purpose', async () => {
    const ada = await test.person('Kinds');
    const browser = test.browser();
    await browser.call('POST', 'auth/login', { email: ada.email, password: PASSWORD });
    const refresh = browser.cookies.get('gloss_refresh') ?? '';
    await test.nobody.post('auth/forgot', { email: ada.email });
    const reset = await test.tokenIn(ada.email, /new password/);
    const made = [
      '',
      'null',
      refresh,
      reset,
      `${ada.token}x`,
      ada.token.slice(0, -1),
      ada.token.toLowerCase(),
      'gloss_',
      `gloss_${ada.token}`,
      'eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIn0.',
      ...Array.from({ length: 30 }, (_, n) => Buffer.alloc(32, n).toString('base64url')),
    ];
    for (const token of made) expect((await test.callAs(token).get('me')).status).toBe(401);
    expect(
      (await test.browser(new Map([['gloss_session', refresh]])).call('GET', 'me')).status,
    ).toBe(401);
    expect(
      (await test.browser(new Map([['gloss_refresh', ada.token]])).call('POST', 'auth/refresh'))
        .status,
    ).toBe(401);
  });
});

import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeOnDatabases } from '../../db/testing/test-database.ts';
import {
  openAccountsServer,
  PASSWORD,
  type AccountsServer,
} from '../../testing/accounts-server.ts';
import { freePort } from '../../testing/free-port.ts';
import {
  anothersKey,
  CLIENT,
  idToken,
  openProvider,
  type TestProvider,
} from '../../testing/oidc-provider.ts';
import { dataOf } from '../../testing/test-server.ts';

type Cookies = Map<string, string>;

describeOnDatabases('signing in with an OpenID provider', (open) => {
  let test: AccountsServer;
  let provider: TestProvider;
  beforeAll(async () => {
    const port = String(await freePort());
    provider = await openProvider(`http://localhost:${port}/api/auth/oidc/callback`);
    test = await openAccountsServer(open, {
      env: {
        GLOSS_PORT: port,
        GLOSS_PUBLIC_URL: `http://localhost:${port}`,
        GLOSS_OIDC_ISSUER: provider.issuer,
        GLOSS_OIDC_CLIENT_ID: CLIENT.id,
        GLOSS_OIDC_CLIENT_SECRET: CLIENT.secret,
        GLOSS_OIDC_NAME: 'Example',
      },
    });
  });
  afterAll(async () => {
    await test.close();
    await provider.close();
  });

  /** One request of a browser, which stores cookies per host. */
  async function step(url: string, jars: Map<string, Cookies>): Promise<Response> {
    const { host } = new URL(url);
    const jar = jars.get(host) ?? new Map<string, string>();
    jars.set(host, jar);
    const reply = await fetch(url, {
      redirect: 'manual',
      headers: { Cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; ') },
    });
    await reply.arrayBuffer();
    for (const line of reply.headers.getSetCookie()) {
      const [name = '', value = ''] = (line.split(';')[0] ?? '').split('=', 2);
      if (value === '') jar.delete(name);
      else jar.set(name, value);
    }
    return reply;
  }
  /** Follows redirects back to the workspace, or to `stop`. */
  async function walk(
    path: string,
    jars = new Map<string, Cookies>(),
    stop = /^$/,
  ): Promise<{ at: string; cookies: Cookies; jars: typeof jars }> {
    let at = new URL(path, test.server.url);
    while (
      !stop.test(at.pathname) &&
      (at.host !== new URL(test.server.url).host || at.pathname.startsWith('/api/'))
    ) {
      const next = (await step(at.href, jars)).headers.get('location');
      if (next === null) throw new Error(`${at.href} leads nowhere`);
      at = new URL(next, at);
    }
    return {
      at: at.href.replace(test.server.url, ''),
      cookies: jars.get(new URL(test.server.url).host) ?? new Map<string, string>(),
      jars,
    };
  }
  const me = async (cookies: Cookies) =>
    (await test.browser(cookies).call('GET', 'me')).body as {
      data?: { user: { email: string; name: string; is_verified_user: boolean; _id: string } };
    };
  const as = (sub: string, email: string, email_verified = true, name = 'Ada') => {
    provider.person = { sub, email, email_verified, name };
  };

  it('creates an account, recognises it by its subject, and uses PKCE, state and nonce', async () => {
    expect(dataOf(await test.nobody.get('auth/options'))).toMatchObject({
      oidc: { name: 'Example' },
    });
    expect(dataOf(await test.owner.get('health'))).toMatchObject({
      signIn: {
        oidc: { status: 'ok', detail: `people may sign in with ${provider.issuer}` },
        mail: {
          status: 'ok',
          detail: expect.stringMatching(/^mail by 127\.0\.0\.1:\d+$/) as string,
        },
        passkeys: { status: 'ok' },
      },
    });
    as('ada', 'Ada.New@Example.org');
    const first = await walk('/api/auth/oidc?to=/t/mine');
    expect(first.at).toBe('/t/mine');
    const { data } = await me(first.cookies);
    expect(data?.user).toMatchObject({
      email: 'ada.new@example.org',
      name: 'Ada',
      is_verified_user: true,
    });
    expect(first.cookies.has('gloss_outside')).toBe(false);
    const asked = provider.asked.at(-1);
    expect([
      asked?.get('code_challenge_method'),
      asked?.get('state')?.length,
      asked?.get('nonce')?.length,
      asked?.get('code_challenge')?.length,
    ]).toEqual(['S256', 43, 43, 43]);
    // The same subject with another address is the same person, and no password opens an account
    // that never had one.
    as('ada', 'moved@example.org');
    expect((await me((await walk('/api/auth/oidc')).cookies)).data?.user).toMatchObject({
      _id: data?.user._id,
      email: 'ada.new@example.org',
    });
    expect(
      (await test.nobody.post('auth/login', { email: 'ada.new@example.org', password: '' })).status,
    ).toBe(401);
  });

  it('links to the account with the same confirmed address, and locks out people who never confirmed it', async () => {
    const bob = await test.person('Bob');
    as('bob', bob.email);
    expect((await me((await walk('/api/auth/oidc')).cookies)).data?.user._id).toBe(bob.user._id);
    expect(
      (await test.nobody.post('auth/login', { email: bob.email, password: PASSWORD })).status,
    ).toBe(200);
    expect((await test.mail.take(bob.email, /Another sign-in was linked/)).text).toContain(
      '127.0.0.1',
    );

    const squatter = await test.person('Squatter', { verified: false });
    as('owner-of-it', squatter.email);
    const owner = await me((await walk('/api/auth/oidc')).cookies);
    expect(owner.data?.user).toMatchObject({ email: squatter.email, is_verified_user: true });
    expect(owner.data?.user._id).not.toBe(squatter.user._id);
    expect([
      (await squatter.get('me')).status,
      (await test.nobody.post('auth/login', { email: squatter.email, password: PASSWORD })).status,
    ]).toEqual([401, 401]);
  });

  it('refuses an address that the provider has not verified', async () => {
    const carl = await test.person('Carl');
    as('mallory', carl.email, false);
    expect((await walk('/api/auth/oidc')).at).toBe('/login?failed=unverified');
    provider.person = { sub: 'without', name: 'No address' };
    const without = await walk('/api/auth/oidc');
    expect([without.at, without.cookies.size]).toEqual(['/login?failed=unverified', 0]);
  });

  it('refuses responses that are replayed, forged or for another browser', async () => {
    as('dora', 'dora@example.org');
    const back = /callback$/;
    const begun = await walk('/api/auth/oidc', new Map(), back);
    expect((await walk(begun.at)).at).toBe('/login?failed=not_allowed');
    const other = await walk('/api/auth/oidc', new Map(), back);
    expect((await walk(begun.at, other.jars)).at).toBe('/login?failed=not_allowed');
    const right = await walk('/api/auth/oidc', new Map(), back);
    const kept = new Map([...right.jars].map(([host, jar]) => [host, new Map(jar)]));
    expect((await walk(right.at, right.jars)).at).toBe('/');
    expect((await walk(right.at, kept)).at).toBe('/login?failed=not_allowed');
    for (const made of [
      '/api/auth/oidc/callback',
      '/api/auth/oidc/callback?code=x&state=y',
      '/api/auth/oidc/callback?error=access_denied',
    ])
      expect(
        (await walk(made, new Map((await walk('/api/auth/oidc', new Map(), back)).jars))).at,
      ).toBe('/login?failed=not_allowed');
  });

  it.each<[string, string, (claims: Record<string, unknown>) => string]>([
    ['lets in by a token that is signed as the provider signs', '/', (claims) => idToken(claims)],
    ['by one that another signed', 'not_allowed', (claims) => idToken(claims, anothersKey())],
    ['by one that nobody signed', 'not_allowed', (claims) => idToken(claims, null)],
    [
      'by one signed with the secret of the client',
      'not_allowed',
      (claims) => idToken(claims, CLIENT.secret),
    ],
    [
      'by one for another client',
      'not_allowed',
      (claims) => idToken({ ...claims, aud: 'another' }),
    ],
    [
      'by one of another provider',
      'not_allowed',
      (claims) => idToken({ ...claims, iss: 'https://evil.example' }),
    ],
    [
      'by one of another time',
      'not_allowed',
      (claims) => idToken({ ...claims, exp: 1_600_000_000 }),
    ],
    [
      'by one with the nonce of another request',
      'not_allowed',
      (claims) => idToken({ ...claims, nonce: 'another' }),
    ],
    [
      'by one with altered claims',
      'not_allowed',
      (claims) =>
        idToken(claims).replace(
          /\.[^.]+\./,
          `.${Buffer.from(JSON.stringify({ ...claims, sub: 'ada' })).toString('base64url')}.`,
        ),
    ],
  ])('%s: %s', async (_what, where, forge) => {
    as('frank', 'frank@example.org');
    provider.forge = forge;
    try {
      expect((await walk('/api/auth/oidc')).at).toBe(
        where === '/' ? '/' : `/login?failed=${where}`,
      );
    } finally {
      provider.forge = undefined;
    }
  });

  it.each([
    '//evil.example',
    '/\\evil.example',
    'https://evil.example',
    'javascript:alert(1)',
    '/x\\y',
  ])('does not redirect to %s', async (to) => {
    as('erin', 'erin@example.org');
    expect((await walk(`/api/auth/oidc?to=${encodeURIComponent(to)}`)).at).toBe('/');
  });
});

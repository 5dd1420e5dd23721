import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeOnDatabases } from '../../db/testing/test-database.ts';
import {
  openAccountsServer,
  PASSWORD,
  type AccountsServer,
  type Person,
} from '../../testing/accounts-server.ts';
import { createAuthenticator, type Asked } from '../../testing/authenticator.ts';
import { dataOf } from '../../testing/test-server.ts';
import { passkeyHost } from './passkeys.ts';

interface Listed {
  docs: { _id: string; name: string; lastUsedAt: string | null }[];
}

describeOnDatabases('a passkey', (open) => {
  let test: AccountsServer;
  beforeAll(async () => {
    test = await openAccountsServer(open, { named: true });
  });
  afterAll(() => test.close());
  const here = (): Pick<Asked, 'origin' | 'host'> => ({
    origin: test.server.url,
    host: 'localhost',
  });
  const challengeOf = (reply: { status: number; headers: Headers; body: unknown }) =>
    (dataOf(reply) as { options: { challenge: string } }).options.challenge;
  const toSignIn = async () => challengeOf(await test.nobody.post('auth/passkey/options'));
  const toAdd = async (who: Person, body = {}) =>
    challengeOf(await who.post('me/passkeys/options', body));
  const signIn = (answer: object) => test.nobody.post('auth/passkey', { answer });
  async function withPasskey(name: string) {
    const ada = await test.person(name);
    const device = createAuthenticator(ada.user._id);
    const made = await ada.post('me/passkeys', {
      name: 'Laptop',
      answer: device.make({ ...here(), challenge: await toAdd(ada) }),
    });
    expect(made).toMatchObject({
      status: 201,
      body: { data: { name: 'Laptop', lastUsedAt: null } },
    });
    return { ada, device, id: (dataOf(made) as { _id: string })._id };
  }

  it('is created, signs in, shows its last use, is renamed, and is revoked at once', async () => {
    const { ada, device, id } = await withPasskey('Ada');
    expect((await test.mail.take(ada.email, /passkey was added/)).text).toContain('“Laptop”');
    const signedIn = dataOf(
      await signIn(device.sign({ ...here(), challenge: await toSignIn(), counter: 1 })),
    ) as { accessToken: string };
    expect(dataOf(await test.callAs(signedIn.accessToken).get('me'))).toMatchObject({
      user: { email: ada.email },
    });
    expect(dataOf(await ada.patch(`me/passkeys/${id}`, { name: 'Phone' }))).toMatchObject({
      name: 'Phone',
    });
    const {
      docs: [listed],
    } = dataOf(await ada.get('me/passkeys')) as Listed;
    expect(listed).toMatchObject({
      _id: id,
      name: 'Phone',
      lastUsedAt: expect.stringMatching(/^\d{4}-/) as string,
    });
    expect(JSON.stringify(listed)).not.toContain(device.id);
    const bob = await test.person('Bob');
    expect([
      (await bob.patch(`me/passkeys/${id}`, { name: 'Mine' })).status,
      (await bob.delete(`me/passkeys/${id}`)).status,
    ]).toEqual([404, 404]);
    expect((await ada.delete(`me/passkeys/${id}`)).status).toBe(200);
    expect(
      (await signIn(device.sign({ ...here(), challenge: await toSignIn(), counter: 2 }))).status,
    ).toBe(401);
  });

  it('refuses responses that are old, of another key, for another page, without user verification, or forged', async () => {
    const { device } = await withPasskey('Eve');
    const used = device.sign({ ...here(), challenge: await toSignIn(), counter: 1 });
    expect((await signIn(used)).status).toBe(200);
    const right = async () => ({ ...here(), challenge: await toSignIn(), counter: 9 });
    const stranger = createAuthenticator();
    const wrong = [
      used,
      device.sign({ ...(await right()), counter: 1 }),
      device.sign({ ...(await right()), origin: 'https://evil.example' }),
      device.sign({ ...(await right()), host: 'evil.example' }),
      device.sign({ ...(await right()), verified: false }),
      device.sign({ ...(await right()), type: 'webauthn.create' }),
      device.sign({ ...(await right()), challenge: Buffer.alloc(56, 7).toString('base64url') }),
      stranger.sign(await right()),
      { ...stranger.sign(await right()), id: device.id, rawId: device.id },
    ];
    const replies = await Promise.all(wrong.map(signIn));
    expect(replies.map(({ status }) => status)).toEqual(wrong.map(() => 401));
    expect(new Set(replies.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect((await signIn(device.sign(await right()))).status).toBe(200);
  });

  it("is created once, after a recent sign-in or with the password, for one's own confirmed account", async () => {
    const { ada, device } = await withPasskey('Carl');
    const again = await ada.post('me/passkeys', {
      name: 'Twice',
      answer: device.make({ ...here(), challenge: await toAdd(ada) }),
    });
    expect(again.status).toBe(409);
    const bob = await test.person('Dora');
    const other = createAuthenticator(bob.user._id);
    for (const challenge of [await toAdd(ada), await toSignIn()])
      expect(
        (await bob.post('me/passkeys', { name: 'x', answer: other.make({ ...here(), challenge }) }))
          .status,
      ).toBe(401);
    expect(
      (
        await bob.post('me/passkeys', {
          name: 'x',
          answer: other.make({ ...here(), challenge: await toAdd(bob), verified: false }),
        })
      ).status,
    ).toBe(401);
    const { sequelize, dialect } = test.server.parts.database;
    await sequelize.query(
      dialect === 'sqlite'
        ? "UPDATE logins SET created_at = '2020-01-01 00:00:00.000 +00:00'"
        : "UPDATE logins SET created_at = now() - interval '1 hour'",
    );
    expect(await bob.post('me/passkeys/options')).toMatchObject({
      status: 403,
      body: { code: 'confirm_password' },
    });
    const {
      docs: [own],
    } = dataOf(await ada.get('me/passkeys')) as Listed;
    expect(await ada.delete(`me/passkeys/${own?._id}`)).toMatchObject({
      status: 403,
      body: { code: 'confirm_password' },
    });
    expect((await bob.post('me/passkeys/options', { password: 'not the password' })).status).toBe(
      401,
    );
    expect(
      (
        await bob.post('me/passkeys', {
          name: 'x',
          answer: other.make({ ...here(), challenge: await toAdd(bob, { password: PASSWORD }) }),
        })
      ).status,
    ).toBe(201);
    const unverified = await test.person('Unsure', { verified: false });
    expect([
      await unverified.post('me/passkeys/options'),
      await unverified.post('me/tokens', { name: 'x' }),
    ]).toMatchObject([
      { status: 403, body: { code: 'unverified' } },
      { status: 403, body: { code: 'unverified' } },
    ]);
  });

  it('needs a host name with TLS, or localhost', () => {
    expect(
      [
        'https://gloss.example.org',
        'http://localhost:4870',
        'http://gloss.example.org',
        'http://127.0.0.1:4870',
        'https://10.0.0.1',
        'https://[::1]',
      ].map(passkeyHost),
    ).toEqual(['gloss.example.org', 'localhost', undefined, undefined, undefined, undefined]);
  });
});

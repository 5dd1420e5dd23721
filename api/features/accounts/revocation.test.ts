/** Tests which credentials a new password, a reset and signing out everywhere end. */
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openClient } from '../../collab/testing/client.ts';
import { describeOnDatabases, openOnSqlite } from '../../db/testing/test-database.ts';
import {
  openAccountsServer,
  PASSWORD,
  type AccountsServer,
  type Person,
} from '../../testing/accounts-server.ts';
import { createAuthenticator } from '../../testing/authenticator.ts';
import { dataOf, type Reply } from '../../testing/test-server.ts';

const NEW_PASSWORD = 'a longer staple of horses';
const PDF = new TextEncoder().encode('%PDF-1.4\nstartxref\n0\n%%EOF');

function challengeOf(reply: Reply): string {
  const { options } = dataOf(reply) as { options: { challenge: string } };
  return options.challenge;
}

describeOnDatabases('revocation of credentials', (open) => {
  let test: AccountsServer;
  beforeAll(async () => {
    test = await openAccountsServer(open, { named: true });
  });
  afterAll(() => test.close());

  async function tokenOf(who: Person, name: string): Promise<{ _id: string; token: string }> {
    return dataOf(await who.post('me/tokens', { name })) as { _id: string; token: string };
  }
  const isOk = (reply: { status: number }): boolean => reply.status < 300;

  /**
   * A person with every kind of credential, and checks that each still works. `act` is the session
   * that acts.
   */
  async function everything(name: string) {
    const ada = await test.person(name);
    const [acting, other] = [test.browser(), test.browser()];
    for (const browser of [acting, other]) {
      await browser.call('POST', 'auth/login', { email: ada.email, password: PASSWORD });
    }
    const { _id: thread } = dataOf(await ada.post('threads', { title: 'Mine' })) as { _id: string };
    const { uploadURL } = dataOf(await ada.get(`thread/v1/file/${thread}?name=a.pdf`)) as {
      uploadURL: string;
    };
    const [kept, lost] = [await tokenOf(ada, 'kept'), await tokenOf(ada, 'lost')];
    const device = createAuthenticator(ada.user._id);
    const here = { origin: test.server.url, host: 'localhost' };
    const answer = device.make({
      ...here,
      challenge: challengeOf(await ada.post('me/passkeys/options', {})),
    });
    dataOf(await ada.post('me/passkeys', { name: 'Laptop', answer }));
    const toAdd = challengeOf(await ada.post('me/passkeys/options', {}));
    const app = dataOf(await ada.post('me/second-factor/options', {})) as {
      key: string;
      ticket: string;
    };
    await test.nobody.post('auth/forgot', { email: ada.email });
    const resetLink = await test.tokenIn(ada.email, /new password/);

    const url = `${test.server.url.replace('http', 'ws')}/collab`;
    const socket = openClient({ url, threadId: thread, accessToken: ada.token });
    await expect.poll(() => socket.provider.isSynced).toBe(true);
    const closed = Promise.withResolvers<boolean>();
    socket.provider.on('authenticationFailed', () => closed.resolve(false));
    socket.provider.on('close', () => closed.resolve(false));
    const leaving = new AbortController();
    const stream = await fetch(`${test.server.url}/api/threads/${thread}/events`, {
      signal: leaving.signal,
      headers: { Authorization: `Bearer ${ada.token}` },
    });
    const streamEnded = stream.text().then(
      () => false,
      () => false,
    );

    return {
      ada,
      acting,
      kept,
      resetLink,
      /**
       * Returns the credentials that still work, without changing the others. `isOpen`: does not
       * wait for connections to close.
       */
      async works(password: string, isOpen = false) {
        const now = { socket: socket.provider.isAuthenticated, stream: stream.ok };
        const still = isOpen ? now : { socket: await closed.promise, stream: await streamEnded };
        leaving.abort();
        socket.close();
        const signedIn = await test.nobody.post('auth/login', { email: ada.email, password });
        const { accessToken } = dataOf(signedIn) as { accessToken: string };
        const again = test.callAs(accessToken);
        const code = new TOTP({ secret: Secret.fromBase32(app.key) }).generate();
        const added = createAuthenticator(ada.user._id).make({ ...here, challenge: toAdd });
        const toSignIn = challengeOf(await test.nobody.post('auth/passkey/options'));
        const signature = device.sign({ ...here, challenge: toSignIn, counter: 9 });
        const upload = { method: 'PUT', type: 'application/pdf', bytes: PDF } as const;
        const ticket = { ticket: app.ticket, code };
        const reset = { token: resetLink, password: 'yet another password' };
        return {
          ...still,
          'acting session': isOk(await acting.call('GET', 'me')),
          'its refresh': isOk(await acting.call('POST', 'auth/refresh')),
          'other session': isOk(await other.call('GET', 'me')),
          'its refresh token': isOk(await other.call('POST', 'auth/refresh')),
          'access token': isOk(await ada.get('me')),
          'kept token': isOk(await test.callAs(kept.token).get('me')),
          'other token': isOk(await test.callAs(lost.token).get('me')),
          'upload address': isOk(await test.content(new URL(uploadURL).pathname, upload)),
          'passkey challenge': isOk(
            await again.post('me/passkeys', { name: 'Another', answer: added }),
          ),
          'ticket of a second factor': isOk(await again.post('me/second-factor', ticket)),
          'reset link': isOk(await test.nobody.post('auth/reset', reset)),
          passkey: isOk(await test.nobody.post('auth/passkey', { answer: signature })),
        };
      },
    };
  }
  const NOTHING = {
    socket: false,
    stream: false,
    'acting session': false,
    'its refresh': false,
    'other session': false,
    'its refresh token': false,
    'access token': false,
    'kept token': false,
    'other token': false,
    'upload address': false,
    'passkey challenge': false,
    'ticket of a second factor': false,
    'reset link': false,
    passkey: true,
  };

  it('does not happen by itself', async () => {
    const { works } = await everything('Stays');
    const found = await works(PASSWORD, true);
    expect(found).toEqual(Object.fromEntries(Object.keys(NOTHING).map((kind) => [kind, true])));
  });

  it('by a password reset leaves passkeys, which the email mentions', async () => {
    const { ada, resetLink, works } = await everything('Reset');
    dataOf(await test.nobody.post('auth/reset', { token: resetLink, password: NEW_PASSWORD }));
    const mail = await test.mail.take(ada.email, /was changed/);
    expect(mail.text).toContain('Passkey “Laptop”, added ');
    expect(await works(NEW_PASSWORD)).toEqual(NOTHING);
  });

  it('by a password reset includes passkeys on request', async () => {
    const { ada, resetLink, works } = await everything('Taken');
    const body = { token: resetLink, password: NEW_PASSWORD, removeOtherWays: true };
    dataOf(await test.nobody.post('auth/reset', body));
    expect((await test.mail.take(ada.email, /was changed/)).text).not.toContain(
      'still sign you in',
    );
    expect(await works(NEW_PASSWORD)).toEqual({ ...NOTHING, passkey: false });
  });

  it('by a new password leaves the current session and the tokens to keep', async () => {
    const { acting, kept, works } = await everything('Changes');
    const password = { current: PASSWORD, new: NEW_PASSWORD, keepTokens: [kept._id] };
    expect((await acting.call('PATCH', 'me', { password })).status).toBe(200);
    const kinds = { 'acting session': true, 'its refresh': true, 'kept token': true };
    expect(await works(NEW_PASSWORD)).toEqual({ ...NOTHING, ...kinds });
  });

  it('by signing out everywhere leaves only the tokens to keep', async () => {
    const { acting, kept, works } = await everything('Leaves');
    expect(
      (await acting.call('POST', 'auth/logout', { everywhere: true, keepTokens: [kept._id] }))
        .status,
    ).toBe(200);
    expect(await works(PASSWORD)).toEqual({ ...NOTHING, 'kept token': true });
  });

  it('leaves no token of other people, and none unless named', async () => {
    const [one, another] = [await everything('One'), await everything('Another')];
    await one.acting.call('POST', 'auth/logout', {
      everywhere: true,
      keepTokens: [another.kept._id],
    });
    expect(await one.works(PASSWORD)).toEqual(NOTHING);
    expect(isOk(await test.callAs(another.kept.token).get('me'))).toBe(true);
  });

  it('includes pending sign-ins that wait for a second factor', async () => {
    const ada = await test.person('Steps');
    const { key, ticket } = dataOf(await ada.post('me/second-factor/options', {})) as {
      key: string;
      ticket: string;
    };
    const totp = new TOTP({ secret: Secret.fromBase32(key) });
    const shown = (from: number) => totp.generate({ timestamp: Date.now() + from * 30_000 });
    dataOf(await ada.post('me/second-factor', { ticket, code: shown(-1) }));
    const begun = dataOf(
      await test.nobody.post('auth/login', { email: ada.email, password: PASSWORD }),
    );
    const { challenge } = (begun as { second_step: { challenge: string } }).second_step;
    await test.owner.post(`users/${ada.email}/sign-out`);
    const answered = await test.nobody.post('auth/code', { challenge, code: shown(0) });
    expect(answered).toMatchObject({ body: { code: 'second_step_over' } });
  });

  it('is offered by an email about each new token, with its name, access, time and device', async () => {
    const ada = await test.person('Told');
    await ada.post('me/tokens', { name: 'Nightly script', scope: 'read', days: 7 });
    const mail = await test.mail.take(ada.email, /token was created/);
    expect(mail.text).toContain('“Nightly script”');
    expect(mail.text).toMatch(/can read everything in your account until \d+ \w+ \d{4}/);
    expect(mail.text).toMatch(/When: \d+ \w+ \d{4}, \d\d:\d\d UTC\r?\nWith: \S+/);
    expect(mail.text).toContain(`${test.server.url}/reset`);
    dataOf(await test.owner.post(`users/${ada.email}/tokens`, { name: 'Of the operator' }));
    expect((await test.mail.take(ada.email, /token was created/)).text).toContain(
      'it never expires',
    );
  });
});

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

  it('does not remove passkeys by a password reset alone, because they are the second factor', async () => {
    const ada = await test.person('Required');
    const device = createAuthenticator(ada.user._id);
    const here = { origin: test.server.url, host: 'localhost' };
    const toAdd = challengeOf(await ada.post('me/passkeys/options', {}));
    dataOf(
      await ada.post('me/passkeys', {
        name: 'Laptop',
        answer: device.make({ ...here, challenge: toAdd }),
      }),
    );
    await test.nobody.post('auth/forgot', { email: ada.email });
    const token = await test.tokenIn(ada.email, /new password/);
    dataOf(
      await test.nobody.post('auth/reset', {
        token,
        password: NEW_PASSWORD,
        removeOtherWays: true,
      }),
    );
    expect((await test.mail.take(ada.email, /was changed/)).text).toContain('Passkey “Laptop”');
    const toSignIn = challengeOf(await test.nobody.post('auth/passkey/options'));
    const answer = device.sign({ ...here, challenge: toSignIn, counter: 1 });
    expect((await test.nobody.post('auth/passkey', { answer })).status).toBe(200);
  });
});

/**
 * Confirming an address signs in only the browser that chose the password of the sign-up. The link
 * alone signs nobody in, because someone else may have requested or sent it.
 */
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { describeOnDatabases } from '../../db/testing/test-database.ts';
import {
  openAccountsServer,
  PASSWORD,
  type AccountsServer,
} from '../../testing/accounts-server.ts';
import { dataOf } from '../../testing/test-server.ts';

const HALF_MINUTE = 30_000;
/** The code of an authenticator app, `from` half minutes from now. */
const shown = (key: string, from: number): string =>
  new TOTP({ secret: Secret.fromBase32(key) }).generate({
    timestamp: Date.now() + from * HALF_MINUTE,
  });

describeOnDatabases('confirming an address', (open) => {
  let test: AccountsServer;
  beforeAll(async () => {
    test = await openAccountsServer(open);
  });
  afterAll(() => test.close());

  type Browser = ReturnType<AccountsServer['browser']>;
  const signUp = async (browser: Browser, email: string, password = PASSWORD) => {
    const answer = await browser.call('POST', 'auth/signup', { email, password, name: 'Ada' });
    return { answer, token: await test.tokenIn(email, /Confirm/) };
  };
  const verify = (browser: Browser, token: string) =>
    browser.call('POST', 'auth/verify', { token });
  const confirmedBy = ({ status, body }: Awaited<ReturnType<Browser['call']>>): unknown => {
    expect(status).toBe(200);
    return (body as { data: unknown }).data;
  };
  const meIn = async (browser: Browser) => {
    const { status, body } = await browser.call('GET', 'me');
    return status === 200
      ? (body as { data: { user: { email: string } } }).data.user.email
      : status;
  };

  it('signs in the browser that signed up, once', async () => {
    const email = 'here@example.org';
    const browser = test.browser();
    const { answer, token } = await signUp(browser, email);
    expect(answer.headers['set-cookie']).toEqual([
      expect.stringMatching(/^gloss_signup=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Expires=/),
    ]);
    const copy = test.browser(new Map(browser.cookies));
    expect(await verify(browser, token)).toMatchObject({
      status: 200,
      headers: { 'cache-control': 'no-store' },
      body: {
        data: {
          accessToken: expect.any(String) as string,
          user: { email, is_verified_user: true },
        },
      },
    });
    expect([...browser.cookies.keys()].sort()).toEqual([
      'gloss_refresh',
      'gloss_session',
      'gloss_until',
    ]);
    expect(await meIn(browser)).toBe(email);
    expect(await verify(copy, token)).toMatchObject({
      status: 422,
      body: { code: 'link_spent' },
    });
    expect(await meIn(copy)).toBe(401);
  });

  it('does not sign in other browsers, or with the sign-up of another account', async () => {
    const email = 'elsewhere@example.org';
    const { token } = await signUp(test.browser(), email);
    const other = test.browser();
    await signUp(other, 'another@example.org');
    const answer = confirmedBy(await verify(other, token));
    expect(answer).toEqual({
      user: expect.objectContaining({ email, is_verified_user: true }) as object,
    });
    expect(await meIn(other)).toBe(401);
  });

  it('does not sign in to a sign-up whose password someone else chose', async () => {
    const email = 'trapped@example.org';
    const victim = test.browser();
    await signUp(victim, email);
    const theirs = await signUp(test.browser(), email, 'the password of an attacker');
    expect(confirmedBy(await verify(victim, theirs.token))).not.toHaveProperty('accessToken');
    expect(await meIn(victim)).toBe(401);
  });

  it('only confirms after an hour, and refuses other origins', async () => {
    const email = 'slow@example.org';
    const browser = test.browser();
    const { token } = await signUp(browser, email);
    const evil = { Origin: 'https://evil.example' };
    expect((await browser.call('POST', 'auth/verify', { token }, evil)).status).toBe(403);
    try {
      vi.setSystemTime(Date.now() + 61 * 60_000);
      expect(confirmedBy(await verify(browser, token))).not.toHaveProperty('accessToken');
    } finally {
      vi.useRealTimers();
    }
    expect(await meIn(browser)).toBe(401);
  });

  it('ends the session of the person who was signed in before', async () => {
    const before = await test.person('Before');
    const browser = test.browser();
    await browser.call('POST', 'auth/login', { email: before.email, password: PASSWORD });
    const old = test.browser(new Map(browser.cookies));
    const { token } = await signUp(browser, 'after@example.org');
    await verify(browser, token);
    expect([await meIn(browser), await meIn(old)]).toEqual(['after@example.org', 401]);
  });

  it('asks for the second factor of the account first', async () => {
    const { sequelize } = test.server.parts.database;
    const setVerified = (email: string, verified: boolean) =>
      sequelize.getQueryInterface().bulkUpdate('users', { verified }, { email });
    const email = 'careful@example.org';
    const browser = test.browser();
    const { token } = await signUp(browser, email);
    const signedIn = dataOf(
      await test.nobody.post('auth/login', { email, password: PASSWORD }),
    ) as { accessToken: string };
    await setVerified(email, true);
    const ada = test.callAs(signedIn.accessToken);
    const { key, ticket } = dataOf(await ada.post('me/second-factor/options', {})) as {
      key: string;
      ticket: string;
    };
    dataOf(await ada.post('me/second-factor', { ticket, code: shown(key, 0) }));
    await setVerified(email, false);
    const answer = confirmedBy(await verify(browser, token)) as {
      second_step: { challenge: string };
    };
    expect(answer).toMatchObject({
      user: { email, is_verified_user: true },
      second_step: { ways: ['code', 'recovery'] },
    });
    expect(answer).not.toHaveProperty('accessToken');
    expect(await meIn(browser)).toBe(401);
    const { challenge } = answer.second_step;
    const code = shown(key, 1);
    expect((await browser.call('POST', 'auth/code', { challenge, code })).status).toBe(200);
    expect(await meIn(browser)).toBe(email);
  });

  it('works after a sign-up with the address of an existing account', async () => {
    const known = await test.person('Known');
    const cookies = async (email: string) =>
      (
        await test.browser().call('POST', 'auth/signup', {
          email,
          password: 'a longer staple of horses',
          name: 'A',
        })
      ).headers['set-cookie']?.map((it) =>
        it.replace(/=[\w-]{43};/, '=SECRET;').replace(/Expires=.*/, ''),
      );
    expect(await cookies(known.email)).toEqual(await cookies('unknown@example.org'));
  });
});

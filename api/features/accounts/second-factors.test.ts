import { Secret, TOTP } from 'otpauth';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { AuditPage } from '#core/contract/audit.ts';
import type { SecondStep } from '#core/contract/second-factor.ts';
import { describeOnDatabases, openOnSqlite } from '../../db/testing/test-database.ts';
import {
  openAccountsServer,
  PASSWORD,
  type AccountsServer,
  type Person,
} from '../../testing/accounts-server.ts';
import { dataOf } from '../../testing/test-server.ts';
import { Encryptor } from './encryptor.ts';
import { SecondFactors } from './second-factors.ts';

const HALF_MINUTE = 30_000;
/** The code of an authenticator app, `from` half minutes from now. */
const shown = (key: string, from = 0): string =>
  new TOTP({ secret: Secret.fromBase32(key) }).generate({
    timestamp: Date.now() + from * HALF_MINUTE,
  });
const later = (ms: number) => vi.setSystemTime(Date.now() + ms);
beforeEach(() => {
  vi.setSystemTime(Date.now());
});
afterEach(() => {
  vi.useRealTimers();
});

function calls(test: () => AccountsServer) {
  const login = async (email: string, password = PASSWORD) =>
    (await test().nobody.post('auth/login', { email, password })).body as {
      data?: { second_step?: SecondStep; accessToken?: string };
      code?: string;
    };
  const challengeOf = async (email: string, password?: string) =>
    (await login(email, password)).data?.second_step?.challenge ?? '';
  const code = (challenge: string, given: string) =>
    test().nobody.post('auth/code', { challenge, code: given });
  const recovery = (challenge: string, given: string) =>
    test().nobody.post('auth/recovery', { challenge, code: given });
  async function enrol(who: Person): Promise<{ key: string; codes: string[] }> {
    const { key, uri, ticket } = dataOf(await who.post('me/second-factor/options', {})) as {
      key: string;
      uri: string;
      ticket: string;
    };
    expect(new URL(uri)).toMatchObject({
      protocol: 'otpauth:',
      search: expect.stringContaining(`secret=${key}`) as string,
    });
    const { codes } = dataOf(
      await who.post('me/second-factor', { ticket, code: shown(key, -1) }),
    ) as { codes: string[] };
    return { key, codes };
  }
  return { login, challengeOf, code, recovery, enrol };
}

describeOnDatabases('a second factor', (open) => {
  let test: AccountsServer;
  beforeAll(async () => {
    test = await openAccountsServer(open);
  });
  afterAll(() => test.close());
  const { login, challengeOf, code, recovery, enrol } = calls(() => test);
  const actions = async (who: Person) =>
    (dataOf(await test.owner.get('audit?limit=200')) as AuditPage).docs
      .filter((it) => it.object === who.email || it.user?._id === who.user._id)
      .map(({ action, outcome }) => `${action} ${outcome}`);

  it('is set up with a code, ends other sessions, and accepts each code once', async () => {
    const ada = await test.person('Ada');
    const other = (await login(ada.email)).data?.accessToken ?? '';
    const { key, codes } = await enrol(ada);
    expect([
      codes.length,
      new Set(codes).size,
      codes.every((it) => /^([A-Z2-7]{4}-){5}[A-Z2-7]{4}$/.test(it)),
    ]).toEqual([10, 10, true]);
    expect([(await ada.get('me')).status, (await test.callAs(other).get('me')).status]).toEqual([
      200, 401,
    ]);
    await test.mail.take(ada.email, /authentication is on/);

    const browser = test.browser();
    const asked = await browser.call('POST', 'auth/login', {
      email: ada.email,
      password: PASSWORD,
    });
    const { second_step: step } = (asked.body as { data: { second_step: SecondStep } }).data;
    expect([
      asked.status,
      Object.keys((asked.body as { data: object }).data),
      step.ways,
      browser.cookies.size,
    ]).toEqual([200, ['second_step'], ['code', 'recovery'], 0]);
    // A challenge does not sign in by itself.
    for (const token of [step.challenge, step.challenge.split('.')[1] ?? ''])
      expect((await test.callAs(token).get('me')).status).toBe(401);
    expect(await code(step.challenge, shown(key, -1))).toMatchObject({
      status: 401,
      body: { code: 'wrong_code' },
    });
    const signedIn = dataOf(await code(step.challenge, shown(key))) as { accessToken: string };
    expect((await test.callAs(signedIn.accessToken).get('me')).status).toBe(200);
    expect((await code(step.challenge, shown(key, 1))).body).toMatchObject({
      code: 'second_step_over',
    });
    for (const given of [shown(key), shown(key, 2), '', 'x'.repeat(40)])
      expect((await code(await challengeOf(ada.email), given)).body).toMatchObject({
        code: 'wrong_code',
      });
    later(2 * HALF_MINUTE);
    const [one, two] = [await challengeOf(ada.email), await challengeOf(ada.email)];
    expect(
      (await Promise.all([code(one, shown(key)), code(two, shown(key))]))
        .map(({ status }) => status)
        .sort(),
    ).toEqual([200, 401]);
    expect(await actions(ada)).toEqual(
      expect.arrayContaining([
        'second-factor.enabled ok',
        'sign-in.password second_step',
        'sign-in.code wrong_code',
        'sign-in.code ok',
        'sign-in.code second_step_over',
      ]),
    );
  });

  it('is not revealed by a wrong password, and its seed and codes are unreadable in the database', async () => {
    const ada = await test.person('Reads');
    const { key, codes } = await enrol(ada);
    expect(await login(ada.email, 'not the password')).toEqual(await login('nobody@example.org'));
    const [rows] = await test.server.parts.database.sequelize.query(
      'SELECT f.*, r.code_hash FROM second_factors f JOIN recovery_codes r ON r.user_id = f.user_id',
    );
    const kept = JSON.stringify(rows);
    for (const secret of [key, ...codes, ...codes.map((it) => it.replaceAll('-', ''))])
      expect(kept).not.toContain(secret);
  });

  it('is replaced by a recovery code, once, in any spelling', async () => {
    const ada = await test.person('Loses');
    const {
      codes: [first = '', second = ''],
    } = await enrol(ada);
    expect(
      (await recovery(await challengeOf(ada.email), ` ${first.toLowerCase().replaceAll('-', ' ')}`))
        .status,
    ).toBe(200);
    expect((await test.mail.take(ada.email, /recovery code was used/)).text).toContain(
      'You have 9 codes left',
    );
    expect(await recovery(await challengeOf(ada.email), first)).toMatchObject({
      status: 401,
      body: { code: 'wrong_code' },
    });
    expect((await code(await challengeOf(ada.email), second)).status).toBe(401);
    expect(dataOf(await ada.get('me/second-factor'))).toMatchObject({
      recovery_left: 9,
      required: false,
      app: { readable: true },
    });
    const { codes } = dataOf(await ada.post('me/recovery-codes', {})) as { codes: string[] };
    expect([
      (await recovery(await challengeOf(ada.email), second)).status,
      (await recovery(await challengeOf(ada.email), codes[9] ?? '')).status,
    ]).toEqual([401, 200]);
    expect(await actions(ada)).toEqual(
      expect.arrayContaining([
        'sign-in.recovery ok',
        'sign-in.recovery wrong_code',
        'recovery-codes.made ok',
      ]),
    );
  });

  it('is required after a password reset too, which ends pending sign-ins, as five minutes do', async () => {
    const ada = await test.person('Forgets');
    const { key } = await enrol(ada);
    const [before, late] = [await challengeOf(ada.email), await challengeOf(ada.email)];
    later(5 * 60_000 + 1);
    expect((await code(late, shown(key))).body).toMatchObject({ code: 'second_step_over' });
    const begun = await challengeOf(ada.email);
    await test.nobody.post('auth/forgot', { email: ada.email });
    const reset = await test.nobody.post('auth/reset', {
      token: await test.tokenIn(ada.email, /Set a new password/),
      password: 'another one entirely',
    });
    expect([Object.keys(dataOf(reset) as object), reset.headers.get('set-cookie')]).toEqual([
      ['user'],
      null,
    ]);
    for (const old of [before, begun])
      expect((await code(old, shown(key))).body).toMatchObject({ code: 'second_step_over' });
    const bob = await test.person('Other');
    await enrol(bob);
    const others = (await challengeOf(bob.email)).split('.')[1];
    expect((await code(`${ada.user._id}.${others}`, shown(key))).body).toMatchObject({
      code: 'second_step_over',
    });
    expect(
      (await code(await challengeOf(ada.email, 'another one entirely'), shown(key))).status,
    ).toBe(200);
  });

  it('is turned off, set up and given recovery codes after a recent sign-in or with the password', async () => {
    const ada = await test.person('Sure');
    const { ticket } = dataOf(await ada.post('me/second-factor/options', {})) as { ticket: string };
    const bob = await test.person('Thief');
    expect((await bob.post('me/second-factor', { ticket, code: '000000' })).body).toMatchObject({
      code: 'second_step_over',
    });
    await enrol(ada);
    later(11 * 60_000);
    const off = (password?: string) =>
      test
        .browser()
        .call('DELETE', 'me/second-factor', { password }, { Authorization: `Bearer ${ada.token}` });
    expect((await ada.post('me/second-factor', { ticket, code: '000000' })).body).toMatchObject({
      code: 'second_step_over',
    });
    for (const refused of [
      await ada.post('me/second-factor/options', {}),
      await ada.post('me/recovery-codes', {}),
      await off(),
    ])
      expect(refused).toMatchObject({ status: 403, body: { code: 'confirm_password' } });
    expect([
      (await off('not the password')).status,
      (await off(PASSWORD)).status,
      (await off(PASSWORD)).status,
    ]).toEqual([401, 200, 409]);
    await test.mail.take(ada.email, /authentication is off/);
    expect((await login(ada.email)).data?.accessToken).toBeTypeOf('string');
    expect(dataOf(await ada.get('me/second-factor'))).toMatchObject({
      app: null,
      recovery_left: 0,
    });
    expect(
      (
        await (
          await test.person('Unsure', { verified: false })
        ).post('me/second-factor/options', {})
      ).body,
    ).toMatchObject({ code: 'unverified' });
  });

  it('reports a changed server secret: recovery codes still work, and the operator can remove it', async () => {
    const ada = await test.person('Changed');
    const { key, codes } = await enrol(ada);
    const { sequelize } = test.server.parts.database;
    await sequelize.query('UPDATE second_factors SET seed = $1 WHERE user_id = $2', {
      bind: [
        new Encryptor('a secret of long ago').encrypt(`kept ${ada.user._id}`, key),
        ada.user._id,
      ],
    });
    expect(await code(await challengeOf(ada.email), shown(key))).toMatchObject({
      status: 422,
      body: {
        code: 'codes_unreadable',
        message: expect.stringContaining('reset-second-factor') as string,
      },
    });
    expect(dataOf(await ada.get('me/second-factor'))).toMatchObject({ app: { readable: false } });
    expect((await recovery(await challengeOf(ada.email), codes[0] ?? '')).status).toBe(200);
    // The next start with the previous secret repairs what was encrypted with it.
    const restarted = (...secrets: [string, ...string[]]) =>
      new SecondFactors({
        database: test.server.parts.database,
        sealer: new Encryptor(...secrets),
        required: false,
        send: () => undefined,
        forgot: '',
        endOthers: async () => undefined,
      });
    await restarted('the secret of today', 'a secret of long ago').reencrypt();
    await restarted('the secret of today').spendCode(ada.user._id, shown(key));
    dataOf(await test.owner.delete(`users/${ada.email}/second-factor`));
    await test.mail.take(ada.email, /was reset/);
    expect([(await ada.get('me')).status, (await login(ada.email)).data?.accessToken]).toEqual([
      401,
      expect.any(String),
    ]);
  });
});

describe('wrong codes', () => {
  const open = openOnSqlite();
  let test: AccountsServer;
  beforeAll(async () => {
    test = await openAccountsServer(open, {
      env: { GLOSS_SIGN_IN_PACE: '3/min,200/h', GLOSS_TRUSTED_PROXIES: '127.0.0.0/8' },
    });
  });
  afterAll(() => test.close());
  const { challengeOf, enrol } = calls(() => test);

  it('are counted per account, for all challenges, addresses and methods', async () => {
    const ada = await test.person('Ada');
    const { key, codes } = await enrol(ada);
    const from = async (place: number, path: string, given: string) =>
      (
        await test
          .browser()
          .call(
            'POST',
            path,
            { challenge: await challengeOf(ada.email), code: given },
            { 'X-Forwarded-For': `203.0.113.${place}` },
          )
      ).status;
    expect([
      await from(1, 'auth/code', '000000'),
      await from(2, 'auth/recovery', 'x'),
      await from(3, 'auth/code', '000000'),
    ]).toEqual([401, 401, 401]);
    expect([
      await from(4, 'auth/code', shown(key)),
      await from(5, 'auth/recovery', codes[0] ?? ''),
    ]).toEqual([429, 429]);
    // Attempts without the password don't count.
    const bob = await test.person('Bob');
    const {
      codes: [his = ''],
    } = await enrol(bob);
    for (let place = 10; place < 16; place += 1)
      await test
        .browser()
        .call(
          'POST',
          'auth/code',
          { challenge: `${bob.user._id}.made-up`, code: '000000' },
          { 'X-Forwarded-For': `203.0.113.${place}` },
        );
    expect(
      (
        await test.nobody.post('auth/recovery', {
          challenge: await challengeOf(bob.email),
          code: his,
        })
      ).status,
    ).toBe(200);
  });
});

it('decrypts for the same purpose with the current or previous secret, and not after tampering', () => {
  const [old, now] = [
    new Encryptor('a secret of long ago'),
    new Encryptor('the secret of today', 'a secret of long ago'),
  ];
  const sealed = old.encrypt('kept ada', 'seed');
  expect([
    old.open('kept ada', sealed),
    now.open('kept ada', sealed),
    now.open('kept bob', sealed),
    new Encryptor('the secret of today').open('kept ada', sealed),
  ]).toEqual(['seed', 'seed', undefined, undefined]);
  const touched = `${sealed.slice(0, -5)}${sealed.at(-5) === 'A' ? 'B' : 'A'}${sealed.slice(-4)}`;
  expect([
    old.open('kept ada', touched),
    old.open('kept ada', sealed.slice(3)),
    old.open('kept ada', 'v1.'),
  ]).toEqual([undefined, undefined, undefined]);
  expect(now.open('kept ada', now.encrypt('kept ada', 'seed'))).toBe('seed');
  expect(old.open('kept ada', now.encrypt('kept ada', 'seed'))).toBeUndefined();
});

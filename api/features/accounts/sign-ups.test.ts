/**
 * Each sign-up is confirmed only by its own link and keeps its own password, even if others sign up
 * with the same address.
 */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { eventually } from '#pipeline/testing/eventually.ts';
import { migrate } from '../../db/migrate.ts';
import { migrations } from '../../db/migrations/index.ts';
import { describeOnDatabases } from '../../db/testing/test-database.ts';
import {
  openAccountsServer,
  PASSWORD,
  type AccountsServer,
} from '../../testing/accounts-server.ts';
import { dataOf } from '../../testing/test-server.ts';

const THEIRS = 'the password of an attacker';
const LATER = 'a longer staple of horses';

describeOnDatabases('sign-ups with the same address', (open) => {
  let test: AccountsServer;
  beforeAll(async () => {
    test = await openAccountsServer(open);
  });
  afterAll(() => test.close());

  const signUp = (email: string, password: string, name: string) =>
    test.nobody.post('auth/signup', { email, password, name });
  const login = (email: string, password: string) =>
    test.nobody.post('auth/login', { email, password });
  async function tokenOf(email: string, password: string): Promise<string> {
    const { accessToken } = dataOf(await login(email, password)) as { accessToken: string };
    return accessToken;
  }
  const confirmed = (token: string) => test.nobody.post('auth/verify', { token });

  it('keep out an attacker who signs up again with an unconfirmed address', async () => {
    const email = 'victim@example.org';
    await signUp(email, PASSWORD, 'Victim');
    const own = await test.tokenIn(email, /Confirm/);
    const before = test.mail.received.length;
    expect((await signUp(email, THEIRS, 'Attacker')).status).toBe(201);
    const mail = await test.mail.take(email, /Confirm/);
    expect(test.mail.received.length).toBe(before);
    expect(mail.text).toContain('“Attacker”');
    expect(mail.text).toMatch(/\d{4}, \d\d:\d\d UTC/);
    expect(mail.text).toContain('If you didn’t sign up');

    // Each signs in to their own sign-up, and sees nothing of the other.
    const attacker = test.callAs(await tokenOf(email, THEIRS));
    await attacker.post('threads', { title: 'A trap' });
    const victim = test.callAs(await tokenOf(email, PASSWORD));
    expect(dataOf(await victim.get('threads'))).toMatchObject({ docs: [] });
    await victim.post('threads', { title: 'My diary' });

    expect(dataOf(await confirmed(own))).toMatchObject({
      user: { email, name: 'Victim', is_verified_user: true },
    });
    expect((await login(email, PASSWORD)).status).toBe(200);
    expect((await login(email, THEIRS)).status).toBe(401);
    expect((await attacker.get('me')).status).toBe(401);
    const theirs = /token=([\w-]+)/.exec(mail.text)?.[1] ?? '';
    expect(await confirmed(theirs)).toMatchObject({ status: 422, body: { code: 'link_spent' } });
    expect(dataOf(await victim.get('threads'))).toMatchObject({ docs: [{ title: 'My diary' }] });
  });

  it('leave nothing of an attacker who signed up first', async () => {
    const email = 'second@example.org';
    await signUp(email, THEIRS, 'Attacker');
    await test.mail.take(email, /Confirm/);
    const attacker = test.callAs(await tokenOf(email, THEIRS));
    const { _id: thread } = dataOf(await attacker.post('threads', { title: 'A trap' })) as {
      _id: string;
    };
    await attacker.patch(`threads/${thread}`, { visibility: 'link' });
    await signUp(email, PASSWORD, 'Victim');
    dataOf(await confirmed(await test.tokenIn(email, /Confirm/)));

    expect([(await login(email, THEIRS)).status, (await attacker.get('me')).status]).toEqual([
      401, 401,
    ]);
    const victim = test.callAs(await tokenOf(email, PASSWORD));
    expect(dataOf(await victim.get('me'))).toMatchObject({ user: { name: 'Victim' } });
    expect(dataOf(await victim.get('threads'))).toMatchObject({ docs: [] });
    // What the other sign-up created is deleted with it.
    await eventually(async () => {
      expect((await test.nobody.get(`threads/${thread}`)).status).toBe(401);
    });
    await eventually(async () => {
      const { sequelize } = test.server.parts.database;
      const [rows] = await sequelize.query('SELECT name FROM users WHERE email = ?', {
        replacements: [email],
      });
      expect(rows).toEqual([{ name: 'Victim' }]);
    });
  });

  it('are resent with their own password, which invalidates the previous link', async () => {
    const email = 'again@example.org';
    await signUp(email, PASSWORD, 'Ada');
    const first = await test.tokenIn(email, /Confirm/);
    await signUp(email, PASSWORD, 'Ada L.');
    const second = await test.tokenIn(email, /Confirm/);
    expect([(await confirmed(first)).status, (await confirmed(second)).status]).toEqual([422, 200]);
    const ada = test.callAs(await tokenOf(email, PASSWORD));
    expect(dataOf(await ada.get('me'))).toMatchObject({ user: { name: 'Ada L.' } });
  });

  it('are limited to five an hour per address; more get the same response and change nothing', async () => {
    const email = 'many@example.org';
    await signUp(email, PASSWORD, 'Ada');
    const own = await test.tokenIn(email, /Confirm/);
    const bodies: unknown[] = [];
    for (let count = 0; count < 7; count += 1) {
      const { status, body } = await signUp(email, `${THEIRS} ${count}`, 'Somebody');
      bodies.push([status, JSON.stringify(body).replace(/"_id":"[^"]+"/, '')]);
    }
    expect(new Set(bodies.map((it) => JSON.stringify(it))).size).toBe(1);
    expect((await login(email, `${THEIRS} 3`)).status).toBe(200);
    expect((await login(email, `${THEIRS} 4`)).status).toBe(401);
    expect((await confirmed(own)).status).toBe(200);
  });

  it('that are unconfirmed are not opened by a password reset; the owner of the mailbox signs up again', async () => {
    const email = 'squatted@example.org';
    await signUp(email, THEIRS, 'Attacker');
    await test.mail.take(email, /Confirm/);
    const answer = await test.nobody.post('auth/forgot', { email });
    expect(answer.body).toEqual(
      (await test.nobody.post('auth/forgot', { email: 'nobody@example.org' })).body,
    );
    const mail = await test.mail.take(email, /isn’t confirmed/);
    expect(mail.text).toContain(`${test.server.url}/signup`);
    expect(mail.text).not.toContain('token=');
  });

  it('are told apart by id when the operator changes one', async () => {
    const email = 'several@example.org';
    const signedUp = await signUp(email, PASSWORD, 'One');
    expect(dataOf(await test.owner.patch(`users/${email}`, { plan: 'PRO' }))).toMatchObject({
      name: 'One',
    });
    await signUp(email, LATER, 'Other');
    expect(await test.owner.patch(`users/${email}`, { plan: 'PRO' })).toMatchObject({
      status: 409,
    });
    const { user } = dataOf(signedUp) as { user: { _id: string } };
    expect(dataOf(await test.owner.patch(`users/${user._id}`, { plan: 'FREE' }))).toMatchObject({
      name: 'One',
    });
  });

  it('are deleted the next day when they are empty, and kept when they have content', async () => {
    const email = 'yesterday@example.org';
    await signUp(email, THEIRS, 'Unused');
    await signUp(email, LATER, 'Used');
    await test.callAs(await tokenOf(email, LATER)).post('threads', { title: 'Kept' });
    const { sequelize } = test.server.parts.database;
    const created_at = new Date(Date.now() - 2 * 86_400_000);
    await sequelize.getQueryInterface().bulkUpdate('users', { created_at }, { email });
    await signUp(email, PASSWORD, 'Today');
    const statuses = await Promise.all(
      [THEIRS, LATER, PASSWORD].map((password) => login(email, password)),
    );
    expect(statuses.map(({ status }) => status)).toEqual([401, 200, 200]);
  });

  it('both stay when two people sign up at once, each with its own password', async () => {
    // Several pairs, because a pair meets in the database only by chance.
    for (const email of ['at', 'the', 'same', 'time'].map((word) => `${word}@example.org`)) {
      await Promise.all([signUp(email, PASSWORD, 'One'), signUp(email, LATER, 'Other')]);
      const logins = await Promise.all([login(email, PASSWORD), login(email, LATER)]);
      expect(logins.map(({ status }) => status)).toEqual([200, 200]);
    }
  });

  it('keep their own passwords when one of them changes', async () => {
    const email = 'changes@example.org';
    await signUp(email, PASSWORD, 'One');
    await signUp(email, THEIRS, 'Other');
    const other = test.callAs(await tokenOf(email, THEIRS));
    expect((await other.patch('me', { password: { current: THEIRS, new: LATER } })).status).toBe(
      200,
    );
    const statuses = await Promise.all(
      [PASSWORD, THEIRS, LATER].map((password) => login(email, password)),
    );
    expect(statuses.map(({ status }) => status)).toEqual([200, 401, 200]);
  });

  it('are replaced by an account that the operator creates', async () => {
    const email = 'employed@example.org';
    await signUp(email, THEIRS, 'Attacker');
    const { link } = dataOf(await test.owner.post('users', { email, name: 'Employee' })) as {
      link: string;
    };
    expect(await test.owner.post('users', { email })).toMatchObject({ status: 409 });
    expect((await login(email, THEIRS)).status).toBe(401);
    dataOf(
      await test.nobody.post('auth/reset', {
        token: new URL(link).searchParams.get('token'),
        password: LATER,
      }),
    );
    expect((await login(email, LATER)).status).toBe(200);
  });
});

describeOnDatabases('accounts from before addresses could repeat', (open) => {
  it('stay as they are after the migration', async () => {
    const { database, location, log } = await open({ migrated: false });
    const before = migrations.filter(({ name }) => name < '024');
    await migrate(database, { file: location.file, log, migrations: before });
    const at = new Date().toISOString();
    const ids = ['0198c0de-0000-7000-8000-000000000001', '0198c0de-0000-7000-8000-000000000002'];
    for (const [index, id] of ids.entries()) {
      await database.sequelize.query(
        `INSERT INTO users (id, email, name, plan, verified, created_at, operator)
          VALUES (:id, :email, 'Ada', 'FREE', :verified, :at, FALSE)`,
        { replacements: { id, email: `${index}@example.org`, verified: index === 0, at } },
      );
      const link =
        'INSERT INTO login_links (code_hash, user_id, expires_at) VALUES (:id, :id, :at)';
      await database.sequelize.query(link, { replacements: { id, at } });
    }
    await migrate(database, { file: location.file, log, migrations });
    const [rows] = await database.sequelize.query(
      'SELECT email, claim, epoch FROM users ORDER BY email',
    );
    expect(rows).toEqual([
      { email: '0@example.org', claim: '0@example.org', epoch: 0 },
      { email: '1@example.org', claim: ids[1], epoch: 0 },
    ]);
    const [links] = await database.sequelize.query(
      'SELECT user_id FROM login_links ORDER BY user_id',
    );
    expect(links).toEqual(ids.map((user_id) => ({ user_id })));
  });
});

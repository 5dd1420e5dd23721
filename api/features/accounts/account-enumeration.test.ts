/**
 * Responses must not reveal whether an account exists, by content or by time. Time varies under
 * load, so these tests count the password hashes, which take most of it.
 */
import { createHook } from 'node:async_hooks';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openOnSqlite } from '../../db/testing/test-database.ts';
import {
  openAccountsServer,
  PASSWORD,
  type AccountsServer,
} from '../../testing/accounts-server.ts';
import { hashPassword, isPassword } from './secrets.ts';

describe('the number of password hashes', () => {
  const open = openOnSqlite();
  let test: AccountsServer;
  beforeAll(async () => {
    test = await openAccountsServer(open);
  });
  afterAll(() => test.close());

  let hashes = 0;
  const hook = createHook({
    init(_id, type) {
      if (/argon2/i.test(type)) hashes += 1;
    },
  }).enable();
  afterAll(() => hook.disable());
  async function counted(work: () => Promise<unknown>): Promise<number> {
    const before = hashes;
    await work();
    return hashes - before;
  }
  const login = (email: string, password: string) => () =>
    test.nobody.post('auth/login', { email, password });
  const signUp = (email: string) => () =>
    test.nobody.post('auth/signup', { email, password: PASSWORD, name: 'Somebody' });

  it('is the same for an existing account, a missing one, and one without a password', async () => {
    const ada = await test.person('Ada');
    await test.owner.post('users', { email: 'made@example.org' });
    await login('warm@example.org', 'up')();
    expect([
      await counted(login(ada.email, PASSWORD)),
      await counted(login(ada.email, 'not the password')),
      await counted(login('nobody@example.org', 'not the password')),
      await counted(login('made@example.org', 'not the password')),
      await counted(login('no address', 'x')),
    ]).toEqual([1, 1, 1, 1, 1]);
    for (const password of ['the first of these', 'the second of these', 'the third of these'])
      await test.nobody.post('auth/signup', {
        email: 'thrice@example.org',
        password,
        name: 'Somebody',
      });
    expect([
      await counted(login('thrice@example.org', 'the first of these')),
      await counted(login('thrice@example.org', 'the third of these')),
      await counted(login('thrice@example.org', 'none of these')),
    ]).toEqual([1, 1, 1]);
    expect([
      await counted(signUp(ada.email)),
      await counted(signUp('fresh@example.org')),
      await counted(signUp('fresh@example.org')),
    ]).toEqual([1, 1, 1]);
  });

  it('differs for a naive check, so that this test would notice one', async () => {
    const kept = await hashPassword(PASSWORD);
    const naive = async (hash: string | undefined) => hash !== undefined && isPassword('x', hash);
    expect([await counted(() => naive(kept)), await counted(() => naive(undefined))]).toEqual([
      1, 0,
    ]);
  });
});

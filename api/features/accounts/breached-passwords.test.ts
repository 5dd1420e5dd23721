import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLog } from '#config/log.ts';
import { loopbackServer, type LoopbackServer } from '#pipeline/net/testing/loopback.ts';
import { describeOnDatabases } from '../../db/testing/test-database.ts';
import {
  openAccountsServer,
  PASSWORD,
  type AccountsServer,
} from '../../testing/accounts-server.ts';
import { createBreachedPasswords, isInFile } from './breached-passwords.ts';

const sha1 = (text: string): string => createHash('sha1').update(text).digest('hex').toUpperCase();
const BREACHED = 'tractor velvet anthem 12';

describe('a file of password hashes', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'gloss-breached-'));
  });
  afterAll(() => rm(folder, { recursive: true }));
  const written = async (name: string, text: string): Promise<string> => {
    const path = join(folder, name);
    await writeFile(path, text);
    return path;
  };
  it.each([
    ['with counts', (hash: string, n: number) => `${hash}:${n ** 5}\r\n`],
    ['without counts', (hash: string) => `${hash}\n`],
  ])('is searched by bisection, %s', async (name, line) => {
    const hashes = Array.from({ length: 300 }, (_, n) => sha1(`known ${n}`)).sort();
    const path = await written(name, hashes.map(line).join(''));
    for (const hash of hashes) expect(await isInFile(path, hash)).toBe(true);
    for (let n = 0; n < 300; n += 1) expect(await isInFile(path, sha1(`unknown ${n}`))).toBe(false);
    expect((await isInFile(path, '0'.repeat(40))) || (await isInFile(path, 'F'.repeat(40)))).toBe(
      false,
    );
  });
  it('matches nothing when it is empty, and is refused when it has another format', async () => {
    expect(await isInFile(await written('empty', ''), sha1('x'))).toBe(false);
    let logText = '';
    const { assertNot } = createBreachedPasswords({
      file: await written('other', 'password\n123456\n'),
      log: createLog('warn', (line) => {
        logText += line;
      }),
    });
    await expect(assertNot('password')).resolves.toBeUndefined();
    expect(logText).toContain('GLOSS_BREACHED_PASSWORDS_FILE could not be asked');
  });
});

describeOnDatabases('a breached password', (open) => {
  let accounts: AccountsServer;
  let range: LoopbackServer;
  /** how the service responds */
  let mood: 'answers' | 'fails' | 'hangs' = 'answers';
  beforeAll(async () => {
    range = await loopbackServer((request, response) => {
      if (mood === 'hangs') return;
      if (mood === 'fails') {
        response.writeHead(500).end();
        return;
      }
      // Like the real service: hashes with the same prefix, padded with some that have a count of
      // zero.
      const rest = [
        [BREACHED, 7],
        [PASSWORD, 0],
        ['another password', 3],
      ]
        .filter(([text]) => request.url === `/range/${sha1(String(text)).slice(0, 5)}`)
        .map(([text, seen]) => `${sha1(String(text)).slice(5)}:${seen}`);
      response.end([...rest, `${'0'.repeat(34)}A:0`].join('\r\n'));
    });
    accounts = await openAccountsServer(open, {
      env: { GLOSS_BREACHED_PASSWORDS_URL: `${range.url}/range` },
    });
  });
  afterAll(async () => {
    await accounts.close();
    await range.close();
  });

  it('is refused at sign-up, reset and change, and only the first five digits of its hash are sent', async () => {
    const ada = await accounts.person('Ada');
    const refused = {
      status: 400,
      body: {
        code: 'bad_request',
        details: [{ field: 'password', message: expect.stringContaining('broken into') }],
      },
    };
    const anyone = accounts.browser();
    range.hits.length = 0;
    expect(
      await anyone.call('POST', 'auth/signup', {
        email: 'eve@example.org',
        name: 'Eve',
        password: BREACHED,
      }),
    ).toMatchObject(refused);
    await anyone.call('POST', 'auth/forgot', { email: ada.email });
    const token = await accounts.tokenIn(ada.email, /new password/);
    expect(await anyone.call('POST', 'auth/reset', { token, password: BREACHED })).toMatchObject(
      refused,
    );
    expect(await ada.patch('me', { password: { current: PASSWORD, new: BREACHED } })).toMatchObject(
      refused,
    );
    expect(range.hits).toEqual(
      Array.from({ length: 3 }, () => `/range/${sha1(BREACHED).slice(0, 5)}`),
    );
    for (const asked of range.requests)
      expect(JSON.stringify([asked.url, asked.headers])).not.toContain(sha1(BREACHED).slice(0, 6));
    expect(range.requests.at(-1)?.headers).toMatchObject({ 'add-padding': 'true' });
    // The refused attempt did not use up the link.
    expect(
      (await anyone.call('POST', 'auth/reset', { token, password: 'seven otters hold hands' }))
        .status,
    ).toBe(200);
  });
  it.each(['fails', 'hangs'] as const)(
    'is accepted while the service %s, unless it is on the built-in list',
    async (how) => {
      mood = how;
      const signUp = (password: string) =>
        accounts.browser().call('POST', 'auth/signup', {
          email: `${how.replaceAll(' ', '-')}@example.org`,
          name: 'Bo',
          password,
        });
      expect((await signUp(BREACHED)).status).toBe(201);
      expect((await signUp('password123')).status).toBe(400);
    },
  );
});

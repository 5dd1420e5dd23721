import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestFolder, runGloss, type TestFolder } from '../testing/run-gloss.ts';

let folder: TestFolder;
beforeAll(() => {
  folder = openTestFolder();
});
afterAll(() => {
  folder.remove();
});
const gloss = (...args: string[]) =>
  runGloss(args, {
    GLOSS_DATA_DIR: folder.path,
    GLOSS_ACCOUNTS: 'accounts',
    GLOSS_PUBLIC_URL: 'https://gloss.example.org',
  });

it('creates, lists and upgrades accounts, and creates their tokens', async () => {
  const added = await gloss('users', 'add', 'Ada@Example.org', '--name', 'Ada Lovelace');
  expect(added).toMatchObject({
    code: 0,
    lines: [
      expect.stringMatching(
        /\tada@example\.org\tAda Lovelace\tFREE\tconfirmed\t20 questions left today$/,
      ),
      expect.stringMatching(/^https:\/\/gloss\.example\.org\/reset\?token=[\w-]{43}$/),
    ],
  });
  expect(await gloss('users', 'plan', 'ada@example.org', 'GOLD')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('There are FREE, PRO, PERSONAL.'),
  });
  expect(
    (await gloss('users', 'token', 'ada@example.org', '--read', '--days', '30')).lines,
  ).toEqual([expect.stringMatching(/^gloss_[\w-]{43}$/)]);
  const listed = await gloss('users', 'list', 'ADA', '--json');
  expect(listed.lines.map((line) => JSON.parse(line) as unknown)).toEqual([
    expect.objectContaining({ email: 'ada@example.org', plan: 'FREE', questions_left: 20 }),
  ]);

  expect((await gloss('users', 'reset-second-factor', 'ada@example.org')).lines).toEqual([
    expect.stringContaining('ada@example.org'),
  ]);
  // The audit log names the operator.
  const done = (await gloss('audit', '--action', 'user', '-n', '3')).lines.map((line) =>
    line.split('\t'),
  );
  expect(done.map(([, who, action, outcome, object]) => [who, action, outcome, object])).toEqual([
    ['owner@localhost', 'user.second-factor-reset', 'ok', 'ada@example.org'],
    ['owner@localhost', 'user.token', 'ok', 'ada@example.org'],
    ['owner@localhost', 'user.added', 'ok', 'ada@example.org'],
  ]);
});

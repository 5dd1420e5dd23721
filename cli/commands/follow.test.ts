import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openFeedSite, type FeedSite } from '#api/features/follows/testing/feed-site.ts';
import { startServerProcess, type ServerProcess } from '#api/testing/server-process.ts';
import { openTestFolder, runGloss, type Ran, type TestFolder } from '../testing/run-gloss.ts';

let folder: TestFolder;
let site: FeedSite;
let server: ServerProcess;
let env: Record<string, string>;
const gloss = (...args: string[]): Promise<Ran> => runGloss(args, env);

beforeAll(async () => {
  folder = openTestFolder();
  site = await openFeedSite();
  site.items = [{ path: 'rhine' }];
  env = {
    GLOSS_DATA_DIR: join(folder.path, 'data'),
    GLOSS_FETCH_ALLOW: site.host,
    GLOSS_YTDLP_PATH: '/nonexistent',
  };
  server = await startServerProcess({ ...env, GLOSS_PORT: '0' }, ['--no-sample']);
});
afterAll(async () => {
  await server.kill();
  await site.close();
  folder.remove();
});

const titles = async () =>
  (await gloss('list', '--tag', 'rivers', '--json')).lines.map(
    (line) => (JSON.parse(line) as { title: string }).title,
  );

it('follows a feed, checks it, lists it and stops', async () => {
  expect((await gloss('thread', 'new', 'Rivers')).code).toBe(0);
  const address = `${site.origin}/feed.xml`;
  const made = await gloss(
    ...['follow', address, '--every', '1d', '--thread', 'rivers', '--tag', 'rivers', '--json'],
  );
  expect(made).toMatchObject({ code: 0, stderr: '' });
  const { _id } = JSON.parse(made.stdout) as { _id: string };
  await expect.poll(titles).toEqual(['About rhine']);

  site.items = [{ path: 'elbe' }, ...site.items];
  expect((await gloss('follows', 'check', _id.slice(0, 30))).code).toBe(0);
  await expect.poll(async () => (await titles()).toSorted()).toEqual(['About elbe', 'About rhine']);

  const [line] = (await gloss('follows')).lines;
  expect(line?.split('\t')).toEqual([
    _id,
    'active',
    'Rivers weekly',
    '2',
    'P1D',
    expect.stringMatching(/^\d{4}-\d{2}-\d{2}T/),
    address,
    '',
  ]);
  expect(await gloss('unfollow', address)).toMatchObject({
    code: 0,
    lines: ['Unfollowed: Rivers weekly'],
  });
  const none = await gloss('follows');
  expect([none.lines, none.stderr]).toEqual([
    [],
    'You follow nothing yet. Follow a feed: gloss follow URL\n',
  ]);
});

it('explains errors', async () => {
  const wrong = await gloss('follow', `${site.origin}/feed.xml`, '--every', '1 minute');
  expect(wrong.code).toBe(2);
  expect(wrong.stderr).toContain('It must be an interval from 15 minutes to a year');
  const page = await gloss('follow', `${site.origin}/page`);
  expect(page.stderr).toContain('No feed, channel, playlist or sitemap was found at this address.');
  expect(page.code).not.toBe(0);
  const unknown = await gloss('unfollow', 'nothing');
  expect(unknown.stderr).toContain("You don't follow nothing. List what you follow: gloss follows");
});

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  callsOfOwner,
  startServerProcess,
  type ServerProcess,
} from '#api/testing/server-process.ts';
import { openTestFolder, runGloss, type TestFolder } from '../testing/run-gloss.ts';

let folder: TestFolder;
let server: ServerProcess;
let call: Awaited<ReturnType<typeof callsOfOwner>>;
const gloss = (...args: string[]) => runGloss(args, { GLOSS_DATA_DIR: folder.path });
const isRead = async (slug: string): Promise<boolean> =>
  (await fetch(`${server.url}/p/${slug}`)).status === 200;

beforeAll(async () => {
  folder = openTestFolder();
  server = await startServerProcess({ GLOSS_DATA_DIR: folder.path, GLOSS_PORT: '0' }, [
    '--no-worker',
  ]);
  call = await callsOfOwner(folder.path, () => server.url);
});
afterAll(async () => {
  await server.stop();
  folder.remove();
});

it('lists, publishes, unpublishes and exports posts', async () => {
  expect(await gloss('posts')).toMatchObject({
    code: 0,
    lines: [],
    stderr: expect.stringContaining('There are no posts yet'),
  });
  const { _id: thread } = (await call('POST', 'threads', { title: 'Reading' })) as { _id: string };
  const content = {
    type: 'doc',
    content: [
      {
        type: 'paragraph',
        content: [{ type: 'text', text: 'A margin is where reading turns into writing.' }],
      },
    ],
  };
  const { _id } = (await call('POST', 'post/v1/create', {
    thread,
    blog_node_id: 'block',
    title: 'On margins',
    content,
  })) as { _id: string };
  expect(await gloss('posts', 'list')).toMatchObject({
    code: 0,
    lines: [`${_id}\tdraft\tOn margins\t${server.url}/p/on-margins`],
  });
  expect(await gloss('posts', 'publish', 'on-margins', 'no-such-post')).toMatchObject({
    code: 1,
    lines: [`${_id}\tpublished\tOn margins\t${server.url}/p/on-margins`],
    stderr: expect.stringContaining('No post matches no-such-post'),
  });
  expect(await isRead('on-margins')).toBe(true);
  expect(
    JSON.parse((await gloss('posts', 'unpublish', _id, '--archive', '--json')).stdout),
  ).toMatchObject({ _id, status: 3 });
  expect(await isRead('on-margins')).toBe(false);
  expect(await gloss('posts', 'publish', _id, '--at', '2099-01-01T10:00:00Z')).toMatchObject({
    code: 0,
    lines: [expect.stringContaining('publishes 2099-01-01T10:00:00.000Z')],
  });
  const into = join(folder.path, 'out');
  expect(await gloss('posts', 'export', '-o', into)).toMatchObject({
    code: 0,
    lines: [join(into, 'on-margins')],
  });
  expect(readdirSync(join(into, 'on-margins'))).toEqual(['index.md']);
  expect(readFileSync(join(into, 'on-margins/index.md'), 'utf8')).toMatch(
    /^---\ntitle: "On margins"\n[^]*draft: true\n[^]*---\n\n# On margins\n\nA margin is where reading turns into writing\.\n$/,
  );
});

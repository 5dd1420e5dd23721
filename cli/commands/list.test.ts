import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  htmlPage,
  openChangingSite,
  type ChangingSite,
} from '#api/features/refresh/testing/changing-site.ts';
import { startServerProcess, type ServerProcess } from '#api/testing/server-process.ts';
import { openTestFolder, runGloss, type Ran, type TestFolder } from '../testing/run-gloss.ts';

let site: ChangingSite;
let folder: TestFolder;
let server: ServerProcess;
let env: Record<string, string>;
const gloss = (...args: string[]): Promise<Ran> => runGloss(args, env);
const titlesOf = ({ lines }: Ran) => lines.map((line) => line.split('\t')[3]);
const idOf = async (title: string): Promise<string> =>
  (await gloss('list')).lines.find((line) => line.includes(title))?.split('\t')[0] ?? '';

const page = (about: string) =>
  htmlPage(
    about,
    [1, 2, 3].map(
      (n) =>
        `The ${about} on the river was built in 18${n}4 by forty workers who came to the ${about} from the mainland in small boats.`,
    ),
  );

beforeAll(async () => {
  site = await openChangingSite();
  folder = openTestFolder();
  env = { GLOSS_DATA_DIR: join(folder.path, 'data'), GLOSS_FETCH_ALLOW: new URL(site.origin).host };
  for (const name of ['mill', 'dam']) site.pages.set(`${name}.html`, { html: page(name) });
  const file = join(folder.path, 'bookmarks.html');
  writeFileSync(
    file,
    `<!DOCTYPE NETSCAPE-Bookmark-file-1>
<DL><DT><H3>Work</H3><DL><DT><H3>Rivers</H3><DL>
<DT><A HREF="${site.origin}/mill.html" ADD_DATE="1574192820" TAGS="water,old">My mill</A>
<DD>remember the wheel
</DL></DL>
<DT><A HREF="${site.origin}/dam.html">My dam</A>
</DL>`,
  );
  server = await startServerProcess({ ...env, GLOSS_PORT: '0' }, ['--no-sample']);
  expect(await gloss('import', file)).toMatchObject({
    code: 0,
    lines: [expect.stringContaining('added'), expect.stringContaining('added')],
  });
});
afterAll(async () => {
  await server.kill();
  await site.close();
  folder.remove();
});

describe('gloss list', () => {
  it.each([
    [['--tag', 'water', '--sort', 'title'], ['My mill']],
    [['--folder', 'Work'], ['My mill']],
    [
      ['--state', 'ready', '--sort', 'title'],
      ['My dam', 'My mill'],
    ],
    [['--state', 'bookmark'], []],
    [['--site', '127.0.0.1', '--sort', 'title', '--limit', '1'], ['My dam']],
    [['--tag', 'none'], []],
  ])('filters by %j', async (args, titles) => {
    const listed = await gloss('list', ...args);
    expect(listed.code).toBe(0);
    expect(titlesOf(listed)).toEqual(titles);
  });

  it('includes the state in every record and rejects unknown states', async () => {
    const [record] = (await gloss('list', '--tag', 'water', '--json')).lines;
    expect(JSON.parse(record ?? '{}')).toMatchObject({ state: 'ready', tags: ['water', 'old'] });
    expect(await gloss('list', '--state', 'lost')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('waiting, fetching, reading, ready'),
    });
  });

  it('finds dead links', async () => {
    const id = await idOf('dam');
    site.pages.set('dam.html', { html: 'gone', status: 404 });
    await gloss('refresh', id);
    expect((await gloss('list', '--state', 'gone')).lines).toEqual([
      expect.stringMatching(new RegExp(`^${id}\tgone\tweb\tMy dam\tnot_found: `)),
    ]);
  });
});

it('gloss show prints everything that was imported', async () => {
  const { lines } = await gloss('show', await idOf('mill'));
  expect(lines).toEqual(
    expect.arrayContaining([
      'title\tMy mill',

      'note\tremember the wheel',
      'tags\twater, old',
      'folders\tWork/Rivers',
      'saved\t2019-11-19T19:47:00.000Z',
      'state\tready',
    ]),
  );
});

it('gloss tag adds and removes tags, including tags that look like options', async () => {
  const [mill, dam] = [await idOf('mill'), await idOf('dam')];
  expect(await gloss('tag', mill, dam, '+history', '+stone', '-old')).toMatchObject({
    code: 0,
    lines: [`${mill}\twater, history, stone`, `${dam}\thistory, stone`],
  });
  expect(await gloss('tag', mill, '-history', '-stone', '--json')).toMatchObject({
    code: 0,
    stdout: `${JSON.stringify({ _id: mill, tags: ['water'] })}\n`,
  });
  expect(await gloss('tag', '0198a000-0000-7000-8000-000000000000', 'x', '+y')).toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringMatching(/✗ x\n[^]*✗ 0198a000/),
  });
  for (const args of [[mill], ['+x']])
    expect(await gloss('tag', ...args)).toMatchObject({ code: 2, stdout: '' });
});

it('gloss tag changes the other fields that an owner can set', async () => {
  const [mill, dam] = [await idOf('mill'), await idOf('dam')];
  expect(
    await gloss(
      'tag',
      dam,
      '--folder',
      'Work/Dams',
      '--date',
      '2019-05-01',
      '--flag',
      'toread',
      '--json',
    ),
  ).toMatchObject({
    code: 0,
    lines: [
      expect.stringContaining(
        '"folder":"Work/Dams","addedAt":"2019-05-01T12:00:00.000Z","flags":["toread"]',
      ),
    ],
  });
  expect(titlesOf(await gloss('list', '--folder', 'work/dams'))).toEqual(['My dam']);
  expect(await gloss('tag', dam, '--title', 'The other dam', '--unflag', 'toread')).toMatchObject({
    code: 0,
  });
  expect((await gloss('show', dam)).lines).toEqual(
    expect.arrayContaining([
      'title\tThe other dam',
      'folders\tWork/Dams',
      'saved\t2019-05-01T12:00:00.000Z',
    ]),
  );
  await gloss('tag', dam, '--folder', '', '--date=', '--note', '');
  expect((await gloss('show', dam)).stdout).not.toMatch(/^(folders|saved|flags)\t/m);
  expect(await gloss('tag', mill, dam, '--title', 'One')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('--title takes one source.'),
  });
  expect(await gloss('tag', mill, '--flag', 'later')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('archive, favorite, toread'),
  });
  const wrong = await gloss('tag', mill, '--date', '1.4.2026');
  expect(wrong).toMatchObject({ code: 2, stdout: '' });
  expect(wrong.stderr).toContain('Enter a date between 1980 and 2199, like 2026-03-31.');
});

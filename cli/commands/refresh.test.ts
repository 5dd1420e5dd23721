import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  htmlPage,
  openChangingSite,
  type ChangingSite,
} from '#api/features/refresh/testing/changing-site.ts';
import { loginPage, parkedDomain } from '#api/features/refresh/testing/site-pages.ts';
import { openTestFolder, runGloss, startGloss, type TestFolder } from '../testing/run-gloss.ts';

const TEXT = [
  'The mill on the river was built in 1874 by forty workers who came from the mainland in small boats.',
  'Its wheel was turned by water at first, then by steam, and from 1921 on by electric current from the village.',
  'Today the house is empty, and its wheel is turned now and then by children who come down from the school.',
];
let site: ChangingSite;
let folder: TestFolder;
const gloss = (...args: string[]) =>
  runGloss(args, { GLOSS_DATA_DIR: folder.path, GLOSS_FETCH_ALLOW: new URL(site.origin).host });
let id = '';
beforeAll(async () => {
  site = await openChangingSite();
  folder = openTestFolder();
  site.pages.set('mill.html', { html: htmlPage('The mill', TEXT), etag: true });
  const added = await gloss('add', `${site.origin}/mill.html`, '--json');
  id = (JSON.parse(added.lines.at(-1) ?? '{}') as { _id: string })._id;
});
afterAll(async () => {
  await site.close();
  folder.remove();
});

it('reports unchanged and changed sources, and compares versions', async () => {
  expect(await gloss('refresh', id)).toMatchObject({
    code: 0,
    lines: [`${id}\tunchanged\tThe mill\tunchanged`],
  });
  site.pages.set('mill.html', {
    html: htmlPage('The mill', [
      ...TEXT.map((text) => text.replace('forty workers', 'sixty masons')),
      'A last paragraph was added to this page about the mill.',
    ]),
    etag: true,
  });
  expect(await gloss('refresh', id)).toMatchObject({
    code: 0,
    lines: [`${id}\tchanged\tThe mill\tversion 2: 1 edited, 1 added`],
  });
  expect(await gloss('diff', id)).toMatchObject({
    code: 0,
    lines: [
      '~\tThe mill on the river was built in 1874 by [-forty workers-]{+sixty masons+} who came from the mainland in small boats.',
      '+\tA last paragraph was added to this page about the mill.',
    ],
  });
  expect(JSON.parse((await gloss('diff', id, '1', '2', '--json')).stdout)).toMatchObject({
    from: 1,
    to: 2,
    added: 1,
    changed: 1,
    removed: 0,
  });
  site.pages.set('mill.html', { html: 'gone', status: 404 });
  const failed = await gloss('refresh', id, '--json');
  expect(failed).toMatchObject({ code: 1 });
  expect(JSON.parse(failed.stdout)).toMatchObject({
    _id: id,
    outcome: 'kept',
    version: 2,
    error: { code: 'not_found' },
  });
});

it.each([
  [['refresh'], 2, 'Name a source'],
  [['refresh', 'x', '--all'], 2, 'not both'],
  [['refresh', '--all', '--accept'], 2, 'cannot be used with'],
  [['refresh', 'nonsense'], 1, 'Source not found'],
  [['every', '0198c0de-0000-7000-8000-000000000001', 'soon'], 2, 'not an interval'],
  [['diff', '0198c0de-0000-7000-8000-000000000001', 'one'], 2, 'number'],
  [['every', '0198c0de-0000-7000-8000-000000000001', 'daily'], 1, 'Source not found'],
])('rejects %j', async (args, code, words) => {
  const ran = await gloss(...args);
  expect(ran.code).toBe(code);
  expect(ran.stderr).toContain(words);
});

it('refreshes on schedule in a separate process', async () => {
  site.pages.set('mill.html', { html: htmlPage('The mill', TEXT), etag: true });
  expect(await gloss('every', id, '12h')).toMatchObject({
    code: 0,
    lines: ['The mill: every 12 hours'],
  });
  expect(await gloss('refresh', '--due')).toMatchObject({ code: 0, lines: [] });
  const database = new DatabaseSync(`${folder.path}/gloss.sqlite`);
  const makeDue = () =>
    database.exec("UPDATE sources SET next_refresh_at = '2026-01-01 00:00:00.000 +00:00'");
  makeDue();
  expect(await gloss('refresh', '--due')).toMatchObject({
    code: 0,
    lines: [`${id}\tchanged\tThe mill\tversion 3: 1 edited, 1 removed`],
  });
  site.pages.set('mill.html', {
    html: htmlPage(
      'The mill',
      TEXT.map((text) => text.replace('village', 'town')),
    ),
    etag: true,
  });
  makeDue();
  const asked = site.asked.length;
  const env = { GLOSS_DATA_DIR: folder.path, GLOSS_FETCH_ALLOW: new URL(site.origin).host };
  const running = [
    startGloss(['schedule'], env),
    startGloss(['schedule'], env),
    startGloss(['worker'], env),
  ];
  const version = () =>
    (database.prepare('SELECT version, stage, next_refresh_at AS next FROM sources').get() ??
      {}) as { version: number; stage: string | null; next: string | null };
  await expect.poll(() => version().version, { timeout: 40_000 }).toBe(4);
  await expect.poll(() => version().stage).toBeNull();
  expect(site.asked.slice(asked).map((it) => it.path)).toEqual(['mill.html']);
  expect(Date.parse(String(version().next))).toBeGreaterThan(Date.now() + 11 * 3_600_000);
  database.close();
  for (const it of running) it.kill('SIGTERM');
  expect((await Promise.all(running.map((it) => it.done))).map((it) => it.code)).toEqual([0, 0, 0]);
});

it('holds a page that changed completely and names the commands to accept or discard it', async () => {
  const path = `${site.origin}/tower.html`;
  const told = TEXT.map((text) => text.replaceAll('mill', 'tower').replaceAll('wheel', 'lamp'));
  site.pages.set('tower.html', { html: htmlPage('The tower', told) });
  const added = await gloss('add', path, '--json');
  const { _id: tower } = JSON.parse(added.lines.at(-1) ?? '{}') as { _id: string };
  site.pages.set('tower.html', { html: parkedDomain() });
  const held = await gloss('refresh', tower);
  expect(held).toMatchObject({
    code: 0,
    lines: [`${tower}\theld\tThe tower\theld for review`],
  });
  expect(JSON.parse((await gloss('refresh', tower, '--json')).stdout)).toMatchObject({
    _id: tower,
    outcome: 'held',
    version: 1,
    held: { version: 2 },
  });
  expect((await gloss('diff', tower)).stdout).toContain('Enquire about a price');
  expect(await gloss('refresh', tower, '--discard')).toMatchObject({
    code: 0,
    lines: [`${tower}\tdiscarded`],
  });
  expect(await gloss('refresh', tower, '--accept')).toMatchObject({ code: 1 });
  site.pages.set('tower.html', { html: loginPage() });
  await gloss('refresh', tower);
  const accepted = await gloss('refresh', tower, '--accept');
  expect(accepted.code).toBe(0);
  expect(accepted.lines[0]).toContain(`${tower}\tchanged\tMembers area\tversion 2`);

  site.pages.set('tower.html', { html: '', redirect: '/signal.html', redirectStatus: 301 });
  site.pages.set('signal.html', { html: loginPage() });
  expect(await gloss('refresh', tower)).toMatchObject({
    code: 0,
    lines: [`${tower}\tunchanged\tMembers area\tmoved to ${site.origin}/signal.html`],
  });
});

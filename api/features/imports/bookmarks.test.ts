import { afterAll, beforeAll, expect, it } from 'vitest';
import { Import, ImportItem, StartedImport, type ImportEntry } from '#core/contract/import.ts';
import { Source } from '#core/contract/source.ts';
import type { ServedFile } from '#pipeline/testing/loopback-net.ts';
import { describeOnDatabases } from '../../db/testing/test-database.ts';
import { articlePage, dataOf, openTestServer, type TestServer } from '../../testing/test-server.ts';

const PAGE = articlePage('The title of the page', [
  'Sea otters hold hands while they sleep, so that the current does not carry them apart.',
  'An otter keeps a favourite stone in a pouch of loose skin under its arm, and opens mussels.',
  'Their fur is the densest of any animal: up to one million hairs grow on a square inch of skin.',
]);
const INSIDE = 'http://10.1.2.3/wiki';
const own = {
  title: 'As I call it',
  tags: ['mine'],
  folder: 'Work / Wiki',
  addedAt: '2019-05-01T00:00:00.000Z',
  note: 'Ask Ada',
  flags: ['favorite' as const],
};
const shown = {
  ownTitle: 'As I call it',
  ownNote: 'Ask Ada',
  tags: ['mine'],
  folder: 'Work/Wiki',
  addedAt: '2019-05-01T00:00:00.000Z',
  flags: ['favorite'],
};

describeOnDatabases("bookmarks that can't be read", (open) => {
  let test: TestServer;
  const pages: Record<string, ServedFile> = {};
  beforeAll(async () => {
    test = await openTestServer(open, { pages });
  });
  afterAll(() => test.close());

  const run = async (...items: Partial<ImportEntry>[]) => {
    const { _id } = StartedImport.parse(
      dataOf(await test.owner.post('imports', { name: 'bookmarks.html', items })),
    );
    const look = async () =>
      Import.extend({ items: ImportItem.array() }).parse(
        dataOf(await test.owner.get(`imports/${_id}?limit=1000`)),
      );
    await expect.poll(async () => (await look()).finishedAt).toBeDefined();
    return look();
  };
  const find = async (query: string) =>
    (dataOf(await test.owner.get(`sources?${query}`)) as { docs: unknown[] }).docs.map((doc) =>
      Source.parse(doc),
    );
  const source = async (id: string | undefined) =>
    Source.parse(dataOf(await test.owner.get(`sources/${id}`)));

  it('keep all imported fields, and the receipt has the reason', async () => {
    const { items, failed } = await run(
      { url: INSIDE, ...own },
      { url: 'ftp://example.org/pub', ...own },
      { url: `${test.site.origin}/later`, ...own },
      { url: 'javascript:alert(1)', ...own },
    );
    expect(failed).toBe(4);
    const codes = items.map(({ code }) => code);
    expect(codes).toEqual(['blocked_address', 'unsupported_url', 'not_found', 'unsupported_url']);
    const [inside, ftp, absent, script] = items;
    for (const item of [inside, ftp, absent])
      expect(await source(item?.sourceId)).toMatchObject({
        ...shown,
        state: 'bookmark',
        error: { code: item?.code },
      });
    expect(script?.sourceId).toBeUndefined();
    expect((await find('state=bookmark')).map(({ _id }) => _id).sort()).toEqual(
      [inside, ftp, absent].map((item) => item?.sourceId).sort(),
    );
    expect(await find('folder=Work&flag=favorite&state=failed')).toHaveLength(3);
  });

  it('are not duplicated by importing the same file, which adds new entries and retries the others', async () => {
    pages['later'] = PAGE;
    const { items } = await run(
      { url: INSIDE, tags: ['again'] },
      { url: 'ftp://example.org/pub' },
      { url: `${test.site.origin}/later`, title: 'Called otherwise', tags: ['again'] },
    );
    expect(items.map(({ state, code }) => code ?? state)).toEqual([
      'blocked_address',
      'unsupported_url',
      'added',
    ]);
    expect(await find('limit=100')).toHaveLength(3);
    expect(await find('tag=again')).toHaveLength(2);
    expect(await source(items[2]?.sourceId)).toMatchObject({
      ...shown,
      title: 'The title of the page',
      state: 'ready',
      tags: ['mine', 'again'],
    });
  });

  it('become sources when they are retried with another link', async () => {
    pages['moved'] = articlePage('Moved', ['It is somewhere else today, '.repeat(20)]);
    const [inside] = await find(`query=${encodeURIComponent(INSIDE)}`);
    const retried = Source.parse(dataOf(await test.owner.post(`sources/${inside?._id}/retry`)));
    expect(retried.state).toBe('waiting');
    await expect.poll(async () => (await source(inside?._id)).state).toBe('bookmark');
    expect((await source(inside?._id)).error?.code).toBe('blocked_address');
    await test.owner.put(`sources/${inside?._id}/link`, { url: `${test.site.origin}/moved` });
    await expect.poll(async () => (await source(inside?._id)).state).toBe('ready');
    expect(await source(inside?._id)).toMatchObject({ ...shown, tags: ['mine', 'again'] });
  });
});

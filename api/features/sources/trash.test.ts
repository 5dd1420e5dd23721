import { afterAll, beforeAll, expect, it } from 'vitest';
import { BulkResult, TRASH_DAYS, TrashPage } from '#core/contract/library.ts';
import { Source } from '#core/contract/source.ts';
import { Thread } from '#core/contract/thread.ts';
import { describeOnDatabases } from '../../db/testing/test-database.ts';
import { dataOf, openTestServer, type TestServer } from '../../testing/test-server.ts';

describeOnDatabases('the trash', (open) => {
  let test: TestServer;
  let thread: Thread;
  let otters: Source, bees: Source;
  beforeAll(async () => {
    test = await openTestServer(open);
    thread = await test.thread('Animals');
    [otters, bees] = (await test.read(thread, 'otters.html', 'bees.html')) as [Source, Source];
  });
  afterAll(() => test.close());

  const many = async (what: string, ...ids: string[]) =>
    BulkResult.parse(dataOf(await test.owner.post('sources/many', { what, ids })));
  const trashed = async () =>
    TrashPage.parse(dataOf(await test.owner.get('sources/trash'))).docs.map((it) => it._id);
  const found = async () =>
    (dataOf(await test.owner.get('search?q=hold+hands+while+they+sleep')) as { hits: object[] })
      .hits.length;
  const held = async () =>
    Thread.parse(dataOf(await test.owner.get(`threads/${thread._id}`))).thread_sources.map(
      (it) => it.source,
    );
  const status = async (path: string) => (await test.owner.get(path)).status;

  it('removes a source from lists, threads and search, and restores it', async () => {
    expect(await found()).toBeGreaterThan(0);
    const checkedAt = async () =>
      Source.parse(dataOf(await test.owner.get(`sources/${otters._id}`))).refreshedAt;
    const before = await checkedAt();
    expect(await many('trash', otters._id)).toEqual({ done: [otters._id], left: [] });
    expect(await status(`sources/${otters._id}`)).toBe(404);
    expect(await held()).toEqual([bees._id]);
    expect(await found()).toBe(0);
    expect(await trashed()).toEqual([otters._id]);
    const { docs } = TrashPage.parse(dataOf(await test.stranger.get('sources/trash')));
    expect(docs).toEqual([]);

    expect(await many('restore', otters._id)).toEqual({ done: [otters._id], left: [] });
    expect(await trashed()).toEqual([]);
    expect(await held()).toEqual([otters._id, bees._id]);
    await expect.poll(found).toBeGreaterThan(0);
    await expect
      .poll(async () => (await test.server.parts.library.find(otters._id))?.stage)
      .toBeNull();
    expect(await checkedAt()).toBe(before);
    expect(await status(`sources/${otters._id}/text`)).toBe(200);
  });

  it('refuses to restore a source that was added again', async () => {
    await many('trash', bees._id);
    const [again] = await test.read(thread, 'bees.html');
    expect(again?._id).not.toBe(bees._id);
    expect((await many('restore', bees._id)).left).toEqual([
      { _id: bees._id, message: expect.stringContaining('added to your library again') },
    ]);
    expect(await trashed()).toEqual([bees._id]);
  });

  it('deletes permanently on request', async () => {
    expect(await many('delete', bees._id)).toEqual({ done: [bees._id], left: [] });
    expect(await trashed()).toEqual([]);
    expect((await many('restore', bees._id)).left).toHaveLength(1);
  });

  it('deletes its contents after 30 days', async () => {
    await many('trash', otters._id);
    const { trash } = test.server.parts.library;
    const later = Date.now() + TRASH_DAYS * 24 * 3600 * 1000;
    expect(await trash.emptyExpired(new Date(later - 3600 * 1000))).toEqual([]);
    expect(await trash.emptyExpired(new Date(later + 1000))).toEqual([otters._id]);
    expect(await trashed()).toEqual([]);
    expect(await trash.emptyExpired(new Date(later + 1000))).toEqual([]);
  });
});

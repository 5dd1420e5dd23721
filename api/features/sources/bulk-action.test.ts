import { afterAll, beforeAll, expect, it } from 'vitest';
import { LibraryIds, BulkResult, SourceUses } from '#core/contract/library.ts';
import { Source } from '#core/contract/source.ts';
import type { Thread } from '#core/contract/thread.ts';
import { describeOnDatabases } from '../../db/testing/test-database.ts';
import { dataOf, openTestServer, type TestServer } from '../../testing/test-server.ts';

const NOBODY = '01935b6e-0000-7000-8000-000000000001';

describeOnDatabases('bulk actions on sources', (open) => {
  let test: TestServer;
  let thread: Thread;
  let otters: Source, bees: Source, gone: Source;
  beforeAll(async () => {
    test = await openTestServer(open);
    thread = await test.thread('Animals');
    [otters, bees, gone] = (await test.read(thread, 'otters.html', 'bees.html', 'gone.html')) as [
      Source,
      Source,
      Source,
    ];
  });
  afterAll(() => test.close());

  const ids = async (query = '') =>
    LibraryIds.parse(dataOf(await test.owner.get(`sources/ids${query}`))).ids;
  const many = async (body: object) =>
    BulkResult.parse(dataOf(await test.owner.post('sources/many', body)));
  const look = async (id: string) => Source.parse(dataOf(await test.owner.get(`sources/${id}`)));

  it('list the matching ids in order, and sources by their ids', async () => {
    expect(await ids()).toEqual([gone._id, bees._id, otters._id]);
    expect(await ids('?sort=oldest')).toEqual([otters._id, bees._id, gone._id]);
    expect(await ids('?sort=title&status=ready')).toEqual([bees._id, otters._id]);
    expect(await ids('?status=failed')).toEqual([gone._id]);
    expect(await ids('?query=OTTER')).toEqual([otters._id]);
    expect(await ids('?type=pdf')).toEqual([]);
    expect(await ids(`?threadId=${(await test.thread('Empty'))._id}`)).toEqual([]);
    expect(await ids('?from=2200-01-01')).toEqual([]);
    const { docs } = dataOf(
      await test.owner.get(`sources?ids=${otters._id},${NOBODY},${gone._id}`),
    ) as { docs: Source[] };
    expect(docs.map((it) => it._id)).toEqual([otters._id, gone._id]);
  });

  it('tag sources, and find them by the tag', async () => {
    expect(
      await many({ what: 'tag', ids: [otters._id, bees._id], add: ['animals', 'fur'] }),
    ).toEqual({ done: expect.arrayContaining([otters._id, bees._id]), left: [] });
    await many({ what: 'tag', ids: [bees._id], remove: ['fur'] });
    expect((await look(otters._id)).tags).toEqual(['animals', 'fur']);
    expect(await ids('?tag=fur')).toEqual([otters._id]);
    await many({ what: 'tag', ids: [otters._id], remove: ['animals', 'fur'] });
    expect((await look(otters._id)).tags).toBeUndefined();
  });

  it('report the sources that failed, and change the others', async () => {
    const { done, left } = await many({ what: 'retry', ids: [otters._id, gone._id, NOBODY] });
    expect(done).toEqual([gone._id]);
    expect(left).toEqual([
      { _id: NOBODY, message: expect.stringContaining('no longer in your library') },
    ]);
    await expect.poll(async () => (await look(gone._id)).status.embedding).toBe(2);
    expect((await many({ what: 'refresh', ids: [gone._id, otters._id] })).left).toEqual([
      { _id: gone._id, message: expect.stringContaining('Retry it') },
    ]);
    await expect.poll(async () => (await look(otters._id)).refreshing).toBeFalsy();
  });

  it('schedule sources, and add them to a thread, which is then one of their uses', async () => {
    await many({ what: 'schedule', ids: [otters._id, bees._id], every: '2 weeks' });
    expect((await look(bees._id)).refreshEvery).toBe('P2W');
    expect(
      (
        await test.owner.post('sources/many', {
          what: 'schedule',
          ids: [otters._id],
          every: 'often',
        })
      ).status,
    ).toBe(400);
    const other = await test.thread('Bees');
    await many({ what: 'thread', ids: [bees._id], threadId: other._id });
    expect(await ids(`?threadId=${other._id}`)).toEqual([bees._id]);
    const uses = SourceUses.parse(dataOf(await test.owner.get(`sources/${bees._id}/uses`)));
    expect(uses).toMatchObject({
      threads: [{ title: 'Animals' }, { _id: other._id, url: other.url, title: 'Bees' }],
      places: [],
      total: 0,
    });
  });

  it('show nothing to others, and refuse to write to threads of others', async () => {
    expect(LibraryIds.parse(dataOf(await test.stranger.get('sources/ids'))).ids).toEqual([]);
    expect((await test.nobody.get('sources/ids')).status).toBe(401);
    expect(
      BulkResult.parse(
        dataOf(await test.stranger.post('sources/many', { what: 'delete', ids: [otters._id] })),
      ),
    ).toMatchObject({ done: [], left: [{ _id: otters._id }] });
    expect(
      (
        await test.stranger.post('sources/many', {
          what: 'thread',
          ids: [otters._id],
          threadId: thread._id,
        })
      ).status,
    ).toBe(404);
    expect((await test.stranger.get(`sources/${otters._id}/uses`)).status).toBe(404);
  });

  it('delete sources', async () => {
    await many({ what: 'delete', ids: [bees._id, gone._id] });
    expect(await ids()).toEqual([otters._id]);
    expect((await test.owner.get(`sources/${bees._id}`)).status).toBe(404);
  });
});

import { afterAll, beforeAll, expect, it } from 'vitest';
import { BulkResult, LibraryIds } from '#core/contract/library.ts';
import { Source } from '#core/contract/source.ts';
import { Thread } from '#core/contract/thread.ts';
import { describeOnDatabases } from '../../db/testing/test-database.ts';
import {
  dataOf,
  openTestServer,
  type Caller,
  type Reply,
  type TestServer,
} from '../../testing/test-server.ts';

const own = {
  ownTitle: 'My otters',
  ownNote: 'secret note',
  tags: ['secret-tag'],
  flags: ['toread'],
};

describeOnDatabases('own data of a source', (open) => {
  let test: TestServer;
  let thread: Thread;
  let id: string;
  beforeAll(async () => {
    test = await openTestServer(open);
    thread = await test.thread('Animals');
    const [source] = await test.read(thread, 'otters.html');
    id = String(source?._id);
  });
  afterAll(() => test.close());
  const patch = async (body: object) =>
    Source.parse(dataOf(await test.owner.patch(`sources/${id}`, body)));

  it('is set and cleared, field by field', async () => {
    expect(await patch(own)).toMatchObject({ title: 'Sea otters', ...own });
    expect(await patch({ ownTitle: null })).not.toHaveProperty('ownTitle');
    expect(await patch({ ownNote: ' ' })).not.toHaveProperty('ownNote');
    const { tags, flags } = await patch({});
    expect({ tags, flags }).toEqual({ tags: own.tags, flags: own.flags });
    const cleared = await patch({ tags: [], flags: [] });
    expect(cleared).not.toHaveProperty('tags');
    expect(cleared).not.toHaveProperty('flags');
  });

  it('includes a folder and a date, by which the library is filtered and sorted', async () => {
    const { folder, folders, addedAt } = await patch({
      folder: ' Work / Rivers/',
      addedAt: '2019-05-01',
    });
    expect({ folder, folders, addedAt }).toEqual({
      folder: 'Work/Rivers',
      folders: ['Work / Rivers'],
      addedAt: '2019-05-01T12:00:00.000Z',
    });
    const listed = async (query: string) =>
      LibraryIds.parse(dataOf(await test.owner.get(`sources/ids?${query}`))).ids;
    expect(await listed('folder=work')).toEqual([id]);
    expect(await listed('folder=rivers')).toEqual([]);
    expect(await patch({ addedAt: '2019-05-01T23:00:00-02:00' })).toMatchObject({
      folder: 'Work/Rivers',
      addedAt: '2019-05-02T01:00:00.000Z',
    });
    const cleared = await patch({ folder: null, addedAt: null });
    for (const field of ['folder', 'folders', 'addedAt']) expect(cleared).not.toHaveProperty(field);
  });

  it('replaces the first folder, and keeps other folders of an import', async () => {
    const { database, library } = test.server.parts;
    await database.write((transaction) =>
      library.patch(
        Source.shape._id.parse(id),
        { kept: { folders: ['A', 'B / C', 'D'] } },
        transaction,
      ),
    );
    expect((await patch({ folder: 'B/C' })).folders).toEqual(['B / C', 'D']);
    expect(await patch({ folder: '' })).toMatchObject({ folder: 'D', folders: ['D'] });
    await patch({ folder: null });
  });

  it.each([
    [{ addedAt: 'yesterday' }, 'Enter a date between 1980 and 2199, like 2026-03-31.'],
    [{ addedAt: '2019-02-30' }, 'Enter a date between 1980 and 2199, like 2026-03-31.'],
    [{ addedAt: '0019-02-03' }, 'Enter a date between 1980 and 2199, like 2026-03-31.'],
    [{ folder: ' / ' }, 'Enter a folder, like Work/Rivers.'],
    [{ folder: ['a'] }, 'Enter a folder, like Work/Rivers.'],
  ])('refuses %j with a reason', async (body, message) => {
    const { status, body: reply } = await test.owner.patch(`sources/${id}`, body);
    expect(status).toBe(400);
    expect(JSON.stringify(reply)).toContain(message);
  });

  it('is refused in the wrong form, and from others', async () => {
    for (const body of [{ flags: ['later'] }, { ownTitle: 1 }, { ownTitle: 'x'.repeat(1001) }])
      expect((await test.owner.patch(`sources/${id}`, body)).status).toBe(400);
    expect((await test.stranger.patch(`sources/${id}`, own)).status).toBe(404);
    expect((await test.nobody.patch(`sources/${id}`, own)).status).toBe(401);
  });

  it('flags many sources at once', async () => {
    const many = async (body: object) =>
      BulkResult.parse(dataOf(await test.owner.post('sources/many', { what: 'flag', ...body })));
    expect((await many({ ids: [id], add: ['archive', 'favorite'] })).done).toEqual([id]);
    await many({ ids: [id], add: ['toread'], remove: ['archive'] });
    expect((await patch({})).flags).toEqual(['favorite', 'toread']);
  });

  it('is hidden from readers of a shared thread', async () => {
    const { database, library } = test.server.parts;
    await database.write((transaction) =>
      library.patch(
        Source.shape._id.parse(id),
        {
          kept: {
            imported: true,
            title: 'secret title',
            note: 'secret note',
            tags: ['secret tag'],
            folders: ['secret / folder'],
            flags: ['archive'],
            addedAt: '2019-05-01T00:00:00.000Z',
            highlights: [{ text: 'secret highlight' }],
          },
        },
        transaction,
      ),
    );
    await test.owner.patch(`threads/${thread._id}`, { visibility: 'link' });
    const views = async (who: Caller) => [
      await who.get(`threads/${thread._id}`),
      await who.post('thread/loadSourceData', { threadId: thread._id, sourceId: id }),
      await who.get(`threads/${thread._id}/export?format=json`),
      await who.get(`threads/${thread._id}/export?format=md`),
      await who.get(`threads/${thread._id}/export?format=html`),
    ];
    for (const who of [test.stranger, test.nobody])
      for (const view of await views(who)) {
        expect(view.status).toBe(200);
        const text = JSON.stringify(view.body);
        expect(text).toContain('Sea otters');
        expect(text).not.toMatch(/secret|archive|2019-05-01/);
      }
    const [whole, one] = await views(test.owner);
    for (const view of [whole, one]) expect(JSON.stringify(view?.body)).toContain('secret note');
    expect(Thread.parse(dataOf(whole as Reply)).thread_source_data[0]).toMatchObject({
      ownTitle: 'secret title',
      folder: 'secret/folder',
    });
  });

  it('is not in the events of a shared thread', async () => {
    const first = async (token: string) => {
      const stop = new AbortController();
      const response = await fetch(`${test.server.url}/api/threads/${thread._id}/events`, {
        headers: token ? { Authorization: `Bearer ${token}` } : {},
        signal: stop.signal,
      });
      let text = '';
      const events = response.body?.pipeThrough(new TextDecoderStream()) ?? [];
      for await (const chunk of events) {
        text += String(chunk);
        if (/event: source\ndata: .*\n/.test(text)) break;
      }
      stop.abort();
      return text;
    };
    const [, owner, nobody] = await Promise.all([
      patch({ ownNote: 'secret note, changed' }),
      first(test.ownerToken),
      first(''),
    ]);
    expect(owner).toContain('secret note');
    expect(nobody).toContain('Sea otters');
    expect(nobody).not.toContain('secret');
  });
});

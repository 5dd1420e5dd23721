import { EventSourceParserStream } from 'eventsource-parser/stream';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ThreadPage, ThreadUpdate } from '#core/contract/thread.ts';
import { describeOnDatabases } from '../../db/testing/test-database.ts';
import { dataOf, openTestServer, type TestServer } from '../../testing/test-server.ts';

describeOnDatabases('threads', (open) => {
  let test: TestServer;
  beforeAll(async () => {
    test = await openTestServer(open, { worker: false });
  });
  afterAll(() => test.close());

  it('are created, found, renamed and deleted', async () => {
    const thread = await test.thread('Café notes: 100 %');
    expect(thread).toMatchObject({
      title: 'Café notes: 100 %',
      visibility: 'private',
      thread_sources: [],
      thread_contents: [],
    });
    expect(thread.url).toMatch(/^cafe-notes-100-[0-9a-f]{32}$/);
    expect(dataOf(await test.owner.get(`threads/${thread.url}`))).toMatchObject({
      _id: thread._id,
    });
    const { docs } = ThreadPage.parse(dataOf(await test.owner.get('threads?query=CAF')));
    expect(docs.map((doc) => doc._id)).toContain(thread._id);
    expect(ThreadPage.parse(dataOf(await test.owner.get('threads?query=100_'))).docs).toEqual([]);
    expect(
      dataOf(await test.owner.patch(`threads/${thread._id}`, { title: 'Renamed' })),
    ).toMatchObject({ title: 'Renamed' });
    await test.owner.delete(`threads/${thread._id}`);
    expect((await test.owner.get(`threads/${thread._id}`)).status).toBe(404);
  });

  it('are paged, newest first', async () => {
    for (const n of [1, 2, 3]) await test.thread(`Paged ${n}`);
    const first = ThreadPage.parse(dataOf(await test.owner.get('threads?query=Paged&limit=2')));
    expect(first.docs.map((doc) => doc.title)).toEqual(['Paged 3', 'Paged 2']);
    const second = ThreadPage.parse(
      dataOf(await test.owner.get(`threads?query=Paged&limit=2&cursor=${first.next}`)),
    );
    expect(second.docs.map((doc) => doc.title)).toEqual(['Paged 1']);
    expect(second.next).toBeNull();
    // Any number becomes at least one and at most a hundred.
    const received = async (limit: string) =>
      ThreadPage.parse(dataOf(await test.owner.get(`threads?query=Paged&limit=${limit}`))).docs
        .length;
    expect([
      await received('-1'),
      await received('0'),
      await received('1e9'),
      await received('NaN'),
      await received('1;DROP TABLE threads'),
    ]).toEqual([1, 1, 3, 3, 3]);
  });

  it.each([
    ['no title', {}],
    ['an empty title', { title: '   ' }],
    ['a number', { title: 7 }],
    ['null', null],
  ])('refuse %s with the field', async (_name, body) => {
    const reply = await test.owner.post('threads', body);
    expect(reply.status).toBe(400);
    expect(reply.body).toMatchObject({ code: 'bad_request', message: expect.any(String) });
  });

  it('are closed to people who are not signed in', async () => {
    const thread = await test.thread();
    for (const reply of [
      await test.nobody.get('threads'),
      await test.nobody.post('threads', { title: 'x' }),
      await test.nobody.get(`threads/${thread._id}`),
      await test.nobody.get(`threads/${thread._id}/events`),
    ]) {
      expect(reply).toMatchObject({ status: 401, body: { code: 'not_signed_in' } });
    }
  });

  it('return reading positions in each source to their owner only', async () => {
    const thread = await test.thread();
    const {
      thread_sources: [held],
    } = dataOf(
      await test.owner.post('thread/addSource', {
        threadId: thread._id,
        url: 'https://example.com/left-half-way',
      }),
    ) as { thread_sources: { source: string }[] };
    await test.owner.patch(`threads/${thread._id}`, { visibility: 'link' });
    expect(dataOf(await test.owner.get(`threads/${thread._id}`))).toMatchObject({
      source_metadata: [],
      thread_provider_url: 'https://example.com/left-half-way',
    });
    const place = {
      sourceId: held?.source,
      metadata: { is_current_source: true, current_timestamp: 83.5 },
    };
    expect(
      (
        await test.owner.put(`thread/v1/source-metadata/${thread._id}`, {
          source_metadata: [place],
        })
      ).status,
    ).toBe(200);
    expect(
      (
        await test.stranger.put(`thread/v1/source-metadata/${thread._id}`, {
          source_metadata: [place],
        })
      ).status,
    ).toBe(403);
    expect(dataOf(await test.owner.get(`threads/${thread._id}`))).toMatchObject({
      source_metadata: [place],
    });
    expect(dataOf(await test.stranger.get(`threads/${thread._id}`))).not.toHaveProperty(
      'source_metadata',
    );
  });

  it('are newer after a source is added or removed', async () => {
    const thread = await test.thread();
    const changedAt = async () =>
      Date.parse(
        (dataOf(await test.owner.get(`threads/${thread._id}`)) as { updatedAt: string }).updatedAt,
      );
    const first = await changedAt();
    const {
      added: [id],
    } = dataOf(
      await test.owner.post('thread/addSource', {
        threadId: thread._id,
        url: 'https://example.com/makes-it-newer',
      }),
    ) as { added: string[] };
    const second = await changedAt();
    await test.owner.put(`thread/v1/remove-thread-source/${thread._id}/${id}`);
    expect([second - first, (await changedAt()) - second].map(Math.sign)).toEqual([1, 1]);
  });

  it('send their sources and title to everyone who has them open, until access ends', async () => {
    const thread = await test.thread('Open');
    await test.owner.patch(`threads/${thread._id}`, { visibility: 'link' });
    const { body } = await fetch(`${test.server.url}/api/threads/${thread._id}/events`, {
      headers: { Authorization: `Bearer ${test.strangerToken}` },
    });
    const received: string[] = [];
    const next = async (): Promise<ThreadUpdate | string> => {
      for (;;) {
        const { value, done } = await lines.read();
        if (done) return 'ended';
        received.push(value.event ?? '');
        if (value.event === 'thread') return ThreadUpdate.parse(JSON.parse(value.data));
      }
    };
    const lines = (body as ReadableStream<Uint8Array>)
      .pipeThrough(new TextDecoderStream() as TransformStream<Uint8Array, string>)
      .pipeThrough(new EventSourceParserStream())
      .getReader();
    expect(await next()).toEqual({
      title: 'Open',
      visibility: 'link',
      role: 'reader',
      thread_sources: [],
    });
    const {
      added: [id],
    } = dataOf(
      await test.owner.post('thread/addSource', {
        threadId: thread._id,
        url: 'https://example.com/seen-by-both',
      }),
    ) as { added: string[] };
    expect(await next()).toMatchObject({ thread_sources: [{ source: id }] });
    await test.owner.patch(`threads/${thread._id}`, { title: 'Called otherwise' });
    expect(await next()).toMatchObject({ title: 'Called otherwise' });
    await test.owner.put(`thread/v1/remove-thread-source/${thread._id}/${id}`);
    expect(await next()).toMatchObject({ thread_sources: [] });
    const {
      added: [deleted],
    } = dataOf(
      await test.owner.post('thread/addSource', {
        threadId: thread._id,
        url: 'https://example.com/deleted-from-the-library',
      }),
    ) as { added: string[] };
    expect(await next()).toMatchObject({ thread_sources: [{ source: deleted }] });
    await test.owner.delete(`sources/${deleted}`);
    expect(await next()).toMatchObject({ thread_sources: [] });
    await test.owner.patch(`threads/${thread._id}`, { visibility: 'private' });
    expect(await next()).toBe('ended');
    expect(received.at(-1)).toBe('gone');
  });

  it('are hidden from strangers, unless they are open to the link, and then read-only', async () => {
    const thread = await test.thread();
    const absent = await test.stranger.get('threads/0198c0de-0000-7000-8000-000000000001');
    const foreign = await test.stranger.get(`threads/${thread._id}`);
    expect(foreign).toMatchObject({ status: 404 });
    expect(foreign.body).toEqual(absent.body);
    expect((await test.stranger.delete(`threads/${thread._id}`)).status).toBe(404);
    await test.owner.patch(`threads/${thread._id}`, { visibility: 'link' });
    expect((await test.stranger.get(`threads/${thread._id}`)).status).toBe(200);
    expect((await test.stranger.patch(`threads/${thread._id}`, { title: 'Mine now' })).status).toBe(
      403,
    );
    expect(ThreadPage.parse(dataOf(await test.stranger.get('threads'))).docs).toEqual([]);
  });
});

import { afterAll, beforeAll, expect, it } from 'vitest';
import { SearchResult } from '#core/contract/search.ts';
import { Source } from '#core/contract/source.ts';
import { Thread } from '#core/contract/thread.ts';
import type { ServedFile } from '#pipeline/testing/loopback-net.ts';
import { describeOnDatabases } from '../../db/testing/test-database.ts';
import { articlePage, dataOf, openTestServer, type TestServer } from '../../testing/test-server.ts';

const text =
  'A kettle that boils in a minute costs half of what it did, and the shop sends it on the same day to anybody in town.';
const page = articlePage('Deals of the day', [
  text,
  text.replace('kettle', 'lamp'),
  text.replace('kettle', 'chair'),
]);
const deals: ServedFile = {
  ...page,
  bytes: new TextEncoder().encode(
    new TextDecoder()
      .decode(page.bytes)
      .replace('<head>', '<head><meta property="og:type" content="video.other">'),
  ),
};

describeOnDatabases('sources', (open) => {
  let test: TestServer;
  beforeAll(async () => {
    test = await openTestServer(open, {
      pages: {
        'deals.html': deals,
        'moved.html': articlePage('Moved', [`${text} It moved.`, text]),
      },
    });
  });
  afterAll(() => test.close());

  it('have both views, text, and passages that are found with their paragraph', async () => {
    const thread = await test.thread();
    const [otters] = await test.read(thread, 'otters.html');
    expect(otters).toMatchObject({
      sourceType: 'web',
      title: 'Sea otters',
      language: 'en',
      status: { embedding: 1, webpage_processing: 0 },
    });
    const { hits } = SearchResult.parse(
      dataOf(await test.owner.get(`search?q=densest+fur&threadId=${thread._id}`)),
    );
    expect(hits[0]).toMatchObject({ source_id: otters?._id, thread_url: thread.url });
    expect(hits[0]?.text).toContain('densest of any animal');
    const reader = await test.owner.get(`thread/v1/web-preview/${thread._id}/${otters?._id}/1`);
    expect(reader.headers.get('content-security-policy')).toMatch(
      /^sandbox allow-scripts allow-popups[^;]*; default-src 'none'/,
    );
    expect(reader.body).toContain('Sea otters hold hands');
    const view = new URL(String(otters?.readModFileUrl));
    expect(view.origin).not.toBe(test.server.url);
    const framed = await test.content(view.pathname);
    expect(framed).toMatchObject({
      status: 200,
      body: expect.stringContaining('Sea otters hold hands'),
    });
    expect(framed.headers['content-security-policy']).toContain(
      `frame-ancestors ${test.server.url}`,
    );
    expect((await test.content(`${view.pathname}x`)).status).toBe(403);
    expect((await test.content('/api/threads')).status).toBe(404);
  });

  it('are fetched once for the same address, also in another thread', async () => {
    const [one, other] = [await test.thread(), await test.thread('Other')];
    const [first] = await test.read(one, 'bees.html');
    const asked = test.site.asked.length;
    const [second] = await test.read(other, 'bees.html?utm_source=letter#winter');
    expect(second?._id).toBe(first?._id);
    expect(test.site.asked.length).toBe(asked);
  });

  it("report why they can't be read, and are fetched again on request", async () => {
    const thread = await test.thread();
    const [gone, empty] = await test.read(thread, 'gone.html', 'empty.html');
    expect(gone).toMatchObject({
      status: { embedding: 2, webpage_processing: 2 },
      error: { code: 'not_found' },
    });
    expect(empty).toMatchObject({ status: { embedding: 3 }, error: { code: 'no_text' } });
    const [missing] = await test.read(thread, 'watch?v=a1b2c3');
    expect(missing?.title).toBe('127.0.0.1 › watch?v=a1b2c3');
    const again = Source.parse(dataOf(await test.owner.post(`sources/${gone?._id}/retry`)));
    expect(again).toMatchObject({ status: { embedding: 0 } });
    expect(again.error).toBeUndefined();
  });

  it("get another link when they can't be read", async () => {
    const thread = await test.thread();
    const [gone, bees] = await test.read(thread, 'gone.html', 'bees.html');
    const held = async () =>
      Thread.parse(dataOf(await test.owner.get(`threads/${thread._id}`))).thread_sources.map(
        (it) => it.source,
      );
    const before = await held();
    const change = (id: string | undefined, url: string) =>
      test.owner.put(`sources/${id}/link`, { url });
    expect(await change(gone?._id, String(bees?.sourceUrl))).toMatchObject({
      status: 409,
      body: {
        code: 'conflict',
        message: `“${bees?.title}” in your library has this link already.`,
        details: { sourceId: bees?._id },
      },
    });
    expect(await change(bees?._id, `${test.site.origin}/otters.html`)).toMatchObject({
      status: 409,
    });
    expect(await change(gone?._id, 'nonsense')).toMatchObject({ status: 422 });
    await test.owner.post('sources/many', { what: 'tag', ids: [gone?._id], add: ['water'] });
    const changed = Source.parse(dataOf(await change(gone?._id, `${test.site.origin}/moved.html`)));
    expect(changed).toMatchObject({ _id: gone?._id, status: { embedding: 0 } });
    expect(changed.error).toBeUndefined();
    await expect
      .poll(async () => dataOf(await test.owner.get(`sources/${gone?._id}`)))
      .toMatchObject({
        title: 'Moved',
        tags: ['water'],
        status: { embedding: 1 },
        sourceUrl: `${test.site.origin}/moved.html`,
      });
    expect(await held()).toEqual(before);
    // The previous address is free again.
    const [added] = await test.read(thread, 'gone.html');
    expect(added?._id).not.toBe(gone?._id);
  });

  it('are read as pages when they claim to be a video and have none', async () => {
    const thread = await test.thread();
    const [deals] = await test.read(thread, 'deals.html');
    expect(deals).toMatchObject({
      sourceType: 'web',
      medium: 'flow',
      title: 'Deals of the day',
      status: { embedding: 1, webpage_processing: 0 },
    });
  });

  it.each([
    ['a private address', 'http://127.0.0.1:1/', 400, 'blocked_address'],
    ['another spelling of it', 'http://2130706433/', 400, 'blocked_address'],
    ['a file', 'file:///etc/passwd', 422, 'unsupported_url'],
    ['a script', 'javascript:alert(1)', 422, 'unsupported_url'],
    ['nonsense', 'http://', 422, 'unsupported_url'],
    ['a word', 'otters', 422, 'unsupported_url'],
  ])('refuse %s at once', async (_name, url, status, code) => {
    const thread = await test.thread();
    expect(await test.owner.post('thread/addSource', { threadId: thread._id, url })).toMatchObject({
      status,
      body: { code },
    });
    expect(dataOf(await test.owner.get(`threads/${thread._id}`))).toMatchObject({
      thread_sources: [],
    });
  });

  it.each([
    ['url', { url: 5 }],
    ['url', {}],
    ['sourceType', { url: 'https://example.org/', sourceType: 'podcast' }],
    ['sources', { sources: [] }],
    ['sources.0.url', { sources: [{}] }],
    ['sources', { sources: Array.from({ length: 501 }, () => ({ url: 'https://example.org/' })) }],
  ])('name the field %s when it is wrong', async (field, given) => {
    expect(
      await test.owner.post('thread/addSource', { threadId: (await test.thread())._id, ...given }),
    ).toMatchObject({ status: 400, body: { code: 'bad_request', details: [{ field }] } });
  });

  it('are added all or none, and each invalid one is named', async () => {
    const thread = await test.thread();
    const reply = await test.owner.post('thread/addSource', {
      threadId: thread._id,
      sources: [
        { url: `${test.site.origin}/otters.html` },
        { url: 'ftp://example.org/x' },
        { url: 'http://127.0.0.1:1/' },
      ],
    });
    expect(reply).toMatchObject({
      status: 422,
      body: {
        message: expect.stringContaining('ftp://example.org/x'),
        details: [
          { field: 'ftp://example.org/x' },
          { field: 'http://127.0.0.1:1/', message: expect.stringContaining('private network') },
        ],
      },
    });
    expect(dataOf(await test.owner.get(`threads/${thread._id}`))).toMatchObject({
      thread_sources: [],
    });
  });

  it('are added from the library to another thread, and only by their owner', async () => {
    const [one, other] = [await test.thread(), await test.thread('Other')];
    const [otters] = await test.read(one, 'otters.html');
    expect(
      dataOf(
        await test.owner.post('thread/addSource', {
          threadId: other._id,
          sources: [{ sourceId: otters?._id }, { url: `${test.site.origin}/otters.html` }],
        }),
      ),
    ).toMatchObject({
      thread_sources: [{ source: otters?._id }],
      added: [otters?._id, otters?._id],
    });
    const foreign = dataOf(await test.stranger.post('threads', { title: 'Theirs' })) as {
      _id: string;
    };
    expect(
      (
        await test.stranger.post('thread/addSource', {
          threadId: foreign._id,
          sourceId: otters?._id,
        })
      ).status,
    ).toBe(404);
    expect(
      (
        await test.owner.post('thread/addSource', {
          threadId: other._id,
          sourceId: otters?._id,
          url: 'https://example.org',
        })
      ).status,
    ).toBe(400);
  });

  it('leave a thread but stay in the library, and are gone everywhere once deleted', async () => {
    const thread = await test.thread();
    const [otters] = await test.read(thread, 'otters.html');
    expect(
      dataOf(await test.owner.put(`thread/v1/remove-thread-source/${thread._id}/${otters?._id}`)),
    ).toEqual({ thread_sources: [] });
    expect((await test.owner.get(`sources/${otters?._id}`)).status).toBe(200);
    expect(
      (await test.owner.put(`thread/v1/remove-thread-source/${thread._id}/${otters?._id}`)).status,
    ).toBe(404);
    await test.owner.delete(`sources/${otters?._id}`);
    expect((await test.owner.get(`sources/${otters?._id}`)).status).toBe(404);
    expect(SearchResult.parse(dataOf(await test.owner.get('search?q=densest+fur'))).hits).toEqual(
      [],
    );
  });

  it('are hidden from strangers, with any combination of ids', async () => {
    const thread = await test.thread();
    const [bees] = await test.read(thread, 'bees.html');
    const own = dataOf(await test.stranger.post('threads', { title: 'Mine' })) as { _id: string };
    for (const path of [
      `sources/${bees?._id}`,
      `sources/${bees?._id}/text`,
      `thread/v1/transcript/${own._id}/${bees?._id}`,
      `thread/v1/web-preview/${own._id}/${bees?._id}/1`,
      `thread/v1/web-preview/${thread._id}/${bees?._id}/1`,
    ]) {
      expect((await test.stranger.get(path)).status).toBe(404);
      expect((await test.nobody.get(path)).status).toBe(401);
    }
    expect(
      (
        await test.stranger.post('thread/loadSourceData', {
          threadId: own._id,
          sourceId: bees?._id,
        })
      ).status,
    ).toBe(404);
    expect(
      (
        await test.stranger.post('thread/addSource', {
          threadId: thread._id,
          url: 'https://example.org/',
        })
      ).status,
    ).toBe(404);
    expect((await test.stranger.post(`sources/${bees?._id}/retry`)).status).toBe(404);
    expect((await test.stranger.delete(`sources/${bees?._id}`)).status).toBe(404);
    expect(
      SearchResult.parse(
        dataOf(await test.stranger.get(`search?q=waggle+dance&sources=${bees?._id}`)),
      ).hits,
    ).toEqual([]);
  });
});

import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ThreadExport } from '#core/contract/export.ts';
import type { Thread } from '#core/contract/thread.ts';
import { describeOnDatabases } from '../../db/testing/test-database.ts';
import { dataOf, openTestServer, type TestServer } from '../../testing/test-server.ts';

const WHEN = '2026-01-02T03:04:05.000Z';
const clip = (source_id: string) => ({
  type: 'web-clip',
  attrs: { _id: 'own-id', source_id, text: 'Sea otters hold hands' },
});

describeOnDatabases('importing an export', (open) => {
  let test: TestServer;
  let thread: Thread;
  let source: string;
  beforeAll(async () => {
    test = await openTestServer(open);
    thread = await test.thread();
    const [read] = await test.read(thread, 'otters.html');
    source = read?._id ?? '';
  });
  afterAll(() => test.close());

  const exported = async (idOrUrl: string) =>
    JSON.parse(
      JSON.stringify((await test.owner.get(`threads/${idOrUrl}/export?format=json`)).body),
    ) as ThreadExport;
  const begin = { _id: '', url: 'animals', title: 'Animals', createdAt: WHEN, updatedAt: WHEN };
  const held = (id: string, url = `${test.site.origin}/otters.html`) => ({
    _id: id,
    sourceType: 'web',
    medium: 'flow',
    title: 'Sea otters',
    url,
    heldSince: WHEN,
    tags: ['sea'],
  });

  it("of another person's thread creates a thread, address, sources and files with new ids", async () => {
    const theirs = `uploads/${thread._id}/0198c0de-0000-7000-8000-00000000f001`;
    const file = {
      key: theirs,
      path: 'assets/a.png',
      name: 'a.png',
      contentType: 'image/png',
      size: 3,
      sha256: '0'.repeat(64),
    };
    const { thread: made, files } = dataOf(
      await test.stranger.post('threads/import', {
        thread: { ...begin, _id: thread._id, url: thread.url },
        files: [file],
      }),
    ) as { thread: { _id: string; url: string }; files: { fileKey: string }[] };
    expect([
      made._id === thread._id,
      made.url === thread.url,
      files[0]?.fileKey.startsWith(`uploads/${made._id}/`),
    ]).toEqual([false, false, true]);
    const notes = {
      type: 'doc',
      content: [clip(source), { type: 'image', attrs: { file_key: theirs } }],
    };
    const answer = {
      _id: '0198c0de-0000-7000-8000-00000000f00a',
      question: 'Why?',
      answer: 'So.',
      state: 'generating',
      model: null,
      sources: [source],
      indexes: { 1: `4:${source}` },
      citations: [],
      timeTaken: null,
      error: null,
      createdAt: WHEN,
    };
    const body = {
      thread: { ...begin, _id: thread._id },
      sources: [held(source)],
      notes,
      answers: [answer],
      files: [],
    };
    // Files of another thread can't be used in this one.
    expect(
      (
        await test.stranger.put(`threads/${made._id}/import`, {
          ...body,
          files: [{ key: theirs, fileKey: theirs }],
        })
      ).status,
    ).toBe(404);
    expect(dataOf(await test.stranger.put(`threads/${made._id}/import`, body))).toMatchObject({
      added: 1,
      known: 0,
      left: [],
    });
    const now = dataOf(await test.stranger.get(`threads/${made._id}`)) as Thread;
    const [mine] = now.thread_sources.map((it) => String(it.source));
    expect(mine).not.toBe(source);
    expect(now.thread_nodes.map((node) => node.attributes['source_id'])).toContain(mine);
    expect(JSON.stringify(now.thread_nodes)).not.toContain(source);
    const {
      docs: [kept],
    } = dataOf(await test.stranger.get(`threads/${made._id}/answers`)) as { docs: unknown[] };
    expect(kept).toMatchObject({
      state: 'interrupted',
      sources: [mine],
      indexes: { 1: `4:${mine}` },
    });
    expect(
      (await test.stranger.get(`thread/v1/file/${made._id}?fileKey=${encodeURIComponent(theirs)}`))
        .status,
    ).toBe(404);
    // A second import does not overwrite the notes.
    expect((await test.stranger.put(`threads/${made._id}/import`, body)).status).toBe(409);
    expect((await exported(thread._id)).sources).toMatchObject([
      { _id: source, title: 'Sea otters' },
    ]);
  });

  it("recognises sources that are in the library, and reports which can't be added", async () => {
    const { thread: made } = dataOf(
      await test.owner.post('threads/import', {
        thread: { ...begin, _id: '0198c0de-0000-7000-8000-00000000f002' },
        files: [],
      }),
    ) as { thread: { _id: string } };
    const sources = [
      held('0198c0de-0000-7000-8000-00000000f003'),
      held('0198c0de-0000-7000-8000-00000000f004', 'http://10.0.0.1/secret'),
      { ...held('0198c0de-0000-7000-8000-00000000f005'), url: undefined, file: 'uploads/x/y' },
    ];
    expect(
      dataOf(
        await test.owner.put(`threads/${made._id}/import`, {
          thread: { ...begin, _id: made._id },
          sources,
          notes: { type: 'doc', content: [clip('0198c0de-0000-7000-8000-00000000f003')] },
          answers: [],
          files: [],
        }),
      ),
    ).toMatchObject({
      added: 0,
      known: 1,
      left: [
        { title: 'Sea otters', why: expect.stringContaining('private network') },
        { why: expect.stringContaining('missing its document') },
      ],
    });
    const back = await exported(made._id);
    expect(back.thread).toEqual({ ...begin, _id: made._id });
    expect(back.sources).toMatchObject([
      { url: 'http://10.0.0.1/secret', title: 'Sea otters', tags: ['sea'], heldSince: WHEN },
      { _id: source, tags: ['sea'], heldSince: WHEN },
    ]);
    const { docs } = dataOf(await test.owner.get('sources?state=bookmark')) as { docs: unknown[] };
    expect(docs).toMatchObject([
      { _id: '0198c0de-0000-7000-8000-00000000f004', error: { code: 'blocked_address' } },
    ]);
    expect(back.clips).toMatchObject([{ type: 'web-clip', source_id: source }]);
  });

  it('restores what the owner added to each source', async () => {
    const own = {
      ownTitle: 'My <otters>',
      note: 'Look\nagain',
      tags: ['sea', 'old books'],
      folders: ['Animals / Sea'],
      flags: ['favorite', 'toread'],
      addedAt: WHEN,
      highlights: [{ text: 'hold hands' }],
    };
    const { thread: made } = dataOf(
      await test.stranger.post('threads/import', {
        thread: { ...begin, _id: '0198c0de-0000-7000-8000-00000000f00b' },
        files: [],
      }),
    ) as { thread: { _id: string } };
    const dead = held('0198c0de-0000-7000-8000-00000000f00c', 'http://10.0.0.2/wiki');
    await test.stranger.put(`threads/${made._id}/import`, {
      thread: { ...begin, _id: made._id },
      sources: [{ ...dead, ...own }],
      notes: { type: 'doc', content: [] },
      answers: [],
      files: [],
    });
    const get = async (format: string) =>
      (await test.stranger.get(`threads/${made._id}/export?format=${format}`)).body;
    const first = (await get('json')) as ThreadExport;
    expect(first.sources).toMatchObject([{ title: 'Sea otters', ...own }]);
    const html = String(await get('html'));
    for (const text of [
      'My &lt;otters&gt;',
      '#old books',
      'Animals / Sea',
      'Favorite',
      'To read',
      'Look<br>again',
      '2026-01-02',
    ])
      expect(html).toContain(text);
    const markdown = String(await get('md'));
    expect(markdown).toContain(JSON.stringify(own.ownTitle));
    // The export as a list of sources.
    const read = await fetch(`${test.server.url}/api/imports/read?name=thread.json`, {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${test.strangerToken}`,
        'Content-Type': 'application/json',
      },
      body: JSON.stringify(first),
    });
    expect(((await read.json()) as { data: unknown }).data).toMatchObject({
      entries: [
        {
          title: 'My <otters>',
          note: own.note,
          tags: own.tags,
          folder: 'Animals / Sea',
          flags: own.flags,
          addedAt: WHEN,
        },
      ],
    });
  });

  it('an export contains only what the reader may see', async () => {
    await test.owner.patch(`threads/${thread._id}`, { visibility: 'link' });
    const own = await exported(thread._id);
    const { body } = await test.nobody.get(
      `threads/${thread._id}/export?format=json&base=https://evil.example`,
    );
    expect(own.sources[0]).toHaveProperty('addedAt');
    expect(body).toMatchObject({
      answers: [],
      sources: [expect.not.objectContaining({ addedAt: expect.anything() as unknown })],
    });
    const note = await test.nobody.get(`threads/${thread._id}/export?base=https://evil.example`);
    expect(note.headers.get('content-disposition')).toContain('Animals.md');
    expect(String(note.body)).not.toContain('evil.example');
  });
});

import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { SourceId } from '#core/contract/id.ts';
import { SearchResult } from '#core/contract/search.ts';
import type { Source } from '#core/contract/source.ts';
import type { Thread } from '#core/contract/thread.ts';
import type { SourcePatch } from '#pipeline/library/index.ts';
import { eventually } from '#pipeline/testing/eventually.ts';
import { describeOnDatabases } from '../../db/testing/test-database.ts';
import { dataOf, openTestServer, type TestServer } from '../../testing/test-server.ts';

describeOnDatabases("search operators and owner's fields", (open) => {
  let test: TestServer;
  let thread: Thread;
  let otters: Source;
  let bees: Source;
  let lost: Source;
  const patch = async ({ _id }: Source, change: SourcePatch) => {
    const { database, library } = test.server.parts;
    await database.write((transaction) => library.patch(_id, change, transaction));
  };
  beforeAll(async () => {
    test = await openTestServer(open);
    thread = await test.thread('Animals');
    [otters, bees, lost] = (await test.read(
      thread,
      'otters.html',
      'bees.html',
      'nothing-here.html',
    )) as [Source, Source, Source];
    await patch(otters, {
      kept: {
        title: 'Quuxcurated handle',
        tags: ['Marine biology', 'zebrafisch'],
        folders: ['Reading / Sea'],
        addedAt: '2024-05-31T23:30:00.000Z',
        flags: ['favorite'],
        note: 'Remember the wombatnote here.',
        highlights: [{ text: 'hairs grow on a square inch', note: 'Ask a platypus.' }],
      },
    });
    await patch(bees, { kept: { tags: ['insects'], addedAt: '2025-02-01T08:00:00.000Z' } });
    await patch(lost, { kept: { tags: ['insects'], note: 'A dead numbat page.' } });
    // The index follows within a second.
    await eventually(async () => expect((await search('quuxcurated')).sources).toHaveLength(1));
    await eventually(async () => expect((await search('numbat')).sources).toHaveLength(1));
  });
  afterAll(() => test.close());

  const search = async (q: string, more: Record<string, string> = {}, by = test.owner) =>
    SearchResult.parse(dataOf(await by.get(`search?${new URLSearchParams({ q, ...more })}`)));
  const named = new Map<SourceId, string>();
  const names = (ids: readonly SourceId[]) => {
    for (const [name, source] of Object.entries({ otters, bees, lost }))
      named.set(source._id, name);
    return ids.map((id) => named.get(id));
  };
  /** Returns the sources that operators without words list. */
  const listed = async (q: string, more?: Record<string, string>) =>
    names((await search(q, more)).sources.map((it) => it.source_id));
  const passages = async (q: string) => [
    ...new Set(names((await search(q)).hits.map((it) => it.source_id))),
  ];

  it('list the matches of operators without words, the last saved first', async () => {
    expect(await listed('site:127.0.0.1')).toEqual(['lost', 'bees', 'otters']);
    expect(await listed('site:127.0.0.1', { limit: '1' })).toEqual(['lost']);
    expect(await search('site:127.0.0.1', { limit: '1' })).toMatchObject({
      sources_total: 3,
      hits: [],
      own: [],
      problems: [],
    });
    expect(await listed('site:http://www.127.0.0.1:80/a -tag:insects')).toEqual([]);
    expect(await listed('site:http://127.0.0.1/otters.html tag:zebrafisch')).toEqual(['otters']);
    expect(await listed('site:example.org')).toEqual([]);
  });

  it('combine tags with AND and other operators with OR, and negate', async () => {
    expect(await listed('tag:insects')).toEqual(['lost', 'bees']);
    expect(await listed('tag:insects tag:zebrafisch')).toEqual([]);
    expect(await listed('tag:"Marine biology" tag:zebrafisch')).toEqual(['otters']);
    expect(await listed('-tag:insects')).toEqual(['otters']);
    expect(await listed('-tag:insects -tag:zebrafisch')).toEqual([]);
    expect(await listed('-site:127.0.0.1')).toEqual([]);
    expect(await listed('tag:insects -is:failed')).toEqual(['bees']);
    expect(await listed('is:gone is:favorite')).toEqual(['lost', 'otters']);
    expect(await listed('is:failed,favorite')).toEqual(['lost', 'otters']);
    expect(await listed('folder:reading')).toEqual(['otters']);
    expect(await listed('folder:"Reading/Sea"')).toEqual(['otters']);
    expect(await listed('-folder:Reading')).toEqual(['lost', 'bees']);
    expect(await listed('tag:insects', { tag: 'zebrafisch' })).toEqual([]);
    expect(await listed('is:held')).toEqual([]);
    expect(await listed('is:bookmark')).toEqual([]);
  });

  it("use days of the user's time zone: after: includes the day, before: does not", async () => {
    expect(await listed('after:2024-05-31 before:2024-06-01')).toEqual(['otters']);
    expect(await listed('after:2024-06-01 before:2025-02')).toEqual([]);
    await test.owner.patch('me', { timezone: 'Europe/Berlin' });
    expect(await listed('after:2024-05-31 before:2024-06-01')).toEqual([]);
    expect(await listed('after:2024-06-01 before:2025-02')).toEqual(['otters']);
    expect(await listed('after:2025')).toEqual(['lost', 'bees']);
    expect(await listed('before:2025-02-01')).toEqual(['otters']);
    expect(await listed('tag:insects', { to: '2025-02-01' })).toEqual(['bees']);
    await test.owner.patch('me', { timezone: 'UTC' });
  });

  it('narrow the matches of words', async () => {
    expect(await passages('the')).toEqual(expect.arrayContaining(['otters', 'bees']));
    expect(await passages('the tag:insects')).toEqual(['bees']);
    expect(await passages('the -tag:insects')).toEqual(['otters']);
    expect(await passages('the is:favorite "favourite stone"')).toEqual(['otters']);
    expect(await passages('the after:2025')).toEqual(['bees']);
    expect(await passages('the in:notes')).toEqual([]);
    expect(await passages('the tag:nothing')).toEqual([]);
  });

  it('report operators that are not understood, and search for the rest', async () => {
    expect(await search('dance is:broken')).toMatchObject({
      hits: [{ source_id: bees._id }],
      problems: [expect.stringContaining('failed, gone, held, bookmark')],
    });
    expect((await search('author:x')).problems[0]).toContain('tag:, folder:');
    expect(await search('is:broken')).toMatchObject({ hits: [], sources: [] });
    expect((await search('in:notes tag:insects')).problems[0]).toContain('Add words');
    expect((await test.owner.get(`search?${new URLSearchParams({ q: '"tag:' })}`)).status).toBe(
      200,
    );
  });

  it('find a source by its own title, note, tags and highlights, and say which', async () => {
    const [title] = (await search('quuxcurated')).sources;
    expect(title).toMatchObject({
      source_id: otters._id,
      title: 'Quuxcurated handle',
      state: 'ready',
      tags: ['Marine biology', 'zebrafisch'],
      folder: 'Reading/Sea',
      saved_at: '2024-05-31T23:30:00.000Z',
      thread_url: thread.url,
      matched: [{ field: 'title', text: 'Quuxcurated handle', highlights: [[0, 11]] }],
    });
    const fields = async (q: string, more?: Record<string, string>) =>
      (await search(q, more)).sources.map((it) => it.matched.map((m) => m.field).join());
    expect(await fields('zebrafisch')).toEqual(['tag']);
    expect(await fields('wombatnote')).toEqual(['note']);
    expect(await fields('platypus')).toEqual(['note']);
    expect(await fields('"square inch"')).toEqual(['highlight']);
    expect(await fields('quuxcurated wombatnote zebrafisch')).toEqual(['title,tag,note']);
    expect(await fields('wombatnote', { in: 'notes' })).toEqual(['note']);
    expect(await fields('zebrafisch in:notes')).toEqual([]);
    expect(await fields('zebrafisch in:answers')).toEqual([]);
  });

  it('find a bookmark by its note', async () => {
    expect(names((await search('numbat')).sources.map((it) => it.source_id))).toEqual(['lost']);
    expect(await listed('numbat is:failed')).toEqual(['lost']);
    expect(await listed('numbat -is:failed')).toEqual([]);
  });

  it('are hidden from readers of a shared thread', async () => {
    await test.owner.patch(`threads/${thread._id}`, { visibility: 'link' });
    const inThread = { threadId: thread._id };
    for (const q of [
      'wombatnote',
      'zebrafisch',
      'quuxcurated',
      'tag:zebrafisch',
      '-tag:zebrafisch',
    ])
      expect(await search(q, inThread, test.stranger)).toMatchObject({ sources: [], own: [] });
    const [shown] = (await search('before:2025', inThread, test.stranger)).sources;
    expect(shown).toMatchObject({ title: 'Sea otters', tags: [], matched: [] });
    expect((await search('stone', inThread, test.stranger)).hits).toHaveLength(1);
    await test.owner.patch(`threads/${thread._id}`, { visibility: 'private' });
    expect(await search('wombatnote', {}, test.stranger)).toMatchObject({ sources: [] });
  });

  it('are indexed again when the index file is missing', async () => {
    for (const end of ['', '-wal', '-shm'])
      await rm(`${test.server.parts.dataDir.ownIndex}${end}`, { force: true });
    await expect
      .poll(async () => names((await search('wombatnote')).sources.map((it) => it.source_id)))
      .toEqual(['otters']);
  });

  it('follow changes of tags, deletion, and restoring from the trash', async () => {
    const isFound = (q: string, ids: SourceId[]) =>
      eventually(async () => {
        expect((await search(q)).sources.map((it) => it.source_id)).toEqual(ids);
      });
    const bulk = (body: object) => test.owner.post('sources/many', { ids: [bees._id], ...body });
    await bulk({ what: 'tag', add: ['quokka'], remove: ['insects'] });
    await isFound('quokka', [bees._id]);
    await isFound('insects', [lost._id]);
    await bulk({ what: 'trash' });
    await isFound('quokka', []);
    await bulk({ what: 'restore' });
    await isFound('quokka', [bees._id]);
    await bulk({ what: 'delete' });
    await isFound('quokka', []);
  });
});

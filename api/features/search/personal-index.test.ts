import { rm } from 'node:fs/promises';
import { DatabaseSync } from 'node:sqlite';
import { prosemirrorJSONToYXmlFragment } from '@tiptap/y-tiptap';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { SearchResult, type PersonalSearchHit } from '#core/contract/search.ts';
import type { Source } from '#core/contract/source.ts';
import type { Thread } from '#core/contract/thread.ts';
import { cleanDoc } from '#core/editor/document.ts';
import { notesSchema } from '#core/editor/schema.ts';
import { eventually } from '#pipeline/testing/eventually.ts';
import { openClient, type TestClient } from '../../collab/testing/client.ts';
import { describeOnDatabases } from '../../db/testing/test-database.ts';
import { dataOf, openTestServer, type Caller, type TestServer } from '../../testing/test-server.ts';
import { Answers } from '../ask/index.ts';

const text = (words: string) => [{ type: 'text', text: words }];

describeOnDatabases('search in notes, clips and answers', (open) => {
  let test: TestServer;
  let thread: Thread;
  let source: Source;
  let client: TestClient;
  let answerId: string;
  const own = async (
    query: Record<string, string>,
    by: Caller = test.owner,
  ): Promise<PersonalSearchHit[]> =>
    SearchResult.parse(dataOf(await by.get(`search?${new URLSearchParams(query)}`))).own;
  const found = async (query: Record<string, string>) =>
    (await own(query)).map((it) => `${it.kind} ${it._id}`);
  const write = async (blocks: unknown[]) => {
    prosemirrorJSONToYXmlFragment(
      notesSchema(),
      cleanDoc({ type: 'doc', content: blocks as never[] }),
      client.document.getXmlFragment('default'),
    );
    await eventually(() => {
      expect(client.isSaved()).toBe(true);
    });
  };
  const NOTES = [
    { type: 'heading', attrs: { level: 2, _id: 'head' }, content: text('On rafts') },
    {
      type: 'paragraph',
      attrs: { _id: 'para', createdAt: '2026-03-05T10:00:00.000Z' },
      content: text('Remember to compare sleeping otters with sleeping ducks.'),
    },
    { type: 'paragraph', content: text('ラッコは手をつないで眠る。だから流されない。') },
  ];

  beforeAll(async () => {
    test = await openTestServer(open);
    thread = await test.thread('Otters & co');
    [source] = (await test.read(thread, 'otters.html')) as [Source];
    client = openClient({
      url: `${test.server.url.replace('http', 'ws')}/collab`,
      threadId: thread._id,
      accessToken: test.ownerToken,
    });
    await eventually(() => {
      expect(client.provider.synced).toBe(true);
    });
    await write([
      ...NOTES,
      {
        type: 'web-clip',
        attrs: {
          _id: 'clip',
          source_id: source._id,
          text: 'a favourite stone in a pouch',
          paragraph: 3,
        },
      },
    ]);
    const answers = new Answers(test.server.parts.database);
    const answer = await answers.begin({
      threadId: thread._id,
      ownerId: thread.user,
      question: 'Why do otters float?',
      sources: [source._id],
    });
    answerId = answer._id;
    await answers.keep({
      ...answer,
      answer: 'Because **air** is caught in their fur [1].',
      state: 'done',
    });
  });
  afterAll(async () => {
    client.close();
    await test.close();
  });

  it('finds a note by its block, with its thread and the matched words marked', async () => {
    await expect.poll(() => found({ q: 'ducks' })).toEqual(['note para']);
    const [note] = await own({ q: 'ducks' });
    expect(note).toMatchObject({
      thread_id: thread._id,
      thread_url: thread.url,
      title: 'Otters & co',
    });
    expect(note?.highlights.map(([start, end]) => note.text.slice(start, end))).toEqual(['ducks']);
  });

  it('finds a clip with its position, and an answer without its marks', async () => {
    const [clip] = await own({ q: 'favourite stone' });
    expect(clip).toMatchObject({
      kind: 'clip',
      _id: 'clip',
      source_id: source._id,
      source_title: 'Sea otters',
      place: { medium: 'flow', paragraph: 3, quote: 'a favourite stone in a pouch' },
    });
    const [answer] = await own({ q: 'float fur' });
    expect(answer).toMatchObject({
      kind: 'answer',
      _id: answerId,
      text: 'Why do otters float?\nBecause air is caught in their fur.',
    });
  });

  it('finds Japanese within a sentence, and identifies blocks without an id by their order', async () => {
    expect(await found({ q: '手をつないで' })).toEqual(['note node-2']);
  });

  it('narrows by kind, thread, source and day', async () => {
    expect(await found({ q: 'otters', in: 'answers' })).toEqual([`answer ${answerId}`]);
    expect(await found({ q: 'otters', in: 'sources' })).toEqual([]);
    expect(await found({ q: 'stone', type: 'web' })).toEqual(['clip clip']);
    expect(await found({ q: 'stone', type: 'pdf' })).toEqual([]);
    expect(await found({ q: 'ducks', from: '2026-03-05', to: '2026-03-05' })).toEqual([
      'note para',
    ]);
    expect(await found({ q: 'ducks', from: '2026-03-06' })).toEqual([]);
    const other = await test.thread('Other');
    expect(await found({ q: 'ducks', threadId: other._id })).toEqual([]);
    expect(await found({ q: 'ducks', threadId: thread._id })).toEqual(['note para']);
  });

  it('shows people with a link what they may read, and nothing else', async () => {
    expect(await own({ q: 'ducks' }, test.stranger)).toEqual([]);
    await test.owner.patch(`threads/${thread._id}`, { visibility: 'link' });
    expect(
      (await own({ q: 'ducks', threadId: thread._id }, test.stranger)).map((it) => it._id),
    ).toEqual(['para']);
    expect(await own({ q: 'ducks' }, test.stranger)).toEqual([]);
    await test.owner.patch(`threads/${thread._id}`, { visibility: 'private' });
    expect((await test.stranger.get(`search?q=ducks&threadId=${thread._id}`)).status).toBe(404);
  });

  it('returns notes as notes and answers as answers', async () => {
    const file = new DatabaseSync(test.server.parts.dataDir.ownIndex, { readOnly: true });
    const rows = file.prepare('SELECT source_id, source_type FROM sources').all();
    file.close();
    const types = new Map(rows.map((it) => [it['source_id'], it['source_type']]));
    expect([types.get(thread._id), types.get(answerId)]).toEqual(['note', 'answer']);
  });

  it('is rebuilt when its file is missing', async () => {
    for (const end of ['', '-wal', '-shm'])
      await rm(`${test.server.parts.dataDir.ownIndex}${end}`, { force: true });
    await expect.poll(() => found({ q: 'ducks' })).toEqual(['note para']);
  });

  it('follows changes and deletions', async () => {
    client.document.getXmlFragment('default').delete(1, 1);
    await eventually(() => {
      expect(client.isSaved()).toBe(true);
    });
    await expect.poll(() => found({ q: 'ducks' })).toEqual([]);
    await test.owner.delete(`ai/v2/answers/${answerId}`);
    expect(await found({ q: 'float fur', in: 'answers' })).toEqual([]);
    await test.owner.delete(`threads/${thread._id}`);
    expect(await found({ q: 'rafts' })).toEqual([]);
  });
});

import { prosemirrorJSONToYXmlFragment } from '@tiptap/y-tiptap';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Home } from '#core/contract/home.ts';
import type { Source } from '#core/contract/source.ts';
import type { SourceMetadata, Thread } from '#core/contract/thread.ts';
import { cleanDoc } from '#core/editor/document.ts';
import { notesSchema } from '#core/editor/schema.ts';
import { eventually } from '#pipeline/testing/eventually.ts';
import { openClient } from '../../collab/testing/client.ts';
import { describeOnDatabases } from '../../db/testing/test-database.ts';
import { dataOf, openTestServer, type TestServer } from '../../testing/test-server.ts';
import { Answers } from '../ask/index.ts';

describeOnDatabases('home', (open) => {
  let test: TestServer;
  let sea: Thread;
  let hive: Thread;
  let otters: Source;
  let bees: Source;
  const home = async (by = test.owner) => Home.parse(dataOf(await by.get('home')));
  const openSource = (thread: Thread, source: Source, metadata: SourceMetadata) =>
    test.owner.put(`thread/v1/source-metadata/${thread._id}`, {
      source_metadata: [{ sourceId: source._id, metadata }],
    });
  const opened = async () =>
    (await home()).reading.map(({ source, thread_url, reading: { position, share } }) => [
      source._id,
      thread_url,
      position,
      share,
    ]);

  beforeAll(async () => {
    test = await openTestServer(open);
    sea = await test.thread('Sea');
    hive = await test.thread('Hive');
    [otters] = (await test.read(sea, 'otters.html')) as [Source];
    [bees] = (await test.read(hive, 'bees.html')) as [Source];
  });
  afterAll(() => test.close());

  it('is empty for who has opened nothing yet', async () => {
    expect(await home()).toEqual({ reading: [], recent: [] });
    expect((await test.nobody.get('home')).status).toBe(401);
  });

  it('has the sources that were opened, the last first, with how far they were read', async () => {
    await openSource(sea, otters, {
      is_current_source: true,
      current_paragraph: 2,
      paragraphs: 8,
    });
    await openSource(hive, bees, { is_current_source: true });
    expect(await opened()).toEqual([
      [bees._id, hive.url, undefined, undefined],
      [otters._id, sea.url, 2, 0.25],
    ]);
    await openSource(sea, otters, { is_current_source: true, current_paragraph: 4 });
    expect(await opened()).toEqual([
      [otters._id, sea.url, 4, 0.5],
      [bees._id, hive.url, undefined, undefined],
    ]);
    expect(await home(test.stranger)).toEqual({ reading: [], recent: [] });
  });

  it('shows how far they were read in the list of the library too', async () => {
    const { docs } = dataOf(await test.owner.get(`sources?ids=${otters._id},${bees._id}`)) as {
      docs: Source[];
    };
    expect(docs.map((it) => it.reading)).toMatchObject([
      { position: 4, share: 0.5 },
      { openedAt: expect.any(String) },
    ]);
  });

  it('names a source once that is open in two threads, in the last of them', async () => {
    await test.owner.post('thread/addSource', { threadId: hive._id, sourceId: otters._id });
    await openSource(hive, otters, { is_current_source: true });
    expect((await opened()).map(([id, url]) => [id, url])).toEqual([
      [otters._id, hive.url],
      [bees._id, hive.url],
    ]);
  });

  it('has the latest clips and answers, the last first', async () => {
    const answers = new Answers(test.server.parts.database);
    const answer = await answers.begin({
      threadId: hive._id,
      ownerId: hive.user,
      question: 'Who decoded the waggle dance?',
      sources: [bees._id],
    });
    await answers.keep({ ...answer, state: 'done', answer: '**Karl von Frisch** did. [1]' });
    const client = openClient({
      url: `${test.server.url.replace('http', 'ws')}/collab`,
      threadId: sea._id,
      accessToken: test.ownerToken,
    });
    await eventually(() => {
      expect(client.provider.synced).toBe(true);
    });
    const clip = (_id: string, createdAt: string, text: string) => ({
      type: 'web-clip',
      attrs: { _id, createdAt, source_id: otters._id, text, paragraph: 3 },
    });
    prosemirrorJSONToYXmlFragment(
      notesSchema(),
      cleanDoc({
        type: 'doc',
        content: [
          clip('old', '2026-01-01T10:00:00.000Z', 'like a raft'),
          clip('new', '2126-01-01T10:00:00.000Z', 'a favourite stone in a pouch'),
          { type: 'paragraph', content: [{ type: 'text', text: 'A note is no clip.' }] },
        ],
      }),
      client.document.getXmlFragment('default'),
    );
    await eventually(() => {
      expect(client.isSaved()).toBe(true);
    });
    const { recent } = await home();
    expect(recent.map((it) => [it.kind, it.text])).toEqual([
      ['clip', 'a favourite stone in a pouch'],
      ['answer', 'Karl von Frisch did.'],
      ['clip', 'like a raft'],
    ]);
    expect(recent[0]).toMatchObject({
      _id: 'new',
      thread_url: sea.url,
      thread_title: 'Sea',
      source_id: otters._id,
      source_title: 'Sea otters',
      place: { medium: 'flow', paragraph: 3 },
    });
    expect(recent[1]).toMatchObject({ question: 'Who decoded the waggle dance?' });
    client.close();
  });
});

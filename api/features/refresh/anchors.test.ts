import { prosemirrorJSONToYXmlFragment, yDocToProsemirrorJSON } from '@tiptap/y-tiptap';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Answer, type Citation } from '#core/contract/ask.ts';
import type { FlowLocator } from '#core/contract/locator.ts';
import { Source } from '#core/contract/source.ts';
import type { Thread } from '#core/contract/thread.ts';
import { RefreshReport } from '#core/contract/version.ts';
import { cleanDoc, docLocators } from '#core/editor/document.ts';
import { notesSchema } from '#core/editor/schema.ts';
import { eventually } from '#pipeline/testing/eventually.ts';
import { openClient, type TestClient } from '../../collab/testing/client.ts';
import { describeOnDatabases } from '../../db/testing/test-database.ts';
import { dataOf, openTestServer, type TestServer } from '../../testing/test-server.ts';
import { Answers } from '../ask/index.ts';
import { htmlPage, openChangingSite, type ChangingSite } from './testing/changing-site.ts';

const FIRST = [
  'The report was written in spring by three people of the northern office.',
  'In 2019 the revenue of the northern office grew by 12 percent over the year before.',
  'In 2020 the revenue of the northern office grew by 13 percent over the year before.',
  'Most of this came from sales of ropes and anchors to the fishing fleet of the island.',
  'The board thanks all who took part in it and looks forward to another such year.',
];
/**
 * One paragraph is added, one removed although similar text stays, one edited, and the last one
 * moved up.
 */
const SECOND = [
  'This edition was corrected after its first printing and replaces all earlier ones.',
  'The board thanks all who took part in it and looks forward to another such year.',
  'The report was written in spring by three people of the northern office.',
  'In 2020 the revenue of the northern office grew by 13 percent over the year before.',
  'Most of this came from sales of ropes and chains to the fishing fleet of the island.',
];

describeOnDatabases('anchors into a source that changed', (open) => {
  let test: TestServer;
  let site: ChangingSite;
  let thread: Thread;
  let source: Source;
  let client: TestClient;
  let report: RefreshReport;
  let answerId: string;
  const settled = async (): Promise<Source> => {
    const look = async () => Source.parse(dataOf(await test.owner.get(`sources/${source._id}`)));
    return eventually(
      async () => {
        const now = await look();
        if (now.status.embedding === 0 || now.refreshing) throw new Error('still being read');
        return now;
      },
      { interval: 50 },
    );
  };
  const refreshTo = async (paragraphs: readonly string[]): Promise<void> => {
    site.pages.set('report.html', { html: htmlPage('Report', paragraphs) });
    expect((await test.owner.post(`sources/${source._id}/refresh`)).status).toBe(200);
    source = await settled();
  };
  const clip = (_id: string, text: string, paragraph: number) => ({
    type: 'web-clip',
    attrs: { _id, source_id: source._id, text, paragraph },
  });
  const at = (paragraph: number, quote: string): FlowLocator => ({
    medium: 'flow',
    paragraph,
    quote,
    prefix: '',
    suffix: '',
  });
  const citation = (mark: number, paragraph: number, quote: string): Citation => ({
    mark,
    source_id: source._id,
    title: 'Report',
    locator: at(paragraph, quote),
  });
  const notes = () => cleanDoc(yDocToProsemirrorJSON(client.document, 'default'));
  /** The clips as everyone with the open notes sees them. */
  const clips = () =>
    new Map(
      (notes().content ?? []).flatMap((node) =>
        typeof node.attrs?.['_id'] === 'string' ? [[node.attrs['_id'], node.attrs] as const] : [],
      ),
    );

  beforeAll(async () => {
    site = await openChangingSite();
    test = await openTestServer(open, { env: { GLOSS_FETCH_ALLOW: new URL(site.origin).host } });
    thread = await test.thread('Our report');
    site.pages.set('report.html', { html: htmlPage('Report', FIRST) });
    const { added } = dataOf(
      await test.owner.post('thread/addSource', {
        threadId: thread._id,
        url: `${site.origin}/report.html`,
      }),
    ) as { added: string[] };
    source = { _id: String(added[0]) } as Source;
    source = await settled();
    client = openClient({
      url: `${test.server.url.replace('http', 'ws')}/collab`,
      threadId: thread._id,
      accessToken: test.ownerToken,
    });
    await eventually(() => {
      expect(client.provider.synced).toBe(true);
    });
    const paragraphOf = (n: number) => n + 1;
    prosemirrorJSONToYXmlFragment(
      notesSchema(),
      cleanDoc({
        type: 'doc',
        content: [
          clip('clip-first', 'written in spring by three people', paragraphOf(0)),
          clip('clip-gone', String(FIRST[1]), paragraphOf(1)),
          clip('clip-edited', 'sales of ropes and anchors to the fishing fleet', paragraphOf(3)),
          {
            type: 'paragraph',
            content: [
              { type: 'text', text: 'See ' },
              {
                type: 'place',
                attrs: { source_id: source._id, medium: 'flow', place: paragraphOf(4) },
              },
            ],
          },
          {
            type: 'ai-chat',
            attrs: {
              _id: 'chat',
              question: 'How much?',
              answer: 'Much [1] and more [2].',
              citations: [
                citation(1, paragraphOf(2), String(FIRST[2])),
                citation(2, paragraphOf(1), 'grew by 12 percent over the year before'),
              ],
            },
          },
        ],
      }),
      client.document.getXmlFragment('default'),
    );
    await eventually(() => {
      expect(client.isSaved()).toBe(true);
    });
    const answers = new Answers(test.server.parts.database);
    const answer = await answers.begin({
      threadId: thread._id,
      ownerId: thread.user,
      question: 'Who?',
      sources: [source._id],
    });
    answerId = answer._id;
    await answers.keep({
      ...answer,
      answer: 'Three people [1].',
      state: 'done',
      indexes: { 1: `${paragraphOf(0)}:${source._id}` },
      citations: [citation(1, paragraphOf(0), 'three people of the northern office')],
    });
    const { library, database } = test.server.parts;
    await database.write((transaction) =>
      library.patch(
        source._id,
        {
          kept: {
            tags: ['work'],
            highlights: [
              { text: 'The board thanks all who took part in it', note: 'Nice' },
              { text: 'words that never stood there at all' },
            ],
          },
        },
        transaction,
      ),
    );
    await refreshTo(SECOND);
    report = RefreshReport.parse(dataOf(await test.owner.get(`sources/${source._id}/report`)));
  });
  afterAll(async () => {
    client.close();
    await test.close();
    await site.close();
  });

  it('are reported, the worst first', () => {
    expect(report).toMatchObject({ version: 2, lost: 2, changed: 1, same: 0, moved: 5 });
    expect(
      report.anchors.map(({ outcome, what, quote }) => [outcome, what, quote.slice(0, 30)]),
    ).toEqual([
      ['lost', 'clip', 'In 2019 the revenue of the nor'],
      ['lost', 'citation', 'grew by 12 percent over the ye'],
      ['changed', 'clip', 'sales of ropes and anchors to '],
      ['moved', 'clip', 'written in spring by three peo'],
      ['moved', 'clip', ''],
      ['moved', 'citation', 'In 2020 the revenue of the nor'],
      ['moved', 'citation', 'three people of the northern o'],
      ['moved', 'highlight', 'The board thanks all who took '],
    ]);
    expect(report.anchors[2]).toMatchObject({
      now: 'sales of ropes and chains to the fishing fleet',
      threadId: thread._id,
      threadTitle: 'Our report',
      nodeId: 'clip-edited',
      to: { paragraph: 5 },
    });
  });

  it('follow their text in open notes', async () => {
    await expect.poll(() => clips().get('clip-first')?.['paragraph']).toBe(3);
    expect(clips().get('clip-first')).toMatchObject({
      anchor: null,
      text: 'written in spring by three people',
    });
    expect(clips().get('clip-edited')).toMatchObject({
      paragraph: 5,
      text: 'sales of ropes and anchors to the fishing fleet',
      anchor: {
        outcome: 'changed',
        version: 2,
        now: 'sales of ropes and chains to the fishing fleet',
      },
    });
    expect(
      docLocators(notes())
        .filter((place) => place.locator.quote === '')
        .map((place) => place.locator),
    ).toMatchObject([{ paragraph: 2 }]);
    expect(clips().get('chat')?.['citations']).toMatchObject([
      { mark: 1, locator: { paragraph: 4 } },
      { mark: 2, locator: { paragraph: 2 }, anchor: { outcome: 'lost', version: 1 } },
    ]);
  });

  it('stay at their position in the last version with their text when it is lost, though similar text is next to it', async () => {
    expect(clips().get('clip-gone')).toMatchObject({
      paragraph: 2,
      anchor: { outcome: 'lost', version: 1 },
    });
    expect(
      JSON.stringify(dataOf(await test.owner.get(`sources/${source._id}/text?version=1`))),
    ).toContain(FIRST[1]);
  });

  it('follow in stored answers and imported highlights', async () => {
    expect(Answer.parse(dataOf(await test.owner.get(`ai/v2/answers/${answerId}`)))).toMatchObject({
      indexes: { 1: `3:${source._id}` },
      citations: [{ locator: { paragraph: 3, quote: 'three people of the northern office' } }],
    });
    expect((await test.server.parts.library.find(source._id))?.kept).toMatchObject({
      tags: ['work'],
      highlights: [
        { note: 'Nice', at: { paragraph: 2 } },
        { text: 'words that never stood there at all' },
      ],
    });
  });

  it('return with their text', async () => {
    await refreshTo(FIRST);
    await expect.poll(() => clips().get('clip-gone')?.['anchor']).toBeNull();
    expect(clips().get('clip-gone')).toMatchObject({ paragraph: 2 });
    expect(clips().get('clip-edited')).toMatchObject({ paragraph: 4, anchor: null });
    expect(clips().get('clip-first')).toMatchObject({ paragraph: 1, anchor: null });
    expect(clips().get('chat')?.['citations']).toMatchObject([
      { locator: { paragraph: 3 } },
      { locator: { paragraph: 2 } },
    ]);
    expect(JSON.stringify(clips().get('chat'))).not.toContain('lost');
    await expect
      .poll(
        async () =>
          (await test.server.parts.database.sequelize.query('SELECT * FROM anchor_moves'))[0],
      )
      .toEqual([]);
  });
});

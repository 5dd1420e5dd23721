import { afterAll, beforeAll, expect, it } from 'vitest';
import { createParser } from 'eventsource-parser';
import { CompareEvent, NOT_STATED, type CompareCell } from '#core/contract/compare.ts';
import type { Source } from '#core/contract/source.ts';
import type { Thread } from '#core/contract/thread.ts';
import {
  scriptedProvider,
  speaks,
  type ScriptedProvider,
} from '../../answer/testing/scripted-provider.ts';
import { describeOnDatabases } from '../../db/testing/test-database.ts';
import { articlePage, openTestServer, type TestServer } from '../../testing/test-server.ts';

const FINISHED = 'When was the Halberd Tower finished?';
const ARCHITECT = 'Who designed the Halberd Tower?';
const pages = {
  'guide.html': articlePage('A guide to the Halberd Tower', [
    'The Halberd Tower was finished in 1889 after two years of work, and visitors came from everywhere.',
    'Marta Lindqvist designed the Halberd Tower when she was thirty years old and unknown.',
  ]),
  'history.html': articlePage('History of the harbour', [
    'Workers finished the Halberd Tower in 1891, when the harbour was already full of ships.',
    'The harbour was dredged twice, and the second time cost the city most of its money.',
  ]),
};

async function compare(
  { server, ownerToken }: TestServer,
  body: unknown,
  { token = ownerToken, format = '' } = {},
) {
  const response = await fetch(`${server.url}/api/ai/v2/compare${format}`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  const events: CompareEvent[] = [];
  createParser({
    onEvent({ event, data }) {
      const parsed = CompareEvent.safeParse({ event, data: JSON.parse(data) as unknown });
      if (parsed.success) events.push(parsed.data);
    },
  }).feed(text);
  const cells = events.flatMap((it) => (it.event === 'cell' ? [it.data] : []));
  const at = (source: Source | undefined, question: string): CompareCell | undefined =>
    cells.find((it) => it.source_id === source?._id && it.question === question);
  return {
    status: response.status,
    type: response.headers.get('content-type'),
    text,
    events,
    cells,
    at,
  };
}

describeOnDatabases('a comparison without a provider', (open) => {
  let test: TestServer;
  let thread: Thread;
  let guide: Source;
  let history: Source;
  const body = () => ({
    thread_id: thread._id,
    sources: [guide._id, history._id],
    questions: [FINISHED, ARCHITECT],
  });
  beforeAll(async () => {
    test = await openTestServer(open, { pages });
    thread = await test.thread();
    [guide, history] = (await test.read(thread, 'guide.html', 'history.html')) as [Source, Source];
  });
  afterAll(() => test.close());

  it('quotes each source with a supporting citation, or says that it is not stated', async () => {
    const { status, type, events, cells, at } = await compare(test, body());
    expect(status).toBe(200);
    expect(type).toContain('text/event-stream');
    expect(cells).toHaveLength(4);
    expect(at(guide, FINISHED)).toMatchObject({
      text: expect.stringMatching(/finished in 1889.*\[1\]$/),
      support: 'supported',
      citations: [{ mark: 1, source_id: guide._id, locator: { medium: 'flow' } }],
    });
    expect(at(history, FINISHED)?.text).toContain('1891');
    expect(at(guide, ARCHITECT)?.text).toContain('Marta Lindqvist');
    expect(at(history, ARCHITECT)).toMatchObject({
      text: NOT_STATED,
      citations: [],
      support: null,
    });
    expect(events.at(-1)).toMatchObject({ event: 'done', data: { model: 'offline' } });
  });

  it('lists different years with both quotes', async () => {
    const { events } = await compare(test, body());
    const found = events.flatMap((it) => (it.event === 'contradiction' ? [it.data] : []));
    expect(found).toMatchObject([
      {
        question: FINISHED,
        about: 'calendar year',
        statements: [
          { source_id: guide._id, locator: { quote: expect.stringContaining('1889') } },
          { source_id: history._id, locator: { quote: expect.stringContaining('1891') } },
        ],
      },
    ]);
  });

  it('is a table in CSV and Markdown', async () => {
    const csv = await compare(test, body(), { format: '?format=csv' });
    expect(csv.type).toContain('text/csv');
    expect(csv.text).toMatch(/finished in 1889.*\(paragraph 1\)/);
    expect(csv.text).toContain(NOT_STATED);
    const md = await compare(test, body(), { format: '?format=md' });
    expect(md.type).toContain('text/markdown');
    expect(md.text).toMatch(/^\| {2}\| .* \| .* \|\n\| --- \| --- \| --- \|\n\| When was/);
    expect(md.text).toMatch(/## Contradictions[^]*1889[^]*1891/);
  });

  it('only includes sources that the person may see, and refuses too many', async () => {
    expect((await compare(test, body(), { token: test.strangerToken })).status).toBe(404);
    expect((await test.nobody.post('ai/v2/compare', body())).status).toBe(401);
    const of = async (more: object) => (await compare(test, { ...body(), ...more })).status;
    expect(await of({ questions: [] })).toBe(400);
    expect(await of({ sources: [] })).toBe(400);
    expect(await of({ questions: Array.from({ length: 11 }, (_, n) => `Why ${n}?`) })).toBe(400);
    const other = await test.thread('Other');
    expect(await of({ thread_id: other._id })).toBe(422);
  });
});

describeOnDatabases('a comparison with a provider', (open) => {
  let provider: ScriptedProvider;
  let test: TestServer;
  let thread: Thread;
  let guide: Source;
  beforeAll(async () => {
    provider = await scriptedProvider();
    test = await openTestServer(open, { pages, env: { OPENAI_BASE_URL: provider.baseUrl } });
    thread = await test.thread();
    [guide] = (await test.read(thread, 'guide.html')) as [Source];
  });
  afterAll(async () => {
    await test.close();
    await provider.close();
  });
  const cellOf = async (...cellText: string[]) => {
    provider.script(speaks(...cellText));
    const { cells } = await compare(test, {
      thread_id: thread._id,
      sources: [guide._id],
      questions: [FINISHED],
    });
    expect(cells).toHaveLength(1);
    return cells[0];
  };

  it('shows a cell whose citation supports it', async () => {
    expect(await cellOf('The Halberd Tower was finished ', 'in 1889 [1].')).toMatchObject({
      text: expect.stringMatching(/^The Halberd Tower was finished in 1889 \[1\]$/),
      support: 'supported',
      citations: [{ mark: 1, source_id: guide._id }],
    });
  });

  it.each([
    ['another year', 'The Halberd Tower was finished in 1893 [1].'],
    ['another name', 'Gustav Sorensen finished the Halberd Tower in 1889 [1].'],
    ['a negation', 'The Halberd Tower was never finished in 1889 after two years of work [1].'],
    ['a claim that is not in the passage', 'Mussels are opened with a favourite stone [1].'],
    ['no citation', 'The Halberd Tower was finished in 1889.'],
    ['an unknown citation', 'The Halberd Tower was finished in 1889 [7].'],
    ['the text “not stated”', 'not stated'],
  ])('leaves out a cell with %s', async (_, cellText) => {
    expect(await cellOf(cellText)).toMatchObject({
      text: NOT_STATED,
      citations: [],
      support: null,
    });
  });

  it('keeps the supported sentence of a cell and drops the unsupported one', async () => {
    const cell = await cellOf(
      'The Halberd Tower was finished in 1889 [1]. The work took nine years [1].',
    );
    expect(cell?.text).toBe('The Halberd Tower was finished in 1889 [1]');
  });
});

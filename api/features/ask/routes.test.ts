import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AnswerEvent } from '#core/contract/answer-event.ts';
import { AnswerResult, type Answer } from '#core/contract/ask.ts';
import type { Source } from '#core/contract/source.ts';
import type { Thread } from '#core/contract/thread.ts';
import {
  open as begin,
  say,
  scriptedProvider,
  speaks,
  type Script,
  type ScriptedProvider,
} from '../../answer/testing/scripted-provider.ts';
import { describeOnDatabases } from '../../db/testing/test-database.ts';
import { dataOf, openTestServer, type TestServer } from '../../testing/test-server.ts';
import { expectMarksToResolve, stream, textOf, type Streamed } from './testing/stream.ts';

const ask = (
  test: TestServer,
  body: unknown,
  until?: (event: AnswerEvent) => boolean,
): Promise<Streamed> => stream(test, 'ai/v2/chat/thread', body, until ? { until } : {});
const body = (thread: Thread, sources: readonly Source[], user_query: string) => ({
  thread_id: thread._id,
  model: 5,
  sources: sources.map((source) => source._id),
  user_query,
  feature_type: 1,
});

describeOnDatabases('answers without a provider', (open) => {
  let test: TestServer;
  let thread: Thread;
  let sources: Source[];
  beforeAll(async () => {
    test = await openTestServer(open);
    thread = await test.thread();
    sources = await test.read(thread, 'otters.html', 'bees.html');
  });
  afterAll(() => test.close());

  it('are labelled, and each mark links to the quoted paragraph', async () => {
    const { status, type, events } = await ask(
      test,
      body(thread, sources, 'Who decoded the waggle dance?'),
    );
    expect(status).toBe(200);
    expect(type).toContain('text/event-stream');
    expect(events[0]?.event).toBe('start');
    expect(events.at(-1)).toMatchObject({ event: 'done', data: { model: 'offline' } });
    expect(textOf(events)).toContain('Karl von Frisch');
    expectMarksToResolve(events);
    const cited = events
      .flatMap((event) => (event.event === 'citations' ? event.data : []))
      .find((it) => it.locator.quote.includes('Karl von Frisch'));
    const text = dataOf(await test.owner.get(`sources/${cited?.source_id}/text`)) as {
      segments: { text: string; at: { paragraph: number } }[];
    };
    const paragraph = text.segments.find((segment) => segment.text.includes('Karl von Frisch'))?.at
      .paragraph;
    expect(cited?.locator).toMatchObject({ medium: 'flow', paragraph });
  });

  it('are stored, returned again and deleted', async () => {
    const { events } = await ask(
      test,
      body(thread, sources, 'What do otters keep under their arm?'),
    );
    const id = events[0]?.event === 'start' ? events[0].data.answer_id : '';
    const kept = AnswerResult.parse(dataOf(await test.owner.get(`ai/v2/answers/${id}`)));
    expect(kept).toMatchObject({
      state: 'done',
      question: 'What do otters keep under their arm?',
      answer: textOf(events),
      fullText: textOf(events),
      variables: { question: 'What do otters keep under their arm?' },
      model: 'offline',
    });
    expect((await test.stranger.get(`ai/v2/answers/${id}`)).status).toBe(404);
    expect((await test.nobody.get(`ai/v2/answers/${id}`)).status).toBe(401);
    await test.owner.delete(`ai/v2/answers/${id}`);
    expect((await test.owner.get(`ai/v2/answers/${id}`)).status).toBe(404);
  });

  it('use only sources of the thread', async () => {
    const other = await test.thread('Other');
    expect(await ask(test, body(other, sources, 'Who decoded the waggle dance?'))).toMatchObject({
      status: 422,
    });
    expect(await ask(test, body(thread, [], 'Anything?'))).toMatchObject({ status: 422 });
    const onlyOtters = await ask(
      test,
      body(thread, sources.slice(0, 1), 'Who decoded the waggle dance?'),
    );
    expect(textOf(onlyOtters.events)).not.toContain('Frisch');
  });

  it('are refused for an empty question, an unknown model or a person without access', async () => {
    expect((await test.owner.post('ai/v2/chat/thread', body(thread, sources, '  '))).status).toBe(
      400,
    );
    expect(
      (await test.owner.post('ai/v2/chat/thread', { ...body(thread, sources, 'x'), model: 99 }))
        .status,
    ).toBe(400);
    expect((await test.stranger.post('ai/v2/chat/thread', body(thread, sources, 'x'))).status).toBe(
      404,
    );
    expect((await test.nobody.post('ai/v2/chat/thread', body(thread, sources, 'x'))).status).toBe(
      401,
    );
  });

  it('of members are shown to people with the link, who otherwise see only their own', async () => {
    const open = await test.thread('Open to its link');
    const path = `threads/${open._id}/answers`;
    const of = async (who: Pick<TestServer['owner'], 'get'>) =>
      (dataOf(await who.get(path)) as { docs: Answer[] }).docs.map((it) => it.question);
    await test.owner.post('thread/addSource', {
      threadId: open._id,
      sources: sources.map((it) => ({ url: it.sourceUrl })),
    });
    await ask(test, body(open, sources, 'Who decoded the waggle dance?'));
    expect([(await test.nobody.get(path)).status, (await test.stranger.get(path)).status]).toEqual([
      401, 404,
    ]);
    await test.owner.patch(`threads/${open._id}`, { visibility: 'link' });
    await test.stranger.post(
      'ai/v2/chat/thread',
      body(open, sources, 'What do otters keep under their arm?'),
    );
    expect(await of(test.nobody)).toEqual(['Who decoded the waggle dance?']);
    expect(await of(test.stranger)).toEqual([
      'Who decoded the waggle dance?',
      'What do otters keep under their arm?',
    ]);
  });

  it('include a title for a sentence', async () => {
    const { title } = dataOf(
      await test.owner.post('ai/v2/title', {
        thread_id: thread._id,
        sentence: 'How do honey bees tell each other where the flowers are?',
      }),
    ) as { title: string };
    expect(title.length).toBeGreaterThan(3);
    expect(title.length).toBeLessThan(120);
  });
});

describeOnDatabases('answers with a provider', (open) => {
  let provider: ScriptedProvider;
  let test: TestServer;
  let thread: Thread;
  let sources: Source[];
  beforeAll(async () => {
    provider = await scriptedProvider();
    test = await openTestServer(open, { env: { OPENAI_BASE_URL: provider.baseUrl } });
    thread = await test.thread();
    sources = await test.read(thread, 'otters.html');
  });
  afterAll(async () => {
    await test.close();
    await provider.close();
  });
  const words = [say('Otters float '), say('on their backs [1'), say('] and hold hands [9].')];
  const cut: Script = (res) => {
    begin(res).end(words.join(''));
  };
  const hang: Script = (res) => {
    begin(res).write(words.join(''));
  };
  const ended = async () => provider.calls.at(-1)?.closed;
  const lastAnswer = async () =>
    (dataOf(await test.owner.get(`threads/${thread._id}/answers`)) as { docs: Answer[] }).docs.at(
      -1,
    );

  it('join marks split over chunks, and drop marks that cite no passage', async () => {
    provider.script(speaks('Otters float ', 'on their backs [1', '] and hold hands [9].'));
    const { events } = await ask(test, body(thread, sources, 'How do otters float?'));
    expect(textOf(events)).toMatch(/^Otters float on their backs \[1\] and hold hands ?\.$/);
    expect(events.at(-1)).toMatchObject({ event: 'done', data: { model: 5 } });
  });

  it('that are cut off are never complete, and keep their text so far', async () => {
    provider.script(cut);
    const { events } = await ask(test, body(thread, sources, 'How do otters float?'));
    expect(events.at(-1)).toMatchObject({ event: 'error', data: { code: 'interrupted' } });
    expect(await lastAnswer()).toMatchObject({
      state: 'interrupted',
      answer: expect.stringContaining('Otters float'),
    });
  });

  it('continue for a second reader, from a given position, until they are stopped', async () => {
    provider.script(hang);
    const headers = { Authorization: `Bearer ${test.ownerToken}` };
    const texts = (chunks: string): string[] =>
      [...chunks.matchAll(/event: message\ndata: (".*")/g)].map(
        ([, text]) => JSON.parse(String(text)) as string,
      );
    /** Reads until `enough` of the stream has arrived. */
    async function read(response: Response, enough: (text: string) => boolean): Promise<string> {
      let text = '';
      for await (const chunk of response.body?.values({ preventCancel: true }) ?? []) {
        text += new TextDecoder().decode(chunk);
        if (enough(text)) break;
      }
      return text;
    }
    const leave = [new AbortController(), new AbortController()] as const;
    const first = await fetch(`${test.server.url}/api/ai/v2/chat/thread`, {
      method: 'POST',
      signal: leave[0].signal,
      headers: { ...headers, 'Content-Type': 'application/json' },
      body: JSON.stringify(body(thread, sources, 'How do otters float?')),
    });
    const seen = await read(first, (text) => texts(text).join('').includes('hold hands'));
    const id = /"answer_id":"([^"]+)"/.exec(seen)?.[1];
    const second = await fetch(`${test.server.url}/api/ai/v2/answers/${id}`, {
      signal: leave[1].signal,
      headers: { ...headers, 'Last-Event-ID': '1' },
    });
    expect(second.headers.get('content-type')).toContain('text/event-stream');
    const again = await read(second, (text) => texts(text).join('').includes('hold hands'));
    expect(again).not.toContain('answer_id');
    expect(texts(again).join('')).toBe(texts(seen).join(''));
    leave[0].abort();
    expect(await lastAnswer()).toMatchObject({ state: 'generating' });
    expect((await test.stranger.post(`ai/v2/answers/${id}/stop`)).status).toBe(404);
    expect((await test.nobody.post(`ai/v2/answers/${id}/stop`)).status).toBe(401);
    expect(dataOf(await test.owner.post(`ai/v2/answers/${id}/stop`))).toMatchObject({
      state: 'interrupted',
      answer: expect.stringContaining('Otters float'),
    });
    await ended();
    expect(dataOf(await test.owner.post(`ai/v2/answers/${id}/stop`))).toMatchObject({
      state: 'interrupted',
    });
  });

  it('are generated three at a time per person, and a fourth when one of them ends', async () => {
    provider.script(hang);
    const leave = new AbortController();
    const begin = () =>
      fetch(`${test.server.url}/api/ai/v2/chat/thread`, {
        method: 'POST',
        signal: leave.signal,
        headers: { Authorization: `Bearer ${test.ownerToken}`, 'Content-Type': 'application/json' },
        body: JSON.stringify(body(thread, sources, 'How do otters float?')),
      });
    const three = await Promise.all([begin(), begin(), begin()]);
    expect(three.map(({ status }) => status)).toEqual([200, 200, 200]);
    const fourth = await begin();
    expect([fourth.status, fourth.headers.get('retry-after'), await fourth.json()]).toEqual([
      429,
      '5',
      {
        code: 'rate_limited',
        message: expect.stringContaining('Three answers are already in progress') as string,
      },
    ]);
    const patience = { timeout: 15_000 };
    await expect.poll(async () => (await lastAnswer())?.state, patience).toBe('generating');
    await test.owner.post(`ai/v2/answers/${(await lastAnswer())?._id}/stop`);
    await expect.poll(async () => (await begin()).status, patience).toBe(200);
    leave.abort();
    await expect
      .poll(
        async () =>
          (
            dataOf(await test.owner.get(`threads/${thread._id}/answers`)) as { docs: Answer[] }
          ).docs.filter(({ state }) => state === 'generating').length,
        patience,
      )
      .toBe(0);
  });

  it('stop the provider when the reader leaves, and keep their text so far', async () => {
    provider.script(hang);
    await ask(
      test,
      body(thread, sources, 'How do otters float?'),
      (event) => event.event === 'message',
    );
    await ended();
    await expect
      .poll(lastAnswer)
      .toMatchObject({ state: 'interrupted', answer: expect.stringContaining('Otters float') });
  });
});

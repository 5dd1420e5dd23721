/**
 * Rules for all answers: one at a time per block, three at a time per person, rated once, listed
 * where they belong.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Answer } from '#core/contract/ask.ts';
import type { Source } from '#core/contract/source.ts';
import type { Thread } from '#core/contract/thread.ts';
import {
  DONE,
  FINISH,
  open as begin,
  say,
  scriptedProvider,
  speaks,
  type ScriptedProvider,
} from '../../answer/testing/scripted-provider.ts';
import { describeOnDatabases } from '../../db/testing/test-database.ts';
import { dataOf, openTestServer, type TestServer } from '../../testing/test-server.ts';
import { idOf, stream, textOf, type Streamed } from './testing/stream.ts';

describeOnDatabases('answers of the assistant', (open) => {
  let provider: ScriptedProvider;
  let test: TestServer;
  let thread: Thread;
  let sources: Source[];
  beforeAll(async () => {
    provider = await scriptedProvider();
    test = await openTestServer(open, { env: { OPENAI_BASE_URL: provider.baseUrl } });
    thread = await test.thread();
    sources = await test.read(thread, 'otters.html', 'bees.html');
  });
  afterAll(async () => {
    await test.close();
    await provider.close();
  });

  const within = (more: object = {}) => ({
    thread_id: thread._id,
    sources: sources.map((source) => source._id),
    ...more,
  });
  const ask = (user_query: string, more: object = {}) =>
    stream(test, 'ai/v2/chat/thread', within({ user_query, ...more }));
  const notes = (key: number, more: object = {}): Promise<Streamed> =>
    stream(test, `ai/v2/notes/${key}`, within(more));
  const listed = async (query = '') =>
    (dataOf(await test.owner.get(`threads/${thread._id}/answers${query}`)) as { docs: Answer[] })
      .docs;
  const hello = speaks('Otters hold hands while they sleep [1].');
  /** Sends the start of an answer, and the rest on request. */
  function held() {
    const { promise: released, resolve: finish } = Promise.withResolvers<void>();
    let begun = 0;
    provider.script(async (res, call, n) => {
      begun = n;
      begin(res).write(say('Otters hold hands '));
      await Promise.race([released, call.closed]);
      if (!res.destroyed) res.end([say('while they sleep [1].'), FINISH, DONE].join(''));
    });
    return { finish, begun: () => begun };
  }

  describe('for a block of the notes', () => {
    it('are generated one at a time: a second request gets the id of the running one, and may follow it', async () => {
      const { finish, begun } = held();
      const first = notes(18, { thread_node_id: 'note-1' });
      await expect.poll(begun).toBe(1);
      const again = await notes(19, { thread_node_id: 'note-1' });
      expect(again).toMatchObject({
        status: 409,
        refusal: { code: 'generating', details: { answer_id: expect.any(String) } },
      });
      const { answer_id } = again.refusal?.details as { answer_id: string };
      const response = await fetch(`${test.server.url}/api/ai/v2/answers/${answer_id}`, {
        headers: { Authorization: `Bearer ${test.ownerToken}`, 'Last-Event-ID': '0' },
      });
      finish();
      expect(await response.text()).toContain(answer_id);
      expect(idOf((await first).events)).toBe(answer_id);
      expect(begun()).toBe(1);
    });

    it('are generated once for repeated requests', async () => {
      const { finish, begun } = held();
      let refused = 0;
      const pressed = [1, 2, 3].map(() =>
        notes(18, { thread_node_id: 'note-2' }).then((it) => {
          if (it.status === 409) refused += 1;
          if (refused === 2) finish();
          return it;
        }),
      );
      const statuses = (await Promise.all(pressed)).map((it) => it.status).sort();
      expect(statuses).toEqual([200, 409, 409]);
      expect(begun()).toBe(1);
    });

    it('are generated again as another type after the first has ended', async () => {
      provider.script(hello);
      const [first, second] = [
        await notes(18, { thread_node_id: 'note-3' }),
        await notes(22, { thread_node_id: 'note-3', note_title: 'Terms of otters' }),
      ];
      expect(second.status).toBe(200);
      expect(idOf(first.events)).not.toBe(idOf(second.events));
      expect(
        (await listed('?thread_node_id=note-3')).map((it) => [it.feature, it.question]),
      ).toEqual([
        ['notes-auto', 'Auto Notes'],
        ['notes-terms', 'Terms of otters'],
      ]);
    });

    it('may be requested again when the server that generated them is gone', async () => {
      provider.script(hello);
      const id = idOf((await notes(18, { thread_node_id: 'note-4' })).events);
      const { database } = test.server.parts;
      const leave = (updatedAt: Date) =>
        database.write((transaction) =>
          database.sequelize.query(
            "UPDATE answers SET state = 'generating', server = 'another-host:1', updated_at = :updatedAt WHERE id = :id",
            { replacements: { id, updatedAt }, transaction },
          ),
        );
      await leave(new Date());
      expect((await notes(18, { thread_node_id: 'note-4' })).status).toBe(409);
      await leave(new Date(Date.now() - 3600_000));
      expect((await notes(18, { thread_node_id: 'note-4' })).status).toBe(200);
      expect(dataOf(await test.owner.get(`ai/v2/answers/${id}`))).toMatchObject({
        state: 'interrupted',
      });
    });

    it('are refused for people who may only read', async () => {
      provider.script(hello);
      dataOf(await test.owner.patch(`threads/${thread._id}`, { visibility: 'link' }));
      const status = async (path: string, more: object) =>
        (await stream(test, path, within(more), { token: test.strangerToken })).status;
      expect(await status('ai/v2/chat/thread', { user_query: 'How do otters sleep?' })).toBe(200);
      expect(
        await status('ai/v2/chat/thread', {
          user_query: 'How do otters sleep?',
          thread_node_id: 'note-5',
        }),
      ).toBe(403);
      expect(await status('ai/v2/notes/18', {})).toBe(403);
      dataOf(await test.owner.patch(`threads/${thread._id}`, { visibility: 'private' }));
    });
  });

  it('are limited to three at a time per person, also for concurrent requests', async () => {
    const { finish } = held();
    const refused: Streamed[] = [];
    const asked = Array.from({ length: 6 }, (_, n) =>
      ask(`Do otters sleep? ${n}`).then((it) => {
        if (it.status === 429) refused.push(it);
        if (refused.length === 3) finish();
        return it;
      }),
    );
    expect((await Promise.all(asked)).map((it) => it.status).sort()).toEqual([
      200, 200, 200, 429, 429, 429,
    ]);
    expect(refused[0]?.refusal?.code).toBe('rate_limited');
    expect((await ask('And now?')).status).toBe(200);
  });

  it('receive previous turns without marks, while their sources are selected', async () => {
    const other = await test.thread('Turns');
    const [otters, bees] = (await test.read(other, 'otters.html', 'bees.html')) as [Source, Source];
    const turn = async (user_query: string, from: Source[]) => {
      provider.script(hello);
      await stream(test, 'ai/v2/chat/thread', {
        thread_id: other._id,
        sources: from.map((it) => it._id),
        user_query,
      });
      return (provider.calls.at(-1)?.body.messages ?? []).slice(1, -1).map((it) => it.content);
    };
    expect(await turn('How do otters sleep?', [otters, bees])).toEqual([]);
    expect(await turn('Why so?', [otters, bees])).toEqual([
      'How do otters sleep?',
      'Otters hold hands while they sleep.',
    ]);
    expect(await turn('Why so?', [otters])).toEqual([]);
  });

  it('are followed up in their block', async () => {
    provider.script(hello);
    const first = await ask('How do otters sleep?', { thread_node_id: 'chat-1' });
    for (const node of ['chat-1', idOf(first.events)]) {
      const { events } = await stream(
        test,
        'ai/v2/predefined/prompts/15',
        within({ thread_node_id: node }),
      );
      expect(textOf(events)).toContain('hold hands');
      const messages = provider.calls.at(-1)?.body.messages ?? [];
      expect(messages.at(-1)?.content).toMatch(
        /The question was: How do otters sleep\?[^]*Otters hold hands while they sleep[^]*Go deeper/,
      );
    }
    const nowhere = await stream(
      test,
      'ai/v2/predefined/prompts/15',
      within({ thread_node_id: 'nobody' }),
    );
    expect(nowhere).toMatchObject({
      status: 400,
      refusal: { code: 'bad_request', details: [{ field: 'thread_node_id' }] },
    });
  });

  it('are rated once, by the person who asked', async () => {
    provider.script(hello);
    const id = idOf((await ask('How do otters sleep?', { thread_node_id: 'chat-2' })).events);
    const rate = (value: string, thread_node_id = 'chat-2') => ({
      thread_id: thread._id,
      thread_node_id,
      value,
    });
    expect((await test.stranger.post('ai/v2/feedback', rate('like'))).status).toBe(404);
    expect((await test.nobody.post('ai/v2/feedback', rate('like'))).status).toBe(401);
    expect((await test.owner.post('ai/v2/feedback', rate('great'))).status).toBe(400);
    expect((await test.owner.post('ai/v2/feedback', rate('like', 'nobody'))).status).toBe(404);
    expect(dataOf(await test.owner.post('ai/v2/feedback', rate('like')))).toEqual({
      answer_id: id,
      feedback: 'like',
    });
    for (const node of ['chat-2', id])
      expect(await test.owner.post('ai/v2/feedback', rate('dislike', node))).toMatchObject({
        status: 409,
        body: { code: 'conflict' },
      });
    expect(dataOf(await test.owner.get(`ai/v2/answers/${id}`))).toMatchObject({ feedback: 'like' });
  });

  it('are listed if no block contains them, and by feature or block on request', async () => {
    provider.script(hello);
    const [chat, guide] = [
      await ask('Which animals hold hands?'),
      await stream(test, 'ai/v2/student/1', within()),
    ];
    const [made, summary] = [
      await notes(18),
      await stream(test, 'summarize-video/7', { thread_id: thread._id }),
    ];
    const apart = [
      await notes(18, { thread_node_id: 'note-4' }),
      await ask('In a block?', { thread_node_id: 'chat-3' }),
    ];
    const ids = (await listed()).map((it) => it._id as string);
    expect(ids).toEqual(
      expect.arrayContaining([chat, guide, made, summary].map((it) => idOf(it.events))),
    );
    for (const it of apart) expect(ids).not.toContain(idOf(it.events));
    expect((await listed('?feature=summary')).map((it) => it._id)).toEqual([idOf(summary.events)]);
    expect((await listed('?thread_node_id=chat-3')).map((it) => it.question)).toEqual([
      'In a block?',
    ]);
  });
});

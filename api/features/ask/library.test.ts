import { afterAll, beforeAll, expect, it } from 'vitest';
import { v7 as uuidv7 } from 'uuid';
import { AnswerResult, type LibraryScope } from '#core/contract/ask.ts';
import type { Source } from '#core/contract/source.ts';
import type { Thread } from '#core/contract/thread.ts';
import { eventually } from '#pipeline/testing/eventually.ts';
import {
  scriptedProvider,
  speaks,
  type ScriptedProvider,
} from '../../answer/testing/scripted-provider.ts';
import { describeOnDatabases } from '../../db/testing/test-database.ts';
import { openAccountsServer } from '../../testing/accounts-server.ts';
import { withinOneDay } from '../../testing/within-one-day.ts';
import { dataOf, openTestServer, type TestServer } from '../../testing/test-server.ts';
import { citationsOf, expectMarksToResolve, idOf, stream, textOf } from './testing/stream.ts';

const DANCE = 'Who decoded the waggle dance?';
const STONE = 'Where does an otter keep its favourite stone?';
/** A key of the minimum length. */
const keyOf = (name: string) => `library-question-${name}`;
const PATH = 'ai/v2/chat/library';

describeOnDatabases('library questions', (open) => {
  let test: TestServer;
  let sea: Thread;
  let hive: Thread;
  let otters: Source;
  let bees: Source;
  const ask = (query: string, scope: unknown, token = test.ownerToken) =>
    stream(test, PATH, { query, scope, model: 5 }, { token });
  const cited = async (query: string, scope: LibraryScope, token?: string) => [
    ...new Set(citationsOf((await ask(query, scope, token)).events).map((it) => it.source_id)),
  ];

  beforeAll(async () => {
    test = await openTestServer(open);
    sea = await test.thread('Sea');
    hive = await test.thread('Hive');
    [otters] = (await test.read(sea, 'otters.html')) as [Source];
    [bees] = (await test.read(hive, 'bees.html')) as [Source];
    const { database, library } = test.server.parts;
    await database.write((transaction) =>
      library.patch(
        bees._id,
        { kept: { tags: ['insects'], folders: ['Work / Hive'] } },
        transaction,
      ),
    );
  });
  afterAll(() => test.close());

  it('are answered from all sources, with citations that name a source and one of its threads', async () => {
    const { status, events } = await ask(DANCE, { all: true });
    expect(status).toBe(200);
    expect(events.at(-1)).toMatchObject({ event: 'done', data: { model: 'offline' } });
    expect(textOf(events)).toContain('Karl von Frisch');
    expectMarksToResolve(events);
    expect(citationsOf(events)[0]).toMatchObject({
      source_id: bees._id,
      thread_url: hive.url,
      support: 'supported',
    });
    expect(await cited(STONE, { all: true })).toEqual([otters._id]);
  });

  it('are stored for the person who asked, outside all threads', async () => {
    const { events } = await ask(DANCE, { all: true });
    const id = idOf(events);
    const kept = AnswerResult.parse(dataOf(await test.owner.get(`ai/v2/answers/${id}`)));
    expect(kept).toMatchObject({
      thread_id: null,
      feature: 'chat-library',
      question: DANCE,
      fullText: textOf(events),
      sources: [bees._id],
    });
    expect((await test.stranger.get(`ai/v2/answers/${id}`)).status).toBe(404);
    for (const { _id } of [sea, hive])
      expect(dataOf(await test.owner.get(`threads/${_id}/answers`))).toEqual({ docs: [] });
    await test.owner.delete(`ai/v2/answers/${id}`);
    expect((await test.owner.get(`ai/v2/answers/${id}`)).status).toBe(404);
  });

  it('can be limited to tags, a search or threads, in combination', async () => {
    const scopes: [LibraryScope, string[]][] = [
      [{ tags: ['insects'] }, [bees._id]],
      [{ search: 'tag:insects' }, [bees._id]],
      [{ search: 'folder:"Work/Hive"' }, [bees._id]],
      [{ search: 'honey' }, [bees._id]],
      [{ threads: [hive._id] }, [bees._id]],
      [{ tags: ['insects'], threads: [sea._id] }, [bees._id]],
    ];
    for (const [scope, found] of scopes) expect(await cited(DANCE, scope)).toEqual(found);
    expect(await cited(STONE, { tags: ['insects'] })).not.toContain(otters._id);
    expect(await cited(STONE, { search: '-tag:insects' })).toEqual([otters._id]);
    expect(await cited(STONE, { tags: ['insects'], threads: [sea._id] })).toEqual([otters._id]);
  });

  it('are refused with related passages if nothing answers them', async () => {
    const { events } = await ask('What is the capital of Mongolia?', { all: true });
    expect(textOf(events)).toMatch(/^Your sources don't answer this\./);
  });

  it('need a scope that is not empty', async () => {
    for (const scope of [{}, { tags: [], search: ' ', threads: [] }, undefined, { all: false }]) {
      const { status, refusal } = await ask(DANCE, scope);
      expect(status).toBe(400);
      expect(JSON.stringify(refusal?.details)).toContain('scope');
    }
    for (const scope of [{ tags: ['none'] }, { search: 'tag:none' }, { search: 'in:notes' }])
      expect(await ask(DANCE, scope)).toMatchObject({
        status: 422,
        refusal: { code: 'no_source_selected' },
      });
  });

  it('only reach what the person may see', async () => {
    const by = test.strangerToken;
    expect((await test.nobody.post(PATH, { query: DANCE, scope: { all: true } })).status).toBe(401);
    expect(await ask(DANCE, { all: true }, by)).toMatchObject({ status: 422 });
    expect(await ask(DANCE, { tags: ['insects'] }, by)).toMatchObject({ status: 422 });
    for (const id of [hive._id, uuidv7()])
      expect(await ask(DANCE, { all: true, threads: [id] }, by)).toMatchObject({ status: 404 });
  });

  it('include sources of others in threads that the person may read', async () => {
    const by = test.strangerToken;
    const own = dataOf(await test.stranger.post('threads', { title: 'Own' })) as Thread;
    await test.stranger.post('thread/addSource', {
      threadId: own._id,
      url: `${test.site.origin}/bees.html`,
    });
    await eventually(async () => expect(await cited(DANCE, { all: true }, by)).toHaveLength(1));
    const [ownBees] = await cited(DANCE, { all: true }, by);
    expect(ownBees).not.toBe(bees._id);
    await test.owner.patch(`threads/${sea._id}`, { visibility: 'link' });
    const both: LibraryScope = { all: true, threads: [sea._id] };
    expect(await cited(DANCE, both, by)).toEqual([ownBees]);
    const { events } = await ask(STONE, both, by);
    expect(citationsOf(events)[0]).toMatchObject({ source_id: otters._id, thread_url: sea.url });
    await test.owner.patch(`threads/${sea._id}`, { visibility: 'private' });
    expect(await ask(STONE, both, by)).toMatchObject({ status: 404 });
  });
});

describeOnDatabases('library questions of the daily allowance', (open) => {
  let provider: ScriptedProvider;
  let test: Awaited<ReturnType<typeof openAccountsServer>>;
  beforeAll(async () => {
    provider = await scriptedProvider();
    test = await openAccountsServer(open, {
      worker: true,
      env: { GLOSS_FREE_QUESTIONS_PER_DAY: '2', OPENAI_BASE_URL: provider.baseUrl },
    });
  });
  afterAll(async () => {
    await test.close();
    await provider.close();
  });

  it('are charged once per key, and not if they are refused', async () => {
    await withinOneDay();
    provider.script(speaks('Karl von Frisch decoded the waggle dance [1].'));
    const thread = await test.thread();
    await test.read(thread, 'bees.html');
    await test.owner.patch(`threads/${thread._id}`, { visibility: 'link' });
    const { token } = await test.person('Ada');
    const ask = (scope: LibraryScope, key: string) =>
      stream(
        test,
        PATH,
        { query: DANCE, scope, model: 5 },
        { token, headers: { 'Idempotency-Key': key } },
      );
    const left = (events: Awaited<ReturnType<typeof ask>>['events']) =>
      events.flatMap((it) =>
        it.event === 'ai_usage' ? [it.data.usage_left.question_n_answers] : [],
      );
    expect((await ask({ all: true }, keyOf('none'))).status).toBe(422);
    const scope = { threads: [thread._id] };
    const { events } = await ask(scope, keyOf('one'));
    expect(left(events)).toEqual([1]);
    expect(citationsOf(events)).toMatchObject([{ mark: 1, support: 'supported' }]);
    expect(left((await ask(scope, keyOf('one'))).events)).toEqual([1]);
    expect((await ask({ ...scope, tags: ['x'] }, keyOf('one'))).status).toBe(409);
    expect(left((await ask(scope, keyOf('two'))).events)).toEqual([0]);
    expect((await ask(scope, keyOf('three'))).status).toBe(429);
  });
});

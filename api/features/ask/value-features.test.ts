/** The AI features that return a value: suggested questions, titles, post ideas, posts. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { GeneratedBlog } from '#core/contract/ask.ts';
import type { Source } from '#core/contract/source.ts';
import type { Thread } from '#core/contract/thread.ts';
import { docLocators, docText, schemaViolation } from '#core/editor/document.ts';
import {
  DONE,
  fails,
  FINISH,
  open as openStream,
  say,
  scriptedProvider,
  speaks,
  type ScriptedProvider,
} from '../../answer/testing/scripted-provider.ts';
import { describeOnDatabases, openOnSqlite } from '../../db/testing/test-database.ts';
import { dataOf, openTestServer, type TestServer } from '../../testing/test-server.ts';
import { BlogIdeas } from './blog-ideas.ts';

interface Workspace {
  test: TestServer;
  thread: Thread;
  sources: Source[];
  unread: Thread;
  unreadable: Source[];
}
async function open(
  env: Record<string, string>,
  opened: ReturnType<typeof openOnSqlite>,
): Promise<Workspace> {
  const test = await openTestServer(opened, { env });
  const [thread, unread] = [await test.thread(), await test.thread('Unread')];
  return {
    test,
    thread,
    unread,
    sources: await test.read(thread, 'otters.html', 'bees.html'),
    unreadable: await test.read(unread, 'empty.html'),
  };
}
const within = (thread: Thread, sources: readonly Source[], more: object = {}) => ({
  thread_id: thread._id,
  sources: sources.map((it) => it._id),
  ...more,
});

describeOnDatabases('value features without a provider', (database) => {
  let on: Workspace;
  beforeAll(async () => {
    on = await open({}, database);
  });
  afterAll(() => on.test.close());

  it('suggest questions that the sources answer', async () => {
    const { data } = dataOf(
      await on.test.owner.post('ai/v2/get/prompts', within(on.thread, on.sources)),
    ) as { data: { question: string }[] };
    expect(data.length).toBeGreaterThan(2);
    expect(new Set(data.map((it) => it.question)).size).toBe(data.length);
    for (const { question } of data) expect(question).toMatch(/\w.*\?$/);
  });

  it.each(['ai/v2/get/prompts', 'ai/v2/blog-idea', 'ai/v2/blog'])(
    '%s refuses invalid requests and people without access',
    async (path) => {
      const { test, thread, sources, unread, unreadable } = on;
      const good = within(thread, sources.slice(0, 1), { index: [0] });
      expect(await test.owner.post(path, {})).toMatchObject({
        status: 400,
        body: { code: 'bad_request' },
      });
      expect(await test.owner.post(path, { ...good, model: 9 })).toMatchObject({ status: 400 });
      expect(
        await test.owner.post(path, within(unread, sources.slice(0, 1), { index: [0] })),
      ).toMatchObject({ status: 422, body: { code: 'no_source_selected' } });
      expect(await test.owner.post(path, within(unread, unreadable, { index: [0] }))).toMatchObject(
        { status: 409, body: { code: 'not_ready' } },
      );
      expect((await test.stranger.post(path, good)).status).toBe(404);
      expect((await test.nobody.post(path, good)).status).toBe(401);
    },
  );

  it('write posts from listed ideas, as editor documents with positions that link to the source', async () => {
    const {
      test,
      thread,
      sources: [otters],
    } = on;
    const one = within(thread, otters ? [otters] : []);
    expect(await test.owner.post('ai/v2/blog', { ...one, index: [0] })).toMatchObject({
      status: 404,
      body: { code: 'absent' },
    });
    const {
      idea: { ideas },
    } = dataOf(await test.owner.post('ai/v2/blog-idea', one)) as {
      idea: { ideas: { title: string }[] };
    };
    expect(ideas.length).toBeGreaterThan(1);
    const { content } = dataOf(await test.owner.post('ai/v2/blog', { ...one, index: [0, 1] })) as {
      content: GeneratedBlog[];
    };
    expect(content.map((it) => it.idea_title)).toEqual(ideas.slice(0, 2).map((it) => it.title));
    for (const post of content) {
      expect(schemaViolation(post.content)).toBeUndefined();
      expect(docText(post.content)).not.toMatch(/\[\d+\]/);
      expect(docLocators(post.content).length).toBeGreaterThan(0);
      expect(new Set(docLocators(post.content).map((it) => it.sourceId))).toEqual(
        new Set([otters?._id]),
      );
    }
    expect(await test.owner.post('ai/v2/blog', { ...one, index: [99] })).toMatchObject({
      status: 400,
      body: { details: [{ field: 'index' }] },
    });
    expect(await test.owner.post('ai/v2/blog', { ...one, index: [] })).toMatchObject({
      status: 400,
    });
    expect(await test.owner.post('ai/v2/blog-idea', within(thread, on.sources))).toMatchObject({
      status: 400,
      body: { details: [{ field: 'sources' }] },
    });
  });
});

describe('value features with a provider', () => {
  const database = openOnSqlite();
  let provider: ScriptedProvider;
  let on: Workspace;
  beforeAll(async () => {
    provider = await scriptedProvider();
    on = await open(
      { OPENAI_BASE_URL: provider.baseUrl, GLOSS_MODELS: JSON.stringify({ 4: 'four', 5: 'five' }) },
      database,
    );
  });
  afterAll(async () => {
    await on.test.close();
    await provider.close();
  });
  const prompts = () => on.test.owner.post('ai/v2/get/prompts', within(on.thread, on.sources));

  it("suggest questions from any wrapping of the model's output", async () => {
    for (const output of [
      '[{"question":"Why do otters hold hands?"}]',
      '{"questions":[{"question":"Why do otters hold hands?"}]}',
      'Here they are:\n```json\n[{"question":"Why do otters hold hands?"}]\n```',
    ]) {
      provider.script(speaks(output));
      expect(dataOf(await prompts())).toEqual({
        data: [{ question: 'Why do otters hold hands?' }],
      });
    }
    expect(provider.calls.at(-1)?.body.model).toBe('four');
    expect(provider.calls.at(-1)?.body.messages?.at(-1)?.content).toContain('Karl von Frisch');
  });

  it('ask once more when the output has the wrong form', async () => {
    provider.script((res, call, n) =>
      speaks(n === 1 ? '[{"q":"Why?"}]' : '[{"question":"Why do otters hold hands?"}]')(
        res,
        call,
        n,
      ),
    );
    expect(dataOf(await prompts())).toEqual({ data: [{ question: 'Why do otters hold hands?' }] });
    expect(provider.calls).toHaveLength(2);
    provider.script(speaks('I would rather not.'));
    expect(await prompts()).toMatchObject({ status: 502, body: { code: 'provider_failed' } });
  });

  it('return one list of post ideas for two concurrent requests', async () => {
    const [, bees] = on.sources as [Source, Source];
    const ideas = new BlogIdeas(on.test.server.parts.database);
    const of = { threadId: on.thread._id, ownerId: on.thread.user, sourceId: bees._id };
    let made = 0;
    const make = () => Promise.resolve([{ title: `List ${(made += 1)}` }]);
    expect(await Promise.all([ideas.list(of, make), ideas.list(of, make)])).toEqual([
      [{ title: 'List 1' }],
      [{ title: 'List 1' }],
    ]);
    expect(await ideas.list(of, make)).toEqual([{ title: 'List 2' }]);
    expect(await ideas.chosen(of, [0, 0])).toEqual([{ title: 'List 2' }]);
  });

  it('stream post ideas as they arrive, then as they are stored', async () => {
    const continued = Promise.withResolvers<void>();
    provider.script(async (res) => {
      openStream(res).write(say('{"ideas":[{"title":"First"},{"ti'));
      await continued.promise;
      res.end(say('tle":"Second","description":"More"}]}') + FINISH + DONE);
    });
    const stream = () =>
      fetch(`${on.test.server.url}/api/ai/v2/blog-idea/stream`, {
        method: 'POST',
        headers: {
          Authorization: `Bearer ${on.test.ownerToken}`,
          'Content-Type': 'application/json',
        },
        body: JSON.stringify(within(on.thread, on.sources.slice(0, 1))),
      });
    const response = await stream();
    let text = '';
    for await (const piece of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      text += piece;
      if (text.includes('First')) continued.resolve();
    }
    expect(
      [...text.matchAll(/^event: (?!ping)(\w+)\ndata: (.*)$/gm)].map((it) => [
        it[1],
        JSON.parse(it[2] ?? '') as unknown,
      ]),
    ).toEqual([
      ['idea', { title: 'First' }],
      ['idea', { title: 'Second', description: 'More' }],
      ['ideas', { ideas: [{ title: 'First' }, { title: 'Second', description: 'More' }] }],
    ]);
    provider.script(fails(401));
    expect(await (await stream()).text()).toMatch(/^event: error\ndata: {"code":"provider_failed"/);
  });

  it('write posts for the selected ideas, repaired once, with marks as positions', async () => {
    const document = (...content: object[]) => ({ type: 'doc', content });
    const written = document(
      { type: 'heading', attrs: { level: 2 }, content: [{ type: 'text', text: 'Rafts' }] },
      {
        type: 'paragraph',
        content: [
          { type: 'text', text: 'Sea otters hold hands while they sleep [1], says the source.' },
        ],
      },
    );
    const output = (content: object) =>
      JSON.stringify({
        idea_title: 'x',
        description: 'On rafts.',
        metadata: { tags: ['otters'], gist: 'They hold hands.' },
        content,
      });
    const post = (index: number[]) =>
      on.test.owner.post('ai/v2/blog', within(on.thread, on.sources.slice(0, 1), { index }));
    const list = [
      { title: 'Why otters hold hands', description: 'On rafts.' },
      { title: 'Stones' },
    ];
    provider.script(speaks(JSON.stringify({ ideas: list })));
    expect(
      dataOf(
        await on.test.owner.post('ai/v2/blog-idea', within(on.thread, on.sources.slice(0, 1))),
      ),
    ).toEqual({ idea: { ideas: list } });
    provider.script((res, call, n) =>
      speaks(output(n === 1 ? document({ type: 'poem' }) : written))(res, call, n),
    );
    const {
      content: [made],
    } = dataOf(await post([0])) as { content: GeneratedBlog[] };
    expect(made).toMatchObject({
      idea_title: 'Why otters hold hands',
      description: 'On rafts.',
      metadata: { tags: ['otters'], gist: 'They hold hands.' },
    });
    expect(schemaViolation(made?.content)).toBeUndefined();
    expect(docText(made?.content ?? {})).toMatch(
      /^Rafts\nSea otters hold hands while they sleep ?paragraph 1, says the source\.$/,
    );
    expect(docLocators(made?.content ?? {})).toEqual([
      expect.objectContaining({
        sourceId: on.sources[0]?._id,
        locator: expect.objectContaining({ medium: 'flow', paragraph: 1 }),
      }),
    ]);
    expect(provider.calls.map((it) => it.body.messages?.at(-1)?.content)).toEqual([
      expect.stringMatching(/The post: Why otters hold hands\nOn rafts\.$/),
      expect.stringContaining('poem'),
    ]);
    provider.script(speaks(output(document({ type: 'poem' }))));
    expect(await post([0])).toMatchObject({
      status: 502,
      body: { code: 'provider_failed', message: 'Invalid blog content schema' },
    });
    expect(provider.calls).toHaveLength(2);
    provider.script(fails(401));
    expect((await post([0, 1])).body).toMatchObject({
      message: expect.not.stringContaining('Invalid blog'),
    });
  });

  it('return a title, also when the provider fails', async () => {
    const title = async () =>
      dataOf(
        await on.test.owner.post('ai/v2/title', {
          thread_id: on.thread._id,
          sentence: 'Why otters hold hands while they sleep.',
        }),
      );
    provider.script(speaks('"Otters hold hands"'));
    expect(await title()).toEqual({ title: 'Otters hold hands' });
    provider.script(fails(401));
    expect(await title()).toEqual({ title: 'Why otters hold hands while they sleep' });
    const body = { thread_id: on.thread._id, sentence: 'Otters.' };
    expect((await on.test.owner.post('ai/v2/title', { ...body, sentence: ' ' })).status).toBe(400);
    expect((await on.test.stranger.post('ai/v2/title', body)).status).toBe(404);
    expect((await on.test.nobody.post('ai/v2/title', body)).status).toBe(401);
  });
});

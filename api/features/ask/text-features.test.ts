/**
 * Every streamed AI feature over the real server: what it answers, what it stores, and whom it
 * refuses.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { v7 as uuidv7 } from 'uuid';
import { GUIDES } from '#config/guides.ts';
import { Answer } from '#core/contract/ask.ts';
import { Guides } from '#core/contract/guides.ts';
import type { Source } from '#core/contract/source.ts';
import type { Thread } from '#core/contract/thread.ts';
import {
  scriptedProvider,
  speaks,
  type ScriptedProvider,
} from '../../answer/testing/scripted-provider.ts';
import { openOnSqlite } from '../../db/testing/test-database.ts';
import { articlePage, dataOf, openTestServer, type TestServer } from '../../testing/test-server.ts';
import { citationsOf, expectMarksToResolve, idOf, stream, textOf } from './testing/stream.ts';

/**
 * `about`: sent for a clip. `words`: what the provider must have received. `model`: used unless the
 * body names one.
 */
interface AiCall {
  path: string;
  feature: string;
  about?: true;
  more?: object;
  unknown?: string;
  words: RegExp;
  model: number;
}
const STONES = articlePage('Stones of the sea otter', [
  'An otter keeps a favourite stone in a pouch of loose skin under its arm. A pouch is a fold of the skin that reaches across the chest.',
  'With the stone it opens mussels and clams on its chest, because their shells are too hard for its teeth. In 1973 Karl Kenyon counted 22 blows against one shell.',
  'A raft is a group of otters that rest together. A raft may hold 100 animals, and the largest that was ever seen held 2,000.',
]);
const CLIP = {
  content: 'An otter keeps a favourite stone in a pouch of loose skin under its arm.',
  paragraph: 1,
};
const CALLS: readonly AiCall[] = [
  {
    path: 'ai/v2/chat/thread',
    feature: 'chat-thread',
    more: { user_query: 'Where do otters keep a stone?' },
    words: /Question: Where do otters keep a stone\?$/,
    model: 5,
  },
  {
    path: 'ai/v2/chat/clip',
    feature: 'chat-clip',
    about: true,
    more: { user_query: 'What is the stone for?', thread_node_id: 'clip-1' },
    words: /favourite stone[^]*Question: What is the stone for\?$/,
    model: 3,
  },
  {
    path: 'ai/v2/chat/pdf-clip',
    feature: 'chat-clip',
    about: true,
    more: { user_query: 'What is the stone for?', thread_node_id: 'clip-2' },
    words: /favourite stone[^]*Question: What is the stone for\?$/,
    model: 3,
  },
  ...[...GUIDES.bottom, ...GUIDES.smartGuide].map(({ id, question }) => ({
    path: `ai/v2/predefined/prompts/${id}`,
    feature: 'predefined',
    unknown: 'ai/v2/predefined/prompts/999',
    words: new RegExp(`Task: ${question.replaceAll('?', '\\?')}`),
    model: 3,
  })),
  ...GUIDES.followUps.map(({ id, question }) => ({
    path: `ai/v2/predefined/prompts/${id}`,
    feature: 'follow-up',
    more: { user_query: 'Where do otters keep a stone?', content: 'Under the arm [1].' },
    words: new RegExp(`The question was: Where do otters[^]*${question}`),
    model: 3,
  })),
  {
    path: 'ai/v2/predefined/child/1',
    feature: 'clip-guide',
    about: true,
    unknown: 'ai/v2/predefined/child/999',
    words: /favourite stone[^]*Task: Explain this clip/,
    model: 3,
  },
  {
    path: 'ai/v2/predefined/pdf-child/4',
    feature: 'clip-guide',
    about: true,
    unknown: 'ai/v2/predefined/pdf-child/x',
    words: /favourite stone[^]*Task: Define the terms/,
    model: 3,
  },
  ...['child/12', 'pdf-child/15', 'child/10'].map((path) => ({
    path: `ai/v2/predefined/${path}`,
    feature: 'clip-guide',
    about: true as const,
    words: /favourite stone[^]*Task: /,
    model: 3,
  })),
  {
    path: 'ai/v2/student/2',
    feature: 'guide-student',
    unknown: 'ai/v2/student/999',
    words: /Task: Make twelve flashcards/,
    model: 3,
  },
  {
    path: 'ai/v2/creator/1',
    feature: 'guide-creator',
    unknown: 'ai/v2/creator/999',
    words: /Task: Write eight hooks/,
    model: 3,
  },
  {
    path: 'ai/v2/researcher/1',
    feature: 'guide-researcher',
    unknown: 'ai/v2/researcher/999',
    words: /Task: List the main claims/,
    model: 3,
  },
  ...[
    [18, 'auto'],
    [19, 'study-guide'],
    [20, 'exam-prep'],
    [21, 'qa-sheet'],
    [2, 'chapters'],
    [6, 'deep-dive'],
    [22, 'terms'],
  ].map(([key, name]) => ({
    path: `ai/v2/notes/${key}`,
    feature: `notes-${name}`,
    unknown: 'ai/v2/notes/3',
    more: { note_title: 'On otters', note_type: key },
    words: /Write the notes called: On otters$/,
    model: 5,
  })),
  {
    path: 'summarize-video/7',
    feature: 'summary',
    unknown: 'summarize-video/8',
    words: /Summarise this\.$/,
    model: 3,
  },
];
const byName = CALLS.map((call) => [`${call.path} (${call.feature})`, call] as const);

interface Workspace {
  test: TestServer;
  thread: Thread;
  otters: Source;
  unread: Thread;
  unreadable: Source;
}
async function open(env: Record<string, string> = {}, opened = openOnSqlite()): Promise<Workspace> {
  const test = await openTestServer(opened, { env, pages: { 'stones.html': STONES } });
  const [thread, unread] = [await test.thread(), await test.thread('Unread')];
  const [otters] = (await test.read(thread, 'stones.html', 'bees.html')) as [Source];
  const [unreadable] = (await test.read(unread, 'empty.html')) as [Source];
  return { test, thread, otters, unread, unreadable };
}
const bodyOf = (call: AiCall, thread: Thread, source: Source): Record<string, unknown> => ({
  thread_id: thread._id,
  sources: [source._id],
  ...(call.about ? { ...CLIP, source_id: source._id } : {}),
  ...call.more,
});

describe('every streamed AI feature without a provider', () => {
  const database = openOnSqlite();
  let on: Workspace;
  beforeAll(async () => {
    on = await open({}, database);
  });
  afterAll(() => on.test.close());

  it.each(byName)(
    '%s answers from the sources, with label and citations, and stores the answer',
    async (_, call) => {
      const { test, thread, otters } = on;
      const { status, type, events } = await stream(test, call.path, bodyOf(call, thread, otters));
      expect({ status, type }).toEqual({
        status: 200,
        type: expect.stringContaining('text/event-stream'),
      });
      expect(events.at(-1)).toMatchObject({ event: 'done', data: { model: 'offline' } });
      expect(events.map((it) => it.event)).toContain('ai_usage');
      expect(textOf(events).length).toBeGreaterThan(20);
      expect(citationsOf(events).length).toBeGreaterThan(0);
      expectMarksToResolve(events);
      expect(new Set(citationsOf(events).map((it) => it.source_id))).toEqual(new Set([otters._id]));
      const kept = Answer.parse(dataOf(await test.owner.get(`ai/v2/answers/${idOf(events)}`)));
      expect(kept).toMatchObject({
        feature: call.feature,
        state: 'done',
        answer: textOf(events),
        citations: citationsOf(events),
      });
    },
  );

  it.each(byName)('%s refuses invalid requests and people without access', async (_, call) => {
    const { test, thread, otters, unread, unreadable } = on;
    const good = bodyOf(call, thread, otters);
    const status = async (body: object, path = call.path) => {
      const it = await stream(test, path, body);
      return [it.status, it.refusal?.code];
    };
    expect(await status({})).toEqual([400, 'bad_request']);
    expect(await status({ ...good, model: 99 })).toEqual([400, 'bad_request']);
    expect(await status({ ...good, thread_id: uuidv7() })).toEqual([404, 'absent']);
    expect(await status(bodyOf(call, unread, unreadable))).toEqual([409, 'not_ready']);
    expect(await status({ ...good, thread_id: unread._id })).toEqual(
      call.about ? [404, 'absent'] : [422, 'no_source_selected'],
    );
    if (!call.about)
      expect(await status({ ...good, sources: [] })).toEqual([422, 'no_source_selected']);
    if (call.unknown) expect(await status(good, call.unknown)).toEqual([404, 'absent']);
    expect((await test.nobody.post(call.path, good)).status).toBe(401);
    expect((await test.stranger.post(call.path, good)).status).toBe(404);
  });

  it('uses all sources of the thread when the request names none', async () => {
    const { test, thread } = on;
    const { events } = await stream(test, 'ai/v2/student/1', { thread_id: thread._id, model: 3 });
    expect(
      Answer.parse(dataOf(await test.owner.get(`ai/v2/answers/${idOf(events)}`))).sources,
    ).toHaveLength(2);
  });

  it('is described in OpenAPI', async () => {
    const { paths } = (await on.test.nobody.get('openapi.json')).body as {
      paths: Record<string, Record<string, { requestBody?: unknown }>>;
    };
    for (const path of [
      'chat/thread',
      'chat/clip',
      'chat/pdf-clip',
      'predefined/prompts/{id}',
      'predefined/child/{id}',
      'predefined/pdf-child/{id}',
      'student/{id}',
      'creator/{id}',
      'researcher/{id}',
      'get/prompts',
      'notes/{keyId}',
      'title',
      'blog-idea',
      'blog',
      'feedback',
    ]) {
      expect(paths[`/api/ai/v2/${path}`]?.['post']?.requestBody, path).toBeDefined();
    }
    expect(paths['/api/summarize-video/{id}']?.['post']?.requestBody).toBeDefined();
  });

  it('lists the available choices', async () => {
    const guides = Guides.parse(dataOf(await on.test.owner.get('ai/v2/guides')));
    expect(guides.bottom.map((it) => it.id)).toEqual([3, 10, 11, 5]);
    expect(guides.followUps.map((it) => it.id)).toEqual([15, 12, 13, 14]);
    for (const list of Object.values(guides))
      expect(new Set(list.map((it) => it.id)).size).toBe(list.length);
    expect((await on.test.nobody.get('ai/v2/guides')).status).toBe(401);
  });
});

describe('every streamed AI feature with a provider', () => {
  const database = openOnSqlite();
  let provider: ScriptedProvider;
  let on: Workspace;
  beforeAll(async () => {
    provider = await scriptedProvider();
    on = await open(
      {
        OPENAI_BASE_URL: provider.baseUrl,
        GLOSS_MODELS: JSON.stringify({ 3: 'three', 5: 'five' }),
      },
      database,
    );
  });
  afterAll(async () => {
    await on.test.close();
    await provider.close();
  });

  it.each(byName)(
    '%s sends its own prompt to its own model, with fenced sources',
    async (_, call) => {
      provider.script(speaks('An otter keeps a favourite stone ', '[1] in a pouch [99].'));
      const { test, thread, otters } = on;
      const { events } = await stream(test, call.path, bodyOf(call, thread, otters));
      expect(textOf(events)).toMatch(/^An otter keeps a favourite stone \[1\] in a pouch ?\.$/);
      expectMarksToResolve(events);
      expect(events.at(-1)).toMatchObject({ event: 'done', data: { model: call.model } });
      const { model, messages = [] } = provider.calls.at(-1)?.body ?? {};
      expect(model).toBe(call.model === 3 ? 'three' : 'five');
      expect(messages.at(-1)?.content).toMatch(call.words);
      const fence = /between `<(passage-\w+)>`/.exec(messages[0]?.content ?? '')?.[1] ?? 'none';
      expect(messages.at(-1)?.content).toContain(`</${fence}>`);
      expect(JSON.stringify(messages)).not.toMatch(/\{\{/);
    },
  );
});

import { describe, expect, it, test } from 'vitest';
import { parseAnswerEvent } from './answer-event.ts';
import {
  Answer,
  AskBody,
  BlogBody,
  Citation,
  ClipChatBody,
  FeedbackBody,
  IndexMap,
  NOTE_TYPES,
  NotesBody,
  PredefinedBody,
  PromptsBody,
  relocateCitation,
  SummaryBody,
  TitleBody,
} from './ask.ts';

const THREAD = '0198c0de-0000-7000-8000-0000000000f1';
const SOURCE = '0198c0de-0000-7000-8000-0000000000a1';
const OTHER = '0198c0de-0000-7000-8000-0000000000a2';
const ANSWER = '0198c0de-0000-7000-8000-0000000000c1';

describe('a question to a thread', () => {
  const body = { thread_id: THREAD, sources: [SOURCE], user_query: '  What is a gloss?  ' };
  it('uses the default model and trims the question', () =>
    expect(AskBody.parse(body)).toEqual({
      thread_id: THREAD,
      sources: [SOURCE],
      user_query: 'What is a gloss?',
      model: 5,
      feature_type: 1,
    }));
  it('accepts an empty list of sources, for which the server has its own fault', () =>
    expect(AskBody.parse({ ...body, sources: [] }).sources).toEqual([]));
  it.each(['¿Qué es?', '什么是注释？', 'מהי הערה?', '👩🏽‍🔬?'])('accepts %j', (user_query) =>
    expect(AskBody.parse({ ...body, user_query }).user_query).toBe(user_query),
  );
  it.each([
    ['only white space', { user_query: ' \n\t ' }],
    ['no question', { user_query: undefined }],
    ['more than 20,000 characters', { user_query: 'a'.repeat(20_001) }],
    ['an unknown model', { model: 9 }],
    ['a negative model', { model: -1 }],
    ['a fractional model', { model: 2.5 }],
    ['the name of a model', { model: 'gpt' }],
    ['a source not named by its id', { sources: ['../me'] }],
    ['2,001 sources', { sources: Array.from({ length: 2001 }, () => SOURCE) }],
    ['a thread by its address', { thread_id: 'my-thread' }],
    ['another feature', { feature_type: 2 }],
    ['an empty block', { thread_node_id: '' }],
  ])('rejects %s', (_, part) =>
    expect(AskBody.safeParse({ ...body, ...part }).success).toBe(false),
  );
  it.each([0, 8])('accepts the boundary model %d', (model) =>
    expect(AskBody.parse({ ...body, model }).model).toBe(model),
  );
});

describe('the other requests to the assistant', () => {
  test.each([
    ['a title', TitleBody, { thread_id: THREAD, sentence: 'On margins' }, { model: 5 }],
    ['suggested prompts', PromptsBody, { thread_id: THREAD }, { model: 4 }],
    ['a summary', SummaryBody, { thread_id: THREAD }, { model: 3 }],
    ['notes', NotesBody, { thread_id: THREAD, note_type: 'Study Guide' }, { model: 5 }],
    ['a predefined prompt', PredefinedBody, { thread_id: THREAD }, { model: 3 }],
    [
      'a question about a clip',
      ClipChatBody,
      {
        thread_id: THREAD,
        thread_node_id: 'b1',
        source_id: SOURCE,
        content: 'Ice is a rock.',
        user_query: 'Why?',
        start: 0,
        end: 9.5,
      },
      { model: 3 },
    ],
    ['posts', BlogBody, { thread_id: THREAD, sources: [SOURCE], index: [0, 99] }, { model: 5 }],
  ])('%s uses its own default model', (_, schema, body, defaults) =>
    expect(schema.parse(body)).toEqual({ ...body, ...defaults }),
  );
  test.each([
    ['a clip before the start of its video', ClipChatBody, { start: -1 }],
    ['a clip of page 0', ClipChatBody, { page: 0 }],
    ['a clip without its block', ClipChatBody, { thread_node_id: undefined }],
    ['posts of two sources', BlogBody, { sources: [SOURCE, OTHER] }],
    ['posts of no idea', BlogBody, { index: [] }],
    ['posts of eleven ideas', BlogBody, { index: Array.from({ length: 11 }, (_, n) => n) }],
    ['posts of a negative idea', BlogBody, { index: [-1] }],
  ])('rejects %s', (_, schema, part) => {
    const body = {
      thread_id: THREAD,
      thread_node_id: 'b1',
      source_id: SOURCE,
      sources: [SOURCE],
      content: 'Ice.',
      user_query: 'Why?',
      index: [0],
    };
    expect(schema.safeParse(body).success).toBe(true);
    expect(schema.safeParse({ ...body, ...part }).success).toBe(false);
  });
  it('know the seven note types by name and key id', () => {
    expect(NOTE_TYPES.map(({ id }) => id)).toEqual([18, 19, 20, 21, 2, 6, 22]);
    expect(new Set(NOTE_TYPES.map(({ name }) => name)).size).toBe(7);
  });
  it.each(['like', 'dislike'])('accept the feedback %s', (value) =>
    expect(
      FeedbackBody.safeParse({ thread_id: THREAD, thread_node_id: ANSWER, value }).success,
    ).toBe(true),
  );
  it.each(['unset', 'LIKE', '', 1])('reject the feedback %j', (value) =>
    expect(
      FeedbackBody.safeParse({ thread_id: THREAD, thread_node_id: ANSWER, value }).success,
    ).toBe(false),
  );
});

describe('an answer event', () => {
  test.each([
    ['start', `{"answer_id":"${ANSWER}"}`, { answer_id: ANSWER }],
    ['message', '"A gloss is a note."', 'A gloss is a note.'],
    ['message', '""', ''],
    ['message', String.raw`"\u6ce8\n👩🏽‍🔬"`, '注\n👩🏽‍🔬'],
    ['index', '{"1":"83:s1","2":"4:s2"}', { '1': '83:s1', '2': '4:s2' }],
    ['index', '{}', {}],
    [
      'ai_usage',
      '{"usage_left":{"question_n_answers":19}}',
      { usage_left: { question_n_answers: 19 } },
    ],
    [
      'ai_usage',
      '{"usage_left":{"question_n_answers":null}}',
      { usage_left: { question_n_answers: null } },
    ],
    ['done', '{"timeTaken":1234,"model":5}', { timeTaken: 1234, model: 5 }],
    ['done', '{"timeTaken":0,"model":"offline"}', { timeTaken: 0, model: 'offline' }],
    [
      'error',
      '{"code":"provider_failed","message":"Try again."}',
      { code: 'provider_failed', message: 'Try again.' },
    ],
    ['citations', '[]', []],
  ])('%s is read from %s', (event, data, value) =>
    expect(parseAnswerEvent(event, data)).toEqual({ event, data: value }),
  );
  test.each([
    ['an event of a later version', 'thinking', '"…"'],
    ['an event without a name', '', '"text"'],
    ['a truncated line', 'message', '"A glo'],
    ['no data', 'message', ''],
    ['text without quotes', 'message', 'A gloss'],
    ['a number instead of text', 'message', '3'],
    ['a list instead of an object', 'done', '[]'],
    ['an answer without its id', 'start', '{}'],
    ['an answer with another id', 'start', '{"answer_id":"1"}'],
    ['a mark that is not a number', 'index', '{"one":"83:s1"}'],
    ['a position that is not a number', 'index', '{"1":"start:s1"}'],
    ['a position without its source', 'index', '{"1":"83:"}'],
    ['an unknown model', 'done', '{"timeTaken":1,"model":"gpt"}'],
    ['a citation without its quote', 'citations', `[{"mark":1,"source_id":"${SOURCE}"}]`],
  ])('%s is skipped', (_, event, data) => expect(parseAnswerEvent(event, data)).toBeUndefined());
});

describe('an index map', () => {
  it.each([{ '1': '0:s' }, { '12': '83:a:b' }])('accepts %j', (map) =>
    expect(IndexMap.safeParse(map).success).toBe(true),
  );
  it.each([{ '-1': '0:s' }, { '1': '-3:s' }, { '1': '3.5:s' }, { '1': 's' }])('rejects %j', (map) =>
    expect(IndexMap.safeParse(map).success).toBe(false),
  );
});

describe('a citation', () => {
  const citation = Citation.parse({
    mark: 1,
    source_id: SOURCE,
    title: 'On margins',
    locator: { medium: 'paged', page: 4, quote: 'as it was cited' },
    anchor: { outcome: 'lost', version: 2 },
  });
  it('keeps its quote when its text moves', () => {
    const moved = relocateCitation(citation, {
      locator: { medium: 'paged', page: 9, quote: 'as it reads now' },
      anchor: null,
    });
    expect(moved.locator).toEqual({ medium: 'paged', page: 9, quote: 'as it was cited' });
    expect(moved).not.toHaveProperty('anchor');
  });
  it('keeps its position when its text is lost, and says so', () => {
    const lost = relocateCitation(citation, { anchor: { outcome: 'lost', version: 7 } });
    expect(lost).toEqual({ ...citation, anchor: { outcome: 'lost', version: 7 } });
  });
  it('is not mutated', () => {
    const before = structuredClone(citation);
    relocateCitation(citation, { anchor: null });
    expect(citation).toEqual(before);
  });
  it.each([
    ['mark 0', { mark: 0 }],
    ['a weakness of "no"', { weak: false }],
    ['an anchor without its version', { anchor: { outcome: 'lost' } }],
    ['an anchor that is unchanged', { anchor: { outcome: 'same', version: 1 } }],
  ])('rejects %s', (_, part) =>
    expect(Citation.safeParse({ ...citation, ...part }).success).toBe(false),
  );
});

describe('a stored answer', () => {
  const stored = {
    _id: ANSWER,
    thread_id: THREAD,
    question: 'Why?',
    answer: 'Because [1].',
    state: 'done',
    model: 'offline',
    sources: [SOURCE],
    indexes: { '1': '83:s1' },
    citations: [],
    timeTaken: 812,
    error: null,
    createdAt: '2026-01-02T03:04:05.000Z',
  };
  it('from an earlier version reads as a chat answer without feedback', () =>
    expect(Answer.parse(stored)).toMatchObject({
      feature: 'chat-thread',
      thread_node_id: null,
      feedback: null,
    }));
  it.each([
    ['an unknown state', { state: 'paused' }],
    ['a time without its zone', { createdAt: '2026-01-02T03:04:05' }],
    ['only a day', { createdAt: '2026-01-02' }],
    ['no error, which is not the same as null', { error: undefined }],
  ])('rejects %s', (_, part) =>
    expect(Answer.safeParse({ ...stored, ...part }).success).toBe(false),
  );
});

import { expect, test } from 'vitest';
import { AnswerEvent } from '#core/contract/answer-event.ts';
import { Citation } from '#core/contract/ask.ts';
import { ask, fail, fromStored, reduce, stop, withoutHalfMark } from './reduce.ts';

const ANSWER = '01935b6e-0000-7000-8000-0000000000aa';
const SOURCE = '01935b6e-0000-7000-8000-000000000001';
const citation = (mark: number, quote: string) =>
  Citation.parse({
    mark,
    source_id: SOURCE,
    title: 'A paper',
    locator: { medium: 'paged', page: 4, quote },
  });
const event = (name: string, data: unknown) => AnswerEvent.parse({ event: name, data });
const fold = (...events: AnswerEvent[]) => events.reduce(reduce, ask('Why?', [SOURCE]));

const begun = [
  event('start', { answer_id: ANSWER }),
  event('message', 'Because '),
  event('message', 'of this [1].'),
];

test('joins messages in order and ends with the done event', () => {
  expect(ask('Why?', []).state).toBe('pending');
  expect(fold(...begun)).toMatchObject({
    id: ANSWER,
    text: 'Because of this [1].',
    state: 'writing',
  });
  expect(fold(...begun, event('done', { timeTaken: 12, model: 'offline' }))).toMatchObject({
    state: 'done',
    model: 'offline',
    timeTaken: 12,
  });
});

test('merges citations, the later of the same mark winning', () => {
  const view = fold(
    event('citations', [citation(2, 'b')]),
    event('citations', [citation(1, 'a'), citation(2, 'B')]),
  );
  expect(view.citations.map((it) => [it.mark, it.locator.quote])).toEqual([
    [1, 'a'],
    [2, 'B'],
  ]);
});

test('keeps the partial text after an error; without text, the answer failed', () => {
  const cut = event('error', { code: 'interrupted', message: 'network error' });
  expect(fold(...begun, cut)).toMatchObject({
    state: 'interrupted',
    text: 'Because of this [1].',
    error: { message: 'network error' },
  });
  expect(fold(cut)).toMatchObject({ state: 'failed', text: '' });
  expect(fail(ask('Why?', []), 'unavailable', 'busy').error).toEqual({
    code: 'unavailable',
    message: 'busy',
  });
});

test('ignores events after the end', () => {
  const stopped = stop(fold(...begun));
  expect(stopped.state).toBe('interrupted');
  expect(reduce(stopped, event('message', ' more'))).toBe(stopped);
  expect(stop(fold(...begun, event('done', { timeTaken: 1, model: 5 }))).state).toBe('done');
});

test('knows what is left today once the server has said it', () => {
  expect(fold().left).toBeUndefined();
  expect(fold(event('ai_usage', { usage_left: { question_n_answers: 19 } })).left).toBe(19);
});

test('reads a stored answer like the streamed one', () => {
  const stored = {
    _id: ANSWER,
    thread_id: SOURCE,
    question: 'Why?',
    answer: 'So [1].',
    state: 'done',
    model: 5,
    sources: [SOURCE],
    indexes: { 1: `4:${SOURCE}` },
    citations: [citation(1, 'a')],
    timeTaken: 9,
    feature: 'chat-thread',
    feedback: null,
    error: null,
    createdAt: '2026-01-02T00:00:00Z',
  } as unknown as Parameters<typeof fromStored>[0];
  const streamed = fold(
    event('start', { answer_id: ANSWER }),
    event('message', 'So [1].'),
    event('citations', [citation(1, 'a')]),
    event('done', { timeTaken: 9, model: 5 }),
  );
  expect(fromStored(stored)).toEqual(streamed);
});

test('holds back an incomplete mark', () => {
  expect(withoutHalfMark('as said [1')).toBe('as said ');
  expect(withoutHalfMark('as said [')).toBe('as said ');
  expect(withoutHalfMark('as said [1]')).toBe('as said [1]');
});
